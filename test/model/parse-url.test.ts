import { expect, it } from "vitest";
import { parseUrl } from "../../src/model/parse-url.js";

it.each([
  ["http://app.test:80/a", undefined, "http://app.test/a"],
  ["http://bücher.test/ä", undefined, "http://xn--bcher-kva.test/%C3%A4"],
  ["../b?c", "http://app.test/x/y/", "http://app.test/x/b?c"],
  ["", "http://app.test/x", "http://app.test/x"],
])("%j against %j", (text, base, href) => expect(parseUrl(text, base)?.href).toBe(href));

it.each(["", "/path", "http://", "http://[", "app.test"])("takes %j for none", (text) => expect(parseUrl(text)).toBeUndefined());

it("gives the same answer however often it is asked", () => {
  const wrong: number[] = [];
  for (let time = 0; time < 50_000; time++) if (parseUrl("http://bücher.test")?.host !== "xn--bcher-kva.test") wrong.push(time);
  expect(wrong).toEqual([]);
});
