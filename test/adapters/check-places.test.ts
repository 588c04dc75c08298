import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkPlaces, type Places } from "../../src/adapters/check-places.js";

let folder = "";
let file = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dagrade-test-"));
  file = join(folder, "a.txt");
  await writeFile(file, "text");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const problems = (places: Partial<Places>) => {
  try {
    checkPlaces({ target: {}, ...places });
  } catch (error) {
    return error as Error & { code: string };
  }
  return undefined;
};

describe("what is looked at before a run", () => {
  it.each<[string, () => Partial<Places>, RegExp]>([
    ["a workspace that is a file", () => ({ target: { workspace: file } }), /^`target\.workspace`: expected a folder, got the file ".*a\.txt"/],
    ["a workspace with mounts that is a file", () => ({ target: { workspace: { path: file } } }), /^`target\.workspace`: expected a folder/],
    ["a folder for evidence that is a file", () => ({ evidence: { dir: file } }), /^`evidence\.dir`: expected a folder/],
    ["a database without an address", () => ({ target: { database: { kind: "postgres" } } }), /^`target\.database`: expected `url` or `host` of the database, got neither/],
    ["a URL that is none", () => ({ target: { database: { kind: "postgres", url: "no url" } } }), /^`target\.database`: expected the `url` of the database as postgres:/],
    ["a URL of another kind", () => ({ target: { database: { kind: "postgres", url: "mysql://u:secret-word@h/d" } } }), /^`target\.database`: expected the `url` of the database as postgres:/],
    ["a URL of MySQL that is of PostgreSQL", () => ({ target: { databases: { other: { kind: "mysql", url: "postgres://u:secret-word@h/d" } } } }), /^`target\.databases\.other`: expected the `url` of the database as mysql:/],
    ["a SQLite database without a file", () => ({ target: { database: { kind: "sqlite" } } }), /^`target\.database`: expected `url` or `database` of the SQLite database/],
  ])("refuses %s", (_what, places, message) => {
    const problem = problems(places());
    expect(problem).toMatchObject({ code: "CONFIG_INVALID", message: expect.stringMatching(message) as string });
    expect(problem?.message).not.toContain("secret-word");
  });

  it("tells every problem at once", () => {
    expect(problems({ target: { workspace: file, database: { kind: "mysql" } }, evidence: { dir: file } })?.message).toMatch(/^3 problems:\n`target\.database`.*\n`target\.workspace`.*\n`evidence\.dir`/);
  });

  it.each<[string, () => Partial<Places>]>([
    ["folders, and those that may come", () => ({ target: { workspace: folder }, evidence: { dir: join(folder, "later") } })],
    ["a port of the host as workspace", () => ({ target: { workspace: { stat: () => Promise.resolve(undefined), read: () => Promise.reject(new Error("not asked")), readEnd: () => Promise.reject(new Error("not asked")), glob: () => Promise.resolve([]) } } })],
    ["a port of the host as database", () => ({ target: { database: { dialect: "mine", query: () => Promise.reject(new Error("not asked")) } } })],
    ["addresses in the forms that the driver takes", () => ({ target: { databases: Object.fromEntries(["postgresql://u:p@h:5432/d?sslmode=disable", "postgres:///d?host=/run/pg", "postgres://u:p@/d?host=/run/pg", "/run/pg d", "socket:/run/pg?db=d"].map((url, index) => [`db${index}`, { kind: "postgres" as const, url }])) } })],
  ])("takes %s", (_what, places) => {
    expect(problems(places())).toBeUndefined();
  });
});
