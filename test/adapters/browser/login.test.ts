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
  "an e-mail address below a welcome": html(`<h1>Welcome back</h1><form><label>Email<input type=email name=email></label><button>Continue</button></form>`),
  "a welcome amid the parts of a site": html(`<nav>Home Products Pricing</nav><main><h1>Welcome back!</h1><p>Log in to your account to see your orders.</p><form><input type=email placeholder="you@example.com"><button>Continue</button></form></main><footer>Terms Privacy</footer>`),
  "a button that goes on with an address": html(`<h2>Acme</h2><form><label>E-mail address<input name=identifier></label><button type=submit>Continue with email</button></form>`),
  "a user name alone": html(`<h2>Acme</h2><form><label>Username<input name=username></label><button type=submit>Next</button></form>`),
  "other services alone": html(`<h1>Acme</h1><a href=/g>Continue with Google</a><br><a href=/h>Continue with GitHub</a>`),
  "single sign-on alone": html(`<h1>Sign in to Acme</h1><button>Sign in with SSO</button>`),
  "a passkey": html(`<h1>Welcome back</h1><button>Use your passkey</button>`),
  "a magic link": html(`<h1>Get a magic link</h1><form><input type=email><button>Send me a link</button></form>`),
  "a code that was sent": html(`<h1>Enter the code</h1><p>We sent a 6 digit code to you</p><form><input inputmode=numeric autocomplete=one-time-code><button>Verify</button></form>`),
  "a number that a code is sent to": html(`<h1>Enter your phone number</h1><form><input type=tel name=phone><button>Send code</button></form>`),
  "a password in a field of text": html(`<h1>Acme</h1><form><input name=u placeholder=Username><input name=p placeholder=Password style="-webkit-text-security:disc"><button>Log in</button></form>`),
  "a session that timed out": html(`<p>Session timed out. Click <a href=/login>here</a> to continue.</p>`),
  "being logged out": html(`<p>You have been logged out due to inactivity.</p>`),
  "being signed out": html(`<h1>Oops</h1><p>You’ve been signed out.</p><button>Sign back in</button>`),
  "a page for those who are logged in": html(`<p>You must be logged in to view this page.</p>`),
  "401 as its heading": html(`<h1>401 Unauthorized</h1>`),
  "401 as its text": html(`<p>Unauthorized</p>`),
  "a refusal above an explanation": html(`<h1>Error</h1><p>401 - Unauthorized</p><p>The request lacks credentials.</p>`),
  "an authentication that is required": html(`<h1>Authentication required</h1>`),
  "an expired session and nothing else": html(`<p>Your session has expired.</p>`),
  "not being logged in": html(`<p>You are not logged in.</p>`),
  "not being logged in, and a link": html(`<p>You are not logged in.</p><a href=/login>Log in</a>`),
  "a denial and nothing else": html(`<h1>Access denied</h1>`),
  "a denial below the name of the page": html(`<h1>Acme</h1><p>Forbidden</p>`),
  "a button to log in and nothing else": html(`<h1>App</h1><button>Log in</button>`),
  "a link that was sent": html(`<h1>Check your inbox</h1><p>We sent you a link to log in.</p>`),
  "an expired session in German and nothing else": html(`<p>Ihre Sitzung ist abgelaufen.</p>`),
  "a request to log in, in German": html(`<p>Melde dich an, um fortzufahren.</p>`),
  "a request to log in, in French": html(`<p>Connectez-vous pour continuer.</p>`),
  "an expired session in French and nothing else": html(`<p>Votre session a expiré.</p>`),
  "a request to log in, in Spanish": html(`<p>Inicia sesión para continuar.</p>`),
  "an expired session in Spanish and nothing else": html(`<p>Tu sesión ha caducado.</p>`),
  "a German form": html(`<h1>Anmelden</h1><form><input name=benutzer><button>Weiter</button></form>`),
  "a German password": html(`<h1>Kundenportal</h1><form><input name=email><input type=password><button>Einloggen</button></form>`),
  "an expired session in German": html(`<h1>Ihre Sitzung ist abgelaufen</h1><p>Bitte melden Sie sich erneut an.</p>`),
  "a French form": html(`<h1>Connexion</h1><form><label>Adresse e-mail<input type=email></label><button>Continuer</button></form>`),
  "a French password": html(`<h1>Espace client</h1><form><input name=identifiant><input type=password><button>Se connecter</button></form>`),
  "an expired session in French": html(`<p>Votre session a expiré. Veuillez vous reconnecter.</p>`),
  "a Spanish form": html(`<h1>Iniciar sesión</h1><form><input type=email><button>Siguiente</button></form>`),
  "an expired session in Spanish": html(`<p>Tu sesión ha expirado.</p><a href=/x>Iniciar sesión</a>`),
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
  "advice to those who did not log in": html(`<h1>Login history</h1><p>Last login today from Berlin. Please log in again if this was not you.</p><a href="/enter">Log in</a>`),
  "a welcome by name": html(`<h1>Welcome back, Ada</h1><p>3 open tickets.</p><form><input type=email name=email><button>Continue</button></form>`),
  "a welcome without a form": html(`<h1>Welcome back</h1><p>3 open tickets.</p>`),
  "a German newsletter": html(`<h1>Dashboard</h1><form>Newsletter <input type=email><button>Anmelden</button></form>`),
  "other devices that were logged out": html(`<h1>Security</h1><p>You have been logged out of all other devices.</p>`),
  "what happens to one who is logged out": html(`<h1>Drafts</h1><p>Drafts are kept when you are logged out.</p>`),
  "a code to set up for one who can log out": html(`<a href="/logout">Log out</a><h1>Enter the code</h1><form><input autocomplete=one-time-code><button>Verify</button></form>`),
  "a list of those who were refused": titled("Unauthorized attempts", `<h1>Unauthorized attempts</h1><p>None today.</p>`),
  "a denial of one thing": html(`<h1>Door 3</h1><p>Access denied</p><p>Badge 17, today at 9.</p>`),
  "a denial with a way back for one who can log out": html(`<a href="/logout">Log out</a><h1>Forbidden</h1>`),
  "an expired session of another": html(`<h1>Session 12</h1><p>The session of Ada has expired.</p>`),
  "what happens to one who is not logged in": html(`<h1>Drafts</h1><p>Drafts are kept when you are not logged in.</p>`),
  "a link that was sent to a colleague": html(`<h1>Invited</h1><p>We sent a link to join to ada@example.test.</p>`),
  "a button beside what a page says": html(`<h1>App</h1><p>Three open tickets.</p><button>Log in</button>`),
  "a plan of pensions": html(`<h1>401(k) plans</h1><p>Two.</p>`),
  "a mail server of user and password": html(`<h1>Mail server</h1><form><input name=user><input type=password><button>Save</button></form>`),
  "a coupon code": html(`<h1>Cart</h1><form><input name=coupon placeholder="Coupon code"><button>Continue</button></form>`),
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
