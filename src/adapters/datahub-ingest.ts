import { writeJson } from "../model/json.js";
import type { IngestFunction } from "../ports/ingest.js";

/** Where the metadata service takes proposals; its own path unless a frontend stands before it. */
export interface DataHubIngestOptions {
  /** Path on the target, or an absolute URL within its origins; default: `/aspects?action=ingestProposal`. */
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Writes metadata as DataHub takes it: a metadata change proposal over Rest.li, its value as JSON text within. Accepted is a
 * status of the class 2xx.
 */
export function dataHubIngest({ path = "/aspects?action=ingestProposal", headers = {} }: DataHubIngestOptions = {}): IngestFunction {
  return async ({ entityType, entityUrn, aspectName, aspectValue, changeType }, { send }) => {
    const aspect = { contentType: "application/json", value: writeJson(aspectValue) ?? "null" };
    const { status, json, text } = await send({
      method: "POST",
      path,
      json: { proposal: { entityType, entityUrn, changeType, aspectName, aspect } },
      headers: { "x-restli-protocol-version": "2.0.0", ...headers },
    });
    return { accepted: status >= 200 && status < 300, status, body: json ?? text };
  };
}
