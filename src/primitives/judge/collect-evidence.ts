import type { PageRecord, ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import type { Exhibit } from "./exhibits.js";
import { findFiles, isPathWanted } from "./find-files.js";
import { oneLine } from "./one-line.js";
import { execExhibit, headersExhibit, logExhibit, pageExhibit, queryExhibit, recordsOf, responseExhibit } from "./record-exhibits.js";
import { attachScreenshots, type AttachedImages } from "./screenshots.js";
import { sampleFiles, type FileSample, type SampleQuery } from "./sample-files.js";

/** What a judge can be shown. */
export const EVIDENCE_TYPES = [
  "code_files",
  "response",
  "responses",
  "headers",
  "rendered_dom",
  "screenshot",
  "logs",
  "exec",
  "query",
  "directory_listing",
] as const;
export type EvidenceType = (typeof EVIDENCE_TYPES)[number];

/** The evidence of a node. */
export interface Evidence {
  /** One list for each type of text that was asked for. */
  readonly kinds: readonly (readonly Exhibit[])[];
  readonly screenshots: AttachedImages;
  /** The types for which this node has nothing to show. */
  readonly lacking: readonly EvidenceType[];
  /** What became of the files, when they were asked for. */
  readonly files?: Omit<FileSample, "files">;
}

/** Collects what this node, and no other, has produced, and what its workspace holds. */
export async function collectEvidence(types: readonly EvidenceType[], query: SampleQuery, ctx: PrimitiveContext): Promise<Evidence> {
  const sample = types.includes("code_files") ? await sampleFiles(ctx.files, query) : undefined;
  const screenshots = attachScreenshots(types.includes("screenshot") ? pagesOf(ctx) : []);
  const kinds = new Map<TextType, readonly Exhibit[]>();
  for (const type of types) if (type !== "screenshot") kinds.set(type, await exhibitsOf(type, query, sample, ctx));
  return {
    kinds: [...kinds.values()],
    screenshots,
    lacking: types.filter((type) => (type === "screenshot" ? screenshots.images.length : kinds.get(type)?.length) === 0),
    ...(sample !== undefined && { files: { skipped: sample.skipped, missing: sample.missing, cut: sample.cut, leftOut: sample.leftOut } }),
  };
}

type TextType = Exclude<EvidenceType, "screenshot">;

async function exhibitsOf(type: TextType, query: SampleQuery, sample: FileSample | undefined, ctx: PrimitiveContext): Promise<readonly Exhibit[]> {
  switch (type) {
    case "code_files":
      return (sample?.files ?? []).map(({ path, size, text }) => ({ title: `${path} (${size} bytes)`, text, size }));
    case "directory_listing":
      // beside chosen files, the tree that they were chosen from
      return listing(sample === undefined ? query : { ...query, entries: [] }, ctx);
    case "response":
      return lastResponse(ctx).map(responseExhibit);
    case "headers":
      return lastResponse(ctx).map(headersExhibit);
    case "responses":
      return recordsOf(ctx.history, "response")
        .filter(({ request }) => isPathWanted(request.path, query.pathFilters))
        .map(responseExhibit);
    case "query":
      return recordsOf(ctx.history, "query").flatMap((record) => queryExhibit(record) ?? []);
    case "exec":
      return recordsOf(ctx.history, "exec").flatMap((record) => execExhibit(record) ?? []);
    case "logs":
      return recordsOf(ctx.history, "exec").flatMap((record) => logExhibit(record) ?? []);
    case "rendered_dom":
      return pagesOf(ctx).flatMap((record) => pageExhibit(record) ?? []);
  }
}

/** The response that the step names, else the last one; none when it came from another node. */
function lastResponse(ctx: PrimitiveContext): ResponseRecord[] {
  const record = ctx.step.source === undefined ? ctx.last.response : ctx.read(ctx.step.source);
  return record?.slot === "response" && ctx.history.includes(record) ? [record] : [];
}

/** The pages of the node; none when the last one could not be rendered. */
function pagesOf(ctx: PrimitiveContext): PageRecord[] {
  return ctx.last.page === undefined ? [] : recordsOf(ctx.history, "page");
}

async function listing(query: SampleQuery, ctx: PrimitiveContext): Promise<Exhibit[]> {
  const entries = query.entries.length === 0 ? ["."] : query.entries;
  const { files, cut } = await findFiles(ctx.files, { ...query, entries });
  const text = files.map(({ path }) => oneLine(path)).join("\n");
  const title = `Files in ${entries.join(", ")}${cut.length === 0 ? "" : `, the first ${files.length}`}`;
  return files.length === 0 ? [] : [{ title, text, size: text.length }];
}
