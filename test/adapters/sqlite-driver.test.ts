import { isBuiltin } from "node:module";import { describe, expect, it, vi } from "vitest";
import { openSqlite } from "../../src/adapters/sqlite.js";
import { runStep } from "../support/run-step.js";

vi.mock("better-sqlite3", () => {
  throw new Error("Cannot find package 'better-sqlite3'");
});

const config = { kind: "sqlite", url: "app.db" } as const;

describe.skipIf(isBuiltin("node:sqlite"))("SQLite without its driver", () => {
  it("says what to install", async () => {
    const sql = openSqlite(config);
    await expect(sql.query("SELECT 1")).rejects.toMatchObject({ name: "DagradeError", code: "DRIVER_MISSING", hint: "install it with npm i better-sqlite3" });
    await sql.close?.();
  });

  it("is a fault of the set-up and never a pass", async () => {
    expect(await runStep("db_table_exists", { tables: ["users"] }, { target: { database: config } })).toMatchObject({ outcome: "error", code: "DRIVER_MISSING" });
  });
});
