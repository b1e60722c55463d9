/**
 * One call of a tool (C26): finds its callable, refuses it before anything is started if it is nested too deeply or breaks its schema,
 * starts the execution, waits until it has ended and answers with its result. Failures that a calling model can act on are answers with
 * `isError`; violations of the protocol are thrown as errors of the protocol.
 */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { orchestrationToolName } from "../catalog/orchestration-tool.ts";
import { presentParameters } from "../execution/callables/dual-mode.ts";
import { runRefusal } from "../execution/settle/nesting.ts";
import type { JsonObject, JsonSchema } from "../json/json.ts";
import { orchestrationKey, runDefinitionKey } from "../plan/run-definition.ts";
import { type CallAnswer, failedAnswer, problem, problemOf, refusedOrchestration } from "./call-answer.ts";
import { type CallOrigin, callOriginOf } from "./call-origin.ts";
import { recordCall, recordDepthRejection } from "./call-record.ts";
import { type CallState, elicited, executionOf, sealedState, takeResponses } from "./elicitation.ts";
import { type Following, followRun, type RunAsks, type RunEnd } from "./follow-run.ts";
import { type ListedRun, runOfTool } from "./listed-tools.ts";
import { orchestrationAnswer, readOrchestration } from "./orchestrate-call.ts";
import type { CallProblem, McpSession, WorkResult } from "./ports.ts";
import { runAnswer, runInputProblem, runMessage } from "./run-call.ts";
import { callFingerprint, type RunStart, startRun } from "./start-run.ts";

export interface ToolCall {
  readonly name: string;
  readonly arguments: JsonObject;
  /** The `_meta` of the call. */
  readonly meta: unknown;
  /** Whether its client shows forms to a person. */
  readonly takesForms: boolean;
  /** What the client brings that was asked for answers: the state of the call, and the responses by question. */
  readonly resumed?: { readonly state: string; readonly responses: Readonly<Record<string, unknown>> } | undefined;
}

/** How a call is waited for. */
export type Waiting = Pick<Following, "signal" | "cancelsOnLeave" | "report">;

/** A tool as it is called. */
interface CalledTool {
  /** Its key among the runs above it (C23). */
  readonly key: string;
  readonly outputSchema: JsonSchema | null;
  /** The problem of the arguments or of their place, or the run. */
  prepare(): Promise<WorkResult>;
  answer(execution: string, end: Exclude<RunEnd, "LEFT">): Promise<CallAnswer>;
  refuse(problems: readonly CallProblem[]): CallAnswer;
}

export interface CalledAnswer {
  readonly answer: CallAnswer;
  /** As it was listed. Null if the tool declares none. */
  readonly outputSchema: JsonSchema | null;
}

/** The client is asked for answers. `state` comes back with them. */
export interface CallAsks extends RunAsks {
  readonly state: string;
}

/** Undefined if the client has left, so that no answer is needed. */
export async function callTool(
  call: ToolCall,
  waiting: Waiting,
  session: McpSession,
): Promise<CalledAnswer | CallAsks | undefined> {
  const parsed = callOriginOf(call.meta);
  if (!parsed.ok) throw invalidParams(`Cannot read the _meta of the call: ${parsed.finding}`);
  const { origin } = parsed;
  const tool = await findTool(call, origin, session);
  if (tool === undefined) throw invalidParams(`Unknown tool: ${JSON.stringify(call.name.slice(0, 128))}`);
  const startedAt = session.clock.now();
  const finished = async (answer: CallAnswer | undefined, execution: string | undefined) => {
    const executionId = execution && (await session.clients.publicId(execution));
    recordCall(call.name, startedAt, executionId, answer, session);
    return answer && { answer, outputSchema: tool.outputSchema };
  };
  const nested = runRefusal({ ...origin, key: tool.key, maxDepth: session.limits.maxDepth });
  if (nested !== undefined) {
    if (nested.code === "DEPTH_EXCEEDED") recordDepthRejection(call.name, origin.depth, session);
    return finished(tool.refuse([problemOf(nested)]), undefined);
  }
  const gate = session.gate.enter();
  if (gate.kind === "REFUSED") return finished(tool.refuse([tooMany(gate)]), undefined);
  try {
    const run = { tool: call.name, arguments: call.arguments, origin };
    const fingerprint = callFingerprint(run);
    const resumed = call.resumed && (await resumedRun(call.resumed, { tool: call.name, fingerprint }, session));
    const start = resumed ?? (await startRun(run, () => tool.prepare(), session));
    if (!start.ok) return await finished(tool.refuse(start.problems), undefined);
    const { execution, timeoutMs } = start;
    const left = resumed?.left ?? new Map<string, null>();
    const questions =
      call.takesForms && session.caller.mayAnswer ? () => elicited(execution, left, session) : undefined;
    const end = await followRun({ ...waiting, execution, timeoutMs, questions }, session);
    if (typeof end === "object") {
      const state = await sealedState({ tool: call.name, fingerprint, execution }, session);
      return { asks: end.asks, state };
    }
    return await finished(end === "LEFT" ? undefined : await tool.answer(execution, end), execution);
  } finally {
    gate.leave();
  }
}

