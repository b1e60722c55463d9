/**
 * The client of a deployment: starts executions, follows them without loss, answers for people. It needs `fetch` with streams and nothing
 * else, so it runs in browsers, Node, Workers, Deno and Bun.
 *
 * It owns the number of tries, the identity of a repeated request, and the position of a stream. It leaves to others: the operations and
 * their shapes are generated from `schema.graphql`, GraphQL clients of other makers resume with `resumable`.
 *
 * - A start is made exactly once over every network: its key is made here, once, before the first try.
 * - Failures that a caller can act upon are values (`Result`, `FAILED`). The reason of an aborted signal, and bugs, are thrown.
 */

import type { ClientOptions, Page, PlanwrightClient, RunSource } from "./client-interface.ts";
import { type Connection, growingDelay, type Streams } from "./connection.ts";
import { conversationClient } from "./conversation-client.ts";
import { httpSend, httpStreams } from "./http.ts";
import type { Reader } from "./live.ts";
import { liveExecutions, liveInbox } from "./live-lists.ts";
import type { Operation } from "./operation.ts";
import {
  answeredRequest,
  ask,
  cancelExecution,
  executePlan,
  executions,
  forkExecution,
  type HumanInputResponseInput,
  inbox,
  invokeWorkflow,
  oneExecution,
  type PlanSourceInput,
  respondToHumanInput,
  retryExecution,
} from "./operations.generated.ts";
import { failed, notFound, ok, type Result, refused } from "./result.ts";
import type { Execution, InboxItem, UserError } from "./shapes.ts";
import { socketStreams } from "./socket.ts";
import { keyed } from "./start-key.ts";
import { hasEnded, liveExecution, watchEvents } from "./watch-execution.ts";

export { type ChatFrame, flattenAutoToolPayload, isSuppressedFrame } from "./auto-tool-frames.ts";
export type * from "./client-interface.ts";
export type { SendOptions, Token } from "./connection.ts";
export { endingInError } from "./ended-stream.ts";
export type { Live } from "./live.ts";
export type { Operation } from "./operation.ts";
export type * from "./operations.generated.ts";
export type { ClientError, GraphError, GraphqlError, RefusalError, Result, TransportError } from "./result.ts";
export { type ResumableOptions, type ResumableRequest, type ResumableResult, resumable } from "./resumable.ts";
export type { Disconnected, Failed } from "./resume.ts";
export type * from "./shapes.ts";
export { hasEnded, type LiveExecution, type Watched, type WatchOptions } from "./watch-execution.ts";

