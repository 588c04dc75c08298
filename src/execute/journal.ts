import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import { DagradeError } from "../errors.js";
import type { NodeResult } from "../model/evaluation.js";
import { readJson, writeJson } from "../model/json.js";
import type { Secrets } from "../model/secrets.js";

/** Where a journal is kept, line by line. */
export interface JournalFile {
  /** The whole text so far; `undefined` when there is none yet. */
  read(): string | undefined;
  append(line: string): void;
  close(): void;
}

/** A variable as a node wrote it. */
export interface WrittenVariable {
  readonly value: unknown;
  readonly isProven: boolean;
}

/** A finished node: its result, and the variables that later nodes may need. */
export interface FinishedNode {
  readonly result: NodeResult;
  readonly variables: ReadonlyMap<string, WrittenVariable>;
}

/** How a finished node stands in the file: what holds a secret is sealed. */
interface Line {
  readonly result: NodeResult;
  readonly variables: [string, WrittenVariable][];
  readonly sealed?: string;
}

/**
 * A run's finished nodes on disk, so that an interrupted run goes on where it stopped. The first line identifies what is
 * graded and how; a journal of something else is refused. A last line that was cut off by a crash is left out.
 * Variables that hold a secret are encrypted with a key made from the credentials that the host configures.
 */
export class Journal {
  readonly #file: JournalFile;
  readonly #secrets: Secrets;
  readonly #key: Buffer;
  readonly #finished = new Map<string, FinishedNode>();

  /**
   * `subject` is everything that must be the same for the results to be valid, `credentials` what the host configured.
   * Throws `CONFIG_INVALID` for a journal of another subject.
   */
  constructor(file: JournalFile, subject: unknown, credentials: readonly string[], secrets: Secrets) {
    this.#file = file;
    this.#secrets = secrets;
    const digest = createHash("sha256").update(writeJson(subject) ?? "").digest("hex");
    this.#key = scryptSync(credentials.join("\n"), digest, 32);
    const header = writeJson({ journal: 1, subject: digest }) ?? "";
    const text = file.read() ?? "";
    const lines = text.split("\n");
    if (lines.length < 2) {
      file.append(`${header}\n`);
      return;
    }
    if (lines[0] !== header) {
      throw new DagradeError("CONFIG_INVALID", "expected the journal of this DAG with these options, got the journal of another run", {
        hint: "give another `journal` path, or delete the file to start afresh",
      });
    }
    if (!text.endsWith("\n")) file.append("\n");
    for (const line of lines.slice(1)) {
      const node = this.#read(line);
      if (node !== undefined) this.#finished.set(node.result.id, node);
    }
  }

  /** What an earlier run finished. */
  get(nodeId: string): FinishedNode | undefined {
    return this.#finished.get(nodeId);
  }

  add({ result, variables }: FinishedNode): void {
    const isSecret = ([, { value }]: [string, WrittenVariable]): boolean => {
      const text = writeJson(value) ?? "";
      return this.#secrets.mask(text) !== text;
    };
    const all = [...variables];
    const secret = all.filter(isSecret);
    const line: Line = {
      result,
      variables: all.filter((variable) => !isSecret(variable)),
      ...(secret.length === 0 ? {} : { sealed: this.#seal(writeJson(secret) ?? "") }),
    };
    this.#file.append(`${writeJson(line) ?? ""}\n`);
  }

  close(): void {
    this.#file.close();
  }

  #read(text: string): FinishedNode | undefined {
    const reading = readJson(text);
    const line = reading.ok ? (reading.value as Partial<Line> | null) : undefined;
    if (typeof line?.result?.id !== "string" || !Array.isArray(line.variables)) return undefined;
    const opened = line.sealed === undefined ? undefined : readJson(this.#open(line.sealed));
    const sealed = opened?.ok === true ? (opened.value as Line["variables"]) : [];
    return { result: line.result, variables: new Map([...line.variables, ...sealed]) };
  }

  #seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
  }

  #open(sealed: string): string {
    const bytes = Buffer.from(sealed, "base64");
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
    } catch (cause) {
      throw new DagradeError("CONFIG_INVALID", "the journal was written with other credentials: its secret variables can not be read", {
        hint: "use the same `users`, `secrets` and `database` as in the first run, or delete the file to start afresh",
        cause,
      });
    }
  }
}
