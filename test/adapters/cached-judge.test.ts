import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { describe, expect, it, vi } from "vitest";
import { cachedJudge } from "../../src/adapters/cached-judge.js";
import { ReplyStore } from "../../src/adapters/reply-store.js";
import { DagradeError } from "../../src/errors.js";
import { panelJudge } from "../../src/judges/panel-judge.js";
import type { Judge, JudgeReply, JudgeRequest } from "../../src/ports/judge.js";
import { question } from "../support/judge-server.js";
import { makeWorkspace } from "../support/workspace.js";

const signal = new AbortController().signal;

/** Answers with these texts one after the other, and remembers what it was asked. */
function scripted(texts: readonly string[], about: Partial<Judge> = {}): Judge & { readonly asked: JudgeRequest[] } {
  const asked: JudgeRequest[] = [];
  return {
    name: "scripted",
    ...about,
    asked,
    score: async (request): Promise<JudgeReply> => {
      asked.push(request);
      const text = texts[Math.min(asked.length, texts.length) - 1] ?? "";
      if (text === "throw") throw new Error("out of order");
      return { text, model: "m-1", usage: { inputTokens: 5, outputTokens: 2 } };
    },
  };
}

const GOOD = '{"score": 7, "reasoning": "fine"}';

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

describe("a question that was asked before", () => {
  it("is answered from the directory, at no cost, also by another judge object", async () => {
    const dir = join(await makeWorkspace({}), "new", "replies");
    const first = scripted([GOOD]);
    expect(await cachedJudge(first, { dir }).score(question(), signal)).toEqual({ text: GOOD, model: "m-1", usage: { inputTokens: 5, outputTokens: 2 } });
    const second = scripted(["never"]);
    expect(await cachedJudge(second, { dir }).score(question(), signal)).toEqual({ text: GOOD, model: "m-1", usage: { inputTokens: 0, outputTokens: 0 }, calls: 0 });
    expect([first.asked.length, second.asked.length]).toEqual([1, 0]);
  });

  it("is the same whatever word its fence has", async () => {
    const dir = await makeWorkspace({});
    const judge = scripted([GOOD, '{"score": 1}']);
    const cached = cachedJudge(judge, { dir });
    const fenced = (nonce: string, evidence = "text"): JudgeRequest => question({ nonce, user: `rubric\n=${nonce}=\n${evidence}\n=${nonce}=` });
    await cached.score(fenced("0a1b2c"), signal);
    expect((await cached.score(fenced("ffeedd"), signal)).text).toBe(GOOD);
    expect((await cached.score(fenced("0a1b2c", "other"), signal)).text).toBe('{"score": 1}');
    expect(judge.asked.map(({ nonce }) => nonce)).toEqual(["0a1b2c", "0a1b2c"]);
  });
});

const image = (mediaType: string, ...bytes: number[]) => ({ mediaType, data: new Uint8Array(bytes) });

describe("another question", () => {
  it.each<[string, Partial<JudgeRequest>]>([
    ["the system message", { system: "You grade mildly." }],
    ["the evidence", { user: "evidence " }],
    ["the border of the messages", { system: "You grade.e", user: "vidence" }],
    ["an image", { images: [image("image/png", 1)] }],
    ["an image's bytes", { images: [image("image/png", 2)] }],
    ["an image's type", { images: [image("image/jpeg", 1)] }],
    ["the order of images", { images: [image("image/png", 1), image("image/png", 2)] }],
    ["the same images the other way round", { images: [image("image/png", 2), image("image/png", 1)] }],
    ["the highest score", { maxScore: 8 }],
    ["the lowest score", { minScore: 1 }],
    ["the repetition", { repetition: 1 }],
  ])("differs by %s", async (_name, more) => {
    const dir = await makeWorkspace({});
    const judge = scripted([GOOD]);
    const cached = cachedJudge(judge, { dir });
    await cached.score(question(), signal);
    await cached.score(question({ images: [image("image/png", 1), image("image/png", 3)] }), signal);
    await cached.score(question(more), signal);
    expect(judge.asked).toHaveLength(3);
    await cached.score(question(more), signal);
    expect(judge.asked).toHaveLength(3);
  });

  it.each<[string, Partial<Judge>]>([
    ["name", { name: "other", settings: { model: "a" } }],
    ["model", { settings: { model: "b" } }],
    ["settings", { settings: { model: "a", max_tokens: 5 } }],
    ["lack of settings", {}],
  ])("is one to a judge of another %s", async (_name, about) => {
    const dir = await makeWorkspace({});
    await cachedJudge(scripted([GOOD], { settings: { model: "a" } }), { dir }).score(question(), signal);
    const other = scripted([GOOD], about);
    await cachedJudge(other, { dir }).score(question(), signal);
    expect(other.asked).toHaveLength(1);
  });
});

