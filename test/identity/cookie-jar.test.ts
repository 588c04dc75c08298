import { describe, expect, it } from "vitest";
import { CookieJar } from "../../src/identity/cookie-jar.js";

const local = new URL("http://127.0.0.1:3000/app/login");

async function jarWith(url: URL, ...setCookies: string[]): Promise<CookieJar> {
  const jar = new CookieJar();
  await jar.store(url, setCookies);
  return jar;
}

describe("what is sent back", () => {
  it.each([
    ["a host cookie", local, "s=1; Path=/", "http://127.0.0.1:3000/", "s=1"],
    ["to another port of the host, as RFC 6265 (8.5) says", local, "s=1; Path=/", "http://127.0.0.1:9000/", "s=1"],
    ["not to another host", local, "s=1; Path=/", "http://127.0.0.2:3000/", ""],
    ["below its path", local, "s=1; Path=/app", "http://127.0.0.1:3000/app/x", "s=1"],
    ["not beside its path", local, "s=1; Path=/app", "http://127.0.0.1:3000/apple", ""],
    ["below its default path", local, "s=1", "http://127.0.0.1:3000/app/x", "s=1"],
    ["a secure one over plain loopback", local, "s=1; Path=/; Secure", "http://127.0.0.1:3000/", "s=1"],
    ["a secure one over plain localhost", new URL("http://localhost/"), "s=1; Secure", "http://localhost/", "s=1"],
    ["no secure one over a plain network", new URL("http://app.test/"), "s=1; Secure", "http://app.test/", ""],
    ["a __Host- cookie on the loopback", local, "__Host-s=1; Path=/; Secure", "http://127.0.0.1:3000/", "__Host-s=1"],
    ["no __Host- cookie without Secure", local, "__Host-s=1; Path=/", "http://127.0.0.1:3000/", ""],
    ["a domain cookie of localhost", new URL("http://localhost:3000/"), "s=1; Domain=localhost", "http://localhost:3000/", "s=1"],
    ["a domain cookie to a subdomain", new URL("http://app.example.test/"), "s=1; Domain=example.test", "http://api.example.test/", "s=1"],
    ["no cookie for somebody else's domain", new URL("http://app.example.test/"), "s=1; Domain=other.test", "http://other.test/", ""],
    ["no cookie for a public suffix", new URL("http://app.example.co.uk/"), "s=1; Domain=co.uk", "http://app.example.co.uk/", ""],
    ["nothing that Max-Age ended", local, "s=1; Path=/; Max-Age=0", "http://127.0.0.1:3000/", ""],
    ["nothing that Expires ended", local, "s=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "http://127.0.0.1:3000/", ""],
    ["nothing for what is no cookie", local, ";;;", "http://127.0.0.1:3000/", ""],
  ])("%s", async (_name, from, setCookie, to, expected) => {
    expect((await jarWith(from, setCookie)).header(new URL(to))).toBe(expected);
  });
});

it("tells what an answer changed", async () => {
  const jar = await jarWith(local, "kept=1; Path=/", "new=1; Path=/", "gone=1; Path=/");
  expect(await jar.store(local, ["kept=1; Path=/", "new=2; Path=/", "gone=; Path=/; Max-Age=0", "more=3; Path=/", "never=1; Path=/; Max-Age=0"])).toEqual([
    { name: "new", kind: "replaced", value: "2" },
    { name: "more", kind: "added", value: "3" },
    { name: "gone", kind: "deleted", value: "" },
  ]);
  expect(jar.header(local)).toBe("kept=1; new=2; more=3");
});

it("keeps clones apart, whichever changes first", async () => {
  const jar = await jarWith(local, "s=1; Path=/");
  const [first, second] = [jar.clone(), jar.clone()];
  await first.store(local, ["s=first; Path=/"]);
  await jar.store(local, ["s=origin; Path=/"]);
  expect([jar, first, second, second.clone()].map((one) => one.header(local))).toEqual(["s=origin", "s=first", "s=1", "s=1"]);
});

it("is empty until a cookie is kept, and when all are gone", async () => {
  const jar = new CookieJar();
  expect(jar.isEmpty).toBe(true);
  await jar.store(local, ["s=1; Path=/"]);
  expect([jar.isEmpty, jar.value("s", local), jar.value("t", local)]).toEqual([false, "1", undefined]);
  await jar.store(local, ["s=; Path=/; Max-Age=0"]);
  expect(jar.isEmpty).toBe(true);
});
