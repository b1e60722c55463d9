/** Executions, reached as Durable Objects by name. Each method of the client is one call, repeated only where that does no harm. */
import type { ExecutionClient } from "../../graph/base/ports.ts";
import type { ExecutionStub, ObjectNamespace } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
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
  const ask = <Answer>(execution: string, call: (stub: ExecutionStub) => Promise<Answer>) =>
    callObject(namespace, execution, call);
  return {
    start: (request, location) =>
      callObject(near(namespace, location), request.execution, (stub) => stub.start(request)),
    lookup: (execution, fingerprint, subject) => ask(execution, (stub) => stub.lookup(fingerprint, subject)),
    read: (execution, withValues) => ask(execution, (stub) => stub.read(withValues)),
    value: (execution, sequence, slot) => ask(execution, (stub) => stub.value(sequence, slot)),
    groupOutput: (execution, stepId) => ask(execution, (stub) => stub.groupOutput(stepId)),
    projection: (execution, dialect) => ask(execution, (stub) => stub.projection(dialect)),
    events: (execution, after, limit) => ask(execution, (stub) => stub.events(after, limit)),
    cancel: (execution, by, reason) => ask(execution, (stub) => stub.cancel(by, reason)),
    respond: (execution, answer) => ask(execution, (stub) => stub.respond(answer)),
    submit: (execution, submission) => ask(execution, (stub) => stub.submit(submission)),
    derive: (execution, request, withValues) => ask(execution, (stub) => stub.derive(request, withValues)),
    webhooks: (execution) => ask(execution, (stub) => stub.webhooks()),
    delete: (execution) => ask(execution, (stub) => stub.delete()),
    announce: (execution) => ask(execution, (stub) => stub.announce()),
    watch: (execution, options) =>
      watchFeed(() => dialObject(namespace.getByName(execution)), eventFeed, options, clock, random),
  };
}
