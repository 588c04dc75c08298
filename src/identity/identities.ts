import type { Diagnostic } from "../model/dag.js";
import type { Secrets } from "../model/secrets.js";
import type { Target } from "../ports/target.js";
import type { Clock } from "../ports/clock.js";
import type { HttpClient, HttpTransport, IdentityPort } from "../ports/http.js";
import { LoginDesk } from "./log-in.js";
import { NodeClient } from "./node-client.js";
import { Origins } from "./origins.js";
import { Strategies } from "./strategies.js";
import { Wire } from "./wire.js";

/** Who the nodes of a run are: logins are shared by all of them, cookies and acting roles by none. */
export interface Identities {
  /** A node's client and identity; `signal` gives the signal of the step that is running. */
  forNode(nodeId: string, signal: () => AbortSignal): { readonly http: HttpClient; readonly identity: IdentityPort; readonly browsingAs: NodeClient["browsingAs"] };
  /** Where paths of pages lead: behind the frontend's URL, else the base URL. */
  readonly frontend: Origins;
}

export interface IdentityOptions {
  readonly target: Target;
  readonly transport: HttpTransport;
  /** Is told every token, session cookie and password that turns up. */
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Is told what the run's report should say about the logins. */
  readonly note: (diagnostic: Diagnostic) => void;
}

/** The identities of one run. Throws `CONFIG_INVALID` when an address of the target is no http(s) URL. */
export function createIdentities({ target, transport, secrets, clock, note }: IdentityOptions): Identities {
  const wire = new Wire(target, transport);
  const strategies = new Strategies(target.auth);
  const desk = new LoginDesk({ users: target.users, strategies, wire, secrets, clock, note });
  const shared = { wire, strategies, desk, secrets, followRedirects: target.http?.followRedirects ?? false };
  return {
    forNode(nodeId, signal) {
      const client = new NodeClient(shared, nodeId, signal);
      return { http: client, identity: client, browsingAs: (role) => client.browsingAs(role) };
    },
    frontend: pageOrigins(target),
  };
}

function pageOrigins({ baseUrl, frontendUrl, origins = [] }: Target): Origins {
  if (frontendUrl === undefined) return new Origins({ ...(baseUrl !== undefined && { baseUrl }), origins });
  return new Origins({ baseUrl: frontendUrl, origins: baseUrl === undefined ? origins : [...origins, baseUrl] });
}
