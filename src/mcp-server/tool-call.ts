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
import { type Following, followRun, type RunEnd } from "./follow-run.ts";
import { type ListedRun, runOfTool } from "./listed-tools.ts";
import { orchestrationAnswer, readOrchestration } from "./orchestrate-call.ts";
import type { CallProblem, McpSession, WorkResult } from "./ports.ts";
import { runAnswer, runInputProblem, runMessage } from "./run-call.ts";
import { startRun } from "./start-run.ts";

export interface ToolCall {
  readonly name: string;
  readonly arguments: JsonObject;
  /** The `_meta` of the call. */
  readonly meta: unknown;
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

/** Undefined if the client has left, so that no answer is needed. */
export async function callTool(
  call: ToolCall,
  waiting: Waiting,
  session: McpSession,
): Promise<CalledAnswer | undefined> {
  const reading = callOriginOf(call.meta);
  if (!reading.ok) throw invalidParams(`Cannot read the _meta of the call: ${reading.finding}`);
  const { origin } = reading;
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
    const start = await startRun(run, () => tool.prepare(), session);
    if (!start.ok) return await finished(tool.refuse(start.problems), undefined);
    const { execution, timeoutMs } = start;
    const end = await followRun({ ...waiting, execution, timeoutMs }, session);
    return await finished(end === "LEFT" ? undefined : await tool.answer(execution, end), execution);
  } finally {
    gate.leave();
  }
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
      const reading = readOrchestration(call.arguments);
      return reading.ok ? session.clients.orchestration.work(reading.call) : reading;
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
