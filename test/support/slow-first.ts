import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long come first, so that none of them runs alone at the end; on a fresh machine nothing is known of their times. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = FIRST.findIndex((part) => moduleId.includes(part));
      return rank < 0 ? FIRST.length : rank;
    };
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}

/**
 * Those that start many programs come first, since to start one costs a process the more the larger it has become; then those that
 * take longest, in an order in which some of them wait while others compute.
 */
const FIRST: readonly string[] = [
  "/examples/helpdesk",
  "/exec-files",
  "/shell/docker-exec",
  "/log-content-check",
  "/adapters/docker-exec",
  "/local-exec",
  "/sqlite-files",
  "/execute/resolve",
  "/file-content-match",
  "/browser/chromium",
  "/websocket-exchange",
  "/dom-assertion",
  "/email-check",
  "/sql-conformance",
  "/webhook-delivery",
  "/live/postgres",
  "/queue-job-check",
  "/browser/frames",
  "/examples/clickhouse",
  "/browser-interaction",
  "/response-time-check",
  "/render-dom",
  "/browser/roles",
  "/browser/",
  "/lint-dag",
  "/parse-dag",
];
