import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import { DagradeError } from "../errors.js";
import { NODE_STATUSES, type NodeResult } from "../model/evaluation.js";
import { readJson, writeJson } from "../model/json.js";
import type { Secrets } from "../model/secrets.js";
import type { JournalFile } from "../ports/journal-file.js";

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

/** How a finished node stands in the file: what is secret is sealed. */
interface Line {
  readonly result: NodeResult;
  readonly variables: Variables;
  readonly sealed?: string;
}

/** What is sealed: variables that hold a secret, and the secrets that turned up while the node ran. */
interface Sealed {
  readonly variables: Variables;
  readonly secrets: readonly string[];
}

type Variables = readonly (readonly [string, WrittenVariable])[];

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
  #sealedSecrets: number;
  /** How many lines could not be read; their nodes run again. */
  readonly damaged: number;

  /**
   * `subject` is everything that must be the same for the results to be valid, `credentials` what the host configured.
   * Throws `CONFIG_INVALID` for a journal of another subject.
   */
  constructor(file: JournalFile, subject: unknown, credentials: readonly string[], secrets: Secrets) {
    this.#file = file;
    this.#secrets = secrets;
    this.#sealedSecrets = secrets.values.size;
    const digest = createHash("sha256").update(writeJson(subject) ?? "").digest("hex");
    this.#key = scryptSync(credentials.join("\n"), digest, 32);
    const header = writeJson({ journal: 1, subject: digest }) ?? "";
    const text = file.read() ?? "";
    const [first, ...lines] = text.split("\n");
    if (first !== header && text !== "") {
      const isJournal = first?.startsWith('{"journal":') === true;
      throw new DagradeError("CONFIG_INVALID", `expected the journal of this DAG with these options and this target, got ${isJournal ? "the journal of another run" : "a file that is no journal"}`, {
        hint: isJournal ? "give another `journal` path, or delete the file to start afresh" : "give another `journal` path",
      });
    }
    if (text === "") file.append(`${header}\n`);
    else if (!text.endsWith("\n")) file.append("\n");
    let damaged = 0;
    for (const line of lines) {
      if (line === "") continue;
      const node = this.#read(line);
      if (node === undefined) damaged++;
      else this.#finished.set(node.result.id, node);
    }
    this.damaged = damaged;
  }

  /** How many nodes an earlier run finished. */
  get size(): number {
    return this.#finished.size;
  }

  /** What an earlier run finished. */
  get(nodeId: string): FinishedNode | undefined {
    return this.#finished.get(nodeId);
  }

  add({ result, variables }: FinishedNode): void {
    const isSecret = ([, { value }]: readonly [string, WrittenVariable]): boolean => {
      const text = writeJson(value) ?? "";
      return this.#secrets.mask(text) !== text;
    };
    const all = [...variables];
    const sealed: Sealed = { variables: all.filter(isSecret), secrets: [...this.#secrets.values].slice(this.#sealedSecrets) };
    this.#sealedSecrets = this.#secrets.values.size;
    const isAnySealed = sealed.variables.length > 0 || sealed.secrets.length > 0;
    const line: Line = {
      result,
      variables: all.filter((variable) => !isSecret(variable)),
      ...(isAnySealed ? { sealed: this.#seal(writeJson(sealed) ?? "") } : {}),
    };
    this.#file.append(`${writeJson(line) ?? ""}\n`);
  }

  close(): void {
    this.#file.close();
  }

  /** `undefined` for a line that was cut off or damaged. */
  #read(text: string): FinishedNode | undefined {
    const reading = readJson(text);
    if (!reading.ok || !isLine(reading.value)) return undefined;
    const { result, variables, sealed: seal } = reading.value;
    const opened = seal === undefined ? undefined : readJson(this.#open(seal));
    const sealed = opened?.ok === true ? (opened.value as Sealed) : undefined;
    for (const secret of sealed?.secrets ?? []) this.#secrets.add(secret);
    return { result, variables: new Map([...variables, ...(sealed?.variables ?? [])]) };
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

function isLine(value: unknown): value is Line {
  const { result, variables, sealed } = (typeof value === "object" && value !== null ? value : {}) as { [key in keyof Line]?: unknown };
  const { id, status, score, maxScore, steps } = (typeof result === "object" && result !== null ? result : {}) as { [key in keyof NodeResult]?: unknown };
  return (
    typeof id === "string" &&
    NODE_STATUSES.some((known) => known === status) &&
    typeof score === "number" &&
    typeof maxScore === "number" &&
    Array.isArray(steps) &&
    Array.isArray(variables) &&
    variables.every((variable: unknown) => Array.isArray(variable) && typeof variable[0] === "string" && typeof variable[1] === "object" && variable[1] !== null) &&
    (sealed === undefined || typeof sealed === "string")
  );
}
