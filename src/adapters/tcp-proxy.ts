import net, { type AddressInfo } from "node:net";
import { DagradeError } from "../errors.js";
import { SetupError } from "../model/outcome.js";
import type { Fault, FaultPort } from "../ports/fault.js";
import { ProxyConnection } from "./tcp-proxy-connection.js";

/** One link: where its traffic goes, and where the system under test finds it. */
export interface ProxyLink {
  /** `host:port` of the dependency itself. */
  readonly upstream: string;
  /** `host:port` or a port to listen on; default: a free port of 127.0.0.1. */
  readonly listen?: string | number | undefined;
}

/** The proxies of some links, all of them whole until a fault is injected. */
export interface TcpProxy extends FaultPort {
  /** Where the system under test has to connect, by the name of the link, as `host:port`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Ends every connection and stops to listen. */
  close(): Promise<void>;
}

/**
 * Puts a TCP proxy into each link between the system under test and something that it depends on, so that
 * `network_fault_inject` can break it: configure the system with `addresses` in the place of the real ones. The host closes
 * it. Rejects with `CONFIG_INVALID` for an address that can not be read or listened on.
 */
export async function tcpProxy(links: Readonly<Record<string, ProxyLink>>): Promise<TcpProxy> {
  const opened: OpenLink[] = [];
  try {
    for (const [name, link] of Object.entries(links)) opened.push(await openLink(name, link));
  } catch (error) {
    await Promise.all(opened.map((link) => link.close()));
    throw error;
  }
  const byName = new Map(opened.map((link) => [link.name, link]));
  return {
    addresses: Object.fromEntries(opened.map(({ name, address }) => [name, address])),

    inject(fault, signal) {
      const link = byName.get(fault.link);
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (link === undefined) return Promise.reject(unknownLink(fault.link, [...byName.keys()]));
      if (link.fault !== undefined) return Promise.reject(new SetupError("link-in-use", `expected the link ${JSON.stringify(fault.link)} to be whole, got one that another step has broken`));
      const affected = link.breakBy(fault);
      return Promise.resolve({
        observe: () => Promise.resolve({ isActive: link.fault === fault && link.isListening, affected: affected.size }),
        lift: () => Promise.resolve(link.fault === fault ? link.heal() : undefined),
      });
    },

    close: async () => {
      await Promise.all(opened.map((link) => link.close()));
    },
  };
}

/** A proxy that listens. */
class OpenLink {
  fault: Fault | undefined;
  readonly name: string;
  readonly address: string;
  readonly #server: net.Server;
  readonly #connections = new Set<ProxyConnection>();
  #affected = new Set<ProxyConnection>();

  constructor(name: string, address: string, server: net.Server, upstream: net.TcpNetConnectOpts) {
    this.name = name;
    this.address = address;
    this.#server = server;
    server.on("connection", (socket) => {
      const connection: ProxyConnection = new ProxyConnection(socket, upstream, {
        onMeet: () => void this.#affected.add(connection),
        onClose: () => void this.#connections.delete(connection),
      });
      this.#connections.add(connection);
      connection.apply(this.fault);
    });
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** The connections that meet the fault are added to what this returns. */
  breakBy(fault: Fault): ReadonlySet<unknown> {
    this.fault = fault;
    this.#affected = new Set();
    for (const connection of this.#connections) connection.apply(fault);
    return this.#affected;
  }

  heal(): void {
    this.fault = undefined;
    for (const connection of this.#connections) connection.apply(undefined);
  }

  close(): Promise<void> {
    const closing = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const connection of this.#connections) connection.destroy();
    return closing;
  }
}

async function openLink(name: string, { upstream, listen = 0 }: ProxyLink): Promise<OpenLink> {
  const at = typeof listen === "number" ? { host: "127.0.0.1", port: listen } : addressOf(listen, `the link ${JSON.stringify(name)} to listen on`);
  const target = addressOf(upstream, `the upstream of the link ${JSON.stringify(name)}`);
  const server = net.createServer({ noDelay: true, allowHalfOpen: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(at.port, at.host, resolve);
  }).catch((cause: unknown) => {
    throw new DagradeError("CONFIG_INVALID", `expected an address for the link ${JSON.stringify(name)} to listen on, got ${at.host}:${at.port}: ${(cause as Error).message}`, { cause });
  });
  const { port } = server.address() as AddressInfo;
  return new OpenLink(name, at.host.includes(":") ? `[${at.host}]:${port}` : `${at.host}:${port}`, server, target);
}

/** `host:port`, an IPv6 address in brackets. */
function addressOf(text: string, what: string): { host: string; port: number } {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host !== undefined && port <= 65_535) return { host, port };
  throw new DagradeError("CONFIG_INVALID", `expected \`host:port\` as ${what}, got ${JSON.stringify(text)}`);
}

function unknownLink(name: string, known: readonly string[]): SetupError {
  return new SetupError("no-such-link", `expected a link of the proxy (${known.map((each) => JSON.stringify(each)).join(", ") || "it has none"}), got ${JSON.stringify(name)}; declare it in tcpProxy()`);
}
