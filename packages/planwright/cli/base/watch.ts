/** Follows an execution on the terminal to its end, and says how it ended. */
import { CommandFailure } from "./command-failure.ts";
import type { Deployment } from "./deployment.ts";
import { eventLine } from "./event-line.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import { type Output, styled } from "./output.ts";
import type { Surroundings } from "./surroundings.ts";

interface ShownValue {
  /** Null if it is too large for an answer. */
  readonly value: unknown;
  readonly preview: string;
}

export interface WatchedExecution {
  readonly id: string;
  readonly status: string;
  readonly title: string;
  readonly durationMs: number | null;
  readonly response: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly stepFailures: readonly { readonly code: string; readonly message: string; readonly stepId: string | null }[];
  readonly steps: readonly {
    readonly stepId: string;
    readonly status: string;
    readonly output: ShownValue | null;
    /** Of steps that call something. */
    readonly text?: ShownValue | null;
  }[];
  readonly usage: {
    readonly modelCalls: number;
    readonly toolCalls: number;
    readonly costMicros: number | null;
  };
  readonly pendingHumanInputs: readonly { readonly id: string; readonly kind: string; readonly prompt: string }[];
}

export const executionFields = /* GraphQL */ `
  fragment CliExecution on Execution {
    id status title durationMs response
    failure { code message }
    stepFailures { code message stepId }
    steps {
      stepId status output { value preview(maxCharacters: 2000) }
      ... on ToolStep { text { value preview(maxCharacters: 2000) } }
      ... on AgentStep { text { value preview(maxCharacters: 2000) } }
    }
    usage { modelCalls toolCalls costMicros }
    pendingHumanInputs { id kind prompt }
  }
`;

const executionDocument = /* GraphQL */ `
  query CliWatched($id: ID!) { execution(by: { id: $id }) { ...CliExecution } }
  ${executionFields}
`;

export const watchDocuments = [executionDocument];

/** No execution of the id. */
export function unknownExecution(id: string): CommandFailure {
  return new CommandFailure({
    exitCode: exitCodes.notFound,
    code: "NOT_FOUND",
    message: `Cannot find an execution: required an id that this deployment gave out, found ${JSON.stringify(id.slice(0, 60))}`,
    next: ["npx planwright ls, to see the latest ones; `last` names the newest"],
  });
}

const finalStatuses = ["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"];

export interface WatchOptions {
  /** One JSON document for each line: `{event}` for each event, `{execution}` at the end. */
  readonly json?: boolean;
  /** Where the lines of events go: a command whose result is another one writes them beside it. */
  readonly events: Output;
}

/** Prints the events of an execution, from the first, and its result. Gives the exit code. */
export async function watch(
  deployment: Deployment,
  id: string,
  options: WatchOptions,
  { err, out, signal }: Surroundings,
): Promise<ExitCode> {
  const { events } = options;
  // A reader who saw the answer while it was written does not need it again.
  const hasReadIt = events === out || (events.isTerminal && out.isTerminal);
  let stream: { readonly id: string | undefined; readonly text: string } = { id: undefined, text: "" };
  for await (const event of deployment.follow(id)) {
    if (options.json) {
      out.json({ event }, true);
      continue;
    }
    if (event.type === "TextProduced") {
      if (stream.text !== "" && stream.id !== event.streamId) events.line("");
      stream = { id: event.streamId, text: (stream.id === event.streamId ? stream.text : "") + (event.text ?? "") };
      events.text(event.text ?? "");
      continue;
    }
    const parts = eventLine(event);
    if (parts !== undefined) events.line(...parts);
    if (event.request) events.line("                answer it: npx planwright answer ", event.request.id);
  }
  if (signal.aborted) {
    err.line("It goes on without you. To follow it again: npx planwright tail ", id);
    return exitCodes.interrupted;
  }
  const { execution } = await deployment.ask<{ execution: WatchedExecution | null }>(executionDocument, { id });
  if (execution === null) throw unknownExecution(id);
  if (options.json) out.json({ execution }, true);
  else printResult(execution, { err, out }, hasReadIt && stream.text === execution.response);
  return exitCodeOf(execution);
}

/** 0 for a success and for an execution that has not ended yet. */
export function exitCodeOf({ status }: { readonly status: string }): ExitCode {
  return finalStatuses.includes(status) && status !== "SUCCEEDED" ? exitCodes.failed : exitCodes.ok;
}

/** The answer, or the output or text of the last step with a result, on the standard output once it has ended; everything else beside it. */
export function printResult(
  execution: WatchedExecution,
  { err, out }: Pick<Surroundings, "err" | "out">,
  wasRead = false,
): void {
  const { durationMs, failure, response, status, stepFailures, steps, usage } = execution;
  const isGood = status === "SUCCEEDED";
  const cost = !usage.costMicros ? "" : `, $${(usage.costMicros / 1_000_000).toFixed(6)}`;
  const facts = `${usage.toolCalls} tool calls, ${usage.modelCalls} model calls${cost}`;
  const time = durationMs === null ? "" : ` in ${(durationMs / 1_000).toFixed(1)} s`;
  err.line(styled(isGood ? "green" : finalStatuses.includes(status) ? "red" : "yellow", status), `${time}, ${facts}`);
  if (failure !== null) err.line(styled("red", failure.code), `: ${failure.message}`);
  for (const { code, message, stepId } of stepFailures)
    if (failure?.message !== message)
      err.line(styled("red", code), `${stepId === null ? "" : ` of ${stepId}`}: ${message}`);
  if (!isGood && finalStatuses.includes(status))
    err.line("To run again what did not succeed: npx planwright retry ", execution.id);
  for (const { id, kind, prompt } of execution.pendingHumanInputs)
    err.line(styled("yellow", kind), `: ${prompt}`, "  answer it: npx planwright answer ", id);
  if (wasRead || !finalStatuses.includes(status)) return;
  const last = steps.findLast(({ output, text }) => output !== null || (text ?? null) !== null);
  const result = last?.output ?? last?.text ?? null;
  if (response !== null) out.block(response);
  else if (result !== null) {
    if (result.value === null) out.block(result.preview);
    else if (last?.output == null) out.block(String(result.value));
    else out.json(result.value);
  }
}
