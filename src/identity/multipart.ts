import type { MultipartPart } from "../ports/http.js";
import type { EncodedBody } from "./request-body.js";

/**
 * Parts as multipart/form-data (RFC 7578, names escaped as the HTML standard says). The boundary is the same every time,
 * so that the same request is the same bytes, and is lengthened only when a part holds it.
 */
export function encodeMultipart(parts: readonly MultipartPart[]): EncodedBody & { readonly bytes: Uint8Array } {
  const contents = parts.map((part) => Buffer.from("value" in part ? part.value : part.content));
  let boundary = "----dagrade-form-boundary";
  while (contents.some((content) => content.includes(boundary))) boundary += "-";
  const pieces = parts.flatMap((part, index) => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`),
    contents[index] ?? Buffer.alloc(0),
    Buffer.from("\r\n"),
  ]);
  return { bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]), contentType: `multipart/form-data; boundary=${boundary}` };
}

function headOf(part: MultipartPart): string {
  const disposition = `Content-Disposition: form-data; name="${escape(part.field)}"`;
  if ("value" in part) return disposition;
  const type = (part.contentType ?? "application/octet-stream").replace(/[\r\n]+/g, " ");
  return `${disposition}; filename="${escape(part.filename)}"\r\nContent-Type: ${type}`;
}

function escape(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
