import { describe, expect, it } from "vitest";
import { findChromium } from "../../../src/adapters/browser/find-chromium.js";

describe("findChromium", () => {
  it("takes what it is given first, then what the environment says", async () => {
    expect(await findChromium(process.execPath, { DAGRADE_CHROMIUM: "/bin/sh" })).toEqual({ path: process.execPath, args: [] });
    expect(await findChromium(undefined, { DAGRADE_CHROMIUM: process.execPath })).toEqual({ path: process.execPath, args: [] });
  });

  it.each([
    ["/nowhere/chromium", {}, /target\.browser\.executablePath.*"\/nowhere\/chromium"/],
    [undefined, { DAGRADE_CHROMIUM: "/nowhere/chromium" }, /DAGRADE_CHROMIUM/],
  ])("refuses %j with %j, looking no further", async (given, environment, message) => {
    await expect(findChromium(given, environment)).rejects.toMatchObject({ code: "CONFIG_INVALID", message: expect.stringMatching(message) as string });
  });
});
