/**
 * The URL that a text is, resolved against `base` where one is given; undefined when it is none. `URL.canParse` is not to be
 * trusted here: once optimised, Node 20 takes Latin-1 letters such as the ü of `http://bücher.test` for broken UTF-8.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
