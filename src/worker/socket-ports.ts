/** What the connections of WebSockets need of the deployment, for one of them. */
import type { Tracer } from "../durable/tracer.ts";
import { authenticate, isWithinRate } from "./authenticate.ts";
import type { Environment } from "./environment.ts";
import type { SocketPorts } from "./graph-socket.ts";
import type { Isolate } from "./isolate.ts";
import { networkOf } from "./network-address.ts";
import { requestContext, timers } from "./request-context.ts";
import type { Settings } from "./settings.ts";

export function socketPorts(
  handshake: Request,
  settings: Settings,
  environment: Environment,
  isolate: Isolate,
  tracer: Tracer,
): SocketPorts {
  const address = networkOf(handshake.headers);
  return {
    endpoint: () => isolate.endpoint(),
    authenticate: (credential) => authenticate(credential, handshake, settings, environment, isolate),
    isWithinRate: (caller) => isWithinRate(caller, settings, environment),
    contextOf: (caller) => requestContext(environment, settings, isolate, caller, address),
    maxSubscriptions: settings.subscriptionCaps.perSocket,
    clock: timers,
    now: Date.now,
    tracer,
  };
}