/** The run of a call that goes on, once the responses of its client were taken. Throws for what belongs to another call. */
async function resumedRun(
  { responses, state }: NonNullable<ToolCall["resumed"]>,
  call: Omit<CallState, "execution">,
  session: McpSession,
): Promise<Extract<RunStart, { ok: true }> & { readonly left: ReadonlyMap<string, string | null> }> {
  const execution = await executionOf(state, call, session);
  const view = execution === undefined ? null : await session.clients.executions.read(execution, false);
  if (execution === undefined || view === null)
    throw invalidParams("Cannot go on with the call: required the requestState of this call, found another");
  if (Object.keys(responses).length > 0 && !session.caller.mayAnswer)
    throw invalidParams(
      "Cannot take the responses: required the scope HUMAN_INPUT_RESPOND, which the caller does not hold",
    );
  const left = await takeResponses(responses, execution, session);
  if (typeof left === "string") throw invalidParams(`Cannot take the responses: ${left}`);
  return { ok: true, execution, timeoutMs: view.limits.timeoutMs, left };
}

function tooMany({ cap, maximum }: { readonly cap: string; readonly maximum: number }): CallProblem {
  const message = `Cannot start the call: required at most ${maximum} at a time by ${cap}, found as many`;
  return problem("RATE_LIMITED", message, { retryable: true });
}

async function findTool(call: ToolCall, origin: CallOrigin, session: McpSession): Promise<CalledTool | undefined> {
  const { clients, promptsServed } = session;
  if (call.name === orchestrationToolName) return promptsServed ? orchestrateTool(call, session) : undefined;
  // Read again once before it is refused: it may have been saved a moment ago.
  const run =
    runOfTool(await clients.catalog(false), promptsServed, call.name) ??
    runOfTool(await clients.catalog(true), promptsServed, call.name);
  return run && runTool(run, call, origin, session);
}

function orchestrateTool(call: ToolCall, session: McpSession): CalledTool {
  return {
    key: orchestrationKey,
    outputSchema: null,
    prepare: async () => {
      const parsed = readOrchestration(call.arguments);
      return parsed.ok ? session.clients.orchestration.work(parsed.call) : parsed;
    },
    answer: (execution, end) => orchestrationAnswer(execution, end, session),
    refuse: (problems) => refusedOrchestration(problems, undefined),
  };
}

function runTool(run: ListedRun, call: ToolCall, origin: CallOrigin, session: McpSession): CalledTool {
  const { inputSchema, kind, name, outputSchema } = run;
  return {
    key: runDefinitionKey(kind, name),
    outputSchema,
    prepare: async () => {
      const input = presentParameters(inputSchema, call.arguments);
      const found = runInputProblem(run, input);
      if (found !== undefined) return { ok: false, problems: [found] };
      return session.clients.runs.work(kind, name, runMessage(input, origin, session));
    },
    answer: (execution, end) => runAnswer(execution, end, session),
    refuse: (problems) => failedAnswer(problems, undefined),
  };
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