describe("what is not kept", () => {
  it.each([
    ["an error", "throw"],
    ["prose", "I like it"],
    ["half an object", '{"score": 7, "rea'],
    ["a score out of range", '{"score": 11}'],
    ["a score as text", '{"score": "7"}'],
    ["nothing", ""],
  ])("is %s: it is asked for again", async (_name, text) => {
    const dir = await makeWorkspace({});
    const judge = scripted([text, GOOD]);
    const cached = cachedJudge(judge, { dir });
    await cached.score(question(), signal).catch(() => undefined);
    expect(await filesIn(dir)).toEqual([]);
    expect((await cached.score(question(), signal)).text).toBe(GOOD);
    await cached.score(question(), signal);
    expect(judge.asked).toHaveLength(2);
  });

  it("is a score below the lowest", async () => {
    const dir = await makeWorkspace({});
    await cachedJudge(scripted(['{"score": 0}']), { dir }).score(question({ minScore: 1 }), signal);
    expect(await filesIn(dir)).toEqual([]);
  });

  it("is a reply that was cut, though a score stands in it", async () => {
    const dir = await makeWorkspace({});
    const cut: Judge = { name: "cut", score: () => Promise.resolve({ text: GOOD, incomplete: "the reply was cut" }) };
    await cachedJudge(cut, { dir }).score(question(), signal);
    expect(await filesIn(dir)).toEqual([]);
  });

  it("is the word of a panel with a member missing", async () => {
    const dir = await makeWorkspace({});
    const flaky = scripted(["throw", GOOD], { name: "flaky" });
    const cached = cachedJudge(panelJudge([scripted([GOOD], { name: "a" }), scripted([GOOD], { name: "b" }), flaky]), { dir });
    await cached.score(question(), signal);
    expect(await filesIn(dir)).toEqual([]);
    await cached.score(question(), signal);
    expect(await filesIn(dir)).toHaveLength(1);
  });
});

