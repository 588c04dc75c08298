// @ts-check
/** Grades a tracker of events together with the ClickHouse that it writes to. */
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { DagradeError, evaluateDag, renderReport } from "dagrade";
import { clickhouseSql } from "./clickhouse-sql.js";

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main(process.env, (text) => console.log(text));
}

/**
 * @param {Record<string, string | undefined>} environment
 * @param {(text: string) => void} print
 * @returns {Promise<number>} the exit code: 0 when every point was earned, 1 when not, 2 when the set-up is wrong
 */
export async function main(environment, print) {
  const { TRACKER_URL = "http://127.0.0.1:3000", CLICKHOUSE_URL = "http://127.0.0.1:8123", CLICKHOUSE_USER = "default", CLICKHOUSE_PASSWORD = "", CLICKHOUSE_DATABASE = "default" } = environment;
  try {
    const database = clickhouseSql({ url: CLICKHOUSE_URL, user: CLICKHOUSE_USER, password: CLICKHOUSE_PASSWORD, database: CLICKHOUSE_DATABASE });
    const evaluation = await evaluateDag(new URL("dag.json", import.meta.url), {
      target: { baseUrl: TRACKER_URL, database, secrets: [CLICKHOUSE_PASSWORD].filter((secret) => secret !== "") },
      // of this run alone, and with everything that has a meaning in SQL, in LIKE or in an escape
      variables: { event_name: `it's 100%_ \\' "${randomUUID()}"` },
    });
    print(renderReport(evaluation, "text"));
    return evaluation.score.earned === evaluation.score.max ? 0 : 1;
  } catch (error) {
    if (!(error instanceof DagradeError)) throw error;
    print(error.message);
    return 2;
  }
}
