/**
 * True when a URL path leads to where people log in: one of its parts is `login`, `signin`, `sign-in`, `auth` or a close
 * relative (`/users/sign_in`, `/wp-login.php`, `/oauth2/authorize`). `/authors` is none.
 */
export function isLoginPath(path: string): boolean {
  return LOGIN_PART.test(path.replace(/[?#].*$/s, ""));
}

/** True for an HTML page with a password field. */
export function isLoginForm(page: { readonly contentType: string; readonly text: string }): boolean {
  return /html/.test(page.contentType) && /<input\b[^>]*\btype\s*=\s*["']?password\b/i.test(page.text);
}

const LOGIN_PART = /(?:^|[/._-])(?:log[-_]?in|log[-_]?on|sign[-_]?in|sso|saml2?|oauth\d?|openid|auth|authorize|authenticate|authentication)(?=$|[/._-])/i;
