/**
 * Source text that declares, behind that of `SEEN` and `SEEN_TEXT`, `isAskedToLogIn()`: whether a page asks its user to log
 * in. That is what it does
 *
 * 1. with one password field that is not for a new one, and words that say so in its title, a heading or a button;
 * 2. with a form of one field for an e-mail address or a user name, whose button says so, or whose button goes on and whose
 *    title or heading says so;
 * 3. where a session has expired, or a log-in is asked for, in a dialog or on a page that says little else; the words count
 *    neither in lists, tables and footers nor on a page.
 *
 * The second and the third do not hold where one can log out. English words alone are known.
 */
export const LOGIN = `
  const isThere = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const rootsOf = (root) => [root, ...[...root.querySelectorAll("*")].flatMap((element) => element.shadowRoot ? rootsOf(element.shadowRoot) : [])];
  const isAskedToLogIn = () => {
    const roots = rootsOf(document);
    const every = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
    const all = (selector) => every(selector).filter(isThere);
    const BUTTONS = "button, input[type=submit i], input[type=button i], [role=button]";
    const labelOf = (element) => [element.tagName === "INPUT" || element.tagName === "BUTTON" ? element.value : "", element.innerText ?? "", element.getAttribute("aria-label") ?? ""].map((part) => part.replace(/\\s+/g, " ").trim()).find((part) => part !== "") ?? "";
    const headings = () => [document.title, ...all("h1, h2, h3, legend").map((element) => element.innerText ?? "")];

    const passwords = all("input[type=password i]");
    const SAYS = /\\b(?:log|sign)[ -]?(?:in|on)\\b/i;
    if (passwords.length === 1 && passwords[0].autocomplete !== "new-password" && [...headings(), ...all(BUTTONS).flatMap((element) => [element.value ?? "", element.innerText ?? ""])].some((word) => SAYS.test(word))) return true;

    const CALL = /^(?:log|sign)[ -]?(?:back )?(?:in|on)\\b/i;
    const TITLE = /^(?:please )?(?:(?:sign up|register|create an account) (?:or|and) )?(?:log|sign)[ -]?(?:back )?(?:in|on)(?: (?:page|form|required)| (?:to|into|with|using|or|below|here)\\b.*)?[.!:]?$/i;
    const isTitle = (text) => text.split(/\\s[|·•–—:-]\\s|\\n/).some((part) => TITLE.test(part.trim()));
    const canLogOut = every("a[href], button, [role=button], [role=menuitem], input[type=submit i]").some((element) =>
      /^(?:log|sign)[ -]?(?:out|off)\\b/i.test((element.textContent || element.value || "").trim()) || /(?:log|sign)[-_]?(?:out|off)\\b/i.test(element.getAttribute("href") ?? ""));

    const TYPED = "input:not([type=hidden i], [type=checkbox i], [type=radio i], [type=submit i], [type=button i], [type=image i], [type=reset i])";
    const isAccount = (field) => /^email$/i.test(field.type) || /\\b(?:username|email|webauthn)\\b/i.test(field.autocomplete) ||
      [field.name, field.id, field.placeholder, field.getAttribute("aria-label") ?? "", ...[...field.labels ?? []].map((label) => label.innerText)].some((word) => /(?:^|[^a-z])(?:e-?mail|user(?:[ _-]?(?:name|id))?|login|account|identifier)(?:$|[^a-z])/i.test(word.replace(/([a-z])([A-Z])/g, "$1 $2")));
    const scopeOf = (field) => {
      let at = field.form ?? field.parentElement;
      while (field.form === null && at !== null && ![...at.querySelectorAll(BUTTONS)].some(isThere)) at = parentOf(at);
      return at;
    };
    const asksWho = all(TYPED).filter(isAccount).some((field) => {
      const scope = scopeOf(field);
      if (scope === null || [...scope.querySelectorAll(TYPED + ", textarea")].filter(isThere).length !== 1) return false;
      const labels = [...scope.querySelectorAll(BUTTONS)].filter(isThere).map(labelOf);
      return labels.some((label) => CALL.test(label)) || (labels.some((label) => /^(?:continue|next|go|submit|enter|send|get|e-?mail me)\\b/i.test(label) || /^[→›»]$/.test(label)) && headings().some(isTitle));
    });
    if (asksWho && !canLogOut) return true;

    const EXPIRED = /\\b(?:session|log-?in|sign-?in)\\b(?: (?:has|have|is|was|been|already))* (?:expired|timed out|ended)\\b/i;
    const ASKED = /\\b(?:please|you(?:['’]ll| will)?(?: (?:must|need to|have to|are required to)))(?: first| now)? (?:be )?(?:log|sign)(?:ged|ed)?[ -]?(?:back )?(?:in|on)\\b/i;
    const saysSo = (scope, limit) => {
      const text = seenTextOf(scope, (element) => element.matches("table, ul, ol, dl, nav, footer, aside, pre, code, [role=log]")).replace(/\\s+/g, " ");
      if (text.length > limit) return false;
      const offers = [...scope.querySelectorAll("a[href], " + BUTTONS)].some((element) => isThere(element) && element.closest("footer") === null && CALL.test(labelOf(element)));
      return (EXPIRED.test(text) && (offers || SAYS.test(text.replace(EXPIRED, "")))) || (ASKED.test(text) && offers);
    };
    if (all("dialog, [role=dialog], [role=alertdialog], [role=alert]").some((dialog) => saysSo(dialog, 1000))) return true;
    return !canLogOut && document.body !== null && seenTextOf(document.body).length <= 600 && saysSo(document.body, 600);
  };`;
