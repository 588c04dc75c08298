import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";

/** The way out of a browser: what it can reach, decided for every connection, also behind redirects and in workers. */
export interface OriginGate {
  /** `socks5://127.0.0.1:<port>` */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens a SOCKS5 proxy (RFC 1928) on the loopback that connects to the hosts and ports of these origins and refuses
 * everything else.
 */
export async function openOriginGate(origins: readonly string[]): Promise<OriginGate> {
  const allowed = new Set(origins.map(addressOf));
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket.setNoDelay(true));
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client).setTimeout(HANDSHAKE_MS, () => client.destroy());
    greet(client, (host, port) => {
      client.setTimeout(0);
      if (!allowed.has(`${host}:${port}`)) return void client.end(answer(NOT_ALLOWED));
      const upstream = keep(connect({ host, port, autoSelectFamily: true }));
      upstream.once("connect", () => {
        client.write(answer(DONE));
        client.pipe(upstream).pipe(client);
      });
      upstream.once("error", () => client.end(answer(REFUSED)));
      upstream.once("close", () => client.destroySoon());
      client.once("close", () => upstream.destroy());
    });
  });
  await listening(server);
  server.unref();
  return {
    url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const HANDSHAKE_MS = 10_000;
const VERSION = 5;
const [DONE, NOT_ALLOWED, REFUSED] = [0, 2, 5];
const [IPV4, NAME, IPV6] = [1, 3, 4];

/** Host in lower case and port, as a SOCKS request names them. */
function addressOf(origin: string): string {
  const { hostname, port, protocol } = new URL(origin);
  return `${hostname.replace(/^\[|\]$/g, "")}:${port || (protocol === "https:" ? "443" : "80")}`;
}

/** Reads the greeting and the request of a client, in however many pieces they come. */
function greet(client: Socket, onRequest: (host: string, port: number) => void): void {
  let bytes = Buffer.alloc(0);
  let isGreeted = false;
  const read = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length > 1024 || bytes[0] !== VERSION) return void client.destroy();
    if (!isGreeted) {
      const length = 2 + (bytes[1] ?? Infinity);
      if (bytes.length < length) return;
      bytes = bytes.subarray(length);
      isGreeted = true;
      client.write(Buffer.from([VERSION, 0])); // no authentication
      if (bytes.length === 0) return;
    }
    const request = requestIn(bytes);
    if (request === undefined) return;
    client.off("data", read).pause();
    if (request.rest.length > 0) client.unshift(request.rest);
    onRequest(request.host, request.port);
  };
  client.on("data", read);
}

function requestIn(bytes: Buffer): { host: string; port: number; rest: Buffer } | undefined {
  const type = bytes[3];
  const start = type === NAME ? 5 : 4;
  const length = type === IPV4 ? 4 : type === IPV6 ? 16 : type === NAME ? bytes[4] : 0;
  if (length === undefined || bytes.length < start + length + 2) return undefined;
  const raw = bytes.subarray(start, start + length);
  const host = type === IPV4 ? raw.join(".") : type === IPV6 ? ipv6Of(raw) : raw.toString("latin1").toLowerCase();
  return { host, port: bytes.readUInt16BE(start + length), rest: bytes.subarray(start + length + 2) };
}

/** As the URL standard writes it. */
function ipv6Of(raw: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => raw.readUInt16BE(index * 2).toString(16));
  return new URL(`http://[${groups.join(":")}]`).hostname.replace(/^\[|\]$/g, "");
}

function answer(code: number | undefined): Buffer {
  return Buffer.from([VERSION, code ?? 1, 0, 1, 0, 0, 0, 0, 0, 0]);
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve());
  });
}
