// @ts-check
import { STATUS_CODES } from "node:http";
import { WebSocketServer } from "ws";
import { visitor } from "../domain/users.js";
import { readSession } from "./dispatch.js";

/** @import { IncomingMessage } from "node:http" */
/** @import { Duplex } from "node:stream" */
/** @import { WebSocket } from "ws" */
/** @import { Events, HelpdeskEvent } from "../domain/events.js" */
/** @import { Policy } from "../domain/policy.js" */
/** @import { Sessions } from "../domain/sessions.js" */
/** @import { User } from "../domain/users.js" */

const path = "/api/feed";
const pingMs = 30_000;

/**
 * What happens to the tickets that a user may see, as it happens, over a WebSocket: `{event, data}`, the first one `hello`.
 * @param {{ events: Events, policy: Policy, sessions: Sessions }} parts
 */
export function createFeed({ events, policy, sessions }) {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  /** @type {Map<WebSocket, User>} */
  const viewers = new Map();
  const pings = setInterval(() => {
    for (const socket of viewers.keys()) socket.ping();
  }, pingMs).unref();

  const feed = {
    /**
     * Takes over a connection, or refuses it with an HTTP status.
     * @param {IncomingMessage} incoming
     * @param {Duplex} socket
     * @param {Buffer} head
     */
    async accept(incoming, socket, head) {
      socket.on("error", () => socket.destroy());
      const { token, isCookie } = readSession(incoming);
      const user = (token && (await sessions.find(token))) || visitor;
      if (new URL(incoming.url ?? "/", "http://helpdesk").pathname !== path) return refuse(socket, 404);
      if (user === visitor) return refuse(socket, 401);
      if (isCookie && !isOwnPage(incoming)) return refuse(socket, 403);
      server.handleUpgrade(incoming, socket, head, (connection) => {
        viewers.set(connection, user);
        connection.on("close", () => viewers.delete(connection));
        connection.on("error", () => connection.terminate());
        connection.send(JSON.stringify({ event: "hello", data: { role: user.role } }));
      });
    },

    /** @param {HelpdeskEvent} event */
    tell({ name, ticket }) {
      const { id, subject, status, priority } = ticket;
      const message = JSON.stringify({ event: name, data: { id, subject, status, priority } });
      for (const [connection, user] of viewers) if (policy.mayReadTicket(user, ticket)) connection.send(message);
    },

    close() {
      clearInterval(pings);
      for (const connection of viewers.keys()) connection.terminate();
    },
  };
  events.listen((event) => feed.tell(event));
  return feed;
}

/** @typedef {ReturnType<typeof createFeed>} Feed */

/**
 * A browser sends cookies along whatever page opens the connection, and says which one it was.
 * @param {IncomingMessage} incoming
 */
function isOwnPage({ headers: { origin, host } }) {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * @param {Duplex} socket
 * @param {number} status
 */
function refuse(socket, status) {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
