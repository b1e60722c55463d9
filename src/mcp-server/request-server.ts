/**
 * The official server object with the tools of one caller, made for each request: the handler speaks 2026-07-28 through it, and without
 * sessions the two revisions before. In those a lost connection cancels nothing.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  type McpRequestContext,
  type ProgressNotification,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { faultText } from "../json/fault-text.ts";
import { isJsonObject, type JsonObject, ownValue } from "../json/json.ts";
import { takesForms } from "./elicitation.ts";
import type { Following } from "./follow-run.ts";
import { toolPage } from "./listed-tools.ts";
import { type McpSession, protocolVersions } from "./ports.ts";
import { type CallAsks, callTool } from "./tool-call.ts";

/** How long a list may be kept: as long as the isolate keeps the catalog. */
const LIST_TTL_MS = 5_000;
const DISCOVER_TTL_MS = 60_000;

/** The server that answers one request. */
export function serverFor({ era }: McpRequestContext, session: McpSession): Server {
  const { clients, promptsServed, version } = session;
  const server = new Server(
    { name: "planwright", version },
    {
      capabilities: { tools: {} },
      supportedProtocolVersions: [...protocolVersions],
      cacheHints: {
        "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" },
        "server/discover": { ttlMs: DISCOVER_TTL_MS, cacheScope: "private" },
      },
    },
  );
  server.setRequestHandler("tools/list", ({ params }) =>
    guarded(session, async () => {
      const page = toolPage(await clients.catalog(false), promptsServed, params?.cursor);
      if (page !== undefined) return { ...page };
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Cannot list tools: required a cursor of this list");
    }),
  );
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) =>
    guarded(session, async () => {
      const state = mcpReq.requestState<string>();
      const call = {
        name: params.name,
        arguments: (params.arguments ?? {}) as JsonObject,
        meta: mcpReq._meta,
        takesForms:
          era === "modern" && takesForms(ownValue({ ...mcpReq.envelope } as JsonObject, CLIENT_CAPABILITIES_META_KEY)),
        resumed: state === undefined ? undefined : { state, responses: mcpReq.inputResponses ?? {} },
      };
      const report = reporter(mcpReq._meta?.progressToken, (notification) => mcpReq.notify(notification));
      const cancelsOnLeave = era === "modern";
      const called = await callTool(call, { signal: mcpReq.signal, cancelsOnLeave, report }, session);
      // The client has left. The library sends it nothing.
      if (called === undefined) return { content: [] };
      if ("asks" in called) return asking(called);
      const { answer, outputSchema } = called;
      const result = { ...answer, content: [...answer.content] };
      // Until 2025-11-25 structured content is always an object.
      return server.projectCallToolResult(
        result,
        isJsonObject(outputSchema) && !answer.isError ? outputSchema : undefined,
      );
    }),
  );
  return server;
}

/** The result that has the client ask its person. */
function asking({ asks, state }: CallAsks): InputRequiredResult {
  const requests = asks.map(({ message, requestId, requestedSchema }) => {
    const params = { message, requestedSchema: requestedSchema as ElicitRequestFormParams["requestedSchema"] };
    return [requestId, inputRequired.elicit(params)] as const;
  });
  return inputRequired({ inputRequests: Object.fromEntries(requests), requestState: state });
}

/** Sends the finished result to the client that asked for it. Null if nobody did. */
function reporter(
  progressToken: string | number | undefined,
  notify: (notification: ProgressNotification) => Promise<void>,
): Following["report"] {
  if (progressToken === undefined) return undefined;
  return ({ finished, message, total }) => {
    const counted = total === undefined ? {} : { total };
    const params = { progressToken, progress: finished, message, ...counted };
    // A stream that has just closed says so by its signal.
    return notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** Faults of ours are logged, and shown as such without their text. */
async function guarded<Answer>(session: McpSession, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    session.log({ log: "mcp_error", error: faultText(error) });
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      "Cannot answer: this software failed, or cannot be reached",
    );
  }
}
