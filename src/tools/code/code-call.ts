/**
 * Room `tools/code`: tools in the code of the deployment, which are called where the execution runs, without a request. It owns the form of
 * such a tool (`code-tool.ts`), the check whether it still has the contract of the plan (`contract-change.ts`), and the call (this file).
 *
 * It leaves to others: the package `planwright` makes tools of the project's code, `catalog/deployed` has them as the catalog sees them,
 * and `durable/runner` stores the intent before the call, gives up on one that hangs, and stores the result.
 *
 * Invariants:
 *
 * - Every attempt of a call has the same key (E5). No error or result of `run` can reject the call: every end is an `AttemptResult`.
 * - Once `run` has begun, only a result or a `ToolError` is an answer. Any other end leaves the effect unknown, as a lost connection does (E7).
 * - A result is JSON that the schema accepts and that has the size of an answer, or the call fails.
 *
 * This file makes one attempt.
 */
import type { AttemptResult, CallOutcome } from "../../execution/events/attempt.ts";
import { CallAborted } from "../../execution/events/call-aborted.ts";
import { maxProgressText, type ProgressNotice } from "../../execution/events/callee-progress.ts";
import type { Failure, FailureCode } from "../../json/failure.ts";
import { type Json, type JsonObject, utf8Bytes } from "../../json/json.ts";
import { isWithin } from "../../json/json-count.ts";
import { jsonOf } from "../../json/json-of.ts";
import { isErrorNamed } from "../../json/named-error.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import { maxJson } from "../../plan/limits.ts";
import { violations } from "../../schema/validator.ts";
import { newObservation } from "../call-observation.ts";
import { atEdge, progressAtEdge } from "../callee-edge.ts";
import { abortedAttempt } from "../outcome.ts";
import type { CodeTool, CodeToolCaller, CodeToolProgress, CodeTools, ValueProblem } from "./code-tool.ts";
import { contractChange, hasOtherOutput } from "./contract-change.ts";

/** Maximum characters of an error that a tool threw. */
const longestThrown = 500;
const reportedProblems = 20;
/** More characters of a text than are passed on, so that a secret in it is recognised before it is cut. */
const longestNotice = maxProgressText * 4;

export interface CodeToolCall {
  readonly callable: CallableDefinition;
  readonly arguments: JsonObject;
  readonly idempotencyKey: string;
  readonly attempt: number;
  readonly execution: CodeToolCaller;
  /** Abort it with a `CallAborted`; any other reason counts as a cancel. */
  readonly signal: AbortSignal;
  readonly onProgress: (notice: ProgressNotice) => void;
  readonly tools: CodeTools;
  readonly secret: (name: string) => string | undefined;
  readonly clock: { after(delayMs: number, task: () => void): () => void };
  /** Bytes of the output as JSON. */
  readonly maxResultBytes: number;
}

type Failed = Extract<AttemptResult, { readonly kind: "FAILED" }>;

/** Calls the tool once. */
export async function callCodeTool(call: CodeToolCall): Promise<AttemptResult> {
  const tool = call.tools.named(call.callable.remoteName);
  const change = contractChange(tool, call.callable);
  if (tool === undefined || change !== undefined)
    return failed(call, "NOT_SENT", "UPSTREAM_UNAVAILABLE", change ?? "it is gone");
  const secrets: { [name: string]: string } = {};
  for (const name of tool.secrets) {
    const value = call.secret(name);
    if (value === undefined)
      return failed(call, "NOT_SENT", "UPSTREAM_UNAUTHORIZED", `required the secret TOOL_SECRET_${name}, found none`);
    secrets[name] = value;
  }
  const onProgress = (notice: CodeToolProgress | string) => {
    call.onProgress(progressAtEdge(noticeOf(notice), Object.values(secrets)));
  };
  const result = await attempted({ ...call, onProgress }, tool, secrets);
  return atEdge(subjectOf(call), result, Object.values(secrets));
}

type StartedCall = Omit<CodeToolCall, "onProgress"> & {
  readonly onProgress: (notice: CodeToolProgress | string) => void;
};

async function attempted(
  call: StartedCall,
  tool: CodeTool,
  secrets: { readonly [name: string]: string },
): Promise<AttemptResult> {
  const input = await readSafely(() => tool.readInput(call.arguments));
  if (!input.ok)
    return refused(call, "NOT_SENT", "INPUT_INVALID", "its input schema refuses the arguments", input.problems);
  const before = abortedAttempt(subjectOf(call), call.signal, newObservation());
  if (before !== undefined) return before;
  const end = await ran(call, tool, input.value, secrets);
  if (end.kind === "CUT")
    return abortedAttempt(subjectOf(call), end.signal, { ...newObservation(), requestSent: true }) ?? thrown(call, end);
  if (end.kind === "THREW") return thrown(call, end);
  const output = await readSafely(() => tool.readOutput(end.value));
  if (!output.ok)
    return refused(call, "ANSWERED", "OUTPUT_INVALID", "its output schema refuses the result", output.problems);
  return judged(call, tool, output.value);
}

type End =
  | { readonly kind: "RETURNED"; readonly value: unknown }
  | { readonly kind: "THREW"; readonly error: unknown }
  | { readonly kind: "CUT"; readonly signal: AbortSignal; readonly error?: undefined };

/**
 * Runs the tool until it ends, its time is over or the result is not awaited any more. A tool that ignores its signal is left to itself.
 */
