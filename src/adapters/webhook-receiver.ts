import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SetupError } from "../model/outcome.js";
import type { Target } from "../ports/target.js";
import type { Webhook, WebhookPort } from "../ports/webhook.js";
import { Hook } from "./webhook-hook.js";

type WebhookConfig = NonNullable<Target["webhook"]>;

/** The largest body that is kept of one delivery: 1 MiB. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Connections that may wait to be accepted, so that a burst is not turned away. */
const BACKLOG = 4_096;

/**
 * The receiver of a run: it listens from the first hook on and takes deliveries for all of them, each at a path that can not be
 * guessed. `close` ends every connection at once, answers that are still delayed included.
 */
export function openWebhookReceiver(config: WebhookConfig = {}): WebhookPort & { close(): Promise<void> } {
  const hooks = new Map<string, Hook>();
  const server = createServer({ keepAliveTimeout: 1_000 }, (request, response) => void take(request, response, hooks));
  let listening: Promise<string> | undefined;
  let isClosed = false;
  return {
    async open(methods): Promise<Webhook> {
      if (isClosed) throw new SetupError("no-webhook-receiver", "the run is over: its receiver of webhooks is closed");
      const base = await (listening ??= listen(server, config));
      const token = `dagrade-${randomBytes(16).toString("hex")}`;
      const hook = new Hook(new URL(`${base}/${token}`), methods, () => hooks.delete(token));
      hooks.set(token, hook);
      return hook;
    },
    async close() {
      isClosed = true;
      await listening?.catch(() => undefined);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Resolves with the address that senders use, without a trailing slash. */
function listen(server: Server, { host = "127.0.0.1", port = 0, publicUrl }: WebhookConfig): Promise<string> {
  return new Promise((resolve, reject) => {
    // stays: a later fault of one connection must not end the process
    server.on("error", (error) => {
      reject(new SetupError("no-webhook-receiver", `expected to listen for webhooks on ${host}:${port}, got ${error.message}; set target.webhook to a free port of this machine`));
    });
    server.listen({ host, port, backlog: BACKLOG }, () => {
      const own = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
      resolve((publicUrl ?? own).replace(/\/+$/, ""));
    });
  });
}

/** A proxy in front of the receiver may add to the front of the path; the token says whose delivery it is, when nothing follows it but a query. */
const TOKEN = /(?:^|\/)(dagrade-[0-9a-f]{32})(\/[^?]*)?(?:\?|$)/;

async function take(request: IncomingMessage, response: ServerResponse, hooks: ReadonlyMap<string, Hook>): Promise<void> {
  const { method = "", url: path = "/" } = request;
  const [, token, below] = TOKEN.exec(path) ?? [];
  const hook = token === undefined ? undefined : hooks.get(token);
  const isElsewhere = token === undefined || (hook !== undefined && below !== undefined);
  if (token === undefined) for (const open of hooks.values()) open.noteAstray({ method, path });
  else if (isElsewhere) hook?.noteStray({ method, path });
  else hook?.noteStart(request, method);
  try {
    const { bytes, isTruncated } = await readBody(request);
    hook?.noteEnd(request, "whole");
    if (isElsewhere || hook === undefined) answer(response, { status: isElsewhere ? 404 : 410, delayMs: 0 });
    else answer(response, hook.take({ method, path, headers: headersOf(request), bytes, isTruncated }));
  } catch {
    hook?.noteEnd(request, "broken"); // the sender gave up
    response.destroy();
  }
}

/** The body, or its start when it is too large; it is read to its end in any case, so that the sender gets an answer. */
async function readBody(request: IncomingMessage): Promise<{ bytes: Uint8Array; isTruncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (size < MAX_BODY_BYTES) chunks.push(chunk.subarray(0, MAX_BODY_BYTES - size));
    size += chunk.length;
  }
  return { bytes: Buffer.concat(chunks), isTruncated: size > MAX_BODY_BYTES };
}

function answer(response: ServerResponse, { status, delayMs }: { status: number; delayMs: number }): void {
  if (delayMs === 0) return void response.writeHead(status).end();
  const timer = setTimeout(() => response.writeHead(status).end(), delayMs);
  response.once("close", () => clearTimeout(timer));
}

function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    const value = String(rawHeaders[index + 1]);
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}
