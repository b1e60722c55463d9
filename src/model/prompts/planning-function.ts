/**
 * The function `__planning__` whose arguments the planner fills in, generated from the callables that are available (P3). Its root is a plain
 * object without a union, because some providers refuse one (C19); `planner.ts` and the compiler check the arguments. No other function is
 * ever offered with it, so a planner can call no tool and cannot recurse (O27).
 */

import type { JsonSchema } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import type { DocumentDialect } from "../../plan/plan.ts";
import type { ForcedFunction } from "../port.ts";
import { planSteps } from "./plan-steps.ts";

export const planningFunctionName = "__planning__";

/**
 * The chain comes first, because it is the shortest to write; steps are beside it (`plan-steps.ts`). Names of callables are values here,
 * never names of functions, so they may have any characters (R18).
 */
export function planSchema(
  callables: readonly CallableDefinition[],
  { dialect, maySearch = false }: PlanForm = {},
): JsonSchema {
  const steps = planSteps(dialect);
  const kinds = ["direct_response", "tool_calls", ...(steps === undefined ? [] : ["plan"])];
  const type = {
    type: "string",
    enum: maySearch ? [...kinds, "search"] : kinds,
    ...(steps === undefined ? {} : { description: whenPlan }),
  };
  const search = maySearch ? { search: searchedText } : {};
  const content = { type: "string", description: "For direct_response only: the answer to the user." };
  // An empty enum is no valid schema, and there is nothing to choose.
  if (callables.length === 0) {
    return {
      type: "object",
      properties: {
        type: { type: "string", enum: ["direct_response", ...(maySearch ? ["search"] : [])] },
        content,
        ...search,
      },
      required: maySearch ? ["type"] : ["type", "content"],
      additionalProperties: false,
    };
  }
  const call = {
    type: "object",
    properties: {
      tool_name: { type: "string", enum: callables.map(({ name }) => name) },
      arguments: { type: "object", description: "Satisfies the input schema of the callable." },
    },
    required: ["tool_name", "arguments"],
    additionalProperties: false,
  };
  return {
    type: "object",
    properties: {
      type,
      content,
      reasoning: { type: "string", description: "For tool_calls: why these calls, in a sentence or two." },
      calls: { type: "array", items: call, description: "For tool_calls only." },
      ...steps,
      ...search,
    },
    required: ["type"],
    additionalProperties: false,
  };
}

/** How plans are written, beside the callables that there are. */
export interface PlanForm {
  /** The dialect of plans that are no chain of calls; TOOL_CALLS for chains alone. Absent for typed plans. */
  readonly dialect?: DocumentDialect | undefined;
  /** Whether a search for further callables may be asked for in place of a plan. */
  readonly maySearch?: boolean | undefined;
}

const searchedText = {
  type: "string",
  description:
    "For search only, which can be taken once, if what the request needs is not in the list of callables: words that names and descriptions of the missing callables have, such as: send sms text message. You are asked for the plan again, with what was found in the list.",
} as const;

const whenPlan =
  "plan, with steps in place of calls, only if calls run at the same time, under a condition, again after a failure, or for each item of a list; else tool_calls, which is shorter.";

/** The rules of a plan, short enough for the description of a function, which some providers end at 1,024 characters. */
export function planningRules(maxSteps: number): string {
  return `direct_response: answer the user in content; take it if nothing needs to be called. tool_calls: at most ${maxSteps} calls, run one after another in this order. tool_name is a name from the list of callables, to the letter; arguments satisfy its input schema and are written out, or refer to an earlier call. A reference is a whole string: "$N.output.field", where N counts calls from 0 and field is declared by the output schema of call N ($0.output.artifact.title, $0.output.items[0]), or "$N.text", the text that call N wrote; take it where no output schema is declared. The value replaces it and keeps its type. Text that must begin like a reference has one more $ ($$0.output), and {{ in text is written \\{{. Refer to no field, call and name that is not listed. The whole plan is checked before anything is called.`;
}

/** The function that the planner is made to call. */
export function planningFunction(
  callables: readonly CallableDefinition[],
  maxSteps: number,
  form: PlanForm = {},
): ForcedFunction {
  return {
    name: planningFunctionName,
    description: `Always call this, once; answer in no other way. ${planningRules(maxSteps)}`,
    parameters: planSchema(callables, form),
  };
}
