import { afterEach, describe, expect, it, vi } from "vitest";
import { lintDag, loadDag, openDag, parseDag } from "../../src/documents.js";
import { documentOf, get, node } from "../support/documents.js";

/** Two nodes with the same finding, `accepts-failure`. */
const loose = [{ type: "http_request", inputs: { path: "/", expected_status: [200, 404] } }];
const waiver = (parts: object = {}): object => ({ code: "accepts-failure", reason: "the route is about to be built", until: "2026-01-31", ...parts });
const codesAt = (source: object, options = {}): string[] => lintDag(source, options).map(({ code, path }) => `${code} ${path.split("/").slice(0, 3).join("/")}`);
const both = ["accepts-failure /nodes/0", "accepts-failure /nodes/1"];

function setDay(day: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${day}T23:59:59Z`) });
}

afterEach(() => void vi.useRealTimers());

describe("waivers", () => {
  it("silence a finding of their node, or of the whole document", () => {
    setDay("2026-01-01");
    expect(codesAt(documentOf(node("A", loose), node("B", loose)))).toEqual(both);
    expect(codesAt(documentOf(node("A", loose, { waive: [waiver()] }), node("B", loose)))).toEqual(["accepts-failure /nodes/1"]);
    expect(codesAt({ ...documentOf(node("A", loose), node("B", loose)), waive: [waiver()] })).toEqual([]);
  });

  it("hold until the end of their last day, then say so", () => {
    const document = documentOf(node("A", loose, { waive: [waiver()] }));
    setDay("2026-01-31");
    expect(codesAt(document)).toEqual([]);
    setDay("2026-02-01");
    expect(codesAt(document)).toEqual(["accepts-failure /nodes/0", "waiver-expired /nodes/0"]);
  });

  it.each([{ code: undefined }, { code: "" }, { reason: undefined }, { reason: "  " }, { until: undefined }, { until: "31.01.2026" }, { until: "2026-02-30" }])("silence nothing with %j", (parts) => {
    setDay("2026-01-01");
    expect(codesAt(documentOf(node("A", loose, { waive: [waiver(parts)] })))).toEqual(["accepts-failure /nodes/0", "waiver-invalid /nodes/0"]);
  });

  it("are told everything that they lack at once", () => {
    setDay("2026-01-01");
    const [found, ...others] = lintDag(documentOf(node("A", get("/"), { waive: [{ code: "accepts-failur", until: "soon", since: "now" }] })));
    expect(others).toEqual([]);
    for (const part of ['got "accepts-failur"', "`reason`", "`until`", '"since"']) expect(found?.message).toContain(part);
    expect(found).toMatchObject({ code: "waiver-invalid", hint: 'did you mean "accepts-failure"?' });
  });

  it("may be of a code that a primitive reports", () => {
    setDay("2026-01-01");
    const found = (code: string) => codesAt(documentOf(node("A", [{ type: "http_request", inputs: { path: "/", method: "GET", body: {}, expected_status: 200 } }], { waive: [waiver({ code })] })));
    expect(found("accepts-failure")).toEqual(["get-with-body /nodes/0"]);
    expect(found("get-with-body")).toEqual([]);
  });

  it("are refused when they are no list of objects, and harm nobody else", () => {
    for (const waive of [5, "accepts-failure", {}, [5], [null]]) expect(codesAt(documentOf(node("A", loose, { waive })))).toContain("accepts-failure /nodes/0");
    expect(codesAt(documentOf(node("A", loose, { waive: "x" })))).toContain("wrong-type /nodes/0");
  });

  it("never silence an error, nor what is said about waivers", async () => {
    setDay("2026-01-01");
    const broken = documentOf(node("A", get("/"), { prereqs: ["GONE"], waive: [waiver({ code: "unknown-prereq" })] }));
    expect(codesAt(broken)).toEqual(["unknown-prereq /nodes/0"]);
    await expect(loadDag(broken)).rejects.toMatchObject({ code: "DAG_INVALID" });
    expect(codesAt(broken, { rules: { "unknown-prereq": "warn" } })).toEqual(["unknown-prereq /nodes/0"]);
    expect(codesAt(documentOf(node("A", get("/"), { waive: [waiver({ until: "2020-01-01" }), waiver({ code: "waiver-expired" })] })))).toEqual(["waiver-expired /nodes/0"]);
  });

  it("silence what a configuration has made an error", () => {
    setDay("2026-01-01");
    const document = documentOf(node("A", loose, { waive: [waiver()] }), node("B", loose));
    expect(lintDag(document, { rules: { "accepts-failure": "error" } }).map(({ severity, path }) => `${severity} ${path.slice(0, 8)}`)).toEqual(["error /nodes/1"]);
  });

  it("count in a loaded document and in what a run says about it", async () => {
    setDay("2026-01-01");
    const document = documentOf(node("A", loose, { waive: [waiver()] }), node("B", loose));
    const { dag, diagnostics } = await openDag(document, {});
    expect(diagnostics.map(({ path }) => path.slice(0, 8))).toEqual(["/nodes/1"]);
    expect(lintDag(dag)).toEqual(diagnostics);
    expect(lintDag(parseDag(JSON.stringify(document))).map(({ nodeId }) => nodeId)).toEqual(["B"]);
  });
});

describe("the extends option", () => {
  const document = documentOf(node("A", loose), node("B", get("/"), { prereqs: ["A", "A"] }));
  const levels = (options: object): string[] => lintDag(document, options).map(({ code, severity }) => `${severity} ${code}`);

  it("starts from each rule's own level, or one step harder", () => {
    expect(levels({})).toEqual(["warning accepts-failure", "info duplicate-prereq"]);
    expect(levels({ extends: "recommended" })).toEqual(levels({}));
    expect(levels({ extends: "strict" })).toEqual(["error accepts-failure", "warning duplicate-prereq"]);
  });

  it("yields to the rules", () => {
    expect(levels({ extends: "strict", rules: { "accepts-failure": "warn", "duplicate-prereq": "off" } })).toEqual(["warning accepts-failure"]);
  });

  it.each(["lenient", "", null, 5, "toString"])("refuses %j", (preset) => {
    expect(() => levels({ extends: preset })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining('expected "recommended" or "strict"') as string }));
  });
});
