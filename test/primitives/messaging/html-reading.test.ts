import { describe, expect, it } from "vitest";
import { readHtml } from "../../../src/primitives/messaging/html-reading.js";

describe("what a reader sees of HTML", () => {
  it.each<[string, string, string]>([
    ["text with tags within words", "<p>He<b>ll</b>o</p><p>Ada</p>", "Hello Ada"],
    ["entities", "a &amp;&nbsp;b &#233; &#xe9; &unknown; &lt;c&gt;", "a & b é é &unknown; <c>"],
    ["cells, lists and breaks as words", "<table><tr><td>1<td>2<tr><td>3</table><ul><li>a<li>b</ul>c<br>d", "1 2 3 a b c d"],
    ["signs that are no tags", "1 < 2 and 3 <4 > </ no> 5", "1 < 2 and 3 <4 > 5"],
    ["attributes that look like tags", `<p title="<b>x</b>" data-a='>'>seen</p><p title=it's>too</p>`, "seen too"],
    ["what ends without an end", "seen <b", "seen"],
    ["an empty text", "", ""],
  ])("%s", (_what, html, text) => {
    expect(readHtml(html).text).toBe(text);
  });

  it.each<[string, string]>([
    ["a comment", "<!-- SECRET -->"],
    ["a comment that does not end", "<p>seen</p><!-- SECRET"],
    ["a comment with tags", "<!-- > <b>SECRET</b> -->"],
    ["a comment for one mail client", "<!--[if mso]><p>SECRET</p><![endif]-->"],
    ["a declaration", "<!SECRET><?SECRET?></ SECRET>"],
    ["a style sheet", "<style>/* SECRET */ p::after { content: 'SECRET' }</style>"],
    ["a script", "<script>var a = '<p>SECRET</p>';</script>"],
    ["a script that does not end", "<p>seen</p><script>SECRET"],
    ["a title", "<html><head><title>SECRET</title></head><body>"],
    ["a head", "<html><head><template>SECRET</template><title>SECRET</title><meta name=a content=SECRET>"],
    ["a template", "<template><p>SECRET</p></template>"],
    ["an attribute", '<img alt="SECRET"><p title="SECRET"></p>'],
    ["display: none", '<div style="display:none"><p>SECRET</p></div>'],
    ["display: none, written otherwise", '<DIV STYLE = "color:red; DISPLAY : None !important ;display:block"><p>SECRET</DIV>'],
    ["a preview text", '<div style="display:none;font-size:1px;line-height:1px;max-height:0px;opacity:0;overflow:hidden">SECRET</div>'],
    ["visibility: hidden", "<span style='visibility:hidden'>SECRET</span>"],
    ["opacity: 0", '<span style="opacity:0.0">SECRET</span>'],
    ["no height", '<div style="max-height:0;overflow:hidden"><b>SECRET</b></div>'],
    ["letters of no size", '<span style="font-size:0">SECRET</span>'],
    ["letters of no size within others", '<div style="font-size:0px"><b>SEC</b>RET</div>'],
    ["letters of no size, as shorthand", '<div style="font:0/0 a">SECRET</div>'],
    ["transparent letters", '<div style="color: transparent">SECRET</div>'],
    ["next to no opacity", '<span style="opacity:.01">SECRET</span>'],
    ["next to no opacity in percent", '<span style="opacity:4%">SECRET</span>'],
    ["letters without alpha", '<p style="color:rgba(0, 0, 0, 0)">SECRET</p>'],
    ["letters without alpha, written newly", '<p style="color:rgb(0 0 0 / 0%)">SECRET</p>'],
    ["letters without alpha, as hsl", '<p style="color:hsla(120,50%,50%,0.0)">SECRET</p>'],
    ["letters without alpha, in hex", '<p style="color:#0000"><b>SECRET</b></p>'],
    ["letters without alpha, in long hex", '<p style="color:#11223300">SECRET</p>'],
    ["a place off the page", '<p style="position:absolute;left:-9999px">SECRET</p>'],
    ["a place above the page", '<p style="position: fixed; top: -100em">SECRET</p>'],
    ["a place far beside its own", '<p style="position:relative;left:-9999px">SECRET</p>'],
    ["an indent off the page", '<p style="text-indent:-9999px">SECRET</p>'],
    ["a margin off the page", '<p style="margin-left:-9999px">SECRET</p>'],
    ["a cell of no size", '<table><tr><td width=0 height=0>SECRET</td></tr></table>'],
    ["a cell of no width that cuts off", '<table><tr><td width="0" style="overflow:hidden">SECRET</td></tr></table>'],
    ["a table of no size", '<table width="0" height="0px"><tr><td>SECRET</td></tr></table>'],
    ["the attribute hidden", "<p hidden>SECRET</p>"],
    ["a hidden block in an inline element that ends within", '<b><div style="display:none"></b>SECRET</div>'],
    ["an end tag within a cell", '<div style="display:none"><table><tr><td></div>SECRET</td></tr></table></div>'],
    ["an end tag of nothing", '<div style="display:none"></span></p></li>SECRET</div>'],
  ])("is nothing of %s", (_what, html) => {
    expect(readHtml(`${html}`).text).not.toContain("SECRET");
  });

  it.each<[string, string]>([
    ["a hidden element", '<div style="display:none">no</div>SEEN'],
    ["a hidden element without content", '<img style="display:none" src="x">SEEN'],
    ["a hidden paragraph that another one ends", '<p style="display:none">no<p>SEEN'],
    ["a hidden cell that another one ends", '<table><tr><td style="display:none">no<td>SEEN</table>'],
    ["a hidden table with open cells", '<table style="display:none"><tr><td>no</table>SEEN'],
    ["a hidden item", '<ul><li hidden>no<li>SEEN</ul>'],
    ["a head that is not ended", "<head><title>no</title><p>SEEN"],
    ["a head with text", "<head>SEEN"],
    ["letters of no size that have one within", '<td style="font-size:0px;padding:10px"><div style="font-size:13px">SEEN</div></td>'],
    ["another style", '<p style="display:block; opacity:0.5; font-size:0.9em; max-height:0">SEEN</p>'],
    ["letters that are only pale", '<p style="color:rgba(0,0,0,.5);opacity:5%">SEEN</p>'],
    ["letters in any colour", '<p style="color:#fff0"></p><p style="color:#ff00"></p><p style="color:rgb(0,0,0)"><b style="color:#000">SEEN</b></p>'],
    ["colours by name or from elsewhere", '<p style="color:red"><b style="color:inherit"><i style="color:var(--x, 0)">SEEN</i></b></p>'],
    ["a place near its own", '<p style="position:relative;left:-10px;text-indent:-2em;margin-top:-20px">SEEN</p>'],
    ["a place of what is not placed", '<p style="left:-9999px">SEEN</p>'],
    ["a cell of no width, which grows", '<td width="0">SEEN</td>'],
    ["a comment without content", "<!-->SEEN<!--->"],
    ["what is shown to all but one mail client", "<!--[if !mso]><!-->SEEN<!--<![endif]-->"],
    ["what is shown where no script runs", "<noscript>SEEN</noscript>"],
  ])("is what comes after or within %s", (_what, html) => {
    expect(readHtml(html).text).toContain("SEEN");
    expect(readHtml(html).text).not.toContain("no ");
  });

  const sheet = (css: string, body: string, attributes = ""): string => `<html><head><style${attributes}>${css}</style></head><body>${body}</body></html>`;
  const HIDE = ".off { display: none }";

  it.each<[string, string]>([
    ["a class", sheet(HIDE, '<p class="a off">SECRET</p>')],
    ["a class within", sheet(HIDE, '<div class="off"><p>SECRET</p></div>')],
    ["an id", sheet("#off{visibility:hidden}", "<p id=off>SECRET</p>")],
    ["an element", sheet("h6, small { font-size: 0 }", "<small>SECRET</small>")],
    ["an element with classes", sheet("td.a.b{font-size:0px}", '<table><tr><td class="b a">SECRET</table>')],
    ["everything", sheet("*{opacity:0}", "<p>SECRET</p>")],
    ["a list of selectors, some of which are not followed", sheet("a:hover, .x > p, .off{display:none}", "<p class=off>SECRET</p>")],
    ["a rule behind others, comments and statements", sheet('@import url("x.css"); /* .x{} */ <!-- p{color:red} @font-face{font-family:x} .off{display:none} -->', "<p class=off>SECRET</p>")],
    ["a rule for screens", sheet("@media screen { p{color:red} .off{display:none} }", "<p class=off>SECRET</p>")],
    ["a sheet for all media", sheet(HIDE, "<p class=off>SECRET</p>", ' type="text/css" media="all"')],
    ["a sheet in the body", `<p class=off>SECRET</p><style>${HIDE}</style>`],
    ["a sheet that is not ended", `<p class=off>SECRET</p><style>${HIDE}`],
    ["a rule that is important against the element's own style", sheet(".off{display:none!important}", '<p class=off style="display:block">SECRET</p>')],
    ["a class against an element", sheet(".off{display:none} p{display:block}", "<p class=off>SECRET</p>")],
    ["the later of two", sheet(".on{display:block} .off{display:none}", '<p class="off on">SECRET</p>')],
  ])("is nothing of what a style sheet hides by %s", (_what, html) => {
    expect(readHtml(html).text).not.toContain("SECRET");
    expect(readHtml(html, { hidden: "shown" }).text).toContain("SECRET");
  });

  it.each<[string, string]>([
    ["another class", sheet(HIDE, "<p class=offer>SEEN</p>")],
    ["a condition", sheet("@media (max-width: 600px) { .off { display: none } } @media print{.off{display:none}}", "<p class=off>SEEN</p>")],
    ["print", sheet(HIDE, "<p class=off>SEEN</p>", " media=print")],
    ["a place within others", sheet(".wrap .off, .wrap > .off, p.off:first-child, p.off[title]{display:none}", "<p class=off>SEEN</p>")],
    ["a list within a function", sheet("p:not(.a, .off, .b){display:none}", "<p class=off>SEEN</p>")],
    ["a comment", sheet("/* .off{display:none} */", "<p class=off>SEEN</p>")],
    ["less than the element says itself", sheet(HIDE, '<p class=off style="display:block">SEEN</p>')],
    ["less than an id", sheet("#on{display:block} .off{display:none}", "<p class=off id=on>SEEN</p>")],
    ["less than a later rule", sheet(".off{display:none} .on{display:block}", '<p class="off on">SEEN</p>')],
    ["nothing that hides", sheet(".off{color:red;max-height:0}", "<p class=off>SEEN</p>")],
  ])("is what a style sheet hides by %s", (_what, html) => expect(readHtml(html).text).toBe("SEEN"));

  it("are links that have something to click on", () => {
    const html = `<a href="https://a.test/1?x=1&amp;y=2">one</a> <A HREF='https://a.test/2'><b>two</b></A> <a href=https://a.test/3><img src=x></a>
      <a href="https://a.test/unclosed">open <a href="https://a.test/4">four</a><td style="font-size:0"><a href="https://a.test/5"><img></a></td>
      <a href="https://no.test/1" style="display:none">no</a><a href="https://no.test/2"></a><!-- <a href="https://no.test/3">no</a> -->
      <div hidden><a href="https://no.test/4">no</a></div><a href="https://no.test/5" style="font-size:0">no</a><script>'<a href="https://no.test/6">no</a>'</script>`;
    expect(readHtml(html).links).toEqual(["1?x=1&y=2", "2", "3", "unclosed", "4", "5"].map((path) => `https://a.test/${path}`));
  });

  it.each<[string, string]>([
    ["elements without end", "<div>".repeat(200_000)],
    ["ends without elements", "</p></b>".repeat(200_000)],
    ["quotes without end", `<p ${`a="`.repeat(200_000)}`],
    ["comments without end", "<!--".repeat(200_000)],
    ["scripts without end", "<script>".repeat(200_000)],
    ["signs that are no tags", "<".repeat(1_000_000)],
    ["slashes", `<p ${"/ ".repeat(500_000)}`],
    ["rules of a style sheet", `<style>${".a.b{display:none}".repeat(50_000)}</style>${Array.from({ length: 20_000 }, (_, at) => `<p class="a${at}">`).join("")}`],
    ["queries of a style sheet that do not end", `<style>${"@media screen {".repeat(100_000)}`],
    ["blocks of a style sheet without end", `<style>${"@x{".repeat(100_000)}`],
    ["paragraphs in elements that are not ended", `<p>${"<span>".repeat(400)}${"<p>".repeat(200_000)}`],
  ])("takes no longer for %s", (_what, html) => {
    const started = performance.now();
    readHtml(html);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
