/**
 * True when a URL path leads to where people log in: one of its parts is `login`, `signin`, `sign-in`, `auth` or a close
 * relative (`/users/sign_in`, `/wp-login.php`, `/oauth2/authorize`). `/authors` is none.
 */
export function isLoginPath(path: string): boolean {
  return LOGIN_PART.test(path.replace(/[?#].*$/s, ""));
}

/** True for an HTML page with a password field in its first MiB. Takes time in proportion to the page, whatever it holds. */
export function isLoginForm(page: { readonly contentType: string; readonly text: string }): boolean {
  if (!/html/.test(page.contentType)) return false;
  for (const [tag] of page.text.slice(0, MAX_LENGTH).matchAll(INPUT_TAG)) if (PASSWORD_TYPE.test(tag)) return true;
  return false;
}

const MAX_LENGTH = 1024 * 1024;

/** Never fails once it has begun, so that no part of a page is read twice. */
const INPUT_TAG = /<input\b[^>]*/gi;

const PASSWORD_TYPE = /\btype\s*=\s*["']?password\b/i;

const LOGIN_PART = /(?:^|[/._-])(?:log[-_]?in|log[-_]?on|sign[-_]?in|sso|saml2?|oauth\d?|openid|auth|authorize|authenticate|authentication)(?=$|[/._-])/i;
