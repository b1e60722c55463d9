/** The options of WebSocket connections from the deployment, for one of them. */
import type { Tracer } from "../../durable/ports/tracer.ts";
import { authenticate, rateRefusal } from "../auth/authenticate.ts";
import type { Environment } from "../platform/environment.ts";
import { networkOf } from "../platform/network-address.ts";
import { delayOperation } from "../request/delayed-refusal.ts";
import type { Isolate } from "../request/isolate.ts";
import { requestContext, timers } from "../request/request-context.ts";
import type { Settings } from "../settings/settings.ts";
import type { SocketPorts } from "./graph-socket.ts";

export function socketPorts(
  handshake: Request,
  settings: Settings,
  environment: Environment,
  isolate: Isolate,
  tracer: Tracer,
): SocketPorts {
  const address = networkOf(handshake.headers);
  const { perAddress, perSubject, perTenant, ...caps } = settings.subscriptionCaps;
  // Twice as many as subscriptions, because a client that connects again may have both connections for a while.
  const connectionCaps = { ...caps, perAddress: 2 * perAddress, perSubject: 2 * perSubject, perTenant: 2 * perTenant };
  return {
    endpoint: () => isolate.endpoint(),
    authenticate: (credential) => authenticate(credential, handshake, settings, environment, isolate),
    rateRefusal: async (caller) => {
      const refusal = await rateRefusal(caller, settings, environment, isolate);
      if (refusal !== undefined) await delayOperation(caller.tenant, refusal.retryAfterSeconds, isolate, settings);
      return refusal;
    },
    takeTurn: async ({ tenant }) => {
      const operation = {};
      await isolate.turns.take(operation, tenant);
      return () => isolate.turns.leave(operation);
    },
    contextOf: (caller) => requestContext(environment, settings, isolate, caller, address),
    gateOf: (caller) => isolate.sockets.gateFor(caller, address, connectionCaps, Date.now()),
    enterAsStranger: (close) => isolate.strangers.enter(address, close),
    maxSubscriptions: settings.subscriptionCaps.perSocket,
    clock: timers,
    now: Date.now,
    tracer,
  };
}
