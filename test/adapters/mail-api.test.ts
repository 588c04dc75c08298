import { describe, expect, it } from "vitest";
import { mailApi } from "../../src/adapters/mail-api.js";
import { evaluateDag } from "../../src/evaluate.js";
import { documentOf, get, node } from "../support/documents.js";
import { mailSource, startMailHog, startMailpit } from "../support/mail-servers.js";
import { sendJson, startServer } from "../support/server.js";

const signal = new AbortController().signal;

describe("mailApi", () => {
  it("reads a MailHog that tells only the parts of a mail", async () => {
    const item = {
      ID: "a@mailhog.example",
      To: [{ Mailbox: "ada", Domain: "example.test" }],
      Content: { Headers: { Subject: ["=?utf-8?B?R3LDvMOfZQ==?="], "Content-Type": ["text/html; charset=utf-8"], "Content-Transfer-Encoding": ["quoted-printable"] }, Body: "<p>Gr=C3=BC=\r\n=C3=9Fe</p>" },
    };
    const server = await startServer((_request, response) => sendJson(response, { total: 1, count: 1, start: 0, items: [item] }));
    const port = mailApi({ kind: "mailhog", url: `${server.url}/` });
    expect(await port.list(signal)).toEqual(["a@mailhog.example"]);
    expect(await port.read("a@mailhog.example", signal)).toMatchObject({ to: [{ address: "ada@example.test" }], subject: "Grüße", html: "<p>Grüße</p>", text: "" });
    expect(await port.read("b@mailhog.example", signal)).toBeUndefined();
  });

  it("lists every page once, and sends what it is told to send", async () => {
    const hog = await startMailHog(Array.from({ length: 600 }, () => ({ from: "a@example.test", to: ["b@example.test"], source: mailSource() })));
    const ids = await mailApi({ kind: "mailhog", url: hog.url, headers: { "X-Key": "k" } }).list(signal);
    expect(new Set(ids).size).toBe(600);
    expect(hog.seen.map(({ path, headers }) => [path, headers["x-key"]])).toEqual([0, 250, 500].map((start) => [`/api/v2/messages?start=${start}&limit=250`, "k"]));
  });

  it("gives nothing for a mail that is gone", async () => {
    const pit = await startMailpit([]);
    expect(await mailApi({ kind: "mailpit", url: pit.url }).read("id-3", signal)).toBeUndefined();
  });

  it("ends at a server that has no last page", async () => {
    let next = 0;
    const server = await startServer((_request, response) => sendJson(response, { total: 1e9, messages: Array.from({ length: 250 }, () => ({ ID: `${next++}` })) }));
    await expect(mailApi({ kind: "mailpit", url: server.url }).list(signal)).rejects.toMatchObject({ code: "mailbox-too-large" });
    const repeating = await startServer((_request, response) => sendJson(response, { total: 2, messages: [{ ID: "same" }] }));
    expect(await mailApi({ kind: "mailpit", url: repeating.url }).list(signal)).toEqual(["same"]);
  });

  it("rejects with the signal's reason, and leaves no connection open", async () => {
    const server = await startServer(() => undefined);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 50);
    await expect(mailApi({ kind: "mailpit", url: server.url }).list(controller.signal)).rejects.toThrow("enough");
  });
});

describe("target.mail and target.webhook", () => {
  it.each<[string, object, RegExp]>([
    ["an unknown server", { mail: { kind: "mailcatcher", url: "http://127.0.0.1:1080" } }, /mailhog/],
    ["no address", { mail: { kind: "mailhog" } }, /url/],
    ["no port of mails", { mail: { list: () => [] } }, /list\(\) and read\(\)/],
    ["an address that is none", { webhook: { publicUrl: "tunnel" } }, /http or https/],
    ["a port that is none", { webhook: { port: 70_000 } }, /65535/],
    ["an unknown key", { webhook: { path: "/x" } }, /path/],
  ])("refuses %s", async (_what, target, message) => {
    const run = evaluateDag(documentOf(node("A", get("/"))), { target });
    await expect(run).rejects.toMatchObject({ code: "CONFIG_INVALID", message: expect.stringMatching(message) as string });
  });
});
