// @ts-check

/** @import { Database } from "../database.js" */
/** @import { Log } from "../app.js" */

/**
 * @typedef {object} Job
 * @property {string} id
 * @property {string} kind
 * @property {Record<string, unknown>} payload
 * @property {"queued" | "running" | "done" | "failed"} status
 * @property {Record<string, unknown> | null} result
 * @property {number} attempts
 * @property {Date | null} finished_at
 */

/** @typedef {(payload: any, signal: AbortSignal) => Promise<Record<string, unknown> | void>} JobHandler `signal` is aborted when the application stops. */

const columns = "id, kind, payload, status, result, attempts, finished_at";

/**
 * Work that nobody waits for: it is kept in the database, done in order of arrival, tried again when it failed, and goes on
 * after a restart. One process works on it at a time.
 *
 * @param {Database} database
 * @param {{ log: Log, retryMs?: number, maxAttempts?: number }} options `retryMs` until the second attempt; the third waits twice as long.
 */
export function createJobs(database, { log, retryMs = 5000, maxAttempts = 3 }) {
  /** @type {Record<string, JobHandler>} */
  const handlers = {};
  const stopping = new AbortController();
  let isStarted = false;
  let hasNews = false;
  /** @type {Promise<void> | undefined} */
  let working;
  /** @type {NodeJS.Timeout | undefined} */
  let alarm;

  const jobs = {
    /** Who does which kind of job. */
    handlers,

    /**
     * @param {string} kind
     * @param {Record<string, unknown>} payload
     * @returns {Promise<Job>}
     */
    async enqueue(kind, payload) {
      /** @type {Job} */
      const job = await database.one(`INSERT INTO jobs (kind, payload) VALUES ($1, $2) RETURNING ${columns}`, [kind, payload]);
      wake();
      return job;
    },

    /**
     * @param {string} kind
     * @param {string} id
     * @returns {Promise<Job | undefined>}
     */
    find: (kind, id) => database.first(`SELECT ${columns} FROM jobs WHERE id = $1 AND kind = $2`, [id, kind]),

    /**
     * One attempt at a job that was taken from the queue.
     * @param {Job} job
     */
    async perform({ id, kind, payload, attempts }) {
      try {
        const handler = handlers[kind];
        if (!handler) throw new Error(`nobody does jobs of the kind ${kind}`);
        const result = await handler(payload, stopping.signal);
        await database.rows("UPDATE jobs SET status = 'done', result = $2, error = NULL, finished_at = now() WHERE id = $1", [id, result ?? null]);
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        const isOver = attempts >= maxAttempts;
        log(`job ${id} (${kind}) failed ${isOver ? "for good" : "and is tried again"}: ${message}`);
        await database.rows(
          "UPDATE jobs SET status = $2, error = $3, run_at = now() + make_interval(secs => $4), finished_at = CASE WHEN $2 = 'failed' THEN now() END WHERE id = $1",
          [id, isOver ? "failed" : "queued", message, (retryMs / 1000) * attempts],
        );
      }
    },

    /** Begins with what an earlier process has left. */
    async start() {
      await database.rows("UPDATE jobs SET status = 'queued' WHERE status = 'running'");
      isStarted = true;
      wake();
    },

    /** Ends the work; what is not done stays in the queue. */
    async stop() {
      isStarted = false;
      stopping.abort();
      clearTimeout(alarm);
      await working;
    },
  };
  return jobs;

  function wake() {
    hasNews = true;
    if (!isStarted || working) return;
    working = workOff()
      .catch((error) => log(`the queue rests: ${error.message}`))
      .finally(() => {
        working = undefined;
        if (hasNews) wake();
      });
  }

  async function workOff() {
    clearTimeout(alarm);
    while (hasNews && isStarted) {
      hasNews = false;
      for (let job = await take(); job; job = await take()) await jobs.perform(job);
    }
    /** @type {{ ms: number | null }} */
    const { ms } = await database.one("SELECT ceil(extract(epoch FROM min(run_at) - now()) * 1000)::int AS ms FROM jobs WHERE status = 'queued'");
    if (ms !== null && isStarted) alarm = setTimeout(wake, Math.max(ms, 1));
  }

  /** @returns {Promise<Job | undefined>} */
  async function take() {
    if (!isStarted) return undefined;
    return database.first(
      `UPDATE jobs SET status = 'running', attempts = attempts + 1
       WHERE id = (SELECT id FROM jobs WHERE status = 'queued' AND run_at <= now() ORDER BY id LIMIT 1) RETURNING ${columns}`,
    );
  }
}

/** @typedef {ReturnType<typeof createJobs>} Jobs */
