/**
 * `/mcp`: host and origin first, then the size of the body, then credentials, rates and scopes, and only then the endpoint. The same
 * credentials, limits and objects as those of the API; refusals speak JSON-RPC.
 */

import type { Context, ExecutionContext, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { holdsScope } from "../../access/audience.ts";
import { nodeId } from "../../graph/base/node-id.ts";
import { requestLimits } from "../../graph/base/request-limits.ts";
import type { Scope } from "../../graph/base/schema.generated.ts";
import { freshRequestId, requestTrace } from "../../graph/start/request-trace.ts";
import { errorResponse } from "../../mcp-server/error-response.ts";
import type { McpSession } from "../../mcp-server/ports.ts";
import { authenticate, credentialOf } from "../auth/authenticate.ts";
import { ofWholeTenant, refusalHeaders } from "../auth/authentication.ts";
import { origins } from "../auth/origins.ts";
import type { AppContext } from "../platform/app-context.ts";
import { isLoopback } from "../platform/loopback.ts";
import { networkOf } from "../platform/network-address.ts";
import { version } from "../platform/version.ts";
import type { Isolate } from "../request/isolate.ts";
import { requestContext, timers } from "../request/request-context.ts";
import type { Settings } from "../settings/settings.ts";
import { orchestrationClient, runClient } from "./mcp-work.ts";
import { revocableStream } from "./revocable-stream.ts";

export const mcpPath = "/mcp";

/** Adds the route to the app. */
export function mcpRoute(app: Hono<AppContext>, isolate: Isolate): void {
  app.use(mcpPath, servedHosts, origins, bodyLimit({ maxSize: requestLimits.bytes, onError: tooLarge }));
  app.all(mcpPath, async (context) => {
    const { env, req, var: variables } = context;
    const { settings } = variables;
    const answer = ofWholeTenant(await authenticate(credentialOf(req.raw), req.raw, settings, env, isolate));
    if (!answer.ok) return errorResponse(answer.status, answer.status, answer.message, null, refusalHeaders(answer));
    const traced = { onOperation: variables.onOperation, platformTrace: variables.platformTrace };
    const graph = requestContext(env, settings, isolate, answer.caller, networkOf(req.raw.headers));
    const text = req.method === "POST" ? await req.text() : undefined;
    const { mcpEndpoint } = await import("../../mcp-server/endpoint.ts");
    const session = sessionOf({ ...graph, ...traced, request: req.raw }, settings, context);
    return revocableStream(await mcpEndpoint(req.raw, text, session), graph.subscriptions);
  });
}

function sessionOf(
  graph: Parameters<typeof orchestrationClient>[0],
  { humanInputTimeoutMs, limits, promptsEnabled }: Settings,
  context: Context<AppContext>,
): McpSession {
  const { caller, clients, now, randomHex, request } = graph;
  const holds = (scope: Scope) => holdsScope(caller.scopes, scope);
  return {
    caller: {
      ...caller,
      mayList: holds("REGISTRY_READ"),
      mayCall: holds("EXECUTION_START"),
      mayAnswer: holds("HUMAN_INPUT_RESPOND"),
    },
    clients: {
      executions: clients.executions,
      orchestration: orchestrationClient(graph),
      runs: runClient(graph),
      catalog: async (isCurrent) => {
        const catalog = await clients.catalog.snapshot({ kind: isCurrent ? "CURRENT" : "CACHED" });
        if (catalog === undefined) throw new Error("The catalog gave no snapshot although no revision was demanded");
        return catalog;
      },
      publicId: (execution) => nodeId({ kind: "EXECUTION", execution }, graph),
      seal: (content) => clients.identity.seal(content),
      open: (sealed) => clients.identity.open(sealed),
    },
    version,
    promptsServed: promptsEnabled,
    limits: limits.defaults,
    humanInputTimeoutMs,
    requestId: freshRequestId(now(), randomHex),
    trace: requestTrace(request.headers, graph),
    gate: graph.subscriptions,
    clock: timers,
    randomHex,
    keepAlive: (work) => lifetimeOf(context)?.waitUntil(work),
    ...(graph.onOperation !== undefined && { onOperation: graph.onOperation }),
    log: (record) => console.info(JSON.stringify(record)),
  };
}

/** Undefined where the app is called without a platform. */
function lifetimeOf(context: Context<AppContext>): ExecutionContext | undefined {
  try {
    return context.executionCtx;
  } catch {
    return undefined;
  }
}

/**
 * Refuses requests that were addressed to a host which the deployment does not serve: a page that rebinds its name to an address of this
 * machine still names itself. Where the deployment does not know its own name, only one that asks for credentials can be reached under
 * any: no browser adds those to the request of such a page.
 */
const servedHosts: MiddlewareHandler<AppContext> = async ({ req, var: { settings } }, next) => {
  if (isServedHost(req.url, settings)) return next();
  return errorResponse(
    403,
    403,
    "Cannot serve the request: required a host that this deployment serves, found another",
  );
};

function isServedHost(address: string, { auth, publicUrl }: Settings): boolean {
  if (isLoopback(address)) return true;
  if (auth?.mode === "none") return false;
  return publicUrl === null || new URL(publicUrl).host === new URL(address).host;
}

function tooLarge(): Response {
  const message = `Cannot read the request: required a body of at most ${requestLimits.bytes} bytes, found more`;
  return errorResponse(413, 413, message);
}
