// @ts-check
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { evaluateDag } from "dagrade";
import { startBenchServer } from "./server.js";

const JUDGED_NODES = 20;
const THINKING_MS = 1_000;
const MIB = 1_048_576;

/** How long judged nodes take that a judge thinks about for a second each, and what the evidence of a large workspace costs. */
export async function benchJudge() {
  return [await benchThinking(), ...(await benchEvidence())];
}

async function benchThinking() {
  const server = await startBenchServer(1_000);
  /** @param {number} concurrency */
  const run = async (concurrency) => {
    const start = performance.now();
    const evaluation = await evaluateDag(judgedDocument(), { target: { baseUrl: server.baseUrl }, judge: thinkingJudge, concurrency });
    return { seconds: (performance.now() - start) / 1_000, report: withoutTimes(evaluation) };
  };
  try {
    const [one, eight] = [await run(1), await run(8)];
    if (one.report !== eight.report) throw new Error("expected the same report at any concurrency");
    const detail = `the same report as at concurrency 1, where it takes ${one.seconds.toFixed(1)} s`;
    return { name: `${JUDGED_NODES} judged nodes of 1 s at concurrency 8`, value: eight.seconds, limit: 4, unit: "s", detail };
  } finally {
    server.stop();
  }
}

async function benchEvidence() {
  const folder = await mkdtemp(join(tmpdir(), "dagrade-workspace-"));
  try {
    const { files, bytes } = await fillWorkspace(folder);
    const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), folder], { encoding: "utf8" });
    const { seconds, before, peak, characters } = JSON.parse(output);
    const detail = `${files} files, ${(bytes / 1e6).toFixed(0)} MB; ${characters} characters shown`;
    return [
      { name: "evidence of a large workspace", value: seconds, limit: 3, unit: "s", detail },
      { name: "memory for it", value: (peak - before) / MIB, limit: 200, unit: "MiB", detail: `${(peak / MIB).toFixed(0)} MiB at its peak, ${(before / MIB).toFixed(0)} MiB before` },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** 10,000 sources of 10 kB and eight files of 50 MB, half of them text. @param {string} root */
async function fillWorkspace(root) {
  const source = `// a service\nexport const session = 1;\n${"const line = 'of code';\n".repeat(440)}`;
  for (let folder = 0; folder < 100; folder++) {
    const path = join(root, "src", `module-${folder}`);
    await mkdir(path, { recursive: true });
    await Promise.all(Array.from({ length: 100 }, (_, file) => writeFile(join(path, `part-${file}.ts`), source)));
  }
  await mkdir(join(root, "data"));
  const text = Buffer.from("2026-01-01 a line of a log\n".repeat(40_000));
  const binary = Buffer.alloc(text.length);
  for (let file = 0; file < 8; file++) {
    const handle = await open(join(root, "data", file % 2 === 0 ? `log-${file}.txt` : `dump-${file}.bin`), "w");
    for (let written = 0; written < 50_000_000; written += text.length) await handle.write(file % 2 === 0 ? text : binary);
    await handle.close();
  }
  return { files: 10_008, bytes: 10_000 * source.length + 8 * 50_000_000 };
}

/** @type {import("dagrade").Judge} */
const thinkingJudge = {
  name: "thinking",
  async score({ user }, signal) {
    await sleep(THINKING_MS, undefined, { signal });
    return { text: JSON.stringify({ score: user.length % 5 }), model: "none" };
  },
};

function judgedDocument() {
  return {
    dagrade: 1,
    nodes: Array.from({ length: JUDGED_NODES }, (_, index) => ({
      id: `JUDGED_${index}`,
      description: `Answer ${index} is good`,
      prereqs: [],
      primitive_chain: [
        { type: "http_request", inputs: { path: `/items/${index}`, expected_status: 200 } },
        { type: "llm_judge", inputs: { rubric_prompt: "0 to 4 points.", evidence_type: "response" } },
      ],
      scoring: { method: "llm-judge", maxScore: 4, category: "Quality" },
    })),
  };
}

/** @param {import("dagrade").Evaluation} evaluation */
function withoutTimes(evaluation) {
  const timed = new Set(["startedAt", "durationMs", "duration_ms", "promptSha256"]);
  return JSON.stringify(evaluation, (key, value) => (timed.has(key) ? undefined : value));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let characters = 0;
  /** @type {import("dagrade").Judge} */
  const judge = { name: "counting", score: async ({ user }) => ({ text: `{"score": ${(characters = user.length) > 0 ? 1 : 0}}` }) };
  const inputs = { rubric_prompt: "Is it good?", evidence_type: ["directory_listing", "code_files"], files_to_sample: ["data", "keyword:session", "keyword:password", "src/**/*.ts"], max_files: 100, max_evidence_chars: 400_000 };
  const document = { dagrade: 1, nodes: [{ id: "A", prereqs: [], primitive_chain: [{ type: "llm_judge", inputs }], scoring: { method: "llm-judge", maxScore: 1, category: "Quality" } }] };
  await evaluateDag(document, { target: {}, dryRun: true });
  const before = process.resourceUsage().maxRSS * 1_024;
  const start = performance.now();
  await evaluateDag(document, { target: { workspace: String(process.argv[2]) }, judge });
  const seconds = (performance.now() - start) / 1_000;
  console.log(JSON.stringify({ seconds, before, peak: process.resourceUsage().maxRSS * 1_024, characters }));
}
