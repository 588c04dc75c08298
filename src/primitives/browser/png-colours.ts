import { inflate } from "node:zlib";
import { promisify } from "node:util";

/**
 * True when a PNG shows nothing beside what is masked with a colour: at most one pixel in 10,000 (in a window of 1280 by 720: 92, less than a short word has)
 * is of another colour than the commonest. Colours are the same that differ by 8 of 255 or less in each channel. Reads what
 * browsers write: 8 bits a channel, RGB or RGBA, not interlaced (PNG specification, 4.5 to 9.2); false for anything else.
 */
export async function isOneColour(png: Uint8Array, mask?: readonly number[]): Promise<boolean> {
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
  const colours = new ColourCount(channels, mask);
  const mayDiffer = Math.floor((width * height) / 10_000);
  let above: Uint8Array = new Uint8Array(stride - 1);
  for (let row = 0; row < height; row++) {
    above = unfiltered(lines.subarray(row * stride, (row + 1) * stride), above, channels);
    colours.add(above);
    if (colours.others > mayDiffer) return false;
  }
  return width * height > 0;
}

/** How far two colours may be apart in each channel and still look the same. */
const TOLERANCE = 8;

/** Counts pixels by their colours, each as the first one seen that looks the same, and those of a mask apart. */
class ColourCount {
  readonly #channels: number;
  readonly #mask: Counted | undefined;
  readonly #known: Counted[] = [];

  constructor(channels: number, mask: readonly number[] | undefined) {
    this.#channels = channels;
    this.#mask = mask === undefined ? undefined : { colour: Uint8Array.from([...mask, 255].slice(0, channels)), count: 0 };
  }

  /** How many pixels are not of the commonest colour. */
  get others(): number {
    const counts = this.#known.map(({ count }) => count);
    return counts.reduce((sum, count) => sum + count, 0) - Math.max(0, ...counts);
  }

  add(line: Uint8Array): void {
    let last: Counted | undefined;
    for (let at = 0; at < line.length; at += this.#channels) {
      if (last === undefined || !this.#isLike(last.colour, line, at)) {
        last = this.#mask !== undefined && this.#isLike(this.#mask.colour, line, at) ? this.#mask : this.#known.find(({ colour }) => this.#isLike(colour, line, at));
        if (last === undefined) this.#known.push((last = { colour: line.slice(at, at + this.#channels), count: 0 }));
      }
      last.count++;
    }
  }

  #isLike(colour: Uint8Array, line: Uint8Array, at: number): boolean {
    for (let channel = 0; channel < colour.length; channel++) {
      if (Math.abs((colour[channel] ?? 0) - (line[at + channel] ?? 0)) > TOLERANCE) return false;
    }
    return true;
  }
}

interface Counted {
  readonly colour: Uint8Array;
  count: number;
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
