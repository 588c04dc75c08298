import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgres } from "../../src/adapters/postgres.js";
import { freePort, openPglite, openPostgresServer, postgresBinaries, type TestDatabase, type TestServer } from "../support/postgres.js";
import { adapterCases } from "./postgres-adapter.js";
import { primitiveCases } from "./postgres-primitives.js";

const DATABASES: [string, () => Promise<TestDatabase>, boolean][] = [
  ["an embedded server", openPglite, true],
  ["a real server", openPostgresServer, postgresBinaries() !== undefined],
];

describe.each(DATABASES)("PostgreSQL as %s", (name, open, isThere) => {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    if (isThere) database = await open();
  }, 120_000);
  afterAll(() => database?.stop());
  const serve = async (options: { readonly maxConnections: number }): Promise<TestServer> => {
    if (database === undefined) throw new Error("expected a database, there is none");
    return database.serve(options);
  };
  const site = { isReal: name === "a real server", isThere, serve };

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
