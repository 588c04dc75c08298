import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, html, lookAt, startSite } from "../../support/browser.js";

/** What is seen and what is not: each an element with the class `it` that holds the word Here. */
const CASES: Readonly<Record<string, readonly [isSeen: boolean, markup: string]>> = {
  "a paragraph": [true, `<p class=it>Here</p>`],
  "one below the fold": [true, `<div style="height:3000px"></div><p class=it>Here</p>`],
  "one far to the right of a page that scrolls": [true, `<p class=it style="position:absolute;left:5000px">Here</p>`],
  "one half transparent": [true, `<div style="opacity:.5"><p class=it style="opacity:.5">Here</p></div>`],
  "one in the lower part of a box that scrolls": [true, `<div style="height:50px;overflow:auto"><div style="height:500px"></div><p class=it>Here</p></div>`],
  "one at the start of a list that grows upwards": [true, `<div style="height:50px;overflow:auto;display:flex;flex-direction:column-reverse"><p>a</p><p>b</p><p>c</p><p class=it>Here</p></div>`],
  "one in a page from right to left": [true, `<script>document.documentElement.dir = "rtl"</script><p class=it style="position:absolute;right:3000px">Here</p>`],
  "a menu that hangs out of a cut box": [true, `<div style="position:relative"><div style="height:10px;overflow:hidden"><p class=it style="position:absolute;top:40px">Here</p></div></div>`],
  "one fixed in the window out of a cut box": [true, `<div style="height:1px;overflow:hidden"><p class=it style="position:fixed;top:40px">Here</p></div>`],
  "a dialog out of a transparent box": [true, `<div style="opacity:0;overflow:hidden;height:1px"><dialog id=d class=it>Here</dialog></div><script>d.showModal()</script>`],
  "one that is cut in part": [true, `<div style="height:12px;overflow:hidden"><p class=it style="margin:0">Here</p></div>`],
  "one with rounded corners": [true, `<p class=it style="clip-path:inset(0 round 8px)">Here</p>`],
  "one in a circle": [true, `<p class=it style="clip-path:circle(50%)">Here</p>`],
  "one in an arrow": [true, `<p class=it style="clip-path:polygon(0 0, 100% 50%, 0 100%)">Here</p>`],
  "one below a veil": [true, `<p class=it>Here</p><div style="position:fixed;inset:0;background:rgba(0,0,0,.5)"></div>`],
  "one below a bar that stays while the page scrolls": [true, `<p class=it>Here</p><div style="position:fixed;left:0;right:0;top:0;height:200px;background:white">Bar</div><div style="height:3000px"></div>`],
  "one covered in part": [true, `<div style="position:relative"><p class=it>Here</p><div style="position:absolute;left:50%;width:50%;top:0;height:100%;background:white"></div></div>`],
  "one on top of another": [true, `<div style="position:relative;width:100px;height:100px;background:red"><p class=it style="position:absolute">Here</p></div>`],
  "one with letters of a painted ground": [true, `<p class=it style="background:linear-gradient(red,blue);-webkit-background-clip:text;background-clip:text;color:transparent">Here</p>`],
  "one in a shadow tree": [true, `<div id=h></div><script>h.attachShadow({ mode: "open" }).innerHTML = "<p class=it>Here</p>"</script>`],
  "one in a closed shadow tree": [true, `<div id=h></div><script>h.attachShadow({ mode: "closed" }).innerHTML = "<p class=it>Here</p>"</script>`],
  "one in the slot of a closed shadow tree": [true, `<div id=h><p class=it>Here</p></div><script>h.attachShadow({ mode: "closed" }).innerHTML = "<div><slot></slot></div>"</script>`],
  "one in the slot of a shadow tree": [true, `<div id=h><p class=it>Here</p></div><script>h.attachShadow({ mode: "open" }).innerHTML = "<div><slot></slot></div>"</script>`],
  "one that is scaled up": [true, `<div style="transform:scale(2);transform-origin:0 0;width:200px;height:60px;overflow:hidden"><p class=it style="margin:40px 0 0">Here</p></div>`],
  "a button": [true, `<button class=it>Here</button>`],
  "one below the fold of a body that scrolls": [true, `<style>html { overflow: hidden; height: 100% } body { overflow: auto; height: 100%; margin: 0 }</style><div style="height:3000px"></div><p class=it>Here</p>`],
  "one without height that shows what it holds": [true, `<div class=it style="height:0">Here</div>`],
  "one of floats alone": [true, `<div class=it><p style="float:left">Here</p></div>`],
  "the root of a dialog that is fixed in the window": [true, `<div class=it><div style="position:fixed;inset:100px;background:red">Here</div></div>`],
  "an invisible one with a visible child": [true, `<div class=it style="visibility:hidden"><p style="visibility:visible">Here</p></div>`],
  "one left of the page with a child in the window": [true, `<div class=it style="position:absolute;left:-9999px"><p style="position:fixed;left:0;top:100px">Here</p></div>`],
  "one in a slot of a box without size": [true, `<div class=it id=h><p>Here</p></div><script>h.attachShadow({ mode: "open" }).innerHTML = "<div style='float:left'><slot></slot></div>"</script>`],
  "one in a card whose link is as large as the card": [true, `<div style="position:relative;background:white"><p class=it>Here</p><style>.link::after { content: ""; position: absolute; inset: 0 }</style><a class=link style="background:blue" href="/x">Go</a></div>`],
  "one below a layer that a mask makes transparent": [true, `<div style="position:relative"><p class=it>Here</p><div style="position:absolute;inset:0;background:#fff;mask-image:linear-gradient(transparent,transparent)"></div></div>`],
  "one below a dialog of its own size": [true, `<p class=it style="position:absolute;top:5px;left:5px">Here</p><dialog id=d>Sure?</dialog><script>d.showModal()</script>`],
  "one below the fold in front of a ground that fills the window": [true, `<div style="position:fixed;inset:0;background:#eee"></div><div style="position:relative"><div style="height:3000px"></div><p class=it>Here</p></div>`],
  "a card that is turned around and back": [true, `<div style="transform-style:preserve-3d;transform:rotateY(180deg)"><p class=it style="backface-visibility:hidden;transform:rotateY(180deg)">Here</p></div>`],
  "letters on a picture in front of their own colour": [true, `<div style="background:rgb(9,9,9);position:relative"><img style="position:absolute;inset:0;width:100%;height:100%" src="data:,"><p class=it style="color:rgb(9,9,9);position:relative">Here</p></div>`],
  "one below a veil with a hole in its middle": [true, `<p class=it style="position:absolute;margin:0;left:0;top:0;width:200px;height:200px;box-sizing:border-box;padding:90px 80px;background:red">Here</p>${["0 auto auto 0;width:200px;height:60px", "140px auto auto 0;width:200px;height:60px", "0 auto auto 0;width:60px;height:200px", "0 auto auto 140px;width:60px;height:200px"].map((at) => `<i style="position:absolute;background:white;inset:${at}"></i>`).join("")}`],
  "one that stands in front of what covers those beside it": [true, `<div><p>One</p><p class=it style="position:relative;z-index:2">Here</p></div><div style="position:fixed;inset:0;background:white;z-index:1"></div>`],
  "one below a ground that ends at its padding": [true, `<div style="position:relative;height:100px"><p class=it>Here</p><div style="position:absolute;inset:0;box-sizing:border-box;padding:100px;background:#eee content-box"></div></div>`],
  "one below a transparent border": [true, `<div style="position:relative;height:100px"><p class=it>Here</p><div style="position:absolute;inset:0;border:50px solid transparent;background:#eee;background-clip:padding-box"></div></div>`],
  "one below a layer that is mixed in": [true, `<div style="position:relative"><p class=it>Here</p><div style="mix-blend-mode:multiply"><div style="position:absolute;inset:0;background:#eee"></div></div></div>`],
  "one below a gradient that ends in nothing": [true, `<div style="position:relative"><p class=it>Here</p><div style="position:absolute;inset:0;background:linear-gradient(red, transparent)"></div></div>`],
  "one below a gradient that fills a part": [true, `<div style="position:relative"><p class=it>Here</p><div style="position:absolute;inset:0;background:linear-gradient(red, blue) no-repeat;background-size:10px 10px"></div></div>`],
  "one below two thin veils": [true, `<div style="position:relative"><p class=it>Here</p>${`<i style="position:absolute;inset:0;background:rgba(255,255,255,.6)"></i>`.repeat(2)}</div>`],
  "one in a layer that is half transparent below two that are so with it": [true, `<div style="position:relative"><p class=it>Here</p><div style="opacity:.5">${`<i style="position:absolute;inset:0;background:white;opacity:.9"></i>`.repeat(3)}</div></div>`],
  "white letters on a dark layer below the page": [true, `<style>body { background: #fff; color: #fff }</style><div style="position:fixed;inset:0;z-index:-1;background:#000"></div><p class=it>Here</p>`],
  "one below the body whose ground is that of the page": [true, `<style>body { background: #fff }</style><p class=it style="position:relative;z-index:-1">Here</p>`],
  "letters of a drawing": [true, `<svg width=100 height=30><text class=it x=5 y=20>Here</text></svg>`],
  "letters of a drawing that are outlined": [true, `<svg width=100 height=30><text class=it x=5 y=20 fill=none stroke=red>Here</text></svg>`],
  "one without pointer events": [true, `<p class=it style="pointer-events:none">Here</p>`],

  "a transparent one": [false, `<p class=it style="opacity:0">Here</p>`],
  "one in a transparent one": [false, `<div style="opacity:0"><p class=it>Here</p></div>`],
  "one all but transparent with what it is in": [false, `<div style="opacity:.1"><p class=it style="opacity:.1">Here</p></div>`],
  "one that a filter makes transparent": [false, `<div style="filter:opacity(0)"><p class=it>Here</p></div>`],
  "an invisible one": [false, `<p class=it style="visibility:hidden">Here</p>`],
  "one that is not displayed": [false, `<div style="display:none"><p class=it>Here</p></div>`],
  "one left of the page": [false, `<p class=it style="position:absolute;left:-9999px">Here</p>`],
  "one above the page": [false, `<p class=it style="position:absolute;top:-9999px">Here</p>`],
  "one moved off the page": [false, `<p class=it style="transform:translateX(-4000px)">Here</p>`],
  "one fixed beside the window": [false, `<p class=it style="position:fixed;left:100%">Here</p>`],
  "one to the right of a page that does not scroll": [false, `<style>body { overflow: hidden }</style><p class=it style="position:absolute;left:5000px">Here</p>`],
  "one for screen readers": [false, `<p class=it style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap">Here</p>`],
  "one for screen readers, cut by its path": [false, `<p class=it style="clip-path:inset(50%)">Here</p>`],
  "one in a circle of nothing": [false, `<p class=it style="clip-path:circle(0)">Here</p>`],
  "one in a line": [false, `<p class=it style="clip-path:polygon(0 0, 100% 100%, 0 0)">Here</p>`],
  "one in a box without height": [false, `<div style="height:0;overflow:hidden"><p class=it>Here</p></div>`],
  "one in a box without width": [false, `<div style="width:0;overflow:hidden"><p class=it>Here</p></div>`],
  "one pushed out of a cut box": [false, `<div style="height:40px;overflow:hidden"><div style="height:100px"></div><p class=it>Here</p></div>`],
  "a slide that has not come": [false, `<div style="width:300px;overflow:hidden;display:flex"><div style="flex:0 0 300px">One</div><div class=it style="flex:0 0 300px">Here</div></div>`],
  "one shrunk to nothing": [false, `<div style="transform:scale(0)"><p class=it>Here</p></div>`],
  "one in closed details": [false, `<details><summary>More</summary><p class=it>Here</p></details>`],
  "one that is covered": [false, `<div style="position:relative"><p class=it>Here</p><div style="position:absolute;inset:-20px;background:white"></div></div>`],
  "one behind a splash screen": [false, `<p class=it>Here</p><div style="position:fixed;inset:0;background:white">Loading</div>`],
  "one behind a splash screen that clicks go through": [false, `<style>#s { pointer-events: none !important }</style><p class=it>Here</p><div id=s style="position:fixed;inset:0;background:#123">Loading</div>`],
  "one far below a splash screen": [false, `<div style="height:3000px"></div><p class=it>Here</p><div style="position:fixed;inset:0;background:#123">Loading</div>`],
  "one that its card draws over": [false, `<style>.card::after { content: ""; position: absolute; inset: 0; background: #eee; pointer-events: none }</style><div class=card style="position:relative"><p class=it>Here</p></div>`],
  "one behind what the body draws over the window": [false, `<style>body::before { content: "Loading"; position: fixed; inset: 0; background: white }</style><p class=it>Here</p>`],
  "one behind a dialog that fills the window": [false, `<p class=it>Here</p><dialog id=d style="width:100vw;height:100vh;max-width:none;max-height:none;margin:0;border:0;background:#fff">Busy</dialog><script>d.showModal()</script>`],
  "one behind an opaque backdrop": [false, `<style>dialog::backdrop { background: #000 }</style><p class=it>Here</p><dialog id=d>Busy</dialog><script>d.showModal()</script>`],
  "one behind an opaque backdrop that clicks go through": [false, `<style>dialog::backdrop { background: #000; pointer-events: none }</style><p class=it>Here</p><dialog id=d>Busy</dialog><script>d.showModal()</script>`],
  "one behind what clicks go through before the body": [false, `<style>body::before { content: "Loading"; position: fixed; inset: 0; background: white; pointer-events: none }</style><p class=it>Here</p>`],
  "one below the fold of a body that is cut": [false, `<style>html { overflow: auto } body { overflow: hidden; height: 100px; margin: 0 }</style><div style="height:3000px"></div><p class=it>Here</p>`],
  "the back of a card": [false, `<p class=it style="backface-visibility:hidden;transform:rotateY(180deg)">Here</p>`],
  "the front of a card that is turned around": [false, `<div style="transform-style:preserve-3d;transform:rotateY(180deg)"><div style="backface-visibility:hidden"><p class=it>Here</p></div></div>`],
  "one of a transparent closed shadow host": [false, `<div id=h style="opacity:0"></div><script>h.attachShadow({ mode: "closed" }).innerHTML = "<p class=it>Here</p>"</script>`],
  "one below the ground of a body in front of that of the page": [false, `<style>html { background: #fff } body { background: #eee }</style><p class=it style="position:relative;z-index:-1">Here</p>`],
  "one below a gradient": [false, `<p class=it>Here</p><div style="position:fixed;inset:0;background:linear-gradient(#123, #456)">Loading</div>`],
  "one below veils that let nothing through": [false, `<div style="position:relative"><p class=it>Here</p>${`<i style="position:absolute;inset:-9px;background:rgba(255,255,255,.8)"></i>`.repeat(2)}</div>`],
  "one in a container that paints nothing beyond itself": [false, `<div style="contain:paint;width:200px;height:20px"><div style="height:40px"></div><p class=it>Here</p></div>`],
  "letters that a drawing only defines": [false, `<svg width=100 height=30><defs><text class=it x=5 y=20>Here</text></defs></svg>`],
  "letters of a drawing without ink": [false, `<svg width=100 height=30><text class=it x=5 y=20 fill=none>Here</text></svg>`],
  "letters of a drawing that are transparent": [false, `<svg width=100 height=30><text class=it x=5 y=20 fill-opacity=0>Here</text></svg>`],
  "a row of many below a splash screen": [false, `<table>${"<tr><td>Row</td></tr>".repeat(20)}<tr><td class=it>Here</td></tr></table><div style="position:fixed;inset:0;background:white">Loading</div>`],
  "one covered by several": [false, `<p class=it style="position:absolute;margin:0;left:0;top:0;width:200px;height:200px;background:red">Here</p>${["0", "0 auto auto 100px", "100px auto auto 0", "100px auto auto 100px"].map((at) => `<i style="position:absolute;background:white;width:100px;height:100px;inset:${at}"></i>`).join("")}`],
  "one of a transparent shadow host": [false, `<div id=h style="opacity:0"></div><script>h.attachShadow({ mode: "open" }).innerHTML = "<p class=it>Here</p>"</script>`],
};

