import { createTransport, type SendMailOptions } from "nodemailer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smtpSink, type SmtpSink } from "../../../src/adapters/smtp-sink.js";
import { lintDag } from "../../../src/documents.js";
import { evaluateDag } from "../../../src/evaluate.js";
import { builtinRegistry } from "../../../src/primitives/builtin.js";
import type { MailMessage, MailPort } from "../../../src/ports/mail.js";
import { runChain, type ChainOptions } from "../../../src/testing/run-chain.js";
import { documentOf, node } from "../../support/documents.js";
import { mailSource, startMailHog, startMailpit, startMailtrap, type KeptMail } from "../../support/mail-servers.js";
import { deadOrigin, sendJson, startServer } from "../../support/server.js";

let sink: SmtpSink;
beforeAll(async () => {
  sink = await smtpSink();
});
afterAll(() => sink.close());

/** Sends by SMTP, as the system under test would. */
async function send(port: number, mail: SendMailOptions): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port, secure: false });
  await transport.sendMail({ from: '"Shop" <shop@example.test>', ...mail });
  transport.close();
}

let users = 0;
/** A recipient that no other test has. */
const newUser = (): string => `user-${++users}@example.test`;

type Signup = (email: string) => Promise<unknown> | void;

/** A system with `POST /signup` that does as told, and then answers: what it sends is there when a short limit begins. */
async function startApp(signup: Signup): Promise<string> {
  const server = await startServer(async ({ path, body }, response) => {
    if (path !== "/signup") return sendJson(response, {}, 404);
    const { email = "" } = JSON.parse(body) as { email?: string };
    if (email.endsWith("@example.test")) await signup(email);
    sendJson(response, { ok: true, name: "Ada" }, 201);
  });
  return server.url;
}

async function check(baseUrl: string, inputs: Record<string, unknown>, { target, ...options }: ChainOptions = {}) {
  const email = (inputs["email"] as string | undefined) ?? newUser();
  const { email: _email, ...rest } = inputs;
  const step = { type: "email_check", inputs: { trigger: { method: "POST", path: "/signup", body: { email } }, ...rest } };
  const later = { type: "http_request", inputs: { path: "/signup", method: "POST", body: { email: "{{link|default('')}}{{code|default('')}}" } } };
  const { steps } = await runChain([step, later], { method: "weighted", ...options, target: { baseUrl, mail: sink, ...target } });
  const [result] = steps;
  if (result === undefined) throw new Error("expected a result, got none");
  return { ...result, sent: steps[1]?.evidence as { request: { json: { email: string } } } };
}

/** For what fails at the end of its time. */
const quick = { timeout_ms: 250, interval_ms: 250 };
/** For what ends when the mail is there. */
const patient = { timeout_ms: 15_000, interval_ms: 20 };
const welcome = (to: string): SendMailOptions => ({
  to,
  subject: "Please sign up, Ada é",
  text: "Hello Ada,\nyour code is 482913.\nConfirm: https://shop.example.test/confirm?token=abc&n=1.\n",
  html: '<p>Hello <b>Ada</b>, your code is <i>482913</i>.</p><a class="b" href="https://shop.example.test/confirm?token=abc&amp;n=1">Confirm</a> <a href="https://shop.example.test/help">Help</a>',
});

