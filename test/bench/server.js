// @ts-check
/** A server in a process of its own, so that it does not share the event loop of what is measured. */
import { fork } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

/**
 * Starts a server that answers every request with a JSON body of about `bytes` bytes.
 * @param {number} bytes
 * @returns {Promise<{ baseUrl: string, stop: () => void }>}
 */
export async function startBenchServer(bytes) {
  const child = fork(fileURLToPath(import.meta.url), [String(bytes)]);
  const port = await new Promise((resolve) => child.once("message", resolve));
  return { baseUrl: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const body = JSON.stringify({ id: 1, ok: true, items: [1, 2, 3], filler: "x".repeat(Number(process.argv[2])) });
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
  });
  server.listen(0, "127.0.0.1", () => process.send?.(/** @type {import("node:net").AddressInfo} */ (server.address()).port));
  process.on("disconnect", () => process.exit());
}
