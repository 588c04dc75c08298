// @ts-check
import { readdir, readFile } from "node:fs/promises";

/** @import { Database } from "./database.js" */
/** @typedef {{ name: string, sql: string }} Migration */

const folder = new URL("migrations/", import.meta.url);

/**
 * The migrations in the order of their numbers.
 * @returns {Promise<Migration[]>}
 */
export async function readMigrations() {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), "utf8") })));
}

/**
 * Applies what the database does not have yet, each migration in its own transaction.
 * @param {Database} database
 * @param {Migration[]} migrations
 */
export async function migrate(database, migrations) {
  await database.rows("CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())");
  for (const { name, sql } of await pendingMigrations(database, migrations)) {
    await database.transaction(async (transaction) => {
      await transaction.rows(sql);
      await transaction.rows("INSERT INTO schema_migrations (name) VALUES ($1)", [name]);
    });
  }
}

/**
 * @param {Database} database
 * @param {Migration[]} migrations
 * @returns {Promise<Migration[]>}
 */
export async function pendingMigrations(database, migrations) {
  /** @type {{ name: string }[]} */
  const applied = await database.rows("SELECT name FROM schema_migrations");
  const names = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !names.has(name));
}
