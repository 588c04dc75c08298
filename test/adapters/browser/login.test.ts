import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, html, lookAt, startSite } from "../../support/browser.js";

const WORK = `<p>${"Invoices of this month, and what became of them. ".repeat(20)}</p>`;
const titled = (title: string, body: string): string => html(body, `<title>${title}</title>`);

const LOGIN: Readonly<Record<string, string>> = {
  "a password and a button": html(`<form><input name=user><input type=password><button>Log in</button></form>`),
  "a password below a heading": html(`<h1>Sign in</h1><form><input type=password><button>Go</button></form>`),
  "an e-mail address and a button that says so": html(`<h1>Acme</h1><form><label>E-mail <input type=email></label><button>Sign in</button></form>`),
  "an e-mail address, a heading and a button that goes on": html(`<h2>Sign in to Acme</h2><form><input type=email name=email><button>Continue</button></form>`),
  "an e-mail address, a title and a button that goes on": titled("Log in · Acme", `<h1>Welcome back</h1><form><input type=email><input type=submit value=Next></form>`),
  "a user name": titled("Acme | Sign-in", `<form><input name=username autocomplete="username webauthn"><button>Next</button></form>`),
  "a field without a form": html(`<h1>Log in</h1><div><div><input type=email placeholder="Your e-mail"></div><button>Continue</button><button>Continue with Google</button></div>`),
  "a link by mail": html(`<h1>Log in with your e-mail</h1><form><input type=email><button>Send magic link</button></form>`),
  "an e-mail address in a shadow tree": html(`<h1>Acme</h1><div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML = "<form><input type=email><button>Log in</button></form>"</script>`),
  "an e-mail address to remember, and a newsletter below": html(`<form><input type=email><input type=checkbox> Remember me<button>Log in</button></form><footer><form><input type=email><button>Subscribe</button></form></footer>`),
  "an expired session": html(`<h1>Your session has expired, please log in.</h1>`),
  "an expired session and a link": html(`<header><b>Acme</b></header><main><p>Your session has timed out.</p><a href="/x">Log in again</a></main>`),
  "a log-in that is required": html(`<h1>Members only</h1><p>You need to sign in to see this page.</p><a href="/enter">Sign in</a>`),
  "a request to log in": html(`<p>Please log in to continue.</p><button>Log in</button>`),
  "an expired session in a dialog over a page of work": html(`<nav><a href="/logout">Log out</a></nav>${WORK}<div role=dialog>Session expired. Please sign in again. <button>Sign in</button></div>`),
};

const OTHER: Readonly<Record<string, string>> = {
  "a newsletter": html(`<h1>Dashboard</h1>${WORK}<footer><form><input type=email name=email><button>Subscribe</button></form></footer>`),
  "a newsletter whose button goes on": html(`<h1>Dashboard</h1><form><input type=email name=email><button>Continue</button></form>`),
  "a footer that mentions to log in": html(`<h1>Docs</h1><p>All about it.</p><footer><a href="/enter">Log in</a> Please log in to comment.</footer>`),
  "a header with a link to log in": html(`<nav><a href="/enter">Sign in</a></nav><h1>Pricing</h1><p>Ten euros.</p>`),
  "an invitation": html(`<h1>Invite a colleague</h1><form><input type=email><button>Send invitation</button></form>`),
  "a search": html(`<h1>Users</h1><form><input name=user_name placeholder="User name"><button>Go</button></form>`),
  "settings of signing in": html(`<h1>Sign-in methods</h1><form><input type=email name=recovery_email><button>Continue</button></form>`),
  "a history of log-ins": html(`<h1>Login history</h1><table><tr><td>Session expired</td><td>Please log in</td></tr></table><form><input type=email name=email><button>Next</button></form>`),
  "a profile of several fields": html(`<h1>Log in data</h1><form><input name=name><input type=email><button>Continue</button></form>`),
  "one who can log out, and enters an address": html(`<a href="/logout">Leave</a><h1>Sign in to Slack</h1><form><input type=email><button>Continue</button></form>`),
  "one who can log out, and reads of a session": html(`<button>Sign out</button><p>Your session has expired once, please log in with care.</p>`),
  "a limit of sessions": html(`<h1>Security</h1><p>Session timeout: 30 minutes. Sessions that expired are removed.</p>`),
  "a session that expires": html(`<p>Your session expires in 5 minutes.</p><button>Stay</button>`),
  "an audit in a list": html(`<h1>Audit</h1><ul><li>Session expired, please log in</li></ul>`),
  "an article on logging in": html(`<h1>Help</h1><p>Please log in to the VPN first. ${"Then go on as you always did. ".repeat(30)}</p><a href="/enter">Log in</a>`),
  "advice to log in elsewhere": html(`<h1>VPN</h1><p>Please log in to the VPN before you open tickets.</p>`),
  "a new password": html(`<h1>Account</h1><form><input type=password autocomplete=new-password><button>Sign in with it</button></form>`),
  "an expired session that is hidden": html(`<h1>Dashboard</h1>${WORK}<div role=dialog style="display:none">Session expired. Please log in.</div>`),
};

const site = startSite({});

describe.skipIf(!(await hasChromium()))("a page that asks to log in", () => {
  let asks: ReadonlyMap<string, boolean> = new Map();
  beforeAll(async () => {
    asks = await lookAt(site, { ...LOGIN, ...OTHER }, async (page) => (await page.snapshot({ maxChars: 100, stripClasses: false }, 20_000)).isLoginForm);
  }, 120_000);

  it.each(Object.keys(LOGIN))("is one with %s", (name) => expect(asks.get(name)).toBe(true));
  it.each(Object.keys(OTHER))("is none with %s", (name) => expect(asks.get(name)).toBe(false));
});
