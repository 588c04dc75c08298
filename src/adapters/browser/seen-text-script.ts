/**
 * Source text that declares, behind that of `SEEN`, the text that a user can read; `read` maps frames that are seen to what
 * was read in them:
 *
 * - `seenTextOf(element, isLeftOut?)`: all that is seen of an element, shadow trees in their places, as it is rendered: line
 *   ends between blocks, tabs between cells, white space and `text-transform` as styled.
 * - `plainTextOf(node)`: its text without scripts and styles, whether it is seen or not.
 */
export const SEEN_TEXT = `
  const CASES = {
    uppercase: (text) => text.toUpperCase(),
    lowercase: (text) => text.toLowerCase(),
    capitalize: (text) => text.replace(/(?<![\\p{L}\\p{N}'’])\\p{L}/gu, (letter) => letter.toUpperCase()),
  };

  const seenTextOf = (element, isLeftOut = () => false) => {
    const pieces = [];
    let gap = "";
    const GAPS = ["", " ", "\\t", "\\n"];
    const leave = (wider) => { if (GAPS.indexOf(wider) > GAPS.indexOf(gap)) gap = wider; };
    const push = (text) => { pieces.push(pieces.length === 0 ? "" : gap, text); gap = ""; };
    const write = (data, style) => {
      const text = CASES[style.textTransform]?.(data) ?? data;
      if (/^(?:pre|break)/.test(style.whiteSpace)) return push(text);
      if (/^\\s/.test(text)) leave(" ");
      push(text.trim().replace(/[ \\t\\n\\r\\f]+/g, " "));
      if (/\\s$/.test(text)) leave(" ");
    };
    const walk = (at) => {
      const style = styleOf(at);
      if ((style.display !== "contents" && !at.checkVisibility()) || isLeftOut(at)) return;
      const { tagName } = at;
      if (read.has(at)) { // a frame
        const { text } = read.get(at);
        leave("\\n");
        if (text !== "") push(text);
        return leave("\\n");
      }
      if (tagName === "BR") return leave("\\n");
      if (tagName === "SELECT") return isSeen(at) ? write(at.innerText, style) : undefined; // what there is to choose from
      const end = /^table-cell/.test(style.display) ? "\\t" : /^(?:inline|contents|ruby)/.test(style.display) ? "" : "\\n";
      leave(end);
      for (const child of renderedIn(at)) {
        if (child.nodeType === 1) walk(child);
        else if (child.nodeType === 3 && isTextSeen(child, at)) write(child.data, style);
        else if (child.nodeType === 3 && child.data.trim() === "" && child.data !== "") leave(" ");
      }
      leave(end);
    };
    walk(element);
    return pieces.join("");
  };

  const plainTextOf = (node) => [...node.childNodes].map((child) => child.nodeType === 3 ? child.data : child.nodeType === 1 && !/^(?:script|style|noscript|template)$/i.test(child.tagName) ? plainTextOf(child) : "").join("");`;
