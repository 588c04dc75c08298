/** Width and height in pixels, out of the first chunk of a PNG (PNG specification, 11.2.2). */
export function pngSize(png: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
