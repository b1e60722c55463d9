/** The whole run of a schedule is checked without starting it, by the same code that checks the mutation of each run (E12). */
import { jsonDepth, utf8Bytes } from "../../json/json.ts";
import type { ScheduledRunKind } from "../../schedule/schedule-view.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { placedWarnings } from "../base/plan-warnings.ts";
import type {
  AskInput,
  ExecutePlanInput,
  ExecutionOptionsInput,
  InvokeWorkflowInput,
  PlanWarning,
  ScheduledRunInput,
} from "../base/schema.generated.ts";
import { generalError, problemErrors, type UserErrorSource } from "../base/user-errors.ts";
import { questionWork } from "../start/ask.ts";
import { planWork, titleProblems } from "../start/execute-plan.ts";
import { optionProblems } from "../start/execution-options.ts";
import { invocationErrors } from "../start/invoke-workflow.ts";

/** Of the input of a run, as JSON. */
export const maxRunBytes = 262_144;

/** As deep as a request may be. */
const maxRunDepth = 128;

/** The input of the mutation that each run is as. */
export type RunInput =
  | { readonly kind: "EXECUTE_PLAN"; readonly input: ExecutePlanInput }
  | { readonly kind: "INVOKE_WORKFLOW"; readonly input: InvokeWorkflowInput }
  | { readonly kind: "ASK"; readonly input: AskInput };

export interface RunCheck {
  readonly errors: readonly UserErrorSource[];
  readonly warnings: readonly PlanWarning[];
}

/** `@oneOf` has made sure that exactly one member is given. */
export function runInput({ ask, executePlan, invokeWorkflow }: ScheduledRunInput): RunInput {
  if (executePlan !== undefined) return { kind: "EXECUTE_PLAN", input: executePlan };
  if (invokeWorkflow !== undefined) return { kind: "INVOKE_WORKFLOW", input: invokeWorkflow };
  return { kind: "ASK", input: ask ?? { query: "" } };
}

/** The same, as it was stored. */
export function storedRunInput(kind: ScheduledRunKind, text: string): RunInput {
  return { kind, input: JSON.parse(text) } as RunInput;
}

/** All problems of a schedule's run. Paths start at the input of `createSchedule`, or of `updateSchedule`. */
export async function checkRun(run: RunInput, aim: "create" | "change", context: GraphContext): Promise<RunCheck> {
  const place = ["input", "run", members[run.kind]];
  const size = sizeError(run, place, aim);
  if (size !== undefined) return { errors: [size], warnings: [] };
  const found = await checked(run, context);
  const errors = [...optionErrors(run.input.options, place, aim), ...found.errors.map((error) => placed(error, place))];
  return { errors, warnings: errors.length > 0 ? [] : found.warnings };
}

const members = { EXECUTE_PLAN: "executePlan", INVOKE_WORKFLOW: "invokeWorkflow", ASK: "ask" } as const;

async function checked(run: RunInput, context: GraphContext): Promise<RunCheck> {
  switch (run.kind) {
    case "EXECUTE_PLAN":
      return checkedPlan(run.input, context);
    case "INVOKE_WORKFLOW":
      return { errors: await invocationErrors(run.input, context), warnings: [] };
    case "ASK": {
      const prepared = await questionWork(run.input, context);
      return { errors: prepared.ok ? [] : prepared.errors, warnings: [] };
    }
  }
}

async function checkedPlan(input: ExecutePlanInput, context: GraphContext): Promise<RunCheck> {
  const found = [...titleProblems(input.title), ...optionProblems(input.options ?? {}, context)];
  const problems = problemErrors(found, ["input"]);
  const prepared = await planWork(input, context);
  if (!prepared.ok) return { errors: [...problems, ...prepared.errors], warnings: [] };
  if (prepared.work.rejected === null) return { errors: problems, warnings: placedWarnings(prepared.warnings ?? []) };
  // With the option to explain an invalid plan at each run, the plan is still checked and explained now.
  const strict = await planWork({ ...input, onInvalidPlan: "REJECT" }, context);
  return { errors: [...problems, ...(strict.ok ? [] : strict.errors)], warnings: [] };
}

function sizeError({ input }: RunInput, place: readonly string[], aim: string): UserErrorSource | undefined {
  if (jsonDepth(input as never, maxRunDepth + 1) > maxRunDepth) {
    const message = `Cannot ${aim} the schedule: required a run of at most ${maxRunDepth} levels within one another, found more`;
    return generalError("INVALID_INPUT", message, place);
  }
  const found = utf8Bytes(JSON.stringify(input));
  if (found <= maxRunBytes) return undefined;
  const message = `Cannot ${aim} the schedule: required a run of at most ${maxRunBytes} bytes as JSON, found ${found}`;
  return { code: "LIMIT_EXCEEDED", message, path: place, limit: "scheduledRunBytes", maximum: maxRunBytes, found };
}

/** Options that say something about one request only. */
function optionErrors(
  options: ExecutionOptionsInput | null | undefined,
  place: readonly string[],
  aim: string,
): readonly UserErrorSource[] {
  const errors: UserErrorSource[] = [];
  const refuse = (member: string, finding: string) =>
    errors.push(generalError("INVALID_INPUT", `Cannot ${aim} the schedule: ${finding}`, [...place, "options", member]));
  if ((options?.idempotencyKey ?? null) !== null)
    refuse("idempotencyKey", "required no idempotency key, as each run has one of its own, found one");
  if ((options?.waitMs ?? 0) !== 0) refuse("waitMs", "required no waitMs, as no caller waits for its runs, found one");
  return errors;
}

/** The paths of a mutation start at its own input. */
function placed(error: UserErrorSource, place: readonly string[]): UserErrorSource {
  const [, ...inner] = error.path;
  return { ...error, path: [...place, ...inner] };
}
