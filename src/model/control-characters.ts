/** Whether a text holds control characters (C0 and DEL), which URLs silently lose and headers can not carry. */
export function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
