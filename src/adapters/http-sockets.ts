import { Socket } from "node:net";
import type { buildConnector } from "undici";

/** Milliseconds until a connection must stand; a request whose own limit is shorter ends sooner. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Every socket of a transport, so that none outlives it: undici alone would let a connection that is being made go on. */
export class HttpSockets {
  readonly #insecureTls: boolean;
  readonly #open = new Set<Socket>();
  #isResetting = false;

  constructor({ insecureTls }: { readonly insecureTls: boolean }) {
    this.#insecureTls = insecureTls;
  }

  /** What undici makes connections with. Certificates are verified unless the target says otherwise, whatever the environment says. */
  connector(build: typeof buildConnector): buildConnector.connector {
    const connect = build({ timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: !this.#insecureTls });
    return (options, callback) => {
      const socket: unknown = connect(options, callback);
      if (socket instanceof Socket) this.#keep(socket);
    };
  }

  /**
   * True while a reset of a connection is being handled. undici takes a reset for the end of a body that lasts until the
   * connection closes; such a body may have been cut.
   */
  get isResetting(): boolean {
    return this.#isResetting;
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    socket.on("error", () => {
      this.#isResetting = true;
      queueMicrotask(() => (this.#isResetting = false));
    });
  }
}
