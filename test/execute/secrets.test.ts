import { describe, expect, it } from "vitest";
import { MASK, Secrets } from "../../src/model/secrets.js";

describe("Secrets", () => {
  const secret = "sk-live-9f8a.7b6c/5d4e'q";

  it.each([
    ["in a regular expression", "sk\\-live\\-9f8a\\.7b6c\\/5d4e'q"],
    ["in a JSON path", "sk-live-9f8a\\u002e7b6c\\u002f5d4e\\u0027q"],
    ["in a command", "'sk-live-9f8a.7b6c/5d4e'\\''q'"],
    ["in SQL", "'sk-live-9f8a.7b6c/5d4e''q'"],
    ["with escaped slashes", "sk-live-9f8a.7b6c\\/5d4e'q"],
    ["percent-encoded in lower case", "sk-live-9f8a.7b6c%2f5d4e'q"],
  ])("are masked as they are escaped %s", (_, text) => {
    const masked = new Secrets([secret]).mask(`<${text}>`);
    expect(masked).toContain(MASK);
    expect(masked).not.toContain("9f8a");
  });

  it.each([
    ["escaped against HTML as Go writes it", "aB/cD+eF\\u0026gH'12\\u003c3"],
    ["escaped as .NET writes it", "aB/cD\\u002BeF\\u0026gH\\u002712\\u003C3"],
    ["escaped as PHP writes it", "aB\\/cD+eF&gH'12<3"],
    ["escaped in a page", "aB/cD+eF&amp;gH&#39;12&lt;3"],
  ])("are masked as servers write them, %s", (_, text) => {
    expect(new Secrets(["aB/cD+eF&gH'12<3"]).mask(`"${text}"`)).toBe(`"${MASK}"`);
  });

  it.each(["", "a", "ab", "abc", "user:", "long-name:", "\u00e9"])("are masked in base64 behind %j, whatever follows", (before) => {
    for (const after of ["", "x", "yz"]) {
      for (const encoding of ["base64", "base64url"] as const) {
        const masked = new Secrets(["correct-horse?>battery"]).mask(Buffer.from(`${before}correct-horse?>battery${after}`).toString(encoding));
        expect(masked).toContain(MASK);
        expect(Buffer.from(masked.replace(MASK, ""), encoding).toString("latin1")).not.toMatch(/correct|horse|batter/);
      }
    }
  });

  it.each([
    ["hexadecimal", Buffer.from("p\u00e4ss&word<1").toString("hex")],
    ["hexadecimal in capitals", Buffer.from("p\u00e4ss&word<1").toString("hex").toUpperCase()],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent("p\u00e4ss&word<1"))],
  ])("are masked as %s", (_, text) => {
    expect(new Secrets(["p\u00e4ss&word<1"]).mask(`=${text};`)).toBe(`=${MASK};`);
  });

  it("are masked in the ASCII form of JSON", () => {
    expect(new Secrets(["wörd-é!"]).mask('"w\\u00f6rd-\\u00e9!"')).toBe(`"${MASK}"`);
  });

  it.each([
    [`got "${secret.slice(0, 9)}…"`, `got "${MASK}…"`],
    [`${secret.slice(0, 20)}... and`, `${MASK}... and`],
    [`[... 12 characters ...]${secret.slice(6)} x`, `[... 12 characters ...]${MASK} x`],
    [secret.slice(0, 12), MASK],
    [`…${secret.slice(-10)}`, `…${MASK}`],
  ])("are masked in part where a text was cut: %s", (text, expected) => {
    expect(new Secrets([secret]).mask(text)).toBe(expected);
  });

  it("do not mask ordinary text that begins or ends like one", () => {
    expect(new Secrets(["agent-password"]).mask("the agent asks for a password here")).toBe("the agent asks for a password here");
  });
});
