/** A call of `workflow_{name}` or of `peer_{name}`, an agent of ours: the message that runs it, and the answer of its run. */

import { frameValue } from "../execution/client/frame-value.ts";
import { type InvocationMessage, invocationMessage } from "../execution/commands/invocation-message.ts";
import { hasSucceeded } from "../execution/events/has-succeeded.ts";
import type { JsonObject } from "../json/json.ts";
import { traceIdOf } from "../json/trace-context.ts";
import { violations } from "../schema/validator.ts";
import { answerOf, type CallAnswer, failedAnswer, problem, problemOf, unfinished } from "./call-answer.ts";
import type { CallOrigin } from "./call-origin.ts";
import type { RunEnd } from "./follow-run.ts";
import type { ListedRun } from "./listed-tools.ts";
import type { CallProblem, McpSession } from "./ports.ts";

/** The problem of the input. Undefined if there is none. The run checks it again on entry (W15). */
export function runInputProblem({ inputSchema, kind, name }: ListedRun, input: JsonObject): CallProblem | undefined {
  const found = violations(inputSchema, input);
  const [first] = found;
  if (first === undefined) return undefined;
  const message = `Cannot run the ${kind.toLowerCase()} ${JSON.stringify(name)}: required input that satisfies its schema, found ${first.instance || "/"}: ${first.message}`;
  return problem("INPUT_INVALID", message, { details: { violations: found.map((violation) => ({ ...violation })) } });
}

/** The A2A message that calls it, as any other caller would send it (W10). */
export function runMessage(input: JsonObject, origin: CallOrigin, session: McpSession): InvocationMessage {
  const { caller, randomHex, requestId, trace } = session;
  return invocationMessage({
    messageId: origin.key ?? randomHex(16),
    text: null,
    data: input,
    artifact: null,
    identity: {
      contextId: origin.contextId ?? "",
      requestId,
      traceId: traceIdOf((origin.trace ?? trace).traceparent),
      userId: caller.subject,
      // That of the caller, which is none of ours if the run is a root.
      depth: Math.max(0, origin.depth - 1),
      ancestors: origin.ancestors,
    },
  });
}

/** The output of a run as structured content, or its failure. One that succeeded in part has an output, and says so in its status. */
export async function runAnswer(
  execution: string,
  end: Exclude<RunEnd, "LEFT">,
  { clients }: McpSession,
): Promise<CallAnswer> {
  const view = end === "ENDED" ? await clients.executions.read(execution, true) : null;
  const run = { executionId: await clients.publicId(execution), status: view?.status ?? "UNKNOWN" };
  if (view === null) return failedAnswer([unfinished(end)], run);
  const { failure, output, status } = view;
  if (!hasSucceeded(status)) {
    const shown = failure === null ? problem(status, "The run was cancelled") : problemOf(failure);
    return failedAnswer([shown], run);
  }
  if (output === null) return answerOf(null, false, run);
  const value = await frameValue(clients.executions, execution, output);
  return value === undefined ? failedAnswer([unfinished("ENDED")], run) : answerOf(value, false, run);
}
