/**
 * What `prompt` and `action_id` of the dialect of agents mean for what a step calls (O5, O9a): an agent takes the prompt as its
 * `user_query`, beside the arguments in `with`; a tool is called with its arguments alone. No agent has actions so far.
 */
import type { CallableDefinition } from "./callable.ts";
import { objectOf } from "./json.ts";
import type { AgentWords, DraftToolStep, PlanDraft } from "./plan-draft.ts";
import type { PlanProblem } from "./problem.ts";
import { invalidInput } from "./shape-problems.ts";

/** The argument of an agent that holds what it is asked. */
export const queryArgument = "user_query";

export interface LoweredWords {
  /** The draft with every prompt as an argument. */
  readonly draft: PlanDraft;
  readonly problems: readonly PlanProblem[];
  /** What was found in a lowered prompt, told at the place where the prompt was written. */
  readonly relocated: <Found extends { readonly path: readonly string[] }>(found: Found) => Found;
}

/** Lowers the words of every step. Steps whose callable is not among `callables` have a problem of their own and stay as they are. */
export function lowerAgentWords(
  draft: PlanDraft,
  callables: ReadonlyMap<string, Pick<CallableDefinition, "kind">>,
): LoweredWords {
  const problems: PlanProblem[] = [];
  const moved: { readonly from: readonly string[]; readonly to: readonly string[] }[] = [];
  const lowered = (step: DraftToolStep): DraftToolStep => {
    const { agentWords: words, callableName } = step;
    const kind = callables.get(callableName)?.kind;
    if (words === null || kind === undefined) return step;
    problems.push(...(kind === "TOOL" ? toolProblems(words) : agentProblems(step, words)));
    if (kind === "TOOL" || words.prompt === null || Object.hasOwn(step.arguments, queryArgument)) return step;
    moved.push({ from: [...step.places.arguments, queryArgument], to: words.places.prompt });
    return { ...step, arguments: objectOf([[queryArgument, words.prompt], ...Object.entries(step.arguments)]) };
  };
  const steps = draft.steps.map((step) =>
    step.kind === "TOOL" ? lowered(step) : { ...step, children: step.children.map(lowered) },
  );
  const relocated = <Found extends { readonly path: readonly string[] }>(found: Found): Found => {
    const move = moved.find(({ from }) => from.every((part, at) => found.path[at] === part));
    return move === undefined ? found : { ...found, path: move.to };
  };
  return { draft: { ...draft, steps }, problems, relocated };
}

function toolProblems({ actionId, places, prompt }: AgentWords): readonly PlanProblem[] {
  const finding = "expected no such key, because a tool is called with its arguments alone";
  return [
    ...(actionId === null ? [] : [invalidInput(places.actionId, finding)]),
    ...(prompt === null ? [] : [invalidInput(places.prompt, finding)]),
  ];
}

function agentProblems(step: DraftToolStep, { actionId, places, prompt }: AgentWords): readonly PlanProblem[] {
  const isTwice = prompt !== null && Object.hasOwn(step.arguments, queryArgument);
  return [
    ...(actionId === null
      ? []
      : [invalidInput(places.actionId, "expected no such key, because an agent behind HTTP has no actions")]),
    ...(isTwice ? [invalidInput(places.prompt, `expected prompt or with.${queryArgument}, found both`)] : []),
  ];
}
