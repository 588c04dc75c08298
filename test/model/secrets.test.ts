import { describe, expect, it } from "vitest";
import { Secrets } from "../../src/model/secrets.js";

describe("secrets that begin alike", () => {
  it("are masked as the longest that stands at a place, one behind the other", () => {
    const secrets = new Secrets(["tick", "ticktock", "tickt"]);
    expect(secrets.mask("a ticktock, a tick and tickticktock")).toBe("a [masked], a [masked] and [masked][masked]");
  });
});
