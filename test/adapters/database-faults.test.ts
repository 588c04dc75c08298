import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/adapters/open-database.js";
import type { DatabaseConfig } from "../../src/ports/target.js";
import { freePort } from "../support/postgres.js";
import { runStep } from "../support/run-step.js";

/** Servers that are no databases, by what they do with a connection. */
const BEHAVIOURS: Readonly<Record<string, (socket: Socket) => void>> = {
  "says nothing": () => {},
  "closes at once": (socket) => void socket.end(),
  "resets at once": (socket) => void socket.resetAndDestroy(),
  "speaks HTTP": (socket) => void socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"),
  "speaks nonsense": (socket) => void socket.write(Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 37) % 251))),
  "announces a huge packet": (socket) => void socket.write(Buffer.from([0xff, 0xff, 0xff, 0x00, 0x0a, 0x35])),
  "sends half a greeting": (socket) => void socket.end(Buffer.from([0x4a, 0x00, 0x00, 0x00, 0x0a, 0x38, 0x2e, 0x30])),
};

describe.each(["postgres", "mysql"] as const)("a server that is no database, as %s", (kind) => {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  const configOf = (port: number): DatabaseConfig => ({ kind, host: "127.0.0.1", port, user: "grader", password: "a-secret-word", database: "app", connectTimeoutMs: 500 });
  const start = (behaviour: (socket: Socket) => void): Promise<number> =>
    new Promise((resolve) => {
      const server = createServer((socket) => {
        sockets.add(socket.on("error", () => {}));
        behaviour(socket);
      });
      servers.push(server);
      server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
    });

  it.concurrent.each(Object.keys(BEHAVIOURS))("and %s is a failed connection, in time", async (name) => {
    const port = await start(BEHAVIOURS[name] ?? (() => {}));
    const sql = openDatabase(configOf(port));
    const started = Date.now();
    const failure = (await sql.query("SELECT 1", [], { readOnly: true, signal: AbortSignal.timeout(5_000) }).catch((error: unknown) => error)) as Error;
    expect(failure).toMatchObject({ name: "StepFailure", code: "connection-failed" });
    expect(failure.message).not.toContain("a-secret-word");
    expect(Date.now() - started).toBeLessThan(4_000);
    await sql.close?.();
  });

  it("and does not even listen is a failed step", async () => {
    const database = configOf(await freePort());
    expect(await runStep("db_query", { sql: "SELECT 1 AS n", expected_rows: [] }, { target: { database } })).toMatchObject({ outcome: "fail", code: "connection-failed" });
    expect(await runStep("db_table_exists", { tables: ["users"] }, { target: { database } })).toMatchObject({ outcome: "fail", code: "connection-failed" });
  });
});

it("PostgreSQL is told nothing unencrypted when `ssl` is asked for and it has none", async () => {
  const seen: Buffer[] = [];
  const server = createServer((socket) => socket.on("error", () => {}).on("data", (data: Buffer) => (seen.push(data), socket.write("N"))));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  for (const ssl of [true, { rejectUnauthorized: false }]) {
    const sql = openDatabase({ kind: "postgres", host: "127.0.0.1", port: (server.address() as { port: number }).port, user: "grader", password: "a-secret-word", ssl, connectTimeoutMs: 5_000 });
    await expect(sql.query("SELECT 1", [], { readOnly: true })).rejects.toMatchObject({ name: "StepFailure", code: "connection-failed" });
    await sql.close?.();
  }
  server.close();
  const request = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]); // PostgreSQL's protocol, "SSLRequest"
  expect(seen).toEqual([request, request]);
});

describe("a SQLite file", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "dagrade-sqlite-"));
    await writeFile(join(folder, "text.db"), "this is no database, but it is long enough to be looked at as one\n".repeat(20));
    await writeFile(join(folder, "with space.db"), "");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(["none.db", "text.db", ".", "none/app.db"])("that is no database fails, and is not made: %s", async (name) => {
    const sql = openDatabase({ kind: "sqlite", url: join(folder, name) });
    await expect(sql.query("SELECT 1", [], { readOnly: true })).rejects.toMatchObject({ name: "StepFailure", code: "connection-failed" });
    await expect(sql.query("CREATE TABLE made (a int)")).rejects.toMatchObject({ name: "StepFailure", code: "connection-failed" });
    await sql.close?.();
    expect((await readdir(folder)).sort()).toEqual(["text.db", "with space.db"]);
  });

  it("has an address in several forms", async () => {
    const path = join(folder, "with space.db");
    for (const config of [{ database: path }, { url: `file://${path.replaceAll(" ", "%20")}` }, { url: `file:${path}?mode=ro` }]) {
      const sql = openDatabase({ kind: "sqlite", ...config });
      expect((await sql.query("SELECT 1 AS n", [], { readOnly: true })).rows).toEqual([{ n: 1 }]);
      await sql.close?.();
    }
  });
});

describe("an address that is none", () => {
  it.each<[Partial<DatabaseConfig> & { kind: DatabaseConfig["kind"] }, RegExp]>([
    [{ kind: "mysql", database: "x" }, /expected `url` or `host`/],
    [{ kind: "mysql", url: "postgres://localhost/x" }, /mysql:\/\/user/],
    [{ kind: "mysql", url: "localhost" }, /mysql:\/\/user/],
    [{ kind: "mysql", url: "mysql://localhost/x?ssl-mode=REQUIRED" }, /ssl-mode/],
    [{ kind: "postgres", database: "x" }, /expected `url` or `host`/],
    [{ kind: "sqlite" }, /path of its file/],
    [{ kind: "sqlite", url: ":memory:" }, /in memory/],
    [{ kind: "sqlite", url: "file:x?mode=memory" }, /in memory/],
    [{ kind: "sqlite", url: "x.db", schema: "other" }, /no `schema`/],
  ])("is refused: %j", (config, message) => {
    expect(() => openDatabase(config)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringMatching(message) as string }));
  });
});
