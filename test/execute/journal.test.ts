import { describe, expect, it } from "vitest";
import { Journal } from "../../src/execute/journal.js";
import { ExactNumber } from "../../src/model/exact-number.js";
import type { JournalFile } from "../../src/ports/journal-file.js";
import { Secrets } from "../../src/model/secrets.js";
import { resultOf } from "../support/plans.js";

class MemoryFile implements JournalFile {
  text: string;
  constructor(text = "") {
    this.text = text;
  }
  read = () => this.text || undefined;
  append = (line: string) => void (this.text += line);
  close = () => {};
}

const CREDENTIALS = ["correct horse"];
const open = (file: MemoryFile, subject: unknown = "dag", credentials = CREDENTIALS) => new Journal(file, subject, credentials, new Secrets([...credentials, "token-1234"]));

describe("Journal", () => {
  it("gives back what an earlier run finished: results, variables with their types, secrets sealed", () => {
    const file = new MemoryFile();
    const variables = new Map([
      ["id", { value: ExactNumber.read("9007199254740993"), isProven: true }],
      ["nothing", { value: null, isProven: false }],
      ["token", { value: "token-1234", isProven: true }],
    ]);
    open(file).add({ result: resultOf("a", "PASSED"), variables });
    expect(file.text).not.toContain("token-1234");
    const again = open(file).get("a");
    expect(again?.result).toEqual(resultOf("a", "PASSED"));
    expect(new Map(again?.variables)).toEqual(variables);
    expect(open(file).get("b")).toBeUndefined();
  });

  it("leaves out a last line that was cut off, and goes on behind it", () => {
    const file = new MemoryFile();
    open(file).add({ result: resultOf("a", "PASSED"), variables: new Map() });
    const whole = file.text;
    const torn = new MemoryFile(`${whole}{"result":{"id":"b","sta`);
    const journal = open(torn);
    expect([journal.get("a")?.result.id, journal.get("b")]).toEqual(["a", undefined]);
    journal.add({ result: resultOf("b", "FAILED"), variables: new Map() });
    expect(open(torn).get("b")?.result.status).toBe("FAILED");
  });

  it("refuses the journal of something else, and one whose secrets it can not read", () => {
    const file = new MemoryFile();
    open(file).add({ result: resultOf("a", "PASSED"), variables: new Map([["t", { value: "token-1234", isProven: true }]]) });
    expect(() => open(file, "another dag")).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
    expect(() => open(file, "dag", ["another password"])).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });

  it("refuses a file that is no journal", () => {
    expect(() => open(new MemoryFile("hello\nworld\n"))).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});
