import { onTestFinished } from "vitest";
import { openHttpTransport } from "../../src/adapters/http-transport.js";
import { createIdentities, type Identities } from "../../src/identity/identities.js";
import type { Diagnostic } from "../../src/model/dag.js";
import { Secrets } from "../../src/model/secrets.js";
import type { Target } from "../../src/ports/target.js";
import type { Clock } from "../../src/ports/clock.js";
import type { HttpClient, IdentityPort } from "../../src/ports/http.js";

/** A node's client and identity in one. */
export interface TestNode extends HttpClient, Pick<IdentityPort, "login"> {
  readonly identity: IdentityPort;
}

/** The identities of a run against a target, over the real transport; `clock.time` can be moved by the test. */
export function openRun(target: Target): { node: (id?: string, signal?: AbortSignal) => TestNode; secrets: Secrets; clock: Clock & { time: number }; notes: Diagnostic[] } {
  const transport = openHttpTransport();
  onTestFinished(() => transport.close());
  const secrets = new Secrets();
  const notes: Diagnostic[] = [];
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time, sleep: () => Promise.resolve() };
  const identities: Identities = createIdentities({ target, transport, secrets, clock, note: (diagnostic) => notes.push(diagnostic) });
  const node = (id = "NODE", signal = new AbortController().signal): TestNode => {
    const { http, identity } = identities.forNode(id, () => signal);
    return { identity, send: (request) => http.send(request), prepare: (request) => http.prepare(request), login: (request) => identity.login(request) };
  };
  return { node, secrets, clock, notes };
}
