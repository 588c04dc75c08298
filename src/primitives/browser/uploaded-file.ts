import { posix } from "node:path";
import { StepFailure } from "../../model/outcome.js";
import type { UploadedFile } from "../../ports/browser.js";
import type { PrimitiveContext } from "../context.js";
import type { Action } from "./actions.js";

/** The largest file that is taken from the workspace, in bytes. */
const MAX_BYTES = 50 * 1024 * 1024;

/** The file of an upload: from the workspace, or as it is written in the document. */
export async function uploadedFile(ctx: Pick<PrimitiveContext, "files">, action: Extract<Action, { action: "upload" }>): Promise<UploadedFile> {
  const { path, filename, content = "", content_type: contentType } = action;
  if (path === undefined) return { name: filename ?? "file", contentType, data: new TextEncoder().encode(content) };
  const found = await ctx.files.stat(path);
  if (found?.kind !== "file") throw new StepFailure("not-found", `expected the file ${JSON.stringify(path)} in the workspace, found ${found === undefined ? "nothing" : "a folder"}`);
  if (found.size > MAX_BYTES) throw new StepFailure("too-large", `expected a file of at most ${MAX_BYTES} bytes, got ${found.size}`);
  return { name: filename ?? posix.basename(path), contentType, data: await ctx.files.read(path, MAX_BYTES) };
}