/** Text that nobody sees, in an element that is seen all the same. */
const TEXTS: Readonly<Record<string, readonly [isSeen: boolean, markup: string]>> = {
  "letters without size": [false, `<p class=it style="font-size:0;width:100px;height:50px;background:red">Here</p>`],
  "letters of a pixel": [false, `<p class=it style="font-size:1.9px;width:100px;height:50px;background:red">Here</p>`],
  "letters of the colour of their ground": [false, `<div style="background:rgb(9,9,9)"><p class=it style="color:rgb(9,9,9)">Here</p></div>`],
  "letters without colour": [false, `<p class=it style="color:transparent">Here</p>`],
  "letters pushed out": [false, `<p class=it style="text-indent:-9999px;overflow:hidden;background:red">Here</p>`],
  "a label for screen readers": [false, `<button class=it>X<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">Here</span></button>`],
  "letters that their own box draws over": [false, `<style>.it::after { content: ""; position: absolute; inset: 0; background: #eee }</style><p class=it style="position:relative">Here</p>`],
  "letters below what stands beside them": [false, `<div class=it style="position:relative;height:40px">Here<div style="position:absolute;inset:0;background:white"></div></div>`],
  "letters of a pixel that are scaled up": [true, `<div style="height:100px"><p class=it style="font-size:1.5px;transform:scale(10);transform-origin:0 0">Here</p></div>`],
  "letters of nearly the colour of their ground": [true, `<div style="background:rgb(9,9,9)"><p class=it style="color:rgb(9,9,10)">Here</p></div>`],
  "white letters with a shadow": [true, `<p class=it style="color:transparent;text-shadow:0 0 1px black">Here</p>`],
};

const TABLE = Object.fromEntries(Object.entries({ ...CASES, ...TEXTS }).map(([name, [, markup]]) => [name, html(`<h1>Top</h1>${markup}`)]));
const site = startSite({});

describe.skipIf(!(await hasChromium()))("what a user can see", () => {
  let seen: ReadonlyMap<string, object> = new Map();
  beforeAll(async () => {
    seen = await lookAt(site, TABLE, async (page) => {
      const { items } = await page.elements(".it, body", 20_000);
      const { text } = await page.snapshot({ maxChars: 1_000, stripClasses: false }, 20_000);
      return { isVisible: items.at(-1)?.isVisible, isRead: items[0]?.text.includes("Here"), isOnPage: text.includes("Here") };
    });
  }, 120_000);

  it.each(Object.keys(CASES))("%s", (name) => {
    const isSeen = CASES[name]?.[0];
    expect(seen.get(name)).toEqual({ isVisible: isSeen, isRead: isSeen, isOnPage: isSeen });
  });

  it.each(Object.keys(TEXTS))("%s", (name) => {
    const isSeen = TEXTS[name]?.[0];
    expect(seen.get(name)).toEqual({ isVisible: true, isRead: isSeen, isOnPage: isSeen });
  });
});
