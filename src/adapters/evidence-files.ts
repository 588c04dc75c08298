import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "../model/outcome.js";
import type { EvidenceFiles } from "../ports/evidence-files.js";

/**
 * Keeps files in a folder, which is made when the first one comes; without a folder only sizes and hashes are kept. A name
 * can not lead out of the folder. Rejects with a `SetupError` `evidence-dir` when a file can not be written.
 */
export function openEvidenceFiles(folder: string | undefined): EvidenceFiles {
  return {
    async keep(name, data) {
      const sha256 = createHash("sha256").update(data).digest("hex");
      if (folder === undefined) return { bytes: data.byteLength, sha256 };
      const path = join(folder, safeName(name));
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(path, data);
      } catch (cause) {
        throw new SetupError("evidence-dir", `expected to write ${path}, got ${(cause as Error).message}; give another evidence.dir`, { cause });
      }
      return { path, bytes: data.byteLength, sha256 };
    },
  };
}

/** Letters, digits and `_-.`; a name that had to be changed carries a hash, so that two never become one. */
function safeName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "_");
  const dot = plain.lastIndexOf(".");
  const [stem, extension] = dot <= 0 ? [plain, ""] : [plain.slice(0, dot), plain.slice(dot, dot + 8)];
  if (plain === name && stem.length <= MAX_STEM) return plain;
  return `${stem.slice(0, MAX_STEM)}-${createHash("sha256").update(name).digest("hex").slice(0, 8)}${extension}`;
}

const MAX_STEM = 120;
