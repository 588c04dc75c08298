import { createHash, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { DagradeError } from "../errors.js";
import type { JudgeReply } from "../ports/judge.js";

/** What is kept of a reply. */
export type StoredReply = Pick<JudgeReply, "text" | "model">;

/**
 * Replies in a directory, one file each, named by their key. A file appears complete or not at all, so several processes may
 * share the directory; one that is damaged, or was made for another key, counts as absent.
 */
export class ReplyStore {
  readonly #dir: string;
  #hasWarned = false;

  /** Makes the directory. Throws `CONFIG_INVALID` when it can not. */
  constructor(dir: string) {
    this.#dir = dir;
    try {
      mkdirSync(dir, { recursive: true });
    } catch (cause) {
      throw new DagradeError("CONFIG_INVALID", `expected a directory that can be written, got ${JSON.stringify(dir)}: ${(cause as Error).message}`, { cause });
    }
  }

  async read(key: string): Promise<StoredReply | undefined> {
    try {
      const { text, model, sha256 } = file.parse(JSON.parse(await readFile(this.#path(key), "utf8")));
      const reply = { text, ...(model !== undefined && { model }) };
      return sha256 === sealOf(key, reply) ? reply : undefined;
    } catch {
      return undefined;
    }
  }

  /** Never rejects: a reply that can not be kept is still a reply. The first failure is a warning of the process. */
  async write(key: string, reply: StoredReply): Promise<void> {
    const { text, model } = reply;
    const path = this.#path(key);
    const draft = `${path}.${randomUUID()}.tmp`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(draft, JSON.stringify({ text, model, sha256: sealOf(key, reply) }), { flag: "wx", mode: 0o600 });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      if (!this.#hasWarned) process.emitWarning(`replies can not be kept in ${this.#dir}: ${(error as Error).message}`, { code: "DAGRADE_REPLIES_NOT_KEPT" });
      this.#hasWarned = true;
    }
  }

  /** Two levels, so that no directory gets too large. */
  #path(key: string): string {
    return join(this.#dir, key.slice(0, 2), `${key}.json`);
  }
}

const file = z.strictObject({ text: z.string(), model: z.string().optional(), sha256: z.string() });

function sealOf(key: string, { text, model }: StoredReply): string {
  return createHash("sha256").update(JSON.stringify([key, text, model])).digest("hex");
}