describe("email_check", () => {
  it("is P28", () => {
    expect(builtinRegistry.get("P28")?.name).toBe("email_check");
  });

  it("passes on a mail that meets everything", async () => {
    const email = newUser();
    const app = await startApp((to) => send(sink.port, welcome(to)));
    const expected = { ...patient, to: email.toUpperCase(), from: "shop@example.test", subject_contains: "sign up", subject_regex: "Ada .$", body_contains: ["Hello Ada, your code", "482913"], html_contains: 'class="b"' };
    expect(await check(app, { email, expect: expected })).toMatchObject({ outcome: "pass", evidence: { mails: [{ to: [email] }] } });
  });

  it.each<[string, unknown, string]>([
    ["a link of the document", "$.links[0]", "https://shop.example.test/confirm?token=abc&n=1"],
    ["the last link, entities decoded", "$.links[-1]", "https://shop.example.test/help"],
    ["a code by regex", { regex: "code is (\\d+)" }, "482913"],
    ["a part of a header", { header: "Subject", regex: "^\\S+" }, "Please"],
    ["text of the HTML", { path: "$.html", regex: "<i>(\\d+)" }, "482913"],
  ])("captures %s for later steps", async (_what, selector, value) => {
    const app = await startApp((to) => send(sink.port, { ...welcome(to), subject: "Please" }));
    const { outcome, sent } = await check(app, { expect: { ...patient, body_contains: "Ada" }, capture: { link: selector } });
    expect(outcome).toBe("pass");
    expect(sent.request.json.email).toBe(value);
  });

  it("fails when what is to be captured is not there, and sets nothing", async () => {
    const app = await startApp((to) => send(sink.port, welcome(to)));
    expect(await check(app, { expect: { ...patient, body_contains: "Ada" }, capture: { code: { regex: "pin (\\d+)" } } })).toMatchObject({ outcome: "fail", code: "capture-missing" });
  });

  it("reads the HTML where there is no text, as a reader sees it", async () => {
    const app = await startApp((to) => send(sink.port, { to, subject: "x", html: "<style>.a{}</style><p>Hello&nbsp;<b>A</b>da &amp; <!-- no --> friends</p><p>Next</p>" }));
    expect(await check(app, { expect: { ...patient, body_contains: "Hello Ada & friends Next" } })).toMatchObject({ outcome: "pass" });
  });

  it("takes the plain text for as good as the HTML, and links only from where they can be clicked on", async () => {
    const email = newUser();
    const html = '<p>Hello</p><a href="https://shop.example.test/trap" style="display:none">x</a><a href="https://shop.example.test/go">go</a>';
    const app = await startApp((to) => send(sink.port, { to, subject: "x", text: "Hello Ada", html }));
    const { outcome, sent } = await check(app, { email, expect: { ...patient, to: email, body_contains: "Hello Ada" }, capture: { link: "$.links[0]" } });
    expect(outcome).toBe("pass");
    expect(sent.request.json.email).toBe("https://shop.example.test/go");
  });

  it("resolves what the trigger captured", async () => {
    const app = await startApp((to) => send(sink.port, welcome(to)));
    const email = newUser();
    const trigger = { method: "POST", path: "/signup", body: { email }, capture: { first_name: "$.name" } };
    expect(await check(app, { trigger, expect: { ...patient, to: email, body_contains: "Hello {{first_name}}" } })).toMatchObject({ outcome: "pass" });
  });

  const wrong: readonly [string, (to: string) => SendMailOptions | undefined, Record<string, unknown>, string][] = [
    ["sends nothing", () => undefined, {}, "no-mail-received"],
    ["sends to the wrong person", () => welcome("eve@example.test"), {}, "wrong-recipient"],
    ["names the right person in the header alone", (to) => ({ ...welcome(to), envelope: { from: "shop@example.test", to: "eve@example.test" } }), {}, "wrong-recipient"],
    ["sends as somebody else", (to) => ({ ...welcome(to), from: "eve@example.test" }), { from: "shop@example.test" }, "wrong-sender"],
    ["has another subject", (to) => ({ ...welcome(to), subject: "Bye" }), { subject_contains: "sign" }, "wrong-subject"],
    ["has a subject that does not match", (to) => ({ ...welcome(to), subject: "sign" }), { subject_regex: "^Please" }, "wrong-subject"],
    ["has another body", (to) => ({ ...welcome(to), text: "Hello", html: "<p>Hello</p>" }), { body_contains: "Ada" }, "wrong-body"],
    ["has the words in a style sheet alone", (to) => ({ to, subject: "x", html: "<style>/* Hello Ada */</style><p>Hi</p>" }), { body_contains: "Hello Ada" }, "wrong-body"],
    ["has the words where nobody sees them", (to) => ({ to, subject: "x", html: '<div style="display:none">Hello Ada</div><!-- Hello Ada --><span style="font-size:0">Hello Ada</span><p>Hello undefined</p>' }), { body_contains: "Hello Ada" }, "wrong-body"],
    ["has one text in one part and the other in the other", (to) => ({ to, subject: "x", text: "Hello Ada", html: "<p>your code is 482913</p>" }), { body_contains: ["Hello Ada", "482913"] }, "wrong-body"],
    ["has no HTML", (to) => ({ to, subject: "x", text: "<b>Ada</b>" }), { html_contains: "<b>Ada</b>" }, "wrong-body"],
    ["leaves a placeholder of its template", (to) => ({ ...welcome(to), text: "Hello {{name}}", html: "" }), {}, "unrendered-template"],
    ["leaves one in the subject", (to) => ({ ...welcome(to), subject: "For {{ user.name }}" }), {}, "unrendered-template"],
  ];

  it("fails on a system that sends nothing, to the wrong person, or something else", async () => {
    const codes = wrong.map(async ([what, mail, expected]) => {
      const own = await smtpSink(); // a mail of another case could come closer
      const app = await startApp((to) => {
        const given = mail(to);
        return given === undefined ? undefined : send(own.port, given);
      });
      const email = newUser();
      const { outcome, code } = await check(app, { email, expect: { ...quick, to: email, ...expected } }, { target: { mail: own } });
      await own.close();
      return [what, outcome, code];
    });
    expect(await Promise.all(codes)).toEqual(wrong.map(([what, , , code]) => [what, "fail", code]));
  });

  it("takes braces that are meant", async () => {
    const app = await startApp((to) => send(sink.port, { ...welcome(to), text: "Write {{name}} in your template" }));
    const email = newUser();
    expect(await check(app, { email, expect: { ...patient, to: email, allow_unrendered: true } })).toMatchObject({ outcome: "pass" });
  });

  it("ignores a mail that was there before the trigger", async () => {
    const email = newUser();
    await send(sink.port, welcome(email));
    const app = await startApp(() => undefined);
    expect(await check(app, { email, expect: { ...quick, to: email } })).toMatchObject({ outcome: "fail", code: "no-mail-received" });
  });

  it.each<[string, number, Record<string, unknown>, string | undefined]>([
    ["one, one wanted", 1, { expect: { count: 1 }, hold_ms: 80 }, undefined],
    ["two, one wanted", 2, { expect: { count: 1, timeout_ms: 5_000 }, hold_ms: 1_000 }, "too-many-mails"],
    ["one, two wanted", 1, { expect: { count: 2 } }, "no-mail-received"],
    ["two, any number wanted", 2, { expect: {} }, undefined],
    ["none, none wanted", 0, { expect: { count: 0 }, hold_ms: 100 }, undefined],
    ["one, none wanted", 1, { expect: { count: 0 }, hold_ms: 1_500 }, "too-many-mails"],
  ])("counts %s", async (_what, sent, inputs, code) => {
    const email = newUser();
    const app = await startApp(async (to) => {
      for (let index = 0; index < sent; index++) await send(sink.port, welcome(to));
    });
    const result = await check(app, { email, ...inputs, expect: { ...(code === undefined ? patient : quick), to: email, ...(inputs["expect"] as object) } });
    expect(result.code).toBe(code);
    expect(result.outcome).toBe(code === undefined ? "pass" : "fail");
  });

  it.each<[string, SendMailOptions]>([
    ["where nobody sees it", { html: '<p>Hello</p><div style="display:none">the password is tulip</div>' }],
    ["in one part of two", { text: "the password is tulip", html: "<p>Hello</p>" }],
    ["over both parts", { text: "the password is", html: "<p>tulip</p>" }],
    ["beside what its template left", { text: "the password is tulip, {{name}}" }],
  ])("counts a mail that must not come %s", async (_what, mail) => {
    const app = await startApp((to) => send(sink.port, { to, subject: "x", ...mail }));
    const email = newUser();
    const result = await check(app, { email, expect: { ...patient, to: email, body_contains: ["password", "tulip"], count: 0 } });
    expect(result).toMatchObject({ outcome: "fail", code: "too-many-mails" });
  });

  it("fails when the trigger is refused", async () => {
    const app = await startApp((to) => send(sink.port, welcome(to)));
    const trigger = { method: "POST", path: "/nowhere", body: {} };
    expect(await check(app, { trigger, expect: { ...quick, count: 0, to: "a@example.test" } })).toMatchObject({ outcome: "fail", code: "unexpected-status" });
  });

  it("wakes with the mail, long before its limit, and does not wait beyond it", async () => {
    const email = newUser();
    let sentAt = Infinity;
    const port: MailPort = {
      list: async () => (performance.now() > sentAt ? ["1"] : []),
      read: async () => ({ from: [], to: [{ address: email, name: "" }], subject: "x", text: "", html: "", headers: {} }),
    };
    const app = await startApp(() => void (sentAt = performance.now() + 200));
    const woken = await check(app, { email, expect: { to: email, timeout_ms: 30_000, interval_ms: 100 } }, { target: { mail: port } });
    expect(woken).toMatchObject({ outcome: "pass" });
    expect(woken.durationMs).toBeLessThan(5_000);
    const waited = await check(await startApp(() => undefined), { expect: { to: email, timeout_ms: 300, interval_ms: 10_000 } }, { target: { mail: { ...port, list: async () => [] } } });
    expect(waited).toMatchObject({ outcome: "fail", code: "no-mail-received" });
    expect(waited.durationMs).toBeGreaterThan(290);
    expect(waited.durationMs).toBeLessThan(5_000);
  });
});

