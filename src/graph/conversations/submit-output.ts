/**
 * `Mutation.submitStructuredOutput`: the event `chat.structured_output_ready` of the document Auto-tools (T6) from an agent that runs
 * elsewhere. Its form is checked here; whose turn it is, and whether it came before (T8, C9), is for the execution to say. The same again
 * is answered the same, so that a caller who heard no answer repeats it.
 */

import { turnOfKey } from "../../execution/turns/turn-key.ts";
import type { OutputSubmission, SubmissionResult } from "../../execution/turns/turn-request.ts";
import { isJsonObject, type Json, utf8Bytes } from "../../json/json.ts";
import { depthProblems } from "../../plan/compile/check-limits.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import { cannotTake, limitExceeded, type RequestProblem } from "../base/request-problem.ts";
import type { Maybe, SubmitStructuredOutputInput } from "../base/schema.generated.ts";
import {
  generalError,
  idempotencyConflict,
  notFound,
  problemErrors,
  type UserErrorSource,
} from "../base/user-errors.ts";
import { givenNameProblems } from "./given-name.ts";

const maxDataBytes = 1_048_576;
const maxKeyCharacters = 255;
/** No name of an agent or of a model is longer. */
const maxNameCharacters = 128;

export interface SubmitPayload {
  readonly duplicate: boolean;
  readonly accepted: boolean;
  readonly turn: number | undefined;
  readonly errors: readonly UserErrorSource[];
}

/** Hands the output to its execution. Errors: no such execution, a malformed event, another turn, another output for the turn. */
export async function submitStructuredOutput(
  input: SubmitStructuredOutputInput,
  context: GraphContext,
): Promise<SubmitPayload> {
  const problems = [
    ...dataProblems(input, context),
    ...givenNameProblems(input.agentName, ["agentName"], maxNameCharacters),
    ...givenNameProblems(input.modelName, ["modelName"], maxNameCharacters),
    ...keyProblems(input),
  ];
  if (problems.length > 0) return refused(problemErrors(problems, ["input"]));
  const name = await nodeNamed(input.executionId, "EXECUTION", context);
  if (name === undefined) return refused([noExecution]);
  const mismatches = await contextProblems(input.context, name.execution, context);
  if (mismatches === undefined) return refused([noExecution]);
  if (mismatches.length > 0) return refused(problemErrors(mismatches, ["input"]));
  const submission: OutputSubmission = {
    agentName: input.agentName,
    modelName: input.modelName,
    autoToolMode: input.autoToolMode,
    structuredData: input.structuredData as Json,
    turnKey: input.turnIdempotencyKey,
    turn: input.turnNumber ?? turnOfKey(input.turnIdempotencyKey) ?? null,
    submittedBy: context.caller.subject,
  };
  return payloadOf(await context.clients.executions.submit(name.execution, submission), name.execution);
}

const noExecution = notFound("the execution", ["input", "executionId"]);

function payloadOf(answer: SubmissionResult, execution: string): SubmitPayload {
  const keyPath = ["input", "turnIdempotencyKey"];
  switch (answer.kind) {
    case "IGNORED":
      return refused([]);
    case "ACCEPTED":
      return { duplicate: false, accepted: true, turn: answer.turn, errors: [] };
    case "DUPLICATE":
      return duplicate([]);
    case "CONFLICT": {
      const message =
        "Cannot take the output: required the output that its turn was given with this key before, found another one";
      return refused([idempotencyConflict(execution, keyPath, message)]);
    }
    case "BELOW_WINDOW": {
      const { highestEvicted, turn } = answer;
      const message = `Cannot take the output: required a turn above ${highestEvicted}, which is the latest that is remembered no more, found ${turn}`;
      return duplicate([generalError("TURN_BELOW_WINDOW", message, keyPath)]);
    }
    case "NOT_DUE":
      return refused([generalError("TURN_NOT_DUE", answer.message, keyPath)]);
    case "INVALID":
      return refused([generalError("INVALID_INPUT", answer.message, ["input", inputNames[answer.field]])]);
    case "NOT_FOUND":
      return refused([noExecution]);
  }
}

/** The name of each member of a submission in the input. The submitting subject is not in it. */
const inputNames: { readonly [Member in keyof OutputSubmission]: string } = {
  agentName: "agentName",
  modelName: "modelName",
  structuredData: "structuredData",
  autoToolMode: "autoToolMode",
  turnKey: "turnIdempotencyKey",
  turn: "turnNumber",
  submittedBy: "executionId",
};

function duplicate(errors: readonly UserErrorSource[]): SubmitPayload {
  return { duplicate: true, accepted: false, turn: undefined, errors };
}

function refused(errors: readonly UserErrorSource[]): SubmitPayload {
  return { duplicate: false, accepted: false, turn: undefined, errors };
}

/** The depth is asked first, because measuring recurses. */
function dataProblems(
  { structuredData }: SubmitStructuredOutputInput,
  { settings }: GraphContext,
): readonly RequestProblem[] {
  const path = ["structuredData"];
  const deep = depthProblems(structuredData, settings.limits, path);
  if (deep.length > 0) return deep;
  const bytes = utf8Bytes(JSON.stringify(structuredData));
  return bytes <= maxDataBytes ? [] : [limitExceeded("structuredDataBytes", maxDataBytes, bytes, path)];
}

/** A key of the caller is opaque (C11): a number given beside it counts, also if the key has another form. */
function keyProblems({ turnIdempotencyKey: key, turnNumber }: SubmitStructuredOutputInput): readonly RequestProblem[] {
  const problems = givenNameProblems(key, ["turnIdempotencyKey"], maxKeyCharacters);
  if (problems.length > 0) return problems;
  if (turnNumber === null || turnNumber === undefined) {
    if (turnOfKey(key) !== undefined) return [];
    const finding = "required the number of the turn with a key that does not hold it, found none";
    return [cannotTake(["turnNumber"], finding)];
  }
  return turnNumber >= 1 ? [] : [cannotTake(["turnNumber"], `required at least 1, found ${turnNumber}`)];
}

/** Members of the context that differ from the execution. Null if there is no such execution. */
async function contextProblems(
  said: SubmitStructuredOutputInput["context"],
  execution: string,
  { clients }: GraphContext,
): Promise<readonly RequestProblem[] | undefined> {
  if (!isJsonObject(said) || Object.keys(said).length === 0) return [];
  const view = await clients.executions.read(execution, false);
  if (view === null) return undefined;
  const { turns } = view;
  const known = new Map<string, Maybe<string>>([
    ["workflow_name", turns?.manifest.name],
    ["chat_id", turns?.chatId],
    ["app_id", turns?.appId],
  ]);
  return Object.entries(said).flatMap(([member, value]) => {
    const path = ["context", member];
    const required = known.get(member);
    if (required === undefined) {
      return [cannotTake(path, `required one of ${[...known.keys()].join(", ")}, found another member`)];
    }
    if (value === required) return [];
    const found = JSON.stringify(value).slice(0, 200);
    return [cannotTake(path, `required ${JSON.stringify(required)}, as the execution has it, found ${found}`)];
  });
}
