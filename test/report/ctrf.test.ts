import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { mergeReports } from "../../src/aggregate/merge-reports.js";
import { renderReport } from "../../src/report/render-report.js";
import { sampleEvaluation } from "./sample-evaluation.js";

const status = { enum: ["passed", "failed", "skipped", "pending", "other"] };
const integer = { type: "integer" };
const text = { type: "string", minLength: 1 };

/** The parts of the schema of ctrf.io, version 0.0.0, that are written here; it allows no other keys either. */
const SCHEMA = closed({
  reportFormat: { const: "CTRF" },
  specVersion: { const: "0.0.0" },
  generatedBy: text,
  results: closed({
    tool: closed({ name: text }),
    summary: closed({
      ...{ tests: integer, passed: integer, failed: integer, skipped: integer, pending: integer, other: integer },
      ...{ suites: integer, start: integer, stop: integer, extra: { type: "object" } },
    }),
    tests: {
      type: "array",
      items: {
        ...closed({
          ...{ testId: text, name: text, status, rawStatus: text, duration: integer, message: text, extra: { type: "object" } },
          suite: { type: "array", minItems: 1, items: { type: "string" } },
          steps: { type: "array", items: closed({ name: text, status, extra: { type: "object" } }) },
        }),
        required: ["name", "status", "duration"],
      },
    },
  }),
});

function closed(properties: Record<string, object>): object {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

interface Report {
  results: { summary: Record<string, unknown>; tests: Record<string, unknown>[] };
}

describe("renderReport: ctrf", () => {
  const single = JSON.parse(renderReport(sampleEvaluation(), "ctrf")) as Report;

  it("keeps to the schema, also for a benchmark", () => {
    const validate = new Ajv({ allErrors: true }).compile(SCHEMA);
    const several = mergeReports([sampleEvaluation(), sampleEvaluation({ taskId: "other" })]);
    for (const report of [single, JSON.parse(renderReport(several, "ctrf")) as Report]) {
      validate(report);
      expect(validate.errors).toBeNull();
    }
  });

  it("counts what it lists", () => {
    const start = Date.UTC(2026, 2, 1, 10, 20, 30, 456);
    const counts = { tests: 7, passed: 2, failed: 2, skipped: 1, pending: 1, other: 1 };
    expect(single.results.summary).toMatchObject({ ...counts, suites: 1, start, stop: start + 61_700 });
    expect(single.results.tests.map((test) => `${String(test["status"])} ${String(test["rawStatus"])}`)).toEqual([
      "passed PASSED",
      "failed FAILED",
      "passed PASSED",
      "failed ERROR",
      "skipped SKIPPED_DEPENDENCY",
      "other SKIPPED_LLM",
      "pending DRY_RUN",
    ]);
  });

  it("keeps points, reasons and steps", () => {
    expect(single.results.tests[2]).toMatchObject({
      testId: "helpdesk/ORDERS_CRUD",
      suite: ["helpdesk", "CRUD"],
      message: "step 2, http_request [status-differs]: expected 201, got 500",
      extra: { score: 3.3, maxScore: 5 },
      steps: [{ status: "passed" }, { status: "failed", extra: { code: "status-differs" } }, { status: "passed" }],
    });
  });
});
