import { describe, expect, it } from "vitest";
import { harvestIds } from "../../src/execute/harvest.js";
import { readJson } from "../../src/model/json.js";

function bodyOf(text: string): unknown {
  const reading = readJson(text);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.value;
}

describe("harvestIds", () => {
  it.each<[string, unknown, Record<string, unknown>]>([
    ["an id keeps its type", { id: 7, name: "x" }, { id: 7 }],
    ["a text id", { id: "a1" }, { id: "a1" }],
    ["zero is an id", { id: 0 }, { id: 0 }],
    ["_id and uuid", { _id: "m1", uuid: "u1" }, { _id: "m1", uuid: "u1" }],
    ["whatever ends in _id", { order_id: 3, orderId: 4 }, { order_id: 3 }],
    ["tokens and keys", { token: "t", access_token: "a", refreshToken: "r", api_key: "k", key: "q" }, { token: "t", access_token: "a", refreshToken: "r", api_key: "k", key: "q" }],
    ["words that merely end alike", { monkey: "m", keys: "k", tokenize: "t", valid: "v", paid: "p" }, {}],
    ["under data", { data: { id: 9, token: "t" } }, { id: 9, token: "t" }],
    ["data is the later writer", { id: "request-1", data: { id: 9 } }, { id: 9 }],
    ["ids of nested objects", { user: { id: 5, name: "u" }, team: { uuid: "x" }, org: { _id: "o" } }, { user_id: 5, team_id: "x", org_id: "o" }],
    ["ids of objects nested in data", { data: { user: { id: 5 } } }, { user_id: 5 }],
    ["the later of two writers", { user_id: 1, user: { id: 2 } }, { user_id: 2 }],
    ["the later of two writers, the other way", { user: { id: 2 }, user_id: 1 }, { user_id: 1 }],
    ["nothing deeper", { data: { user: { team: { id: 5 } } } }, {}],
    ["nothing of a list", [{ id: 1 }], {}],
    ["nothing of a list under data", { data: [{ id: 1 }] }, {}],
    ["no null, empty text, boolean, list or object", { id: null, order_id: "", token: true, api_key: ["k"], cart_id: { a: 1 } }, {}],
    ["no object", "id", {}],
    ["null", null, {}],
  ])("%s", (_name, body, expected) => {
    expect(harvestIds(body)).toEqual(expected);
  });

  it("keeps all digits of an id", () => {
    expect(String(harvestIds(bodyOf('{"id": 9007199254740993}'))["id"])).toBe("9007199254740993");
  });

  it("takes a key called __proto__ for any other name", () => {
    const found = harvestIds(bodyOf('{"__proto__": {"id": 1, "token": "t"}}'));
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
    expect(found).toEqual({ __proto___id: 1 });
  });
});
