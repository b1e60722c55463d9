/**
 * Why an execution cannot be retried or forked, as errors with the paths of the request.
 */
import type { DerivationResult } from "../../execution/derive/derivation.ts";
import type { DerivationRefusal } from "../../execution/derive/derivation-changes.ts";
import type { JsonObject } from "../../json/json.ts";
import { valueAt } from "../../json/value-path.ts";
import { roundStepId } from "../../plan/order/round-ids.ts";
import type { RequestProblem } from "./request-problem.ts";
import type { ForkExecutionInput, RetryExecutionInput } from "./schema.generated.ts";
import {
  generalError,
  invalidState,
  notFound,
  outcomeUnknown,
  problemErrors,
  type UserErrorSource,
} from "./user-errors.ts";

/** The request of a retry or a fork. A retry has neither arguments nor bindings. */
export type DerivationInput = RetryExecutionInput & Partial<Pick<ForkExecutionInput, "arguments" | "bindings">>;

const executionPlace = ["input", "executionId"];

/** The error for an answer other than a derivation. */
export function derivationErrors(
  answer: Exclude<DerivationResult, { kind: "DERIVED" | "PLANNED_AGAIN" }>,
  input: DerivationInput,
): readonly UserErrorSource[] {
  switch (answer.kind) {
    case "NOT_FOUND":
      return [notFound("the execution", executionPlace)];
    case "INVALID_STATE":
      return [invalidState(answer.message, executionPlace, answer.status)];
    case "REFUSED":
      return [generalError("INVALID_INPUT", answer.message, ["input", ...placeOf(answer, input)])];
    case "OUTCOME_UNKNOWN": {
      const named = answer.steps.map((step) => JSON.stringify(step)).join(", ");
      const message = `Cannot call the steps again: they may have had their effect, which could then be done twice; required a word for each in callAgain, found none for ${named}`;
      return [outcomeUnknown(message, ["input", "callAgain"], answer.steps)];
    }
    case "TOO_LARGE": {
      const { found, maximum } = answer;
      const message = `Cannot reuse the results of the execution: required at most ${maximum} bytes of outputs, found ${found}`;
      return problemErrors(
        [{ kind: "LIMIT_EXCEEDED", message, path: ["executionId"], limit: "reusedBytes", maximum, found }],
        ["input"],
      );
    }
  }
}

function placeOf({ member, name }: DerivationRefusal, input: DerivationInput): readonly string[] {
  switch (member) {
    case "fromStep":
      return ["fromStepId"];
    case "bindings":
      return ["bindings", name];
    case "arguments":
      return ["arguments", String(input.arguments?.findIndex(({ stepId }) => stepId === name)), "stepId"];
    case "callAgain":
      return ["callAgain", String(input.callAgain?.indexOf(name))];
  }
}

/** Problems of the derived plan of `round`, placed in the part of the request that causes them, otherwise in the source execution. */
export function derivedProblems(
  problems: readonly RequestProblem[],
  document: JsonObject,
  round: number,
  input: DerivationInput,
): readonly RequestProblem[] {
  return problems.map((problem) => ({ ...problem, path: problemPlace(problem.path, document, round, input) }));
}

function problemPlace(
  path: readonly string[],
  document: JsonObject,
  round: number,
  input: DerivationInput,
): readonly string[] {
  const [root] = path;
  if (root === "options" || (root === "bindings" && input.bindings != null)) return path;
  // Before the arguments of a step stand only names of the plan's own form and positions.
  const inArguments = path.indexOf("arguments");
  const step = valueAt(document, path.slice(2, inArguments).map(segmentOf)) as JsonObject | undefined;
  const id = typeof step?.stepId === "string" ? roundStepId(round, step.stepId) : undefined;
  const position = input.arguments?.findIndex(({ stepId }) => stepId === id) ?? -1;
  if (inArguments < 0 || position < 0) return ["executionId"];
  return ["arguments", String(position), ...path.slice(inArguments)];
}

function segmentOf(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment;
}