async function ran(
  { arguments: _, attempt, clock, execution, idempotencyKey, onProgress: progress, signal: outer, tools }: StartedCall,
  { run, timeoutMs }: CodeTool,
  input: unknown,
  secrets: { readonly [name: string]: string },
): Promise<End> {
  const own = new AbortController();
  const signal = AbortSignal.any([outer, own.signal]);
  const stopTimer =
    timeoutMs === undefined
      ? () => undefined
      : clock.after(timeoutMs, () => own.abort(new CallAborted("STEP_TIMEOUT")));
  const { promise: cut, resolve } = Promise.withResolvers<End>();
  signal.addEventListener("abort", () => resolve({ kind: "CUT", signal }), { once: true });
  const work = async (): Promise<End> => {
    try {
      const context = { attempt, env: tools.env, execution, idempotencyKey, progress, secrets, signal };
      return { kind: "RETURNED", value: await run(input, context) };
    } catch (error) {
      // A tool that minds its signal throws the reason of the signal.
      return signal.aborted ? { kind: "CUT", signal } : { kind: "THREW", error };
    }
  };
  try {
    return await Promise.race([work(), cut]);
  } finally {
    stopTimer();
  }
}

function judged(call: StartedCall, tool: CodeTool, given: unknown): AttemptResult {
  const read = jsonOf(given);
  if (!read.ok) {
    const place = read.place === "" ? "" : ` at ${read.place}`;
    const finding = `required a result that is JSON, found ${read.found}${place}. Return plain objects, arrays, texts and numbers`;
    return failed(call, "ANSWERED", "OUTPUT_INVALID", finding);
  }
  const text = JSON.stringify(read.value);
  const bytes = utf8Bytes(text);
  if (bytes > call.maxResultBytes || !isWithin(text, maxJson)) {
    const { names, values } = maxJson;
    const most = `at most ${call.maxResultBytes} bytes, ${values} values and ${names} different names`;
    const finding = `required a result of ${most}, found one of ${bytes} bytes. Return less, or keep it elsewhere and return where`;
    return failed(call, "ANSWERED", "LIMIT_EXCEEDED", finding);
  }
  const { outputSchema } = call.callable;
  const unlike =
    outputSchema !== null && hasOtherOutput(tool, call.callable) ? violations(outputSchema, read.value) : [];
  if (unlike.length > 0) {
    const finding =
      "its result breaks the contract that the plan was checked against, because another version of the tool was deployed since";
    const problems = unlike.map(({ instance, message }) => ({ path: instance, message }));
    return refused(call, "ANSWERED", "OUTPUT_INVALID", finding, problems);
  }
  // The text is made of the output when it is read.
  return { kind: "SUCCEEDED", result: { output: read.value, content: [], metadata: null, isPartial: false } };
}

/** Only a `ToolError` reports an end that the tool knows. After any other error its progress is unknown. */
function thrown(call: StartedCall, { error }: { readonly error?: unknown }): Failed {
  const said = wordsOf(error).slice(0, longestThrown);
  if (!isErrorNamed(error, "ToolError")) return failed(call, "UNKNOWN", "TOOL_ERROR", `it threw ${said}`, true);
  return failed(call, "ANSWERED", "TOOL_ERROR", said, ownFlag(error, "retryable"));
}

function ownFlag(error: unknown, name: string): boolean {
  return typeof error === "object" && error !== null && Object.hasOwn(error, name) && Reflect.get(error, name) === true;
}

/** The text of a thrown value. The value may be anything, and even converting it may throw. */
function wordsOf(error: unknown): string {
  try {
    if (error instanceof Error) return error.message === "" ? error.name : error.message;
    return typeof error === "string" ? error : (JSON.stringify(error) ?? String(error));
  } catch {
    return "a value that cannot be read";
  }
}

/** A schema is code of somebody else too. */
async function readSafely(
  read: () => ReturnType<CodeTool["readInput"]>,
): Promise<Awaited<typeof read extends () => infer R ? R : never>> {
  try {
    return await read();
  } catch (error) {
    return { ok: false, problems: [{ path: "", message: `the schema threw ${wordsOf(error)}` }] };
  }
}

/** Nothing of it is believed to have its type. */
function noticeOf(notice: CodeToolProgress | string): ProgressNotice {
  if (typeof notice === "string") return { message: notice.slice(0, longestNotice) };
  if (typeof notice !== "object" || notice === null) return "BROKEN";
  const { message, progress, total } = notice;
  const isNumber = (value: unknown) => value === undefined || (typeof value === "number" && Number.isFinite(value));
  if (!isNumber(progress) || !isNumber(total)) return "BROKEN";
  if (message !== undefined && typeof message !== "string") return "BROKEN";
  if (message === undefined && progress === undefined) return "BROKEN";
  return {
    ...(progress === undefined ? {} : { progress }),
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message: message.slice(0, longestNotice) }),
  };
}

function refused(
  call: Pick<CodeToolCall, "callable">,
  outcome: CallOutcome,
  code: FailureCode,
  finding: string,
  problems: readonly ValueProblem[],
): Failed {
  const [first] = problems;
  const place = first === undefined || first.path === "" ? "" : ` at ${first.path}`;
  const because = first === undefined ? "" : `${place}: ${first.message.slice(0, longestThrown)}`;
  const listed: Json = problems.slice(0, reportedProblems).map(({ message, path }) => {
    return { instance: path, keyword: "", message: message.slice(0, longestThrown) };
  });
  return failed(call, outcome, code, `${finding}${because}`, false, { violations: listed });
}

function failed(
  call: Pick<CodeToolCall, "callable">,
  outcome: CallOutcome,
  code: FailureCode,
  finding: string,
  retryable = code === "UPSTREAM_UNAVAILABLE",
  details: Json = {},
): Failed {
  const failure: Failure = { code, message: `Cannot complete ${subjectOf(call)}: ${finding}`, retryable, details };
  return { kind: "FAILED", outcome, failure };
}

function subjectOf({ callable }: Pick<CodeToolCall, "callable">): string {
  return `the call of tool ${JSON.stringify(callable.name)}`;
}