describe("a file of the directory", () => {
  it.each<[string, (file: string) => Promise<unknown>]>([
    ["is empty", (file) => writeFile(file, "")],
    ["is cut", async (file) => writeFile(file, (await readFile(file, "utf8")).slice(0, -9))],
    ["is no JSON", (file) => writeFile(file, "\0\0\0\0")],
    ["is other JSON", (file) => writeFile(file, '{"reply": 5}')],
    ["has one digit changed", async (file) => writeFile(file, (await readFile(file, "utf8")).replace("7", "9"))],
    ["is a directory", async (file) => rm(file).then(() => mkdir(file))],
  ])("that %s counts as absent", async (_name, damage) => {
    const dir = await makeWorkspace({});
    const judge = scripted([GOOD]);
    const cached = cachedJudge(judge, { dir });
    await cached.score(question(), signal);
    const [file = ""] = await filesIn(dir);
    await damage(file);
    const warning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    expect((await cached.score(question(), signal)).text).toBe(GOOD);
    expect(judge.asked).toHaveLength(2);
    const isMended = (await cached.score(question(), signal)).calls === 0;
    expect(isMended).toBe(!warning.mock.calls.length);
    expect((await filesIn(dir)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("that was made for another question counts as absent", async () => {
    const dir = await makeWorkspace({});
    const judge = scripted([GOOD, '{"score": 1}']);
    const cached = cachedJudge(judge, { dir });
    await cached.score(question({ user: "excellent" }), signal);
    await cached.score(question({ user: "poor" }), signal);
    const files = await filesIn(dir);
    for (const file of files) await writeFile(file, await readFile(files[0] ?? "", "utf8"));
    await cached.score(question({ user: "excellent" }), signal);
    await cached.score(question({ user: "poor" }), signal);
    expect(judge.asked.slice(2)).toHaveLength(1);
  });

  it("does not hold the question, and is for its owner alone", async () => {
    const dir = await makeWorkspace({});
    await cachedJudge(scripted([GOOD]), { dir }).score(question({ user: "customer data" }), signal);
    const [file = ""] = await filesIn(dir);
    expect(await readFile(file, "utf8")).not.toContain("customer");
    expect((await stat(file)).mode & 0o077).toBe(0);
  });
});

describe("a directory", () => {
  it("that can not be made is refused at once", async () => {
    const dir = await makeWorkspace({ file: "x" });
    const make = (): unknown => cachedJudge(scripted([GOOD]), { dir: join(dir, "file", "replies") });
    expect(make).toThrow(DagradeError);
    expect(make).toThrow(/expected a directory that can be written, got/);
  });

  it("that vanishes costs a warning, not the reply", async () => {
    const dir = await makeWorkspace({});
    const cached = cachedJudge(scripted([GOOD]), { dir: join(dir, "replies") });
    await rm(join(dir, "replies"), { recursive: true });
    await writeFile(join(dir, "replies"), "a file");
    const warning = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    for (const user of ["a", "b"]) expect((await cached.score(question({ user }), signal)).text).toBe(GOOD);
    expect(warning).toHaveBeenCalledTimes(1);
  });

  it.each<[string, unknown, unknown, RegExp]>([
    ["no directory", scripted([]), {}, /`dir`: expected/],
    ["no judge", { name: "x" }, { dir: "x" }, /`judge`: expected a judge with a text as name and score\(\)/],
    ["settings that JSON can not hold", scripted([], { settings: { a: 1n } }), { dir: "x" }, /`settings` that JSON can hold/],
    ["a slip of the pen", scripted([]), { dir: "x", repetition: 2 }, /unknown key "repetition"/],
  ])("is refused with %s", (_name, judge, options, message) => {
    expect(() => cachedJudge(judge as Judge, options as { dir: string })).toThrow(message);
  });
});

it("remembers each repetition by itself", async () => {
  const dir = await makeWorkspace({});
  const judge = scripted(['{"score": 2}', '{"score": 9}', '{"score": 4}']);
  const asked = async () => cachedJudge(judge, { dir, repetitions: 3 }).score(question(), signal);
  const [fresh, known] = [await asked(), await asked()];
  expect(known.text).toBe(fresh.text);
  expect(JSON.parse(known.text)).toMatchObject({ score: 4, spread: 7 });
  expect([fresh.calls, known.calls, known.usage]).toEqual([3, 0, { inputTokens: 0, outputTokens: 0 }]);
  expect(judge.asked.map(({ repetition }) => repetition).sort()).toEqual([0, 1, 2]);
});

it("is shared by many writers at once: a reader sees a whole reply or none", async () => {
  const dir = await makeWorkspace({});
  const stores = Array.from({ length: 4 }, () => new ReplyStore(dir));
  const seen = new Set<string | undefined>();
  const text = (writer: number): string => `${writer}`.repeat(50_000);
  await Promise.all(
    stores.map(async (store, writer) => {
      for (let round = 0; round < 15; round++) {
        await store.write("abcdef", { text: text(writer) });
        seen.add((await store.read("abcdef"))?.text);
      }
    }),
  );
  expect([...seen].sort()).toEqual([...new Set([0, 1, 2, 3].map(text))].filter((each) => seen.has(each)).sort());
  expect(seen.has(undefined)).toBe(false);
});

it("is shared by several processes", async () => {
  const dir = await makeWorkspace({});
  const folder = await makeWorkspace({ "write.mjs": PROCESS });
  const ssr = new URL("../../src/adapters/reply-store.ts", import.meta.url).pathname;
  await build({ configFile: false, logLevel: "silent", ssr: { noExternal: true }, build: { ssr, outDir: folder, emptyOutDir: false, rollupOptions: { output: { entryFileNames: "store.mjs" } } } });
  const run = promisify(execFile);
  const printed = await Promise.all(["a", "b"].map((name) => run(process.execPath, [join(folder, "write.mjs"), dir, name])));
  expect(printed.map(({ stdout }) => stdout.trim())).toEqual(["ok", "ok"]);
  expect((await filesIn(dir)).map((file) => file.endsWith(".json"))).toEqual(Array.from({ length: 40 }, () => true));
});

/** Writes and reads 40 replies that the other process writes as well. */
const PROCESS = `
  import { ReplyStore } from "./store.mjs";
  const [, , dir, name] = process.argv;
  const store = new ReplyStore(dir);
  for (let round = 0; round < 40; round++) {
    const key = String(round).padStart(4, "0");
    await store.write(key, { text: name.repeat(20_000) });
    const { text } = (await store.read(key)) ?? {};
    if (text !== "a".repeat(20_000) && text !== "b".repeat(20_000)) throw new Error("expected a whole reply");
  }
  console.log("ok");
`;
