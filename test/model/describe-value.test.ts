import { describe, expect, it } from "vitest";
import { describeValue } from "../../src/model/describe-value.js";

describe("a value in a message", () => {
  it.each<[unknown, string]>([
    [undefined, "nothing"],
    [{}, "an empty object"],
    [{ a: 1 }, '{"a":1}'],
    [new URL("http://user:secret@app.test/"), "a URL object"],
    [new Headers({ authorization: "secret" }), "a Headers object"],
  ])("%o is %s", (value, words) => expect(describeValue(value)).toBe(words));
});
