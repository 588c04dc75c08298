import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { selfSigned } from "./self-signed.js";

/** What a server was asked, its body read to the end. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** The body as it came. */
  readonly bytes: Uint8Array;
}

export interface TestServer {
  /** Origin without a trailing slash. */
  readonly url: string;
  /** Everything that it was asked, in order of arrival. */
  readonly seen: SeenRequest[];
  /** How many connections were made. */
  connections(): number;
  /** Ends it and every connection; done by itself at the end of the test. */
  close(): Promise<void>;
}

export type Handler = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** An HTTP server on the loopback, closed when the test is over. */
export async function startServer(handler: Handler, options: { readonly tls?: boolean } = {}): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    const bytes = Buffer.concat(chunks);
    const one = { method, path, headers, body: bytes.toString(), bytes };
    seen.push(one);
    await handler(one, response);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => void answer(request, response).catch((error: Error) => response.destroy(error));
  const server = options.tls === true ? https.createServer(selfSigned, onRequest) : http.createServer(onRequest);
  return { ...(await listen(server, options.tls === true ? "https" : "http")), seen };
}

/** A TCP server on the loopback that speaks whatever the test wants, closed when the test is over. */
export async function startRawServer(onConnection: (socket: net.Socket) => void): Promise<Omit<TestServer, "seen">> {
  return listen(net.createServer(onConnection), "http");
}

/** A raw server that answers the first bytes of every connection with these, and then does as told. */
export function startAnswering(answer: string | Buffer, then: "end" | "keep" | "reset" = "end"): Promise<Omit<TestServer, "seen">> {
  return startRawServer((socket) => {
    socket.once("data", () => {
      socket.write(answer, () => {
        if (then === "end") socket.end();
        if (then === "reset") setTimeout(() => socket.resetAndDestroy(), 20);
      });
    });
  });
}

/** An origin where nothing listens. */
export async function deadOrigin(): Promise<string> {
  const server = await startRawServer(() => undefined);
  await server.close();
  return server.url;
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: http.OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}

export function sendHtml(response: ServerResponse, html: string, status = 200, headers: http.OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(html);
}

async function listen(server: net.Server, scheme: "http" | "https"): Promise<Omit<TestServer, "seen">> {
  const sockets = new Set<net.Socket>();
  let connections = 0;
  server.on("connection", (socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  onTestFinished(close);
  return { url: `${scheme}://127.0.0.1:${port}`, connections: () => connections, close };
}
