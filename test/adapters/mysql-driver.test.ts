import { describe, expect, it, vi } from "vitest";
import { openMysql } from "../../src/adapters/mysql.js";
import { runStep } from "../support/run-step.js";

vi.mock("mysql2", () => {
  throw new Error("Cannot find package 'mysql2'");
});

const config = { kind: "mysql", host: "127.0.0.1" } as const;

describe("MySQL without its driver", () => {
  it("says what to install", async () => {
    const sql = openMysql(config);
    await expect(sql.query("SELECT 1")).rejects.toMatchObject({ name: "DagradeError", code: "DRIVER_MISSING", hint: "install it with npm i mysql2" });
    await sql.close?.();
  });

  it("is a fault of the set-up and never a pass", async () => {
    expect(await runStep("db_table_exists", { tables: ["users"] }, { target: { database: config } })).toMatchObject({ outcome: "error", code: "DRIVER_MISSING" });
  });
});
