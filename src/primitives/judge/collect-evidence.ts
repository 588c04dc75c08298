import type { ResponseRecord } from "../../model/records.js";
import type { PrimitiveContext } from "../context.js";
import type { Exhibit } from "./exhibits.js";
import { findFiles, isPathWanted } from "./find-files.js";
import { execExhibit, headersExhibit, logExhibit, pageExhibit, queryExhibit, recordsOf, responseExhibit } from "./record-exhibits.js";
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

/** The evidence of a node, one list for each type that was asked for. */
export interface Evidence {
  readonly kinds: readonly (readonly Exhibit[])[];
  /** The types for which this node has nothing to show. */
  readonly lacking: readonly EvidenceType[];
  /** What became of the files, when they were asked for. */
  readonly files?: Omit<FileSample, "files">;
}

/** Collects what this node, and no other, has produced, and what its workspace holds. */
export async function collectEvidence(types: readonly EvidenceType[], query: SampleQuery, ctx: PrimitiveContext): Promise<Evidence> {
  const sample = types.includes("code_files") ? await sampleFiles(ctx.files, query) : undefined;
  const kinds: (readonly Exhibit[])[] = [];
  for (const type of types) kinds.push(await exhibitsOf(type, query, sample, ctx));
  return {
    kinds,
    lacking: types.filter((_type, index) => kinds[index]?.length === 0),
    ...(sample !== undefined && { files: { skipped: sample.skipped, missing: sample.missing, leftOut: sample.leftOut } }),
  };
}

async function exhibitsOf(type: EvidenceType, query: SampleQuery, sample: FileSample | undefined, ctx: PrimitiveContext): Promise<readonly Exhibit[]> {
  switch (type) {
    case "code_files":
      return (sample?.files ?? []).map(({ path, size, text }) => ({ title: `${path} (${size} bytes)`, text, size }));
    case "directory_listing":
      return listing(query, ctx);
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
      return ctx.last.page === undefined ? [] : recordsOf(ctx.history, "page").flatMap((record) => pageExhibit(record) ?? []);
    case "screenshot":
      return []; // a page record carries no images
  }
}

/** The response that the step names, else the last one; none when it came from another node. */
function lastResponse(ctx: PrimitiveContext): ResponseRecord[] {
  const record = ctx.step.source === undefined ? ctx.last.response : ctx.read(ctx.step.source);
  return record?.slot === "response" && ctx.history.includes(record) ? [record] : [];
}

async function listing(query: SampleQuery, ctx: PrimitiveContext): Promise<Exhibit[]> {
  const entries = query.entries.length === 0 ? ["."] : query.entries;
  const { files } = await findFiles(ctx.files, { ...query, entries });
  const text = files.map(({ path }) => path).join("\n");
  return files.length === 0 ? [] : [{ title: `Files in ${entries.join(", ")}`, text, size: text.length }];
}
