import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** Kinds of files that can be made. */
export const FILE_TYPES = ["bytes", "text", "png", "pdf"] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** What is usual for a kind of file. */
export interface FileKind {
  readonly contentType: string;
  readonly fileName: string;
  /** Bytes: no file of this kind is made smaller, and one without a given size has it. */
  readonly leastBytes: number;
}

export const FILE_KINDS: Readonly<Record<FileType, FileKind>> = {
  bytes: { contentType: "application/octet-stream", fileName: "upload.bin", leastBytes: 1 },
  text: { contentType: "text/plain", fileName: "upload.txt", leastBytes: 1 },
  png: { contentType: "image/png", fileName: "upload.png", leastBytes: 1024 },
  pdf: { contentType: "application/pdf", fileName: "upload.pdf", leastBytes: 1024 },
};

/**
 * A file of a kind and of exactly this size, with random content that no earlier upload can have left behind and that does not
 * compress. A `png` is an image of 16 by 16 pixels, a `pdf` one page; both are filled up to their size in a way that readers
 * skip. Throws a `RangeError` below the least size of the kind.
 */
export function generateFile(type: FileType, size: number): Uint8Array {
  if (size < FILE_KINDS[type].leastBytes) throw new RangeError(`expected a ${type} of at least ${FILE_KINDS[type].leastBytes} bytes, got ${size}`);
  switch (type) {
    case "bytes":
      return randomBytes(size);
    case "text":
      return Buffer.from(randomText(size), "latin1");
    case "png":
      return pngOf(size);
    case "pdf":
      return pdfOf(size);
  }
}

/** Lines of 63 letters and digits. */
function randomText(size: number): string {
  const text = randomBytes(size).toString("base64").replace(/[+/=]/g, "x");
  return text.slice(0, size).replace(/(.{63})./g, "$1\n");
}

const PIXELS = 16;

/** PNG (ISO/IEC 15948): header, random pixels, a private chunk that decoders ignore as filling, end. */
function pngOf(size: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PIXELS, 0);
  header.writeUInt32BE(PIXELS, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits a channel, true colour
  const rows = Array.from({ length: PIXELS }, () => Buffer.concat([Buffer.of(0), randomBytes(3 * PIXELS)]));
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const head = Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.concat(rows)))]);
  const end = chunk("IEND", Buffer.alloc(0));
  const filling = size - head.length - end.length - CHUNK_FRAME;
  return Buffer.concat([head, chunk("fiLl", randomBytes(filling)), end]);
}

/** Length, type and checksum around the data of a chunk. */
const CHUNK_FRAME = 12;

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(CHUNK_FRAME - 4);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** PDF (ISO 32000-1): one page with a line of text, a stream that nothing refers to as filling, the cross-reference table. */
function pdfOf(size: number): Uint8Array {
  const content = `BT /F1 24 Tf 72 720 Td (${randomBytes(8).toString("hex")}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    stream(content),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ].map((body) => Buffer.from(body, "latin1"));
  const filling = size - assemblePdf([...objects, Buffer.from(stream(""), "latin1")]).length;
  return assemblePdf([...objects, Buffer.from(stream(randomBytes(filling).toString("latin1")), "latin1")]);
}

/** The length is written with as many digits whatever it is, so that it does not change the size. */
function stream(content: string): string {
  return `<< /Length ${padded(content.length)} >>\nstream\n${content}\nendstream`;
}

function assemblePdf(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, body] of objects.entries()) {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    offsets.push(length);
    length += object.length;
    parts.push(object);
  }
  const entries = offsets.map((offset) => `${padded(offset)} 00000 n \n`).join("");
  const count = objects.length + 1;
  const trailer = `xref\n0 ${count}\n${padded(0)} 65535 f \n${entries}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${padded(length)}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(trailer, "latin1")]);
}

function padded(value: number): string {
  return String(value).padStart(10, "0");
}
