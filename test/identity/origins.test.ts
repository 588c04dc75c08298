import { describe, expect, it } from "vitest";
import { Origins } from "../../src/identity/origins.js";

const target = { baseUrl: "http://app.test:8080/shop/", frontendUrl: "https://Front.test", origins: ["http://127.0.0.1:9000", "http://bücher.test"] };

describe("resolve", () => {
  it.each([
    ["/items/7?a=1", "http://app.test:8080/shop/items/7?a=1"],
    ["items", "http://app.test:8080/shop/items"],
    ["?a=1", "http://app.test:8080/shop/?a=1"],
    ["/a/../b", "http://app.test:8080/shop/b"],
    ["//evil.test/x", "http://app.test:8080/shop//evil.test/x"],
    ["/\\evil.test/x", "http://app.test:8080/shop//evil.test/x"],
    ["/@evil.test/x", "http://app.test:8080/shop/@evil.test/x"],
    ["urn:li:dataset", "http://app.test:8080/shop/urn:li:dataset"],
    ["http://app.test:8080/other", "http://app.test:8080/other"],
    ["HTTP://APP.TEST:8080/other", "http://app.test:8080/other"],
    ["https://front.test:443/", "https://front.test/"],
    ["http://127.1:9000/x", "http://127.0.0.1:9000/x"],
    ["http://xn--bcher-kva.test/", "http://xn--bcher-kva.test/"],
  ])("%s", (path, expected) => expect(new Origins(target).resolve(path).href).toBe(expected));

  it.each([
    "http://evil.test/",
    "https://app.test:8080/",
    "http://app.test/",
    "http://app.test.evil.test:8080/",
    "http://app.test.evil.test:8080/",
    "http:/evil.test/",
    "http:evil.test",
    "http:\\\\evil.test",
    " http://evil.test/",
    "ftp://app.test:8080/",
    "http://127.0.0.1:9001/",
  ])("foreign: %s", (path) => expect(() => new Origins(target).resolve(path)).toThrow(expect.objectContaining({ code: "foreign-origin" })));

  it.each(["\t//evil.test", "/he\nal\tth", "/health\r", "/?q=a\tb", "http://app.test:8080/\n", "/a\u007f"])("not as it is written: %j", (path) => {
    expect(() => new Origins(target).resolve(path)).toThrow(expect.objectContaining({ code: "invalid-request" }));
  });

  it.each(["http://user:secret@app.test:8080/", "http://["])("not to be sent: %s", (path) => {
    expect(() => new Origins(target).resolve(path)).toThrow(expect.objectContaining({ code: "invalid-request", message: expect.not.stringContaining("secret") as unknown }));
  });

  it("needs a base URL for a path only", () => {
    const origins = new Origins({ origins: ["http://127.0.0.1:9000"] });
    expect(() => origins.resolve("/x")).toThrow(expect.objectContaining({ name: "SetupError", code: "no-base-url" }));
    expect(origins.resolve("http://127.0.0.1:9000/x").pathname).toBe("/x");
  });
});

it.each([{ baseUrl: "app.test" }, { baseUrl: "ftp://app.test" }, { frontendUrl: "" }, { origins: ["http://a:b@c.test"] }])("refuses as configuration: %j", (wrong) => {
  expect(() => new Origins(wrong)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
});
