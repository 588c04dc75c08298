import { describe, expect, it } from "vitest";
import { overrideLogin } from "../../src/identity/login-overrides.js";

const user = { role: "admin", username: "ada", email: "ada@example.test", password: "{{username}}" };
const declared = { request: { method: "PUT", path: "/login", json: { email: "ada@example.test", pw: "p" }, headers: { "x-a": "1" } }, token: { jsonPath: "$.jwt" }, verify: { path: "/me" } };

describe("overrideLogin", () => {
  it("replaces the path alone", () => {
    expect(overrideLogin(declared, { path: "/other" }, user)).toEqual({ ...declared, request: { ...declared.request, path: "/other" } });
    expect(overrideLogin(declared, { token_path: "/logIn" }, user).request.path).toBe("/logIn");
  });

  it("makes an OAuth password grant of a client", () => {
    const login = overrideLogin(undefined, { token_path: "/oauth/token", client_id: "admin-cli", client_secret: "s3cret" }, user);
    expect(login.request).toEqual({
      path: "/oauth/token",
      form: { grant_type: "password", client_id: "admin-cli", client_secret: "s3cret", username: "ada", password: "{{username}}" },
      headers: {},
    });
    expect(login.token).toEqual({ jsonPath: "$.access_token" });
  });

  it("finds the token endpoint of a realm", () => {
    expect(overrideLogin(undefined, { realm: "my realm", client_id: "c" }, user).request.path).toBe("/realms/my%20realm/protocol/openid-connect/token");
  });

  it("names the fields, as JSON or as a form", () => {
    expect(overrideLogin(declared, { username_field: "login" }, user).request.json).toEqual({ login: "ada", password: "{{username}}" });
    const login = overrideLogin(declared, { content_type: "application/x-www-form-urlencoded", username_field: "u", password_field: "p", headers: { "x-b": "2" } }, { ...user, username: "bob" });
    expect(login.request.form).toEqual({ u: "bob", p: "{{username}}" });
    expect(login.request.headers).toEqual({ "x-a": "1", "content-type": "application/x-www-form-urlencoded", "x-b": "2" });
  });

  it("sends the declared fields in another form", () => {
    expect(overrideLogin(declared, { content_type: "application/x-www-form-urlencoded" }, user).request.form).toEqual({ email: "ada@example.test", pw: "p" });
  });

  it("takes the e-mail address of a user without a name", () => {
    expect(overrideLogin(undefined, { path: "/login" }, { email: "a@b.test", password: "p" }).request.json).toEqual({ username: "a@b.test", password: "p" });
  });

  it("needs somewhere to go, and a password", () => {
    expect(() => overrideLogin(undefined, { username_field: "u" }, user)).toThrow(expect.objectContaining({ name: "SetupError", code: "no-login" }));
    expect(() => overrideLogin(undefined, { path: "/login" }, { username: "ada" })).toThrow(expect.objectContaining({ code: "unresolved-placeholder" }));
  });
});
