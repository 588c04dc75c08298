import { createHash, randomUUID, sign } from "node:crypto";
import { foreignRsa, ownRsa } from "./rsa-keys.js";
import { sendHtml, sendJson, startServer, type TestServer } from "./server.js";

/** What is wrong with a server that looks like one. */
export type OAuthFlaw =
  | "ignores-verifier"
  | "ignores-redirect"
  | "ignores-client"
  | "reuses-code"
  | "reuses-refresh"
  | "drops-state"
  | "other-state"
  | "no-code"
  | "denies"
  | "refuses-all"
  | "refuses-without-error"
  | "breaks-when-refusing"
  | "no-access-token"
  | "other-type"
  | "html-token"
  | "status-201"
  | "open-userinfo"
  | "closed-userinfo"
  | "all-active"
  | "revokes-nothing"
  | "unsigned-id"
  | "foreign-signature"
  | "other-nonce"
  | "other-audience"
  | "expired-id"
  | "other-at-hash"
  | "no-id"
  | "device-unasked"
  | "device-never"
  | "device-hurried";

/** A small authorization server that is right but for its flaw; users log in at /login (cookie) or at its form. */
export async function startOAuthServer(flaw?: OAuthFlaw): Promise<TestServer> {
  const codes = new Map<string, { readonly challenge: string | null; readonly redirect: string | null; readonly nonce: string | null; isUsed: boolean }>();
  const refreshTokens = new Map<string, { isUsed: boolean }>();
  const live = new Set<string>();
  const device = { isApproved: false, asked: 0 };

  const idToken = (issuer: string, nonce: string | null, accessToken: string): string => {
    const header = { alg: flaw === "unsigned-id" ? "none" : "RS256", kid: "k1" };
    const now = Math.floor(Date.now() / 1000);
    const hash = createHash("sha256").update(flaw === "other-at-hash" ? "another token" : accessToken).digest().subarray(0, 16).toString("base64url");
    const claims = { iss: issuer, sub: "ada", aud: flaw === "other-audience" ? "another-app" : "app", iat: now, exp: flaw === "expired-id" ? now - 3_600 : now + 300, nonce: flaw === "other-nonce" ? "another" : nonce, at_hash: hash };
    const body = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const key = (flaw === "foreign-signature" ? foreignRsa : ownRsa).privateKey;
    return `${body}.${flaw === "unsigned-id" ? "" : sign("sha256", Buffer.from(body), key).toString("base64url")}`;
  };
  const issue = (issuer: string, nonce: string | null = null): object => {
    const [accessToken, refreshToken] = [`at-${randomUUID()}`, `rt-${randomUUID()}`];
    live.add(accessToken);
    refreshTokens.set(refreshToken, { isUsed: false });
    return {
      ...(flaw !== "no-access-token" && { access_token: accessToken }),
      token_type: flaw === "other-type" ? "mac" : "bearer",
      expires_in: 600,
      refresh_token: refreshToken,
      ...(nonce !== null && flaw !== "no-id" && { id_token: idToken(issuer, nonce, accessToken) }),
    };
  };

  const server: TestServer = await startServer(({ method, path, headers, body }, response) => {
    const url = new URL(path, "http://server");
    const form = new URLSearchParams(body);
    const refuse = (error: string, status = 400): void => {
      if (flaw === "refuses-without-error") return void response.writeHead(status).end("no");
      if (flaw === "breaks-when-refusing") return sendJson(response, { error: "server_error" }, 500);
      return sendJson(response, { error }, status);
    };
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    if (flaw === "refuses-all") return refuse("invalid_request");
    switch (`${method} ${url.pathname}`) {
      case "POST /login":
        return sendJson(response, { ok: true }, 200, { "set-cookie": "sid=session-0123456789; Path=/" });
      case "POST /login-form":
        if (form.get("pass") !== "correct-horse") return sendHtml(response, LOGIN);
        return void response.writeHead(302, { location: `/authorize${url.search}`, "set-cookie": "sid=session-0123456789; Path=/" }).end();
      case "GET /authorize": {
        if (!/sid=session-/.test(headers.cookie ?? "")) return sendHtml(response, LOGIN.replace("ACTION", `/login-form${url.search.replaceAll("&", "&amp;")}`));
        const query = url.searchParams;
        const target = new URL(query.get("redirect_uri") ?? "");
        if (flaw === "denies") target.searchParams.set("error", "access_denied");
        else if (flaw !== "no-code") {
          const code = `code-${randomUUID()}`;
          codes.set(code, { challenge: query.get("code_challenge"), redirect: query.get("redirect_uri"), nonce: query.get("nonce"), isUsed: false });
          target.searchParams.set("code", code);
        }
        if (flaw !== "drops-state") target.searchParams.set("state", flaw === "other-state" ? "another" : (query.get("state") ?? ""));
        return void response.writeHead(302, { location: target.href }).end();
      }
      case "POST /token": {
        if (form.get("client_id") !== "app" && flaw !== "ignores-client") return refuse("invalid_client", 401);
        const issuer = server.url;
        switch (form.get("grant_type")) {
          case "authorization_code": {
            const code = codes.get(form.get("code") ?? "");
            if (code === undefined || (code.isUsed && flaw !== "reuses-code")) return refuse("invalid_grant");
            code.isUsed = true;
            if (code.redirect !== form.get("redirect_uri") && flaw !== "ignores-redirect") return refuse("invalid_grant");
            const challenge = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
            if (code.challenge !== null && challenge !== code.challenge && flaw !== "ignores-verifier") return refuse("invalid_grant");
            if (flaw === "html-token") return sendHtml(response, "<h1>Welcome</h1>");
            return sendJson(response, issue(issuer, code.nonce), flaw === "status-201" ? 201 : 200);
          }
          case "refresh_token": {
            const token = refreshTokens.get(form.get("refresh_token") ?? "");
            if (token === undefined || (token.isUsed && flaw !== "reuses-refresh")) return refuse("invalid_grant");
            token.isUsed = true;
            return sendJson(response, issue(issuer));
          }
          case "password":
            return form.get("username") === "ada" && form.get("password") === "correct-horse" ? sendJson(response, issue(issuer)) : refuse("invalid_grant");
          case "client_credentials":
            return sendJson(response, issue(issuer));
          case "urn:ietf:params:oauth:grant-type:token-exchange":
            return live.has(form.get("subject_token") ?? "") ? sendJson(response, issue(issuer)) : refuse("invalid_request");
          case "urn:ietf:params:oauth:grant-type:device_code":
            if (flaw === "device-unasked") return sendJson(response, issue(issuer));
            if (!device.isApproved || flaw === "device-never") return sendJson(response, { error: "authorization_pending" }, 400);
            if (flaw === "device-hurried" && device.asked++ === 0) return sendJson(response, { error: "slow_down" }, 400);
            return sendJson(response, issue(issuer));
          default:
            return refuse("unsupported_grant_type");
        }
      }
      case "POST /device":
        return sendJson(response, { device_code: "device-code-0123456789", user_code: "WXYZ-1234", verification_uri: `${server.url}/approve`, expires_in: 60, interval: 1 });
      case "GET /approve":
        return sendHtml(response, `<form method="post"><input name="user_code"><input type="checkbox" name="agree" value="yes"></form>`);
      case "POST /approve":
        device.isApproved = form.get("user_code") === "WXYZ-1234" && form.get("agree") === "yes";
        return sendHtml(response, "<p>Done", device.isApproved ? 200 : 403);
      case "GET /userinfo":
        if (flaw === "open-userinfo" || (live.has(bearer) && flaw !== "closed-userinfo")) return sendJson(response, { sub: "ada", name: "Ada" });
        return refuse("invalid_token", 401);
      case "POST /introspect":
        return sendJson(response, { active: flaw === "all-active" || live.has(form.get("token") ?? "") });
      case "POST /revoke":
        if (flaw !== "revokes-nothing") live.delete(form.get("token") ?? "");
        return void response.writeHead(200).end();
      case "GET /keys":
        return sendJson(response, { keys: [{ ...ownRsa.publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig" }] });
      default:
        return sendJson(response, { error: "not found" }, 404);
    }
  });
  return server;
}

const LOGIN = `<form method="post" action="ACTION"><input name="who"><input name='pass' type=password><button>Log in</button></form>`;
