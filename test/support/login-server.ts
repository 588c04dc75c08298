import type { ServerResponse } from "node:http";
import type { Target } from "../../src/ports/target.js";
import { sendJson, startServer, type SeenRequest, type TestServer } from "./server.js";

/** The users of {@link startLoginServer}. */
export const users = {
  admin: { username: "ada", email: "ada@example.test", password: "correct-horse" },
  member: { username: "bob", email: "bob@example.test", password: "battery-staple" },
} as const;

export interface LoginServer extends TestServer {
  /** Requests to the login, in order. */
  logins(): SeenRequest[];
  /** Forgets every session. */
  forget(): void;
}

/** A JSON login at POST /login that gives out a token and a cookie; `GET /me` names whoever asks, else 401. POST /logout ends the session. */
export async function startLoginServer(more: (request: SeenRequest, response: ServerResponse, who: string | undefined) => boolean | Promise<boolean> = () => false): Promise<LoginServer> {
  const sessions = new Map<string, string>();
  let count = 0;
  const server = await startServer(async (request, response) => {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const cookie = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? "")?.[1];
    const who = sessions.get(bearer ?? "") ?? sessions.get(cookie ?? "");
    if (await more(request, response, who)) return;
    if (request.path === "/login") {
      const { username, password } = JSON.parse(request.body || "{}") as Record<string, string>;
      const user = Object.values(users).find((one) => one.username === username && one.password === password);
      if (user === undefined) return sendJson(response, { error: "wrong username or password" }, 401);
      const token = `session-${user.username}-${++count}-0123456789`;
      sessions.set(token, user.username);
      return sendJson(response, { token, user: { id: user.username.length } }, 200, { "set-cookie": `sid=${token}; Path=/; HttpOnly` });
    }
    if (request.path === "/logout" && request.method === "POST") {
      sessions.delete(bearer ?? "");
      sessions.delete(cookie ?? "");
      return void response.writeHead(204, { "set-cookie": "sid=; Path=/; Max-Age=0" }).end();
    }
    return sendJson(response, who === undefined ? { error: "who are you?" } : { who }, who === undefined ? 401 : 200);
  });
  return { ...server, logins: () => server.seen.filter(({ path }) => path === "/login"), forget: () => sessions.clear() };
}

/** The target of a login server: by its token, or by its cookie. */
export function targetOf(url: string, by: "token" | "cookie" = "token"): Target & { readonly baseUrl: string } {
  return {
    baseUrl: url,
    users,
    auth: {
      request: { path: "/login", json: { username: "{{username}}", password: "{{password}}" } },
      ...(by === "token" && { token: { jsonPath: "$.token" } }),
    },
  };
}
