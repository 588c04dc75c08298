import { inflate } from "node:zlib";
import { promisify } from "node:util";

/**
 * True when every pixel of a PNG has the same colour. Reads what browsers write: 8 bits a channel, RGB or RGBA, not
 * interlaced (PNG specification, 4.5 to 9.2); false for anything else.
 */
export async function isOneColour(png: Uint8Array): Promise<boolean> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height, depth, type, interlace] = [view.getUint32(16), view.getUint32(20), png[24], png[25], png[28]];
  const channels = type === 2 ? 3 : type === 6 ? 4 : undefined;
  if (depth !== 8 || channels === undefined || interlace !== 0) return false;
  const data: Uint8Array[] = [];
  for (let at = 8; at + 8 <= png.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === IDAT) data.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const stride = width * channels + 1;
  const lines = await promisify(inflate)(Buffer.concat(data), { maxOutputLength: stride * height });
  let above = new Uint8Array(stride - 1);
  let first: Uint8Array | undefined;
  for (let row = 0; row < height; row++) {
    const line = unfiltered(lines.subarray(row * stride, (row + 1) * stride), above, channels);
    first ??= line.slice(0, channels);
    for (let index = 0; index < line.length; index++) if (line[index] !== first[index % channels]) return false;
    above = line;
  }
  return first !== undefined;
}

/** "IDAT" as a number. */
const IDAT = 0x49444154;

/** A scan line without its filter; the first byte says which. */
function unfiltered(line: Uint8Array, above: Uint8Array, channels: number): Uint8Array<ArrayBuffer> {
  const filter = line[0];
  const pixels = new Uint8Array(line.subarray(1));
  for (let index = 0; index < pixels.length; index++) {
    const left = pixels[index - channels] ?? 0;
    const up = above[index] ?? 0;
    const corner = index < channels ? 0 : (above[index - channels] ?? 0);
    const predicted = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0;
    pixels[index] = (pixels[index] ?? 0) + predicted;
  }
  return pixels;
}

/** PNG specification, 9.4. */
function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
