import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { ownRsa } from "./rsa-keys.js";

/** A real OpenID Connect server with its own login form, for the tests of a file. */
export interface OidcServer {
  readonly url: string;
  /** The private key of the client `signing-app`, which authenticates by assertions. */
  readonly clientKey: JsonWebKey;
  close(): Promise<void>;
}

export const REDIRECT_URI = "https://client.example/callback";

/**
 * Clients: `web-app` (secret in the form), `basic-app` (Basic scheme), `signing-app` (assertions), `public-app` (no secret).
 * Its login form takes any name and password. Refresh tokens are rotated, PKCE is required.
 */
export async function startOidcServer(): Promise<OidcServer> {
  const speak = quiet();
  const { default: Provider } = await import("oidc-provider");
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const clientKey = { ...pair.privateKey.export({ format: "jwk" }), kid: "client-key" };
  const client = { redirect_uris: [REDIRECT_URI], grant_types: ["authorization_code", "refresh_token", DEVICE], response_types: ["code"], client_secret: "web-secret-0123456789" };
  const provider = new Provider(url, {
    clients: [
      { ...client, client_id: "web-app", token_endpoint_auth_method: "client_secret_post" },
      { ...client, client_id: "basic-app", client_secret: "basic secret:0123456789", token_endpoint_auth_method: "client_secret_basic" },
      { ...client, client_id: "public-app", client_secret: undefined, token_endpoint_auth_method: "none" },
      { client_id: "machine", client_secret: "machine-secret-0123456789", token_endpoint_auth_method: "client_secret_post", grant_types: ["client_credentials"], redirect_uris: [], response_types: [] },
      {
        client_id: "signing-app",
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_signing_alg: "ES256",
        jwks: { keys: [{ ...pair.publicKey.export({ format: "jwk" }), kid: "client-key" }] },
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: { clientCredentials: { enabled: true }, deviceFlow: { enabled: true }, introspection: { enabled: true }, revocation: { enabled: true } },
    claims: { openid: ["sub"], email: ["email"] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, email: `${id}@example.test` }) }),
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    scopes: ["openid", "offline_access", "email", "api"],
    jwks: { keys: [{ ...ownRsa.privateKey.export({ format: "jwk" }), kid: "server-key", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["test-cookie-key"] },
  });
  server.on("request", provider.callback());
  return {
    url,
    clientKey,
    close: () =>
      new Promise((resolve) => {
        speak();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

/** The provider tells whoever runs it that defaults are for trying out. */
function quiet(): () => void {
  const { info, warn } = console;
  const isNotice = (text: unknown): boolean => String(text).startsWith("oidc-provider ");
  console.info = (text: unknown) => (isNotice(text) ? undefined : info(text));
  console.warn = (text: unknown) => (isNotice(text) ? undefined : warn(text));
  return () => Object.assign(console, { info, warn });
}
