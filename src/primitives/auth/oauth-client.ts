import { randomUUID } from "node:crypto";
import { StepFailure } from "../../model/outcome.js";
import { percentEncode } from "../../model/percent-encode.js";
import type { ResponseRecord } from "../../model/records.js";
import type { HttpClient, HttpRequest } from "../../ports/http.js";
import type { PrimitiveContext } from "../context.js";
import type { OAuthInputs } from "./oauth-inputs.js";
import { endpoint, objectIn, type OAuthServer } from "./oauth-server.js";

/** Fields of a request to the server; undefined ones are not sent. */
export type OAuthFields = Readonly<Record<string, string | undefined>>;

/** How a request differs from what the client should send. */
export interface Tampering {
  readonly clientId?: string;
  /** The id of the client's assertion, in the place of a new one. */
  readonly assertionId?: string;
}

/** What the token endpoint gave. */
export interface TokenAnswer {
  readonly response: ResponseRecord;
  readonly body: Readonly<Record<string, unknown>>;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
}

/** The client's side of a server: requests that authenticate the client, and what their answers mean. */
export class OAuthClient {
  readonly server: OAuthServer;
  readonly #given: OAuthInputs;
  readonly #ctx: PrimitiveContext;
  /** No cookie of any user goes along. */
  readonly #http: HttpClient;
  /** The id of the last assertion. */
  assertionId: string | undefined;

  constructor(given: OAuthInputs, server: OAuthServer, ctx: PrimitiveContext) {
    this.#given = given;
    this.server = server;
    this.#ctx = ctx;
    this.#http = ctx.identity.guest();
    if (given.client_secret !== undefined) ctx.addSecret(given.client_secret);
  }

  /** Sends a form as the client. */
  async post(path: string, fields: OAuthFields, tampering: Tampering = {}): Promise<ResponseRecord> {
    const { fields: own, headers } = await this.#authentication(tampering);
    const form = Object.fromEntries(Object.entries({ ...fields, ...own }).filter(([, value]) => value !== undefined));
    const request: HttpRequest = { method: "POST", path, body: { kind: "form", fields: form }, headers: { accept: "application/json", ...headers } };
    return this.#http.send(request);
  }

  /** Asks for a token. */
  requestToken(fields: OAuthFields, tampering?: Tampering): Promise<ResponseRecord> {
    return this.post(endpoint(this.server, "token"), fields, tampering);
  }

  /** Asks for a token and reads it. Throws a `StepFailure` with code `token-refused` or `bad-token-answer`. */
  async token(fields: OAuthFields): Promise<TokenAnswer> {
    return this.read(await this.requestToken(fields));
  }

  /** RFC 6749, section 5.1. */
  read(response: ResponseRecord): TokenAnswer {
    if (response.status !== 200) throw new StepFailure("token-refused", `expected status 200 from the token endpoint, got ${response.status}${errorIn(response)}`);
    const body = objectIn(response, "bad-token-answer", "the token answer");
    const text = (name: string): string | undefined => {
      const value = body[name];
      if (typeof value !== "string" || value === "") return undefined;
      this.#ctx.addSecret(value);
      return value;
    };
    const accessToken = text("access_token");
    if (accessToken === undefined) throw new StepFailure("bad-token-answer", `expected an \`access_token\` in the token answer, got ${Object.keys(body).join(", ") || "nothing"}`);
    return { response, body, accessToken, refreshToken: text("refresh_token"), idToken: text("id_token") };
  }

  /** RFC 6749, section 2.3; a client authenticates in one way alone. */
  async #authentication({ clientId = this.#given.client_id, assertionId = randomUUID() }: Tampering): Promise<{ fields: OAuthFields; headers: Record<string, string> }> {
    const { client_secret: secret, assertion } = this.#given;
    if (assertion !== undefined) {
      this.assertionId = assertionId;
      return { fields: { client_id: clientId, client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer", client_assertion: await this.#sign(clientId, assertionId, assertion) }, headers: {} };
    }
    if (secret === undefined) return { fields: { client_id: clientId }, headers: {} };
    if (!this.#isBasic) return { fields: { client_id: clientId, client_secret: secret }, headers: {} };
    const pair = Buffer.from(`${formEncode(clientId)}:${formEncode(secret)}`).toString("base64");
    this.#ctx.addSecret(pair);
    return { fields: {}, headers: { authorization: `Basic ${pair}` } };
  }

  get #isBasic(): boolean {
    const { client_auth: wanted } = this.#given;
    if (wanted !== undefined) return wanted === "basic";
    const known = this.server.clientAuth;
    return known?.includes("client_secret_basic") === true && !known.includes("client_secret_post");
  }

  /** RFC 7523, section 3. */
  async #sign(clientId: string, id: string, { alg, key }: NonNullable<OAuthInputs["assertion"]>): Promise<string> {
    const now = Math.floor(this.#ctx.clock.now() / 1000);
    // the audience is the server: by its name where it has one, else by its token endpoint
    const audience = this.server.issuer ?? (await this.#ctx.http.prepare({ method: "POST", path: endpoint(this.server, "token"), auth: "none" })).url;
    if (typeof key === "string") this.#ctx.addSecret(key);
    const signed = await this.#ctx.tokens.sign({ iss: clientId, sub: clientId, aud: audience, jti: id, iat: now, exp: now + 60 }, { algorithm: alg, key });
    this.#ctx.addSecret(signed);
    return signed;
  }
}

/** The `error` of an answer, for messages. */
export function errorIn({ json }: ResponseRecord): string {
  const { error, error_description: description } = (json.ok && typeof json.value === "object" && json.value !== null ? json.value : {}) as { error?: unknown; error_description?: unknown };
  if (typeof error !== "string") return "";
  return ` (${error}${typeof description === "string" ? `: ${description}` : ""})`;
}

/** RFC 6749, section 2.3.1. */
function formEncode(text: string): string {
  return percentEncode(text).replaceAll("%20", "+");
}
