import { describe, expect, it } from "vitest";
import { JSON_FORMATS } from "../../src/match/json-formats.js";

/** Texts and numbers that are in a format, and some that are not; from the standards that JSON Schema names for each. */
const CASES: Readonly<Record<string, readonly [good: readonly unknown[], bad: readonly unknown[]]>> = {
  date: [["2024-02-29", "1963-06-19", "2000-02-29"], ["2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-1-1", "06/19/1963", "2024-04-31", "2024-02-00", "x"]],
  time: [["08:30:06Z", "08:30:06.283185z", "23:59:60Z", "15:59:60-08:00", "08:30:06+00:20"], ["08:30:06", "24:00:00Z", "08:60:00Z", "22:59:60Z", "08:30:06+24:00", "8:30:06Z"]],
  "date-time": [["1985-04-12T23:20:50.52Z", "1996-12-19T16:39:57-08:00", "1990-12-31t15:59:60-08:00"], ["1985-04-12", "1985-04-12T23:20:50", "2023-02-30T00:00:00Z", "1985-04-12 23:20:50Z", "yesterday"]],
  duration: [["P4DT12H30M5S", "P1Y", "PT36H", "P4W", "PT0S"], ["P", "P1", "PT", "P1YT", "4D", "P1D2H", "P1Y2W", "P2S"]],
  email: [["joe.bloggs@example.com", "te~st@example.com", '"joe bloggs"@example.com', "joe@[127.0.0.1]", "joe@[IPv6:::1]"], ["x", "@example.com", "joe@", ".a@example.com", "a..b@example.com", "a@-x.com", "a b@example.com", "a@[127.0.0.300]"]],
  "idn-email": [["실례@실례.테스트"], ["2962"]],
  hostname: [["www.example.com", "localhost", "a1.b-c"], ["-a", "a-", "a_b", "", "a..b", `${"a".repeat(64)}.com`, "a b"]],
  "idn-hostname": [["실례.테스트", "example.com"], ["-a", ""]],
  ipv4: [["127.0.0.1"], ["127.0.0.256", "127.0.1", "087.10.0.1"]],
  ipv6: [["::1", "1:2::8", "::ffff:192.168.0.1"], ["12345::", "1.2.3.4", "fe80::a%eth1", ":::"]],
  uri: [["http://a.example/b?c#d", "urn:isbn:1", "mailto:a@b.example", "https://a.example/%20"], ["x", "/a", "http://", "http:///a", "http://a.example/ b", "http://a.example/%zz", "a:#b#c", "http://a.example/é"]],
  "uri-reference": [["/a/b", "a?b#c", "//a.example", "", "http://a.example"], ["\\\\a", "#a\\b", "1:b", "a b"]],
  iri: [["http://ƒøø.example/?∂éœ=πîx#"], ["/a", "x"]],
  "iri-reference": [["/âππ"], ["#ƒräg\\mênt"]],
  "uri-template": [["http://a.example/{id}/b{?q}", "a"], ["http://a.example/{id", "a}b"]],
  uuid: [["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"], ["x", "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08-aa98-11ea-b4aa-73b441d16380 "]],
  regex: [["^a(b)?$"], ["^(abc]", "\\a"]],
  "json-pointer": [["", "/a~1b/0", "/"], ["a", "/a~", "/~2"]],
  "relative-json-pointer": [["1", "0#", "2/a~0"], ["/a", "-1", "01"]],
  int32: [[0, -2147483648, 2147483647], [2147483648, 0.5]],
  int64: [[9007199254740992], [1e19, 0.5]],
  float: [[0.5], []],
  double: [[0.5], []],
  byte: [["", "QQ==", "QUI=", "QUJD"], ["Q", "QQ", "Q-=="]],
  binary: [["x"], []],
  password: [["x"], []],
};

describe("the formats of a JSON Schema", () => {
  it("are all judged", () => {
    expect(Object.keys(CASES).toSorted()).toEqual(Object.keys(JSON_FORMATS).toSorted());
  });

  it.each(Object.entries(CASES))("tell %s from others", (name, [good, bad]) => {
    const validate = JSON_FORMATS[name]?.validate as (value: unknown) => boolean;
    expect(good.filter((value) => !validate(value))).toEqual([]);
    expect(bad.filter(validate)).toEqual([]);
  });

  it("take no long time over long texts", () => {
    const long = ["a", "1", ".", "%", "/", "{", "a-", "a.", '"', "P1Y", "~", "A"].map((part) => part.repeat(100_000));
    const started = performance.now();
    for (const { type, validate } of Object.values(JSON_FORMATS)) if (type === "string") for (const value of long) validate(value);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
