import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long come first, so that none of them runs alone at the end; on a fresh machine nothing is known of their times. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = SLOW.findIndex((part) => moduleId.includes(part));
      return rank < 0 ? SLOW.length : rank;
    };
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}

const SLOW: readonly string[] = ["/examples/helpdesk", "/adapters/browser/chromium", "/browser/dom-assertion", "/live/", "/browser/", "/lint/lint-dag", "/files/exec-files", "/messaging/"];