describe("mailboxes of email_check", () => {
  const silentApp = () => startApp(() => undefined);
  const expected = (to: string) => ({ ...patient, to, subject_contains: "Hello", body_contains: "Hello Ada" });
  const kept = (to: string, more: Record<string, string> = {}): KeptMail => ({ from: "shop@example.test", to: [to], source: mailSource({ to, ...more }) });

  it("reads MailHog, more than a page of it", async () => {
    const email = newUser();
    const mails = Array.from({ length: 260 }, () => kept(email));
    const hog = await startMailHog(mails);
    const target = { mail: { kind: "mailhog", url: hog.url } as const };
    expect(await check(await silentApp(), { email, expect: { ...expected(email), timeout_ms: 1_000, interval_ms: 900 } }, { target })).toMatchObject({ outcome: "fail", code: "no-mail-received" });
    const app = await startApp(() => void mails.push(kept(email)));
    expect(await check(app, { email, expect: expected(email) }, { target })).toMatchObject({ outcome: "pass" });
    const misled = await startApp(() => void mails.push({ ...kept(email), to: ["eve@example.test"] }));
    expect(await check(misled, { email, expect: { ...expected(email), timeout_ms: 1_000, interval_ms: 900 } }, { target })).toMatchObject({ outcome: "fail", code: "wrong-recipient" });
  });

  it("reads Mailpit", async () => {
    const mails: { to: string; subject: string; text: string }[] = [];
    const pit = await startMailpit(mails);
    const app = await startApp((to) => void mails.push({ to, subject: "Hello", text: "Hello Ada" }));
    const email = newUser();
    expect(await check(app, { email, expect: expected(email) }, { target: { mail: { kind: "mailpit", url: pit.url } } })).toMatchObject({ outcome: "pass" });
  });

  it("reads a Mailtrap inbox with its token, which is told nowhere", async () => {
    const token = "mailtrap-token-0123456789";
    const mails: KeptMail[] = Array.from({ length: 40 }, () => kept("old@example.test"));
    const trap = await startMailtrap(mails, token);
    const app = await startApp((to) => void mails.push(kept(to)));
    const email = newUser();
    const url = `${trap.url}/api/accounts/1/inboxes/2`;
    expect(await check(app, { email, expect: expected(email) }, { target: { mail: { kind: "mailtrap", url, headers: { "Api-Token": token } } } })).toMatchObject({ outcome: "pass" });
    const refused = await check(app, { email, expect: expected(email) }, { target: { mail: { kind: "mailtrap", url, headers: { "Api-Token": "wrong-token-123" } } } });
    expect(refused).toMatchObject({ outcome: "fail", code: "unexpected-status" });
    expect(JSON.stringify(refused)).not.toContain("wrong-token-123");
  });

  it("asks the mail server that the step names, when it belongs to the target", async () => {
    const mails: KeptMail[] = [];
    const hog = await startMailHog(mails);
    const app = await startApp((to) => void mails.push(kept(to)));
    const email = newUser();
    const inputs = { email, mailserver_api: `${hog.url}/api/v2/messages`, expect: expected(email) };
    expect(await check(app, inputs, { target: { mail: undefined, origins: [hog.url] } })).toMatchObject({ outcome: "pass" });
    expect(await check(app, inputs)).toMatchObject({ outcome: "fail", code: "foreign-origin" });
  });

  it("ends error without a mailbox, whatever is expected", async () => {
    const app = await startApp(() => undefined);
    for (const expect_ of [{ to: "a@example.test" }, { to: "a@example.test", count: 0 }]) {
      const { nodes } = await evaluateDag(documentOf(node("MAIL", [{ type: "email_check", inputs: { trigger: { path: "/signup", method: "POST", body: {} }, expect: expect_ } }])), { target: { baseUrl: app } });
      expect(nodes[0]).toMatchObject({ status: "ERROR", steps: [{ outcome: "error", code: "no-mail" }] });
    }
  });

  it("runs a sink of its own for the run, from its start to its end", async () => {
    const probe = await smtpSink();
    const { port } = probe;
    await probe.close();
    const app = await startApp((to) => send(port, welcome(to)));
    const email = newUser();
    expect(await check(app, { email, expect: { ...patient, to: email } }, { target: { mail: { kind: "smtp", port } } })).toMatchObject({ outcome: "pass" });
    await expect(send(port, welcome(email))).rejects.toThrow();
  });

  it("ends error when its port is taken", async () => {
    const app = await startApp(() => undefined);
    expect(await check(app, { expect: { ...quick, to: "a@example.test" } }, { target: { mail: { kind: "smtp", port: sink.port } } })).toMatchObject({ outcome: "error", code: "no-mail" });
  });

  const hostile: readonly [string, () => Promise<string>, string][] = [
    ["absent", deadOrigin, "connection-failed"],
    ["no mail server", async () => (await startServer((_request, response) => sendJson(response, {}))).url, "bad-response"],
    ["no JSON", async () => (await startServer((_request, response) => void response.end("<html>"))).url, "bad-response"],
    ["answering 500", async () => (await startServer((_request, response) => sendJson(response, {}, 500))).url, "unexpected-status"],
    ["closing midway", async () => (await startServer((_request, response) => void response.writeHead(200, { "content-length": "100" }).write("{", () => response.destroy()))).url, "connection-failed"],
    ["naming ids that are none", async () => (await startServer((_request, response) => sendJson(response, { total: 1, messages: [{}] }))).url, "bad-response"],
  ];

  it.each(hostile)("does not pass with a mail server that is %s, not even when no mail may come", async (_what, start, code) => {
    const result = await check(await silentApp(), { expect: { count: 0, to: "a@example.test", timeout_ms: 150 }, hold_ms: 50 }, { target: { mail: { kind: "mailpit", url: await start() } } });
    expect(result).toMatchObject({ outcome: "fail", code });
  });

  it("does not take a mail server for empty that stops answering", async () => {
    let asked = 0;
    const server = await startServer((_request, response) => (++asked === 1 ? sendJson(response, { total: 0, messages: [] }) : undefined));
    const started = performance.now();
    const result = await check(await silentApp(), { expect: { timeout_ms: 200, interval_ms: 50, count: 0, to: "a@example.test" } }, { target: { mail: { kind: "mailpit", url: server.url } } });
    expect(result).toMatchObject({ outcome: "fail", code: "time-out" });
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("goes on when a mail server fails in between", async () => {
    let asked = 0;
    const mail: MailMessage = { from: [], to: [{ address: "a@example.test", name: "" }], subject: "x", text: "", html: "", headers: {} };
    const port: MailPort = {
      list: async () => (++asked === 1 ? [] : ["1"]),
      read: async () => (asked < 3 ? Promise.reject(new Error("unforeseen")) : mail),
    };
    const flaky = await startServer((_request, response) => {
      if (++asked === 2) response.destroy();
      else sendJson(response, { total: asked < 3 ? 0 : 1, messages: asked < 3 ? [] : [{ ID: "1" }], ID: "1", To: [{ Address: "a@example.test" }], Subject: "x" });
    });
    expect(await check(await silentApp(), { expect: { ...patient, to: "a@example.test" } }, { target: { mail: { kind: "mailpit", url: flaky.url } } })).toMatchObject({ outcome: "pass" });
    asked = 0;
    expect(await check(await silentApp(), { expect: { ...quick, to: "a@example.test" } }, { target: { mail: port } })).toMatchObject({ outcome: "error", code: "unexpected" });
  });

  it("takes a host's port, and looks at what it gives", async () => {
    const email = newUser();
    let isSent = false;
    const port: MailPort = {
      list: async () => (isSent ? ["m-1"] : []),
      read: async () => ({ from: [], to: [{ address: email, name: "" }], subject: "x", text: "", html: "", headers: {} }),
    };
    const app = await startApp(() => void (isSent = true));
    expect(await check(app, { email, expect: { ...patient, to: email } }, { target: { mail: port } })).toMatchObject({ outcome: "pass" });
    const broken = { ...port, list: async () => [1] as unknown as string[] };
    expect(await check(app, { email, expect: { ...quick, to: email } }, { target: { mail: broken } })).toMatchObject({ outcome: "error", code: "bad-mail-port" });
  });
});

describe("lint of email_check", () => {
  const trigger = { method: "POST", path: "/signup", body: {} };
  const findings = (inputs: Record<string, unknown>): string[] =>
    lintDag(documentOf(node("MAIL", [{ type: "email_check", inputs }])), { registry: builtinRegistry }).map(({ code }) => code);

  it("has nothing to say about a sound step", () => {
    expect(findings({ trigger, expect: { to: "a@example.test" }, capture: { link: "$.links[0]" } })).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["any mail would do", { trigger, expect: {} }, "vacuous-expectation"],
    ["any subject would do", { trigger, expect: { subject_regex: ".*" } }, "vacuous-expectation"],
    ["any subject would do beside something else", { trigger, expect: { to: "a@example.test", subject_regex: ".*" } }, "regex-matches-anything"],
    ["the subject is searched for nothing", { trigger, expect: { to: "a@example.test", subject_regex: "" } }, "regex-matches-anything"],
    ["nothing triggers it", { expect: { to: "a@example.test" } }, "invalid-input"],
    ["it captures from no mail", { trigger, expect: { to: "a@example.test", count: 0 }, capture: { a: "$.x" } }, "conflicting-keys"],
    ["it holds for nothing", { trigger, expect: { to: "a@example.test" }, hold_ms: 5 }, "conflicting-keys"],
    ["a template is rendered by the checker", { trigger_template_render: "Hello {{name}}", expected_no_unrendered_braces: true }, "unknown-key"],
    ["nobody knows the mail server", { trigger, expect: { to: "a" }, mailserver_api: "http://localhost:8025" }, "invalid-input"],
  ])("finds that %s", (_what, inputs, code) => {
    expect(findings(inputs)).toContain(code);
  });
});

describe("a mail that can not be read", () => {
  // a head of more than a megabyte
  const raw = `${Array.from({ length: 15_000 }, (_, index) => `X-Header-${index}: ${"x".repeat(60)}\r\n`).join("")}\r\nbody`;
  const unreadable = (to: string): SendMailOptions => ({ envelope: { from: "shop@example.test", to }, raw });

  it("is no mail that was expected, whoever it goes to", async () => {
    const email = newUser();
    const baseUrl = await startApp((to) => send(sink.port, unreadable(to)));
    expect(await check(baseUrl, { email, expect: { to: email, ...quick } })).toMatchObject({ outcome: "fail", code: "unreadable-mail" });
  });

  it("does not count as none of those that must not come", async () => {
    const email = newUser();
    const baseUrl = await startApp((to) => send(sink.port, unreadable(to)));
    expect(await check(baseUrl, { email, expect: { to: email, body_contains: "secret", count: 0, ...quick } })).toMatchObject({ outcome: "fail", code: "unreadable-mail" });
  });

  it("hides no other", async () => {
    const email = newUser();
    const baseUrl = await startApp(async (to) => {
      await send(sink.port, unreadable("somebody@else.test"));
      await send(sink.port, welcome(to));
    });
    expect(await check(baseUrl, { email, expect: { to: email, subject_contains: "sign up", ...patient } })).toMatchObject({ outcome: "pass" });
  });
});
