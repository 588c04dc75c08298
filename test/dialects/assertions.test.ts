import { describe, expect, it } from "vitest";
import { canonicalStep, codesOf, COMMAND, GET } from "./support.js";

const one = (assertion: object, before: readonly object[] = [GET]): unknown => canonicalStep("P07", { assertions: [assertion] }, before).inputs["assertions"];
const at = "$.a";

describe("assertions of published documents", () => {
  it.each<[string, object, object | object[]]>([
    ["an equality stays as it is", { path: at, expected: 5 }, { path: at, expected: 5 }],
    ["between two numbers", { path: at, expected: "between 1 and 3" }, [{ path: at, operator: "gte", expected: 1 }, { path: at, operator: "lte", expected: 3 }]],
    ["at least a variable", { path: at, expected: ">= {{v}}" }, { path: at, operator: "gte", expected: "{{v}}" }],
    ["one of a list in words", { path: at, expected: "one of: x, y" }, { path: at, operator: "in", expected: ["x", "y"] }],
    ["not empty with a hyphen", { path: at, expected: "non-empty" }, { path: at, operator: "not_empty" }],
    ["==", { path: at, op: "==", expected: true }, { path: at, operator: "equals", expected: true }],
    ["ne", { path: at, operator: "ne", expected: 0 }, { path: at, operator: "not_equals", expected: 0 }],
    [">= as op", { path: at, op: ">=", expected: 1 }, { path: at, operator: "gte", expected: 1 }],
    ["greater_than as match_type", { path: at, match_type: "greater_than", expected: 0 }, { path: at, operator: "gt", expected: 0 }],
    ["expected_min and expected_max", { path: at, expected_min: 1, expected_max: 9 }, [{ path: at, operator: "gte", expected: 1 }, { path: at, operator: "lte", expected: 9 }]],
    ["exists: true", { path: at, exists: true }, { path: at, operator: "exists" }],
    ["exists: false", { path: at, exists: false }, { path: at, operator: "not_exists" }],
    ["operator exists with expected true", { path: at, op: "exists", expected: true }, { path: at, operator: "exists" }],
    ["operator exists with expected false", { path: at, op: "exists", expected: false }, { path: at, operator: "not_exists" }],
    ["operator exists with the word exists", { path: at, op: "exists", expected: "exists" }, { path: at, operator: "exists" }],
    ["operator exists with the word not_exists", { path: at, op: "exists", expected: "not_exists" }, { path: at, operator: "not_exists" }],
    ["operator exists with the word not_null", { path: at, op: "exists", expected: "not_null" }, [{ path: at, operator: "exists" }, { path: at, operator: "not_null" }]],
    ["operator exists with a value", { path: at, op: "exists", expected: 2 }, [{ path: at, operator: "exists" }, { path: at, operator: "equals", expected: 2 }]],
    ["operator not_exists with expected false", { path: at, op: "not_exists", expected: false }, { path: at, operator: "exists" }],
    ["operator empty with expected false", { path: at, op: "empty", expected: false }, { path: at, operator: "not_empty" }],
    ["operator not_empty with expected false", { path: at, op: "not_empty", expected: false }, { path: at, operator: "empty" }],
    ["a field within a path", { path: at, field: "b.c", expected: 1 }, { path: "$.a.b.c", operator: "equals", expected: 1 }],
    ["the same path twice", { path: at, json_path: at, expected: 1 }, { path: at, operator: "equals", expected: 1 }],
    ["expected_present", { path: at, expected_present: true }, { path: at, operator: "not_null" }],
    ["not_empty with an empty text", { path: at, expected: "", match_type: "not_empty" }, { path: at, operator: "not_empty" }],
    ["exists with null", { path: at, expected: null, match_type: "exists" }, { path: at, operator: "exists" }],
    ["null alone", { path: at, expected: null }, { path: at, operator: "is_null" }],
    ["null with eq", { path: at, operator: "eq", expected: null }, { path: at, operator: "is_null" }],
    ["the word undefined", { path: at, expected: "undefined" }, { path: at, operator: "not_exists" }],
    ["the word not_null in braces", { path: at, expected: "{{not_null}}" }, { path: at, operator: "not_null" }],
    ["gte_1 in braces", { path: at, expected: "{{gte_1}}" }, { path: at, operator: "gte", expected: 1 }],
    ["the word array", { path: at, expected: "array" }, { path: at, operator: "type", expected: "array" }],
    ["is_object_or_array", { path: at, expected: "is_object_or_array" }, { path: at, operator: "type", expected: ["object", "array"] }],
    ["_type", { path: at, _type: "string" }, { path: at, operator: "type", expected: "string" }],
    ["is_integer", { path: at, is_integer: true }, { path: at, operator: "type", expected: "integer" }],
    ["a Python type", { path: at, expected_type: "dict" }, { path: at, operator: "type", expected: "object" }],
    ["contains:x", { path: at, expected: "contains:x" }, { path: at, operator: "contains", expected: "x", loose: true }],
    ["expected_contains", { path: at, expected_contains: "x" }, { path: at, operator: "contains", expected: "x", loose: true }],
    ["several that must not be there", { path: at, must_not_contain: ["x", "y"] }, [{ path: at, operator: "not_contains", expected: "x", loose: true }, { path: at, operator: "not_contains", expected: "y", loose: true }]],
    ["expected_contains_one_of", { path: at, expected_contains_one_of: ["x", "y"] }, { path: at, operator: "contains_any", expected: ["x", "y"], loose: true }],
    ["expected_in", { path: at, expected_in: [300, 600] }, { path: at, operator: "in", expected: [300, 600] }],
    ["any_of with acceptable", { path: at, operator: "any_of", acceptable: [1, 2] }, { path: at, operator: "in", expected: [1, 2] }],
    ["expected_pattern", { path: at, expected_pattern: "^a" }, { path: at, operator: "regex", expected: "^a" }],
    ["a pattern of Python", { path: at, _regex: "(?P<x>a)\\Z" }, { path: at, operator: "regex", expected: "(?<x>a)(?![\\s\\S])" }],
    ["regex: in front", { path: at, expected: "regex:^a+$" }, { path: at, operator: "regex", expected: "^a+$" }],
    ["string_min_length", { path: at, predicate: "string_min_length", value: 20 }, { path: at, operator: "length", expected: { operator: "gte", expected: 20 } }],
    ["array_length", { path: at, array_length: 3 }, { path: at, operator: "length", expected: 3 }],
    ["both bounds in one text", { path: at, expected: ">= 1 AND <= 5" }, [{ path: at, operator: "gte", expected: 1 }, { path: at, operator: "lte", expected: 5 }]],
    ["a word and a bound in one text", { path: at, expected: "not_null and >0" }, [{ path: at, operator: "not_null" }, { path: at, operator: "gt", expected: 0 }]],
    ["a value with an and in it", { path: at, expected: "salt and pepper" }, { path: at, expected: "salt and pepper" }],
    ["an and in what is looked for", { path: at, expected: "contains:salt and pepper" }, { path: at, operator: "contains", expected: "salt and pepper", loose: true }],
    ["a path that ends in .length", { path: "$.a.length", op: ">=", expected: 2 }, { path: at, operator: "length", expected: { operator: "gte", expected: 2 } }],
    ["has_exactly_keys", { path: at, operator: "has_exactly_keys", keys: ["x"] }, { path: at, operator: "keys", expected: ["x"] }],
    ["equals_path", { path: at, expected_eq: "$.b" }, { path: at, operator: "equals_path", expected: "$.b" }],
    ["expected_sorted_by", { path: at, expected_sorted_by: "id", order: "desc" }, { path: at, operator: "sorted_by", key: "id", order: "desc" }],
    ["all of them", { path: at, expected_all_gt: 0 }, { path: at, operator: "gt", expected: 0, each: "all" }],
    ["seconds from now", { path: at, expected_in_range_seconds_from_now: [10, 20] }, { path: at, operator: "time_from_now", expected: [10, 20] }],
    ["jwt_decode", { path: at, operator: "jwt_decode", claims: { sub: "x" } }, { path: at, operator: "jwt", claims: { sub: "x" } }],
    ["is_valid_json", { path: at, operator: "is_valid_json", expected: true }, { path: at, operator: "json_text" }],
    ["store_as", { path: at, operator: "store_as", key: "v" }, { path: at, capture_as: "v", operator: "not_null" }],
    ["store_as beside a check", { path: at, expected_type: "integer", store_as: "${V}" }, { path: at, operator: "type", expected: "integer", capture_as: "V" }],
    ["array_find", { path: at, operator: "array_find", match: { name: "x", url_contains: "y" }, capture_as: "v", capture_field: "id" }, { path: at, operator: "contains", expected: { name: "x", url: { operator: "contains", expected: "y" } }, capture_as: { v: "$.id" } }],
    ["other places", { path_any_of: ["$.a", "$.b"], exists: true }, { paths: ["$.a", "$.b"], operator: "exists" }],
    ["optional aliases", { path: at, type: "array", optional: true, optional_aliases: ["b", "c.d"] }, { paths: ["$.a", "$.b", "$.c.d"], optional: true, operator: "type", expected: "array" }],
    ["a header", { header: "X-A", expected_contains: "b" }, { header: "X-A", operator: "contains", expected: "b", loose: true }],
    ["a header as a path", { path: "$.headers.x-a", op: "exists" }, { header: "x-a", operator: "exists" }],
    ["a media type", { path: "$._headers.content-type", expected: "text/csv" }, { header: "content-type", operator: "regex", expected: "^text/csv\\s*(?:;|$)" }],
    ["the status", { path: "$.status_code", expected: 200 }, { part: "status", operator: "equals", expected: 200 }],
    ["the text", { path: "body_contains", expected: "sid" }, { part: "text", operator: "contains", expected: "sid", loose: true }],
    ["what the text must not hold", { path: "$.body_text_excludes", expected: "x" }, { part: "text", operator: "not_contains", expected: "x", loose: true }],
    ["the size", { min_response_size: 100 }, { part: "bytes", operator: "gte", expected: 100 }],
    ["an empty body in any form", { path: "$.body", operator: "one_of", expected: [null, "", {}] }, { part: "text", operator: "in", expected: ["null", "", "{}"] }],
    ["the body", { path: "$.body.x", expected: 1 }, { path: "$.x", operator: "equals", expected: 1 }],
    ["an ocs envelope", { path: "$.api.x", expected: 1 }, { path: "$.ocs.x", operator: "equals", expected: 1 }],
    ["a bare filter", { path: "$[?id=V].x", expected: 1 }, { path: "$[?(@.id=='V')].x", operator: "equals", expected: 1 }],
  ])("%s", (_name, assertion, expected) => {
    expect(one(assertion)).toEqual([expected].flat());
  });

  it("know parts of a command's result", () => {
    expect(one({ path: "$.exit_code", expected: 0 }, [COMMAND])).toEqual([{ part: "exit_code", operator: "equals", expected: 0 }]);
    expect(one({ path: "$.output_int", expected: 15, operator: "gte" }, [COMMAND])).toEqual([{ path: "$", operator: "gte", expected: 15 }]);
    expect(one({ path: "$.exit_code", expected: 0 })).toEqual([{ path: "$.exit_code", expected: 0 }]);
  });

  it("may be the step itself", () => {
    expect(canonicalStep("P07", { path: at, operator: "regex", expected: "^a" }, [GET]).inputs).toEqual({ assertions: [{ path: at, operator: "regex", expected: "^a" }] });
  });

  it("may be about several saved results at once", () => {
    const saved = (name: string): object => ({ type: "P04", inputs: { path: "/", store_response_as: name } });
    const { inputs } = canonicalStep("P07", { assertions: [{ path: "one.$.id", expected: 1 }, { path: "$.two.id", expected_eq: "$.one.id" }] }, [saved("one"), saved("two")]);
    expect(inputs["assertions"]).toEqual([
      { path: "$.id", source: "one", operator: "equals", expected: 1 },
      { path: "$.id", source: "two", operator: "equals", expected: "{{one.id}}" },
    ]);
    expect(canonicalStep("P07", { assertions: [{ path: "one.$.id", expected: 1 }] }, [saved("one")]).inputs).toEqual({ source: "one", assertions: [{ path: "$.id", operator: "equals", expected: 1 }] });
  });

  it("may hold where nothing is there, and say so", () => {
    const inputs = { assertions: [{ path: at, empty_or_absent: true }] };
    expect(canonicalStep("P07", inputs, [GET]).inputs["assertions_any_of"]).toEqual(["not_exists", "is_null", "empty"].map((operator) => ({ path: at, operator })));
    expect(codesOf("P07", inputs, "warning", [GET])).toContain("or-absent");
  });

  it("may be alternatives", () => {
    const { inputs } = canonicalStep("P07", { assertions: [{ path: "$.x", expected: 1 }, { path: "$.a", exists: true }, { or_header: "X-A", exists: true }] }, [GET]);
    expect(inputs).toEqual({ assertions: [{ path: "$.x", expected: 1 }], assertions_any_of: [{ path: "$.a", operator: "exists" }, { header: "X-A", operator: "exists" }] });
  });

  it.each<[string, object, string]>([
    ["no assertions", { assertions: [] }, "vacuous-expectation"],
    ["none of which must hold", { assertions: [{ path: at, expected: 1 }], min_passing: 0 }, "vacuous-expectation"],
    ["only a place", { assertions: [{ path: at }] }, "vacuous-expectation"],
    ["only a comment", { assertions: [{ comment: "see above" }] }, "vacuous-expectation"],
    ["the whole document among the places", { assertions: [{ path_any_of: ["$", "$.a"], exists: true }] }, "vacuous-expectation"],
    ["an operator that nobody knows", { assertions: [{ path: at, operator: "resembles", expected: 1 }] }, "unknown-operator"],
    ["a word that may be an instruction", { assertions: [{ path: at, expected: "absent" }] }, "unknown-operator"],
    ["a choice in words", { assertions: [{ path: at, expected: "open or closed" }] }, "unknown-operator"],
    ["a part in words", { assertions: [{ path: at, expected: "does not contain x" }] }, "unknown-operator"],
    ["a second needle", { assertions: [{ path: at, operator: "contains", expected: "a", match: "b" }] }, "unread-key"],
  ])("are warned about: %s", (_name, inputs, code) => {
    expect(codesOf("P07", inputs, "warning", [GET])).toContain(code);
  });

  it("leave plain data alone", () => {
    const data = { type: "object", min: 1, nested: { in: [1] } };
    expect(one({ path: at, expected: data })).toEqual([{ path: at, expected: data }]);
    expect(one({ path: at, expected: "ready" })).toEqual([{ path: at, expected: "ready" }]);
  });
});
