import { StepFailure } from "../../model/outcome.js";
import type { ResponseRecord } from "../../model/records.js";
import type { HttpClient, HttpRequest } from "../../ports/http.js";
import { formsIn, type HtmlForm } from "./html-form.js";

/** Who looks at the server's pages, and what they fill in. */
export interface Visitor {
  readonly http: HttpClient;
  /** Set when the user's session comes from the target's own login. */
  readonly role?: string | undefined;
  /** Fields of the server's login form. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** Fields of the forms in which the user agrees; undefined: the user agrees to nothing. */
  readonly consent?: Readonly<Record<string, string>> | undefined;
  /** Written into a field of this name that is empty. */
  readonly userCode?: string | undefined;
}

/** Where a visit ended. */
export interface Visit {
  /** The address that was looked for; nothing was sent to it. */
  readonly reached?: URL;
  /** The page on which nothing was left to do. */
  readonly page: ResponseRecord;
  /** Every page on the way, as `GET /login 200`. */
  readonly trail: readonly string[];
}

const MAX_PAGES = 20;

/**
 * Goes from page to page as a browser without scripts would: follows redirects within the target, fills in the login form
 * once, and agrees where it may. Ends at the address that `isGoal` knows, or on a page without a form to send. Throws a
 * `StepFailure`: `login-required`, `login-failed`, `consent-required`, `redirect-loop`, and what the requests throw.
 */
export async function visit(visitor: Visitor, start: HttpRequest, isGoal: (url: URL) => boolean): Promise<Visit> {
  const trail: string[] = [];
  let next: HttpRequest = start;
  let hasLoggedIn = false;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await visitor.http.send({ ...next, followRedirects: false, ...(visitor.role !== undefined && { role: visitor.role }) });
    trail.push(`${page.request.method} ${page.request.path.replace(/\?.*/, "")} ${page.status}`);
    const location = page.status >= 300 && page.status < 400 ? page.headers["location"] : undefined;
    if (location !== undefined) {
      const url = addressOf(location, page, trail);
      if (isGoal(url)) return { reached: url, page, trail };
      next = { method: "GET", path: url.href };
      continue;
    }
    const forms = page.contentType === "text/html" ? formsIn(page.text).filter(({ method }) => method === "POST") : [];
    const login = forms.find(isLogin);
    if (login !== undefined) {
      if (hasLoggedIn) throw new StepFailure("login-failed", "expected the credentials to be accepted, got the login form again", { trail });
      hasLoggedIn = true;
      next = submit(login, page, loginFields(login, visitor, trail), trail);
      continue;
    }
    const { consent } = visitor;
    const form = forms.find(({ fields }) => Object.keys(consent ?? {}).every((name) => fields.some((field) => field.name === name))) ?? forms[0];
    if (form === undefined) return { page, trail };
    if (consent === undefined) throw new StepFailure("consent-required", `expected no form but the login, got one with the fields ${namesOf(form)}; give \`consent\` if the user is to agree`, { trail });
    next = submit(form, page, { ...userCodeFields(form, visitor), ...consent }, trail);
  }
  throw new StepFailure("redirect-loop", `expected to arrive within ${MAX_PAGES} pages, did not`, { trail: trail.slice(-5) });
}

/** True for the address that a redirect URI names, whatever its query. */
export function isAt(redirectUri: string): (url: URL) => boolean {
  const wanted = withoutQuery(new URL(redirectUri));
  return (url) => withoutQuery(url) === wanted;
}

function withoutQuery({ href }: URL): string {
  return href.replace(/[?#][^]*$/, "");
}

function addressOf(location: string, page: ResponseRecord, trail: readonly string[]): URL {
  try {
    return new URL(location, page.request.url);
  } catch {
    throw new StepFailure("bad-response", `expected a URL as Location, got ${JSON.stringify(location.slice(0, 200))}`, { trail });
  }
}

function isLogin({ fields }: HtmlForm): boolean {
  return fields.some(({ type }) => type === "password");
}

/** Fields are found by name, else by what they are for. */
function loginFields({ fields }: HtmlForm, { credentials }: Visitor, trail: readonly string[]): Record<string, string> {
  if (credentials === undefined) {
    throw new StepFailure("login-required", "expected the user to be logged in, got a login form; give `credentials` for it, or a `role` whose login makes a session for this server", { trail });
  }
  const named = Object.entries(credentials).filter(([name]) => fields.some((field) => field.name === name));
  const typed = fields.flatMap(({ name, type }): [string, string][] => {
    const value = type === "password" ? credentials["password"] : ["text", "email", "tel"].includes(type) ? (credentials["username"] ?? credentials["email"]) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries([...typed, ...named]);
}

function userCodeFields({ fields }: HtmlForm, { userCode }: Visitor): Record<string, string> {
  const field = userCode === undefined ? undefined : fields.find(({ name, value }) => name === "user_code" && value === "");
  return field === undefined || userCode === undefined ? {} : { user_code: userCode };
}

function submit({ action, fields }: HtmlForm, page: ResponseRecord, filled: Readonly<Record<string, string>>, trail: readonly string[]): HttpRequest {
  const sent = Object.fromEntries(fields.filter(({ isSent }) => isSent).map(({ name, value }) => [name, value]));
  const { href } = addressOf(action === "" ? page.request.url : action, page, trail);
  return { method: "POST", path: href, body: { kind: "form", fields: { ...sent, ...filled } } };
}

function namesOf({ fields }: HtmlForm): string {
  return fields.map(({ name }) => name).join(", ") || "none";
}
