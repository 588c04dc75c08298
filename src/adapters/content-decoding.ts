import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, type InputType, type ZlibOptions } from "node:zlib";
import { ExchangeError } from "./http-failures.js";

/** More codings than this on one answer are an attack, not a compression. */
const MAX_CODINGS = 5;

type Decoder = (bytes: InputType, options: ZlibOptions) => Promise<Buffer>;

const gzip: Decoder = promisify(gunzip);
const brotli: Decoder = promisify(brotliDecompress);
const zlib: Decoder = promisify(inflate);
const rawDeflate: Decoder = promisify(inflateRaw);

/**
 * Undoes the content codings of a body (RFC 9110, 8.4), last applied first, never making more than `limit` bytes.
 * A coding that nobody knows leaves the bytes as they came, as browsers do. Throws zlib's errors, and an
 * {@link ExchangeError} for more codings than five.
 */
export async function decodeContent(bytes: Uint8Array, contentEncoding: string, limit: number): Promise<Uint8Array> {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) throw new ExchangeError("bad-response", `${codings.length} content codings on one body, where ${MAX_CODINGS} are the most that are undone`);
  if (codings.some((coding) => decoderOf(coding, bytes) === undefined)) return bytes;
  let decoded = bytes;
  for (const coding of codings.reverse()) {
    const decode = decoderOf(coding, decoded);
    if (decode !== undefined) decoded = await decode(decoded, { maxOutputLength: limit });
  }
  return decoded;
}

function decoderOf(coding: string, bytes: Uint8Array): Decoder | undefined {
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return gzip;
    case "br":
      return brotli;
    case "deflate":
      return isZlib(bytes) ? zlib : rawDeflate;
    default:
      return undefined;
  }
}

/** Servers send "deflate" with and without the zlib wrapper, whose first byte names the method 8 (RFC 1950). */
function isZlib(bytes: Uint8Array): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8;
}
