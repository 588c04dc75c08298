import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateDag, lintDag, loadDag, openAiJudge, smtpSink, type Evaluation, type ExecPort, type ExecResult, type Judge } from "dagrade";
import { faults, type FaultName } from "../../examples/helpdesk/faults.js";
import { startScriptedJudge } from "../../examples/helpdesk/scripted-judge.js";
import { startHelpdesk } from "../../examples/helpdesk/helpdesk.js";
import { targetOf } from "../../examples/helpdesk/target.js";
import { startHelpdeskDatabases, type HelpdeskDatabases } from "../support/helpdesk-database.js";
import { freePort } from "../support/postgres.js";

/** What `faults.expected.json` says about one state of the app. */
interface Expected {
  readonly failed: readonly string[];
  readonly partial: Readonly<Record<string, number>>;
  readonly skipped: Readonly<Record<string, readonly string[]>>;
  readonly score: Readonly<Record<string, number>>;
}

/** Helpdesks that are graded at the same time: most of a run is waiting. */
const AT_A_TIME = 3;

const folder = new URL("../../examples/helpdesk/", import.meta.url);
const expected = JSON.parse(await readFile(new URL("faults.expected.json", folder), "utf8")) as { sound: Expected; faults: Record<string, Expected> };
const dag = await loadDag(new URL("dag.json", folder));
const server = await startHelpdeskDatabases(AT_A_TIME);
const free: Place[] = [];
for (const database of server.databases) free.push({ database, port: await freePort() });
const waiting: ((place: Place) => void)[] = [];
afterAll(() => server.stop());

/** Where one helpdesk after the other runs. */
interface Place {
  readonly database: HelpdeskDatabases["databases"][number];
  readonly port: number;
}

/** Starts a helpdesk in the next place that is free, with a mail server of its own, and grades it. */
async function grade(fault: FaultName | undefined, options: { readonly concurrency?: number; readonly judge?: Judge } = {}): Promise<Evaluation> {
  const place = free.pop() ?? (await new Promise<Place>((resolve) => waiting.push(resolve)));
  const mail = await smtpSink();
  const helpdesk = await startHelpdesk({ fault, server: place.database, port: place.port, mail });
  try {
    const target = targetOf(helpdesk, mail);
    return await evaluateDag(dag, { target: { ...target, exec: { ...target.exec, run: remembering(target.exec) } }, ...options });
  } finally {
    await helpdesk.stop();
    await mail.close();
    const next = waiting.shift();
    if (next === undefined) free.push(place);
    else next(place);
  }
}

const runs = new Map<string, Promise<ExecResult>>();

/** Commands look at the sources, which no fault touches: each runs once. */
function remembering(exec: ExecPort): ExecPort["run"] {
  return (command, options) => {
    const key = JSON.stringify([command, options.stdin]);
    const known = runs.get(key) ?? exec.run(command, options);
    runs.set(key, known);
    return known;
  };
}

/** The same facts as an evaluation tells them. */
function observed({ nodes, score }: Evaluation, { score: keys }: Expected): Expected {
  return {
    failed: nodes.filter(({ status }) => status === "FAILED" || status === "ERROR").map(({ id }) => id).sort(),
    partial: Object.fromEntries(nodes.filter((node) => node.status === "PASSED" && node.score < node.maxScore).map((node) => [node.id, node.score])),
    skipped: Object.fromEntries(nodes.filter(({ status }) => status === "SKIPPED_DEPENDENCY").map(({ id, blockedBy = [] }) => [id, [...blockedBy].sort()])),
    score: Object.fromEntries(Object.keys(keys).map((key) => [key, score[key as keyof typeof score] as number])),
  };
}

function sorted(facts: Expected): Expected {
  return {
    ...facts,
    failed: [...facts.failed].sort(),
    skipped: Object.fromEntries(Object.entries(facts.skipped).map(([id, causes]) => [id, [...causes].sort()])),
  };
}

/** The application logs what breaks it; here that is on purpose. */
const log = console.error;
beforeAll(() => {
  console.error = () => undefined;
});
afterAll(() => {
  console.error = log;
});

describe.concurrent("the helpdesk", { timeout: 120_000 }, () => {
  it("has a DAG that lint finds nothing wrong with", () => {
    expect(lintDag(dag).filter(({ severity }) => severity !== "info")).toEqual([]);
  });

  it("earns every deterministic point when it is sound, at any concurrency", async () => {
    for (const concurrency of [1, 8]) expect(observed(await grade(undefined, { concurrency }), expected.sound)).toEqual(sorted(expected.sound));
  });

  it("earns the judged points as well when a script finds a sign of every criterion", async () => {
    const scripted = await startScriptedJudge();
    try {
      const { score, counts, judge: usage } = await grade(undefined, { judge: openAiJudge({ baseUrl: scripted.baseUrl, model: "scripted", apiKey: "none" }) });
      expect(score).toMatchObject({ earned: 328, max: 328, deterministicEarned: 300, excludedMax: 0, strictPercent: 100 });
      expect(counts).toMatchObject({ PASSED: 73 });
      expect(usage).toMatchObject({ name: "scripted", calls: 5 });
    } finally {
      await scripted.stop();
    }
  });

  it("has an expectation for every fault", () => {
    expect(Object.keys(expected.faults).sort()).toEqual(Object.keys(faults).sort());
  });

  // the one that waits most comes first, so that the others run beside it
  const names = (Object.keys(faults) as FaultName[]).sort((one, other) => Number(other === "slow-list") - Number(one === "slow-list"));
  it.each(names)("with %s fails exactly where it must", async (fault) => {
    const facts = expected.faults[fault];
    if (facts === undefined) throw new Error(`expected faults.expected.json to speak of ${fault}`);
    const evaluation = await grade(fault, { concurrency: fault === "slow-list" ? 8 : 1 }); // so that its waits overlap
    expect(observed(evaluation, facts)).toEqual(sorted(facts));
    const roots = new Set(Object.values(facts.skipped).flat());
    expect(new Set(evaluation.rootCauses.map(({ nodeId }) => nodeId))).toEqual(roots);
  });
});
