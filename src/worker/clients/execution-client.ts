/**
 * Room `worker/clients`: the ports of `graph`, `a2a-server` and `mcp-server`, implemented over Durable Objects and the artifact bucket: one
 * file per object or concern. It also owns the options of the objects (`object-options.ts`), the cached catalog of an isolate
 * (`catalog-client.ts`) and the links to artifacts.
 *
 * It leaves to others: the ports are declared by the rooms that need them, `worker/platform` names, places and calls objects, `durable` has
 * the objects.
 *
 * Invariants:
 *
 * - A call is repeated only where that does no harm.
 * - Requests share values, never promises: the platform forbids waiting for the work of another request (`catalog-client.ts`).
 * - Every start of a root execution pins the tenant's webhooks (`start-root-execution.ts`).
 *
 * This file is the client of executions. Each of its methods is one call of the object.
 */
import type { ExecutionClient } from "../../execution/client/execution-client.ts";
import type { ExecutionStub, ObjectNamespace } from "../platform/environment.ts";
import { callObject, namedMethods } from "../platform/object-call.ts";
import { near } from "../platform/placement.ts";
import { eventFeed } from "../watch/event-feed.ts";
import type { WatchClock } from "../watch/feed-pages.ts";
import { dialObject } from "../watch/feed-socket.ts";
import { watchFeed } from "../watch/watch.ts";

/** The client of executions. `clock` and `random` serve the watching only. */
export function executionClient(
  namespace: ObjectNamespace<ExecutionStub>,
  clock: WatchClock,
  random: () => number,
): ExecutionClient {
  return {
    ...namedMethods(namespace, ["lookup", "read", "value", "groupOutput", "projection", "events", "cancel", "respond"]),
    ...namedMethods(namespace, [
      "sourceLabels",
      "storedBytes",
      "submit",
      "derive",
      "webhooks",
      "push",
      "delete",
      "announce",
    ]),
    start: (request, location = null) =>
      callObject(near(namespace, location), request.execution, (stub) => stub.start(request)),
    watch: (execution, options) =>
      watchFeed(() => dialObject(namespace.getByName(execution)), eventFeed, options, clock, random),
  };
}
