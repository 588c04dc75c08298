// @ts-check
import { localExec } from "dagrade";

/**
 * How the library reaches a Directus: over HTTP, in its database, in its folder and by its command line.
 * @param {import("./directus.js").Directus} directus
 * @returns {Pick<import("dagrade").EvaluateOptions, "target" | "variables" | "harvest" | "evidence">}
 */
export function graderOf(directus) {
  const { baseUrl, folder, database, admin, tokenSecret } = directus;
  return {
    target: {
      baseUrl,
      workspace: folder,
      database: { kind: "postgres", ...database },
      exec: localExec({ cwd: folder }),
      users: { admin, editor: { email: "editor@example.com", password: "Editor-pass-1" } },
      auth: {
        request: { path: "/auth/login", json: { email: "{{email}}", password: "{{password}}" } },
        token: { jsonPath: "$.data.access_token", header: "Authorization", scheme: "Bearer" },
        verify: { path: "/users/me" },
      },
      disposable: true,
      secrets: [database.password, tokenSecret],
    },
    variables: { token_secret: tokenSecret },
    harvest: "none", // the document captures what it uses
    evidence: { redact: ["access_token", "refresh_token", "password"] },
  };
}
