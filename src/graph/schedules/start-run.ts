/**
 * Starts one run of a schedule: like the mutation of the same input, under the key of the run, with the rights of the subject that created
 * or last changed the schedule. The answer has the current problems, or the execution that was started under the key before (E1).
 */

import type { GraphQLError } from "graphql";
import type { StartAnswer } from "../../schedule/next-effect.ts";
import type { RunProblem } from "../../schedule/schedule.ts";
import { type RunRequest, runKey } from "../../schedule/schedule-view.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { isRequestError } from "../base/request-error.ts";
import type { ExecutionOptionsInput } from "../base/schema.generated.ts";
import type { UserErrorSource } from "../base/user-errors.ts";
import { ask } from "../start/ask.ts";
import { executePlan } from "../start/execute-plan.ts";
import { invokeWorkflow } from "../start/invoke-workflow.ts";
import type { StartPayload } from "../start/start-execution.ts";
import { type RunInput, storedRunInput } from "./check-run.ts";

const maxProblems = 10;

/** Codes of requests that are refused as a whole, and would be again. */
const finalCodes = ["BAD_USER_INPUT", "FORBIDDEN", "MISCONFIGURED"];

/** Rejects if the result is unknown. */
export async function startRun({ facts, input, run }: RunRequest, context: GraphContext): Promise<StartAnswer> {
  const { cause, nominalAt } = run;
  // A visibility for everybody is left out, so that the request stays as it was sent.
  const isOpen = facts.visibility === undefined && context.settings.defaultVisibility === "TENANT";
  const said: ExecutionOptionsInput = isOpen ? {} : { visibility: facts.visibility ?? "TENANT", group: facts.group };
  const asRun: GraphContext = { ...context, schedule: { name: facts.name, nominalAt, cause } };
  try {
    const payload = await started(
      storedRunInput(facts.runKind, input),
      { idempotencyKey: runKey(facts, run), ...said },
      asRun,
    );
    return answerOf(payload);
  } catch (error) {
    const problem = requestProblem(error);
    if (problem === undefined) throw error;
    if (problem.code === "RATE_LIMITED") return { kind: "LIMITED", problem };
    if (finalCodes.includes(problem.code)) return { kind: "REFUSED", problems: [problem] };
    throw error;
  }
}

function started(run: RunInput, added: ExecutionOptionsInput, context: GraphContext): Promise<StartPayload> {
  const options = { ...run.input.options, ...added };
  switch (run.kind) {
    case "EXECUTE_PLAN":
      return executePlan({ ...run.input, options }, context, false);
    case "INVOKE_WORKFLOW":
      return invokeWorkflow({ ...run.input, options }, context, false);
    case "ASK":
      return ask({ ...run.input, options }, context, false);
  }
}

function answerOf({ errors, execution }: StartPayload): StartAnswer {
  if (execution !== undefined) {
    const facts = execution.kind === "VIEW" ? execution.view : execution.summary;
    return { kind: "STARTED", execution: facts.execution };
  }
  // Only a run has this key: another version of this software has started it and hashed the request otherwise.
  const earlier = errors.find((error) => error.code === "IDEMPOTENCY_CONFLICT");
  if (earlier !== undefined && "execution" in earlier) return { kind: "STARTED", execution: earlier.execution };
  return { kind: "REFUSED", problems: errors.slice(0, maxProblems).map(runProblem) };
}

function runProblem({ code, message, path }: UserErrorSource): RunProblem {
  return { code, message, path };
}

function requestProblem(error: unknown): RunProblem | undefined {
  if (!isRequestError(error)) return undefined;
  const { extensions, message } = error as GraphQLError;
  return { code: String(extensions.code), message, path: [] };
}
