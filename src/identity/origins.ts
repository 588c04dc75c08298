import { DagradeError } from "../errors.js";
import { SetupError, StepFailure } from "../model/outcome.js";
import { hasControl } from "../model/control-characters.js";
import { describeValue } from "../model/describe-value.js";
import type { Target } from "../ports/target.js";
import { parseUrl } from "../model/parse-url.js";

/** The origins of a target: the only ones that a request of a run may go to. */
export class Origins {
  readonly #base: string | undefined;
  readonly #allowed: ReadonlySet<string>;

  /** Throws `CONFIG_INVALID` for an address that is no http(s) URL or holds credentials. */
  constructor({ baseUrl, frontendUrl, origins = [] }: Pick<Target, "baseUrl" | "frontendUrl" | "origins">) {
    const base = baseUrl === undefined ? undefined : declared("baseUrl", baseUrl);
    const frontend = frontendUrl === undefined ? undefined : declared("frontendUrl", frontendUrl);
    const others = origins.map((url) => declared("origins", url));
    this.#base = base === undefined ? undefined : base.origin + base.pathname.replace(/\/+$/, "");
    this.#allowed = new Set([base, frontend, ...others].flatMap((url) => url?.origin ?? []));
  }

  /** The base URL without a trailing slash. Throws a `SetupError` with code `no-base-url` when the target has none. */
  get base(): string {
    if (this.#base === undefined) throw new SetupError("no-base-url", "expected target.baseUrl for a request to a path, got none; declare where the system runs");
    return this.#base;
  }

  /**
   * Where a path leads: behind the base URL whatever it looks like, so that no text can name another host. An absolute URL
   * stays as it is. Throws a `StepFailure` with code `foreign-origin` when that is not one of the target's origins, and with
   * `invalid-request` for control characters, which a URL would lose silently: what is asked is what is written.
   */
  resolve(path: string): URL {
    if (hasControl(path)) throw new StepFailure("invalid-request", `expected a path without tabs, line ends and other control characters, got ${describeValue(path)}; percent-encode what is meant`);
    if (/^\s*(?:[a-z][a-z0-9+.-]*:\/\/|https?:)/i.test(path)) return this.#own(path);
    return new URL(`${this.base}${path.startsWith("/") ? "" : "/"}${path}`);
  }

  has(url: URL): boolean {
    return this.#allowed.has(url.origin);
  }

  #own(text: string): URL {
    const url = parseUrl(text);
    if (url === undefined) throw new StepFailure("invalid-request", `expected a URL, got ${JSON.stringify(text)}`);
    if (!this.has(url)) {
      throw new StepFailure(
        "foreign-origin",
        `expected a URL of the target (${[...this.#allowed].join(", ")}), got ${url.protocol}//${url.host}; declare it in target.origins if it belongs to the system`,
      );
    }
    if (url.username !== "" || url.password !== "") {
      throw new StepFailure("invalid-request", "expected a URL without credentials in it; use `role`, `token` or a header");
    }
    return url;
  }
}

function declared(where: string, text: string): URL {
  const url = parseUrl(text);
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  const got = url === undefined ? JSON.stringify(text) : `${url.protocol}//${url.host}`;
  throw new DagradeError("CONFIG_INVALID", `expected target.${where} to be an http(s) URL without credentials, got ${got}`, {
    hint: "write it as in http://127.0.0.1:3000",
  });
}