export function createClient(options: ClientOptions): PlanwrightClient {
  const connection = connectionOf(options);
  const send = httpSend(connection);
  const streams = streamsOf(connection, options.transport);
  let generation = 0;
  const reader: Reader = { connection, send, streams, current: new Set(), generation: () => generation };

  /** Sends a start until it is answered. `input` holds its key, so that it is one start. */
  async function start<Input, Answer extends StartAnswer>(
    operation: Operation<{ readonly answer: Answer | null }, { readonly input: Input }>,
    input: Input,
    signal: AbortSignal | undefined,
  ): Promise<Result<Omit<Answer, "errors" | "execution"> & { readonly execution: Execution }>> {
    const sent = await send(operation, { input }, { signal, isRepeatable: true });
    if (!sent.ok) return sent;
    if (sent.value.answer === null) return refused([]);
    const { errors, execution, ...rest } = sent.value.answer;
    return execution === null ? refused(errors) : ok({ ...rest, execution }, sent.problems);
  }

  const watch: PlanwrightClient["watch"] = (id, watching = {}) => watchEvents(reader, id, watching);

  return {
    run(source, given = {}) {
      const { bindings, onInvalidPlan, respond, signal, ...rest } = given;
      return start(
        executePlan,
        { source: sourceOf(source), bindings, onInvalidPlan, respond, options: keyed(rest) },
        signal,
      );
    },
    ask(query, given = {}) {
      const { agentInstructions, history, respond, routing, sessionContext, signal, usageHints, ...rest } = given;
      const words = { query, agentInstructions, history, respond, routing, sessionContext, usageHints };
      return start(ask, { ...words, options: keyed(rest) }, signal);
    },
    invoke(name, parameters, { signal, version, ...rest } = {}) {
      const workflow = version === undefined ? { name } : { version: { name, version } };
      const input = { workflow, payload: { parameters }, options: keyed(rest) };
      return start(invokeWorkflow, input, signal);
    },
    retry(executionId, { callAgain, fromStepId, signal, ...rest } = {}) {
      const input = { executionId, callAgain, fromStepId, options: keyed(rest) };
      return start(retryExecution, input, signal);
    },
    fork(executionId, { arguments: changed, bindings, callAgain, fromStepId, signal, ...rest }) {
      const changes = { arguments: changed, bindings, callAgain, fromStepId };
      const input = { executionId, ...changes, options: keyed(rest) };
      return start(forkExecution, input, signal);
    },
    async cancel(executionId, { signal, ...rest } = {}) {
      const input = { executionId, ...rest };
      const sent = await send(cancelExecution, { input }, { signal, isRepeatable: true });
      if (!sent.ok) return sent;
      const { errors = [], execution = null } = sent.value.answer ?? {};
      return execution === null ? refused(errors) : ok(execution, sent.problems);
    },
    async answer(requestId, response, { signal } = {}) {
      const sent = await send(respondToHumanInput, { input: { requestId, response } }, { signal, isRepeatable: true });
      if (!sent.ok) return sent;
      const { errors = [], request = null } = sent.value.answer ?? {};
      if (request !== null) return ok(request, sent.problems);
      const same =
        errors[0]?.code === "ALREADY_RESOLVED" ? await answeredBySame(requestId, response, signal) : undefined;
      return same ?? refused(errors);
    },
    async execution(id, { signal } = {}) {
      const read = await send(oneExecution, { by: { id } }, { signal });
      return read.ok ? ok(read.value.execution, read.problems) : read;
    },
    async finished(id, { signal } = {}) {
      for await (const item of liveExecution(reader, id, signal)) {
        if (item.kind === "VALUE" && hasEnded(item.value)) return ok(item.value);
        if (item.kind === "FAILED") return failed(item.error);
      }
      return failed(notFound(`The execution ${id} was not followed to its end`));
    },
    async executions(filter, { signal, ...page } = {}) {
      const read = await send(executions, { filter, ...page }, { signal });
      return read.ok ? pageOf(read.value.executions) : read;
    },
    async inbox({ signal, ...page } = {}) {
      const read = await send(inbox, page, { signal });
      return read.ok ? pageOf(read.value.humanInputRequests) : read;
    },
    conversation: (chatId, given = {}) => conversationClient(reader, chatId, given),
    watch,
    watchExecution: (id, { signal } = {}) => liveExecution(reader, id, signal),
    watchExecutions: (filter, { first = 25, signal } = {}) => liveExecutions(reader, filter, first, signal),
    watchInbox: ({ first = 25, signal } = {}) => liveInbox(reader, first, signal),
    request: send,
    reconnect() {
      generation += 1;
      streams.reset();
      for (const renew of [...reader.current]) renew();
    },
  };

  /** The request, if the answer that counts is this one: given by the same subject, with the same content. */
  async function answeredBySame(
    id: string,
    response: HumanInputResponseInput,
    signal: AbortSignal | undefined,
  ): Promise<Result<InboxItem> | undefined> {
    const read = await send(answeredRequest, { id }, { signal });
    if (!read.ok || read.value.node == null || !("id" in read.value.node)) return undefined;
    const { response: stored, ...request } = read.value.node as InboxItem & {
      readonly response: { readonly value: unknown } | null;
    };
    if (request.respondedBy !== read.value.viewer?.subject) return undefined;
    // As it was sent: without members that are undefined, and with times as texts.
    const sent: unknown = JSON.parse(JSON.stringify(response.accept ?? {}));
    const isSame =
      "decline" in response && response.decline !== undefined
        ? request.status === "DECLINED" && (request.reason ?? "") === (response.decline ?? "")
        : request.status === "ACCEPTED" && isSameJson(stored?.value ?? {}, sent);
    return isSame ? ok(request) : undefined;
  }
}

interface StartAnswer {
  readonly execution: Execution | null;
  readonly errors: readonly UserError[];
}

function connectionOf({
  attempts = 5,
  delay = growingDelay,
  timeoutMs = 60_000,
  token,
  url,
  ...rest
}: ClientOptions): Connection {
  const address = new URL(url);
  address.pathname = address.pathname.replace(/(\/graphql)?\/*$/, "/graphql");
  // A method of the platform does not work under another object.
  const fetched = rest.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => globalThis.fetch(input, init));
  return { endpoint: address.href, token, fetch: fetched, attempts, timeoutMs, heartbeatMs: 15_000, delay };
}

function streamsOf(connection: Connection, transport: ClientOptions["transport"]): Streams {
  if (transport !== "websocket") return httpStreams(connection);
  if (typeof WebSocket === "undefined") {
    throw new Error(
      'Cannot use the transport "websocket": required a global WebSocket, found none. Leave it out, or use Node 22 or later',
    );
  }
  return socketStreams(connection, WebSocket);
}

function sourceOf(source: RunSource): PlanSourceInput {
  if (typeof source === "string") return { prompt: { text: source } };
  return "steps" in source ? { plan: source } : source;
}

interface GraphPage<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

function pageOf<Item>(page: GraphPage<Item> | null): Result<Page<Item>> {
  const { nodes = [], pageInfo } = page ?? {};
  return ok({
    items: nodes,
    ...(pageInfo?.hasNextPage === true && pageInfo.endCursor !== null && { next: pageInfo.endCursor }),
  });
}

/** In any order of keys. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => isSameJson(one[key as never], other[key as never]))
  );
}
