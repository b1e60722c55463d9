/**
 * What `prompt`, `action_id` and `with` of the dialect of agents mean for what a step calls (O5, O9a):
 *
 *  - an agent behind HTTP takes the prompt as its `user_query`, beside the arguments in `with`; it has no actions;
 *  - an agent of ours takes the prompt as its `text`, the action as its `action`, and `with` as its `parameters`;
 *  - an agent behind A2A and a workflow take the arguments in `with`, and the prompt as `text` if their input has such a text;
 *  - a tool is called with its arguments alone.
 */

import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import type { CallableDefinition } from "../callable.ts";
import type { AgentWords, DraftToolStep, PlanDraft } from "../plan-draft.ts";
import type { PlanProblem } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";

/** The argument of an agent behind HTTP that holds what it is asked. */
export const queryArgument = "user_query";
/** The argument of every other agent and workflow that does. */
export const textArgument = "text";

type WordedCallable = Pick<CallableDefinition, "kind" | "inputSchema" | "dualMode">;

export interface LoweredWords {
  /** The draft with every word as an argument. */
  readonly draft: PlanDraft;
  readonly problems: readonly PlanProblem[];
  /** What was found in a lowered word, told at the place where the word was written. */
  readonly relocated: <Found extends { readonly path: readonly string[] }>(found: Found) => Found;
}

/** Lowers the words of every step. Steps whose callable is not among `callables` have a problem of their own and stay as they are. */
export function lowerAgentWords(draft: PlanDraft, callables: ReadonlyMap<string, WordedCallable>): LoweredWords {
  const problems: PlanProblem[] = [];
  const moved: Move[] = [];
  const lowered = (step: DraftToolStep): DraftToolStep => {
    const callable = callables.get(step.callableName);
    if (step.agentWords === null || callable === undefined) return step;
    const lowering = lowerWords(step, step.agentWords, callable);
    problems.push(...lowering.problems);
    moved.push(...lowering.moves);
    return { ...step, arguments: lowering.arguments };
  };
  const steps = draft.steps.map((step) =>
    step.kind === "TOOL" ? lowered(step) : { ...step, children: step.children.map(lowered) },
  );
  const relocated = <Found extends { readonly path: readonly string[] }>(found: Found): Found => {
    const move = moved.find(({ from }) => from.every((part, at) => found.path[at] === part));
    return move === undefined ? found : { ...found, path: [...move.to, ...found.path.slice(move.from.length)] };
  };
  return { draft: { ...draft, steps }, problems, relocated };
}

interface Move {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

interface Lowering {
  readonly arguments: JsonObject;
  readonly problems: readonly PlanProblem[];
  readonly moves: readonly Move[];
}

function lowerWords(step: DraftToolStep, words: AgentWords, callable: WordedCallable): Lowering {
  switch (wordsOf(callable)) {
    case "NONE": {
      const finding = "expected no such key, because a tool is called with its arguments alone";
      return {
        arguments: step.arguments,
        problems: [...actionRefused(words, finding), ...promptRefused(words, finding)],
        moves: [],
      };
    }
    case "QUERY": {
      const finding = "expected no such key, because an agent behind HTTP has no actions";
      return withPrompt(step, words, queryArgument, actionRefused(words, finding));
    }
    case "TEXT_AND_ACTION":
      return textAndAction(step, words);
    case "ARGUMENTS": {
      const finding = `expected no such key, because ${JSON.stringify(step.callableName)} has no actions`;
      const refused = actionRefused(words, finding);
      if (words.prompt === null || takesText(callable)) return withPrompt(step, words, textArgument, refused);
      const without = `expected no such key, because the input of ${JSON.stringify(step.callableName)} has no text of the name ${textArgument}`;
      return { arguments: step.arguments, problems: [...promptRefused(words, without), ...refused], moves: [] };
    }
  }
}

/** Which words what kind of callable takes. Agents of one kind are told from those of another by their input. */
function wordsOf({ kind, dualMode, inputSchema }: WordedCallable): "NONE" | "QUERY" | "TEXT_AND_ACTION" | "ARGUMENTS" {
  if (kind === "TOOL") return "NONE";
  if (kind === "WORKFLOW" || dualMode !== undefined) return "ARGUMENTS";
  if (propertyOf(inputSchema, queryArgument) !== undefined) return "QUERY";
  return propertyOf(inputSchema, "action") === undefined ? "ARGUMENTS" : "TEXT_AND_ACTION";
}

function propertyOf(schema: WordedCallable["inputSchema"], name: string): Json | undefined {
  const properties = isJsonObject(schema) ? ownValue(schema, "properties") : undefined;
  return isJsonObject(properties) ? ownValue(properties, name) : undefined;
}

/** Also where the strict schema has it behind a reference: what plans see shows the members that it leads to. */
function takesText({ dualMode, inputSchema }: WordedCallable): boolean {
  return [dualMode?.strictSchema ?? inputSchema, inputSchema].some((schema) => {
    const text = propertyOf(schema, textArgument);
    const type = isJsonObject(text) ? ownValue(text, "type") : undefined;
    return type === "string" || (Array.isArray(type) && type.includes("string"));
  });
}

/** The prompt as the argument `name` beside those in `with`. */
function withPrompt(step: DraftToolStep, words: AgentWords, name: string, refused: readonly PlanProblem[]): Lowering {
  const given = step.arguments;
  if (words.prompt === null) return { arguments: given, problems: refused, moves: [] };
  if (Object.hasOwn(given, name)) {
    const twice = `expected prompt or with.${name}, found both`;
    return { arguments: given, problems: [...refused, ...promptRefused(words, twice)], moves: [] };
  }
  return {
    arguments: objectOf<Json>([[name, words.prompt], ...Object.entries(given)]),
    problems: refused,
    moves: [{ from: [...step.places.arguments, name], to: words.places.prompt }],
  };
}

function textAndAction(step: DraftToolStep, { actionId, places, prompt }: AgentWords): Lowering {
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

function promptRefused({ places, prompt }: AgentWords, finding: string): readonly PlanProblem[] {
  return prompt === null ? [] : [invalidInput(places.prompt, finding)];
}

function actionRefused({ actionId, places }: AgentWords, finding: string): readonly PlanProblem[] {
  return actionId === null ? [] : [invalidInput(places.actionId, finding)];
}
