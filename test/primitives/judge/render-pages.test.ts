import { beforeAll, describe, expect, it } from "vitest";
import type { StepResult } from "../../../src/model/evaluation.js";
import type { JudgeRequest } from "../../../src/ports/judge.js";
import { runChain } from "../../../src/testing/run-chain.js";
import { hasChromium, html, startSite } from "../../support/browser.js";

const page = (title: string): string => html(`<h1>${title}</h1><script>document.body.append("written by a script")</script>`, "<title>Shop</title>");
const site = startSite({
  "/one": page("Page at /one"),
  "/two": page("Page at /two"),
  "/broken": (_request, response) => void response.writeHead(500, { "content-type": "text/html" }).end("<h1>Internal Server Error</h1>"),
  "/blank": html('<div id="root"></div><script>void 0</script>'),
});

/** A judge that keeps what it is asked; a node shows it pages of a product, looked at by a real browser. */
const asked: JudgeRequest[] = [];
const judge = { name: "scripted", score: (request: JudgeRequest) => Promise.resolve({ text: `{"score": ${asked.push(request)}}` }) };
const judgement = (...urls: string[]) => ({ type: "llm_judge", inputs: { rubric_prompt: "Is it good?", evidence_type: ["rendered_dom", "screenshot"], urls } });

describe.skipIf(!(await hasChromium()))("llm_judge with urls", () => {
  let steps: readonly StepResult[] = [];
  beforeAll(async () => {
    steps = (await runChain([judgement("/one", "/two"), judgement("/one", "/broken"), judgement("/one", "/blank")], { method: "weighted", target: { baseUrl: site.url, browser: site.browser }, judge })).steps;
  });

  it("shows what a browser shows, with a picture of each page", () => {
    expect(steps[0]).toMatchObject({ outcome: "pass", score: 1 });
    const [{ user, images } = { user: "", images: [] }] = asked;
    expect(images).toHaveLength(2);
    for (const { data } of images) expect([...data.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(user).toContain("Page at /one");
    expect(user).toContain("Page at /two");
    expect(user).toContain("written by a script");
    expect(user).not.toContain("<script");
    expect(user).toMatch(/Image 1: page, \d+ x \d+ pixels of http:\/\/127\.0\.0\.1:\d+\/one\nImage 2: page, \d+ x \d+ pixels of http:\/\/127\.0\.0\.1:\d+\/two/);
  });

  it.each([
    ["/broken", 1, /\/broken, got http-status/],
    ["/blank", 2, /\/blank, got too-little-text/],
  ])("has no evidence when one of them is %s", (_url, index, message) => {
    expect(steps[index]).toMatchObject({ outcome: "fail", code: "no-evidence", message: expect.stringMatching(message) as string });
    expect(asked).toHaveLength(1); // for the pages before
  });
});
