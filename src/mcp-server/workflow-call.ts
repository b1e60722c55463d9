/** A call of `workflow_{name}`: the message that runs the workflow, and what its run is answered with. */
import type { RegisteredWorkflow } from "../catalog/workflow-registration.ts";
import { type InvocationMessage, invocationMessage } from "../execution/commands/invocation-message.ts";
import { hasSucceeded } from "../execution/events/has-succeeded.ts";
import { valueOrText } from "../json/deep-json.ts";
import type { JsonObject } from "../json/json.ts";
import { traceIdOf } from "../json/trace-context.ts";
import { violations } from "../schema/validator.ts";
import { answerOf, type CallAnswer, failedAnswer, problem, problemOf, unfinished } from "./call-answer.ts";
import type { CallOrigin } from "./call-origin.ts";
import type { RunEnd } from "./follow-run.ts";
import type { CallProblem, McpSession } from "./ports.ts";

/** What is wrong with the input; undefined if nothing is. The run checks it again on entry (W15). */
export function workflowInputProblem(
  { inputSchema, name }: RegisteredWorkflow,
  input: JsonObject,
): CallProblem | undefined {
  const found = violations(inputSchema, input);
  const [first] = found;
  if (first === undefined) return undefined;
  const message = `Cannot run the workflow ${JSON.stringify(name)}: required input that satisfies its schema, found ${first.instance || "/"}: ${first.message}`;
  return problem("INPUT_INVALID", message, { details: { violations: found.map((violation) => ({ ...violation })) } });
}

/** The A2A message that calls the workflow, as any other caller would send it (W10). */
export function workflowMessage(input: JsonObject, origin: CallOrigin, session: McpSession): InvocationMessage {
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
export async function workflowAnswer(
  execution: string,
  end: Exclude<RunEnd, "LEFT">,
  { clients }: McpSession,
): Promise<CallAnswer> {
  const view = end === "ENDED" ? await clients.executions.read(execution, true) : null;
  const run = { executionId: await clients.publicId(execution), status: view?.status ?? "UNKNOWN" };
  if (view === null) return failedAnswer([unfinished(end)], run);
  const { failure, output, status } = view;
  if (!hasSucceeded(status)) {
    const shown = failure === null ? problem(status, "The workflow was cancelled") : problemOf(failure);
    return failedAnswer([shown], run);
  }
  if (output === null) return answerOf(null, false, run);
  if (output.inline !== undefined) return answerOf(output.inline, false, run);
  const value = valueOrText(await clients.executions.value(execution, output.sequence, output.slot));
  return value === undefined ? failedAnswer([unfinished("ENDED")], run) : answerOf(value, false, run);
}
