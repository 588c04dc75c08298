/**
 * Source text that declares, within `LOOKS`, `scrub(element, stripClasses)`: a copy of it without scripts, styles, comments and
 * the values of password fields, open shadow trees as templates, the documents of inline frames in `srcdoc`, as `read` has them.
 * It is made in a document without a window, where nothing is fetched and no element is more than its markup.
 */
export const SCRUB = `
  const DROPPED = "script, style, noscript, template, link, meta[http-equiv]";
  const isDropped = (name, stripClasses) => /^on/i.test(name) || name === "nonce" || name === "style" || (stripClasses && name === "class");
  const scrub = (original, stripClasses) => {
    const inert = document.implementation.createHTMLDocument("");
    const strip = (copy) => {
      for (const { name } of [...copy.attributes]) if (isDropped(name, stripClasses)) copy.removeAttribute(name);
      if (copy.matches("input[type=password i]")) copy.removeAttribute("value");
      if (copy.tagName === "IFRAME") copy.removeAttribute("srcdoc");
    };
    const asTemplate = (root) => {
      const template = inert.createElement("template");
      template.setAttribute("shadowrootmode", "open");
      for (const child of root.childNodes) {
        if (child.nodeType === 3) template.content.append(child.data);
        else if (child.nodeType === 1 && !child.matches(DROPPED)) template.content.append(scrubbed(child));
      }
      return template;
    };
    const showInside = (copy, element) => {
      if (element.shadowRoot) copy.prepend(asTemplate(element.shadowRoot));
      if (element.tagName !== "IFRAME" || !read.has(element)) return;
      copy.removeAttribute("src");
      copy.setAttribute("srcdoc", read.get(element).html);
    };
    const withAll = (element) => [element, ...element.querySelectorAll("*")];
    const scrubbed = (element) => {
      const copy = inert.importNode(element, true);
      const copies = withAll(copy);
      for (const one of copies) if (one.hasAttributes()) strip(one);
      withAll(element).forEach((one, index) => { if (one.shadowRoot || one.tagName === "IFRAME") showInside(copies[index], one); });
      for (const dropped of copy.querySelectorAll(DROPPED)) if (!dropped.hasAttribute("shadowrootmode")) dropped.remove();
      const others = inert.createTreeWalker(copy, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_CDATA_SECTION | NodeFilter.SHOW_PROCESSING_INSTRUCTION);
      const found = [];
      while (others.nextNode()) found.push(others.currentNode);
      for (const other of found) other.remove();
      return copy;
    };
    return scrubbed(original);
  };`;
