// @ts-check
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port of the loopback interface that nobody listened on a moment ago. Another program may take it before it is used.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}
