import type { CDPSession } from "playwright-core";

/** Runs functions in the document of a page where the page's own scripts can not interfere. */
export class IsolatedWorld {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** The plain value that a function expression gives; it is ended after `timeoutMs`. */
  async call<T>(expression: string, args: readonly unknown[], timeoutMs: number): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#callOnce(expression, args, timeoutMs);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !GONE.test((error as Error).message)) throw error;
      }
    }
  }

  /** From now on documents run no scripts of their own. */
  async disableScripts(): Promise<void> {
    await this.#session.send("Emulation.setScriptExecutionDisabled", { value: true });
  }

  async #callOnce<T>(expression: string, args: readonly unknown[], timeoutMs: number): Promise<T> {
    const { frameTree } = await this.#session.send("Page.getFrameTree");
    const { executionContextId } = await this.#session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "dagrade" });
    const { result, exceptionDetails } = await this.#session.send("Runtime.evaluate", {
      expression: `${expression}(${args.map((arg) => JSON.stringify(arg)).join(", ")})`,
      contextId: executionContextId,
      returnByValue: true,
      timeout: timeoutMs,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }
}

/** A navigation may take the document away at any moment. */
const MAX_ATTEMPTS = 5;
const GONE = /Cannot find context|context was destroyed|No frame for given id|Inspected target navigated/i;
