/**
 * Moves the fields `prompt`, `action_id` and `with` of the dialect of agents into the arguments of the callable (O5, O9a):
 *
 *  - an agent behind HTTP takes the prompt as its `user_query`, beside the arguments in `with`; it has no actions;
 *  - a local agent takes the prompt as its `text`, the action as its `action`, and `with` as its `parameters`;
 *  - an agent with a schema of its own, an agent behind A2A and a workflow take the arguments in `with`, and the prompt as `text` if their input has such a text;
 *  - a tool is called with its arguments alone.
 */

import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import type { CallableDefinition } from "../callable.ts";
import type { AgentFields, DraftToolStep, PlanDraft } from "../plan-draft.ts";
import type { PlanProblem } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";

/** The argument of an agent behind HTTP with its question. */
const queryArgument = "user_query";
/** The argument of every other agent and workflow that takes text. */
const textArgument = "text";

type FieldCallable = Pick<CallableDefinition, "kind" | "inputSchema" | "dualMode">;

export interface MovedAgentFields {
  /** The draft with every field as an argument. */
  readonly draft: PlanDraft;
  readonly problems: readonly PlanProblem[];
  /** A finding about an argument that was a field, with the path of that field. */
  readonly withOriginalPath: <Found extends { readonly path: readonly string[] }>(found: Found) => Found;
}

/** Moves the fields of every step into its arguments. Steps whose callable is not among `callables` have another problem and stay as they are. */
export function moveAgentFields(draft: PlanDraft, callables: ReadonlyMap<string, FieldCallable>): MovedAgentFields {
  const problems: PlanProblem[] = [];
  const moved: Move[] = [];
  const withArguments = (step: DraftToolStep): DraftToolStep => {
    const callable = callables.get(step.callableName);
    if (step.agentFields === null || callable === undefined) return step;
    const fields = argumentsOf(step, step.agentFields, callable);
    problems.push(...fields.problems);
    moved.push(...fields.moves);
    return { ...step, arguments: fields.arguments };
  };
  const steps = draft.steps.map((step) =>
    step.kind === "TOOL" ? withArguments(step) : { ...step, children: step.children.map(withArguments) },
  );
  const withOriginalPath = <Found extends { readonly path: readonly string[] }>(found: Found): Found => {
    const move = moved.find(({ from }) => from.every((part, at) => found.path[at] === part));
    return move === undefined ? found : { ...found, path: [...move.to, ...found.path.slice(move.from.length)] };
  };
  return { draft: { ...draft, steps }, problems, withOriginalPath };
}

interface Move {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

interface FieldArguments {
  readonly arguments: JsonObject;
  readonly problems: readonly PlanProblem[];
  readonly moves: readonly Move[];
}

function argumentsOf(step: DraftToolStep, fields: AgentFields, callable: FieldCallable): FieldArguments {
  switch (acceptedFields(callable)) {
    case "NONE": {
      const finding = "expected no such key, because a tool is called with its arguments alone";
      return {
        arguments: step.arguments,
        problems: [...actionRefused(fields, finding), ...promptRefused(fields, finding)],
        moves: [],
      };
    }
    case "QUERY": {
      const finding = "expected no such key, because an agent behind HTTP has no actions";
      return withPrompt(step, fields, queryArgument, actionRefused(fields, finding));
    }
    case "TEXT_AND_ACTION":
      return textAndAction(step, fields);
    case "ARGUMENTS": {
      const finding = `expected no such key, because ${JSON.stringify(step.callableName)} has no actions`;
      const refused = actionRefused(fields, finding);
      if (fields.prompt === null || takesText(callable)) return withPrompt(step, fields, textArgument, refused);
      const without = `expected no such key, because the input of ${JSON.stringify(step.callableName)} has no text of the name ${textArgument}`;
      return { arguments: step.arguments, problems: [...promptRefused(fields, without), ...refused], moves: [] };
    }
  }
}

/** The fields that a kind of callable accepts. Kinds of agents differ by their input schema. */
function acceptedFields({
  kind,
  dualMode,
  inputSchema,
}: FieldCallable): "NONE" | "QUERY" | "TEXT_AND_ACTION" | "ARGUMENTS" {
  if (kind === "TOOL") return "NONE";
  if (kind === "WORKFLOW" || dualMode !== undefined) return "ARGUMENTS";
  const has = (name: string) => propertyOf(inputSchema, name) !== undefined;
  // A schema that an agent was given may have a member of any of these names.
  if (has(queryArgument) && has("parsed_parameters")) return "QUERY";
  return [textArgument, "action", "parameters"].every(has) ? "TEXT_AND_ACTION" : "ARGUMENTS";
}

function propertyOf(schema: FieldCallable["inputSchema"], name: string): Json | undefined {
  const properties = isJsonObject(schema) ? ownValue(schema, "properties") : undefined;
  return isJsonObject(properties) ? ownValue(properties, name) : undefined;
}

/** Also where the strict schema has it behind a reference: the schema for plans shows the members behind that reference. */
function takesText({ dualMode, inputSchema }: FieldCallable): boolean {
  return [dualMode?.strictSchema ?? inputSchema, inputSchema].some((schema) => {
    const text = propertyOf(schema, textArgument);
    const type = isJsonObject(text) ? ownValue(text, "type") : undefined;
    return type === "string" || (Array.isArray(type) && type.includes("string"));
  });
}

/** The prompt as the argument `name` beside those in `with`. */
function withPrompt(
  step: DraftToolStep,
  fields: AgentFields,
  name: string,
  refused: readonly PlanProblem[],
): FieldArguments {
  const given = step.arguments;
  if (fields.prompt === null) return { arguments: given, problems: refused, moves: [] };
  if (Object.hasOwn(given, name)) {
    const twice = `expected prompt or with.${name}, found both`;
    return { arguments: given, problems: [...refused, ...promptRefused(fields, twice)], moves: [] };
  }
  return {
    arguments: objectOf<Json>([[name, fields.prompt], ...Object.entries(given)]),
    problems: refused,
    moves: [{ from: [...step.places.arguments, name], to: fields.places.prompt }],
  };
}

function textAndAction(step: DraftToolStep, { actionId, places, prompt }: AgentFields): FieldArguments {
  const place = step.places.arguments;
  const hasParameters = Object.keys(step.arguments).length > 0;
  return {
    arguments: objectOf<Json>([
      ...(prompt === null ? [] : [[textArgument, prompt] as const]),
      ...(actionId === null ? [] : [["action", actionId] as const]),
      ...(hasParameters ? [["parameters", step.arguments] as const] : []),
    ]),
    problems: [],
    moves: [
      { from: [...place, textArgument], to: places.prompt },
      { from: [...place, "action"], to: places.actionId },
      { from: [...place, "parameters"], to: place },
    ],
  };
}

function promptRefused({ places, prompt }: AgentFields, finding: string): readonly PlanProblem[] {
  return prompt === null ? [] : [invalidInput(places.prompt, finding)];
}

function actionRefused({ actionId, places }: AgentFields, finding: string): readonly PlanProblem[] {
  return actionId === null ? [] : [invalidInput(places.actionId, finding)];
}
