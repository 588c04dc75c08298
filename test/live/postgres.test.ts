import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres } from "../../src/adapters/postgres.js";
import { freePort, openPglite, openPostgresServer, postgresBinaries, type TestDatabase, type TestServer } from "../support/postgres.js";
import { adapterCases } from "./postgres-adapter.js";
import { primitiveCases } from "./postgres-primitives.js";

const hasServer = postgresBinaries() !== undefined;

interface Database {
  readonly name: string;
  readonly open: () => Promise<TestDatabase>;
  readonly isReal: boolean;
  readonly isThere: boolean;
  readonly isAskedAll: boolean;
}

const DATABASES: readonly Database[] = [
  { name: "an embedded server", open: openPglite, isReal: false, isThere: true, isAskedAll: !hasServer },
  { name: "a real server", open: openPostgresServer, isReal: true, isThere: hasServer, isAskedAll: hasServer },
];

describe.each(DATABASES)("PostgreSQL as $name", ({ open, isReal, isThere, isAskedAll }) => {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    if (isThere) database = await open();
  }, 120_000);
  afterAll(() => database?.stop());
  const serve = async (options: { readonly maxConnections: number }): Promise<TestServer> => {
    if (database === undefined) throw new Error("expected a database, there is none");
    return database.serve(options);
  };
  const site = { isReal, isThere, isAskedAll, serve };

  describe("through its adapter", () => adapterCases(site));
  describe("in steps", () => primitiveCases(site));
});

describe("PostgreSQL that is not there", () => {
  it("is a failure of the system, in time", async () => {
    const config = { kind: "postgres", host: "127.0.0.1", port: await freePort(), user: "x", database: "x" } as const;
    await expect(openPostgres(config).query("SELECT 1")).rejects.toMatchObject({ name: "StepFailure", code: "connection-failed" });
  });

  it("needs an address", () => {
    expect(() => openPostgres({ kind: "postgres", database: "x" })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});
