import { describe, expect, it, vi } from "vitest";
import { openPostgres } from "../../src/adapters/postgres.js";
import { runStep } from "../support/run-step.js";

vi.mock("pg", () => {
  throw new Error("Cannot find package 'pg'");
});

const config = { kind: "postgres", host: "127.0.0.1" } as const;

describe("PostgreSQL without its driver", () => {
  it("says what to install", async () => {
    const sql = openPostgres(config);
    await expect(sql.query("SELECT 1")).rejects.toMatchObject({ name: "DagradeError", code: "DRIVER_MISSING", hint: "install it with npm i pg" });
    await sql.close?.();
  });

  it("is a fault of the set-up and never a pass", async () => {
    expect(await runStep("db_table_exists", { tables: ["users"] }, { target: { database: config } })).toMatchObject({ outcome: "error", code: "DRIVER_MISSING" });
  });
});
