/**
 * Source text that declares, behind that of `SEEN`, `SEEN_TEXT` and `LOGIN_WORDS`, `howItAsksToLogIn(text)`: how surely a
 * document, whose text this is, asks its user to log in; see `ReadDocument`. That is what it does
 *
 * 1. with one password field that is not for a new one, and words that say so in its title, a heading or a button;
 * 2. with a form of one field for an e-mail address or a user name, or of that and a password, whose button says so, or whose
 *    button goes on and whose title or heading says so; with one of a user name or a code alone, where the page shows little
 *    else; with buttons to log in by another service or a passkey, likewise or below a heading that says so;
 * 3. where a session has expired, the user is not logged in, or a log-in is asked for, in a dialog or on a page that says little
 *    else; the words count neither in lists, tables and footers nor on a page;
 * 4. where a short page says nothing but that a session has expired or access is denied, or offers nothing but to log in.
 *
 * All but the first do not hold where one can log out, but in a dialog. What a frame asks for, the page asks for; that it
 * says little else is said of a frame only when it fills half of the window. English, German, French and Spanish words are known.
 */
export const LOGIN = String.raw`
  const isThere = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const howItAsksToLogIn = (text) => {
    const roots = allRoots(document);
    const every = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
    const all = (selector) => every(selector).filter(isThere);
    const BUTTONS = "button, input[type=submit i], input[type=button i], [role=button]";
    const labelOf = (element) => [element.tagName === "INPUT" || element.tagName === "BUTTON" ? element.value : "", element.innerText ?? "", element.getAttribute("aria-label") ?? ""].map(plain).find((part) => part !== "") ?? "";
    let known;
    const headings = () => known ??= [document.title, ...all("h1, h2, h3, legend").map((element) => element.innerText ?? "")];
    const isTitled = () => headings().some((text) => text.split(/\s[|·•–—:-]\s|\n/).some((part) => WORDS.title.test(plain(part))));
    const showsAtMost = (length) => text.length <= length && (around?.share ?? 1) >= 0.5;
    const inFrames = Math.max(0, ...[...read.values()].map(({ asks }) => asks));

    const passwords = all("input[type=password i]");
    if (passwords.length === 1 && passwords[0].autocomplete !== "new-password" && [...headings(), ...all(BUTTONS).flatMap((element) => [element.value ?? "", element.innerText ?? ""])].some((word) => WORDS.says.test(plain(word)))) return 2;
    if (inFrames === 2) return 2;

    const canLogOut = every("a[href], button, [role=button], [role=menuitem], input[type=submit i]").some((element) =>
      WORDS.logOut.test(plain(element.textContent || element.value || "")) || /(?:log|sign)[-_]?(?:out|off)\b/i.test(element.getAttribute("href") ?? ""));

    const TYPED = "input:not([type=hidden i], [type=checkbox i], [type=radio i], [type=submit i], [type=button i], [type=image i], [type=reset i])";
    const isNamed = (field, pattern) => [field.name, field.id, field.placeholder, field.getAttribute("aria-label") ?? "", ...[...field.labels ?? []].map((label) => label.innerText)].some((word) => pattern.test(plain(word.replace(/([a-z])([A-Z])/g, "$1 $2"))));
    const isSecret = (field) => /^password$/i.test(field.type) || isNamed(field, WORDS.secret);
    const isAccount = (field) => !isSecret(field) && (/^email$/i.test(field.type) || /\b(?:username|email|webauthn)\b/i.test(field.autocomplete) || isNamed(field, WORDS.account));
    const isCode = (field) => /\bone-time-code\b/i.test(field.autocomplete) || headings().some((text) => WORDS.code.test(plain(text)));
    const scopeOf = (field) => {
      let at = field.form ?? field.parentElement;
      while (field.form === null && at !== null && ![...at.querySelectorAll(BUTTONS)].some(isThere)) at = parentOf(at);
      return at;
    };
    const asksWho = () => all(TYPED).some((field) => {
      const scope = scopeOf(field);
      if (scope === null || scope.closest("footer, aside") !== null || /newsletter/i.test(scope.textContent)) return false;
      const fields = [...scope.querySelectorAll(TYPED + ", textarea, select")].filter(isThere);
      const labels = [...scope.querySelectorAll(BUTTONS)].filter(isThere).map(labelOf);
      const says = (pattern) => labels.some((label) => pattern.test(label));
      if (fields.length === 2 && isAccount(field)) return fields.some(isSecret) && fields.every((one) => one.autocomplete !== "new-password") && (says(WORDS.call) || (says(WORDS.goOn) && (isTitled() || showsAtMost(300))));
      if (fields.length !== 1) return false;
      if (isAccount(field)) return says(WORDS.call) || (says(WORDS.goOn) && isTitled()) || (!/^email$/i.test(field.type) && !isNamed(field, /mail/i) && says(WORDS.next) && showsAtMost(150));
      if (/^tel$/i.test(field.type) && says(/\bcode\b/i)) return showsAtMost(300);
      return isCode(field) && says(WORDS.confirm) && showsAtMost(400);
    });
    const asksBy = () => {
      const providers = all("a[href], " + BUTTONS).filter((element) => WORDS.provider.test(labelOf(element)));
      return providers.length > 0 && all(TYPED).length === 0 && (isTitled() || showsAtMost(200));
    };
    if (!canLogOut && (inFrames === 1 || asksWho() || asksBy())) return 1;

    const LOGIN_URL = /(?:^|[/._-])(?:log|sign)[-_]?in(?=$|[/._?#-])/i;
    const saysSo = (scope, limit) => {
      const said = plain(seenTextOf(scope, (element) => element.matches("table, ul, ol, dl, nav, footer, aside, pre, code, [role=log]")));
      if (said.length > limit) return false;
      const offers = [...scope.querySelectorAll("a[href], " + BUTTONS)].some((element) => isThere(element) && element.closest("footer") === null && (WORDS.call.test(labelOf(element)) || LOGIN_URL.test(element.getAttribute("href") ?? "")));
      const says = (pattern) => said.split(/(?<=[.!?]) /).some((sentence) => pattern.test(sentence) && !WORDS.unlessOwn.test(sentence));
      return says(WORDS.must) || says(WORDS.sent) || says(WORDS.loggedOut) || (says(WORDS.expired) && (offers || says(WORDS.asked) || WORDS.says.test(said.replace(WORDS.expired, "")))) || (says(WORDS.asked) && offers);
    };
    if (all("dialog, [role=dialog], [role=alertdialog], [role=alert]").some((dialog) => saysSo(dialog, 1000))) return 2;
    if (canLogOut || document.body === null || !showsAtMost(600)) return 0;
    const lines = text.split("\n").map(plain).filter((line) => line !== "");
    const isNamedOnly = (line) => headings().some((heading) => plain(heading) === line);
    const saysNothingBut = (pattern) => lines.some((line) => pattern.test(line)) && lines.every((line) => pattern.test(line) || isNamedOnly(line));
    const calls = all("a[href], " + BUTTONS).map(labelOf);
    const offersNothingElse = () => calls.length > 0 && calls.every((label) => WORDS.call.test(label)) && all(TYPED).length === 0 && lines.every((line) => calls.includes(line) || isNamedOnly(line));
    return Number(saysSo(document.body, 600) || (showsAtMost(200) && [...headings(), ...lines].some((line) => WORDS.refused.test(plain(line)))) ||
      (showsAtMost(100) && (saysNothingBut(WORDS.lapsed) || saysNothingBut(WORDS.denied) || offersNothingElse())));
  };`;
