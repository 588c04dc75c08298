import { createTransport, type SendMailOptions } from "nodemailer";
import { afterEach, describe, expect, it } from "vitest";
import { smtpSink, type SmtpSink } from "../../src/adapters/smtp-sink.js";

const signal = new AbortController().signal;
let sink: SmtpSink | undefined;
afterEach(() => sink?.close());

async function send(port: number, mail: SendMailOptions, options: object = {}): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port, secure: false, ...options });
  await transport.sendMail({ from: "shop@example.test", ...mail }).finally(() => transport.close());
}

describe("smtpSink", () => {
  it("keeps a mail as it was sent and decodes it when asked", async () => {
    sink = await smtpSink();
    await send(sink.port, {
      from: '"Früh & Co" <shop@example.test>',
      to: ["Ada <ada@example.test>", "bob@example.test"],
      bcc: "eve@example.test",
      subject: "Zugang für Ada – 1 € ✓",
      text: "Grüße\n" + "x".repeat(200),
      html: "<p>Grüße &amp; €</p>",
      headers: { "X-Template": "welcome" },
      attachments: [{ filename: "a.txt", content: "attached" }],
    });
    expect(await sink.list(signal)).toEqual(["0"]);
    expect(await sink.read("0", signal)).toMatchObject({
      from: [{ address: "shop@example.test", name: "Früh & Co" }],
      to: [{ address: "ada@example.test", name: "Ada" }, { address: "bob@example.test", name: "" }, { address: "eve@example.test", name: "" }],
      subject: "Zugang für Ada – 1 € ✓",
      text: expect.stringMatching(/^Grüße\nx{200}\s*$/) as string,
      html: "<p>Grüße &amp; €</p>",
      headers: { "x-template": "welcome" },
    });
    expect(await sink.read("1", signal)).toBeUndefined();
  });

  it("takes any credentials", async () => {
    sink = await smtpSink();
    await send(sink.port, { to: "ada@example.test", subject: "x", text: "x" }, { auth: { user: "any", pass: "thing" } });
    expect(await sink.list(signal)).toHaveLength(1);
  });

  it("refuses a mail that is too large, so that the sender knows", async () => {
    sink = await smtpSink();
    const text = "x".repeat(70).concat("\n").repeat(160_000); // 11 MB
    await expect(send(sink.port, { to: "ada@example.test", subject: "x", text })).rejects.toMatchObject({ responseCode: 552 });
    expect(await sink.list(signal)).toEqual([]);
  });

  it("survives a mail that is no mail", async () => {
    sink = await smtpSink();
    await send(sink.port, { envelope: { from: "a@example.test", to: "ada@example.test" }, raw: "\0\r\nContent-Type: multipart/mixed; boundary=\r\n--\r\n\r\n=?utf-8?Q?=" });
    expect(await sink.read("0", signal)).toMatchObject({ to: [{ address: "ada@example.test" }], from: [] });
  });

  it("says of a mail that can not be read that it can not, and to whom it went", async () => {
    sink = await smtpSink();
    const raw = `${Array.from({ length: 40_000 }, (_, index) => `X-Header-${index}: ${"x".repeat(60)}\r\n`).join("")}\r\nbody`;
    await send(sink.port, { envelope: { from: "a@example.test", to: "ada@example.test" }, raw });
    expect(await sink.read("0", signal)).toMatchObject({ to: [{ address: "ada@example.test", name: "" }], unreadable: expect.any(String) as string });
  });

  it("says why it can not listen", async () => {
    sink = await smtpSink();
    await expect(smtpSink({ port: sink.port })).rejects.toMatchObject({ code: "no-mail", message: expect.stringContaining("EADDRINUSE") as string });
  });

  it("ends every connection when it is closed", async () => {
    sink = await smtpSink();
    const transport = createTransport({ host: "127.0.0.1", port: sink.port, secure: false, pool: true });
    await transport.sendMail({ from: "a@example.test", to: "b@example.test", subject: "x", text: "x" });
    await sink.close();
    transport.close();
    await expect(send(sink.port, { to: "b@example.test" })).rejects.toThrow();
  });
});
