/** The session of the A2A server for one request: the clients of the caller's tenant and the settings of the deployment. */
import type { A2aSession, WorkResult } from "../../a2a-server/ports.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { ServedCallable } from "../../catalog/snapshot/served-callable.ts";
import type { InvocationMessage } from "../../execution/commands/invocation-message.ts";
import type { RequestContext } from "../../graph/base/graph-context.ts";
import { freshRequestId, requestTrace } from "../../graph/start/request-trace.ts";
import type { JsonObject } from "../../json/json.ts";
import { type Environment, indexName } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";
import { objectsOf } from "../platform/placement.ts";
import { callableInput } from "../request/callable-input.ts";
import type { ServedContext } from "../request/request-context.ts";
import type { Settings } from "../settings/settings.ts";
import { readLink } from "./a2a-link.ts";

/** The operation, and its request. */
export interface A2aRequest {
  readonly served: ServedCallable;
  readonly catalog: CatalogSnapshot;
  readonly card: JsonObject;
  readonly headers: Headers;
  /** Where the deployment is reached. */
  readonly origin: string;
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
}

export function a2aSession(
  { card, catalog, headers, origin, served, signal }: A2aRequest,
  graph: ServedContext,
  settings: Settings,
  environment: Environment,
): A2aSession {
  const { caller, clients, now, randomHex, subscriptions } = graph;
  const { tenant } = caller;
  const { egress, humanInputTimeoutMs, limits, promptsEnabled } = settings;
  return {
    caller,
    card,
    served,
    signal,
    now,
    clients: {
      work: async (message) => work(served, message, catalog, graph),
      executions: clients.executions,
      tasks: {
        list: (query) =>
          callObject(objectsOf(environment, "INDEX", tenant), indexName(tenant), (stub) => stub.tasks(query)),
      },
      links: { read: (url) => readLink(url, settings, signal) },
      identity: clients.identity,
      connections: { url: (connection, mayForTenant) => clients.secrets.connectUrl(connection, origin, mayForTenant) },
    },
    settings: { maxDepth: limits.defaults.maxDepth, egress, promptsEnabled, humanInputTimeoutMs },
    trace: requestTrace(headers, graph),
    requestId: freshRequestId(now(), randomHex),
    enterStream: () => {
      const answer = subscriptions.enter();
      if (answer.kind === "ENTERED") return { ok: true, leave: answer.leave };
      const { cap, maximum } = answer;
      return {
        ok: false,
        message: `Cannot open the stream: required at most ${maximum} of the ${cap} at a time, found as many`,
      };
    },
    ...(graph.onOperation !== undefined && { onOperation: graph.onOperation }),
    log: (record) => console.error(JSON.stringify(record)),
  };
}

function work(
  { callable, kind }: ServedCallable,
  message: InvocationMessage,
  catalog: CatalogSnapshot,
  { settings }: RequestContext,
): WorkResult {
  const result = callableInput(kind, callable.name, message, catalog, settings);
  if (result.ok) return result;
  if ("failure" in result) return { ok: false, code: result.failure.code, message: result.failure.message };
  const found = result.problems.map(({ message: problem }) => problem).join("; ");
  return { ok: false, code: result.problems[0]?.kind ?? "INTERNAL", message: found };
}
