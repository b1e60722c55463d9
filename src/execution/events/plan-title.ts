/**
 * A short title of a plan whose author gave none: the names of its callables, and the first words of the arguments that state its subject.
 * Only arguments whose names promise a subject are read, and of these only short texts that the plan itself holds: the title outlives the
 * values of an execution, and every caller that may list executions sees it (docs/decisions/065-titles-of-plans.md).
 */
import { isJsonObject, type Json } from "../../json/json.ts";
import { shortened } from "../../json/short-text.ts";
import type { Operand, Plan, ToolStep } from "../../plan/plan.ts";
import { leafCalls } from "../../plan/plan-scope.ts";

/** Names that stand in a title; of the others how many there are. */
const mostNames = 3;
/** UTF-16 code units of the words. */
const mostWords = 60;
/** Steps whose arguments are looked at. */
const mostSteps = 20;

/** Names of arguments that have the subject of a call, the most informative first. */
const subjects = ["title", "topic", "subject", "question", "query", "goal", "task", "prompt", "request", "name"];

/** Empty for a plan that calls nothing. */
export function planTitle(plan: Plan): string {
  const calls = leafCalls(plan);
  const telling = calls.slice(0, mostSteps).find(({ step }) => subjectOf(step) !== "");
  const counts = new Map<string, number>();
  for (const { step } of calls) counts.set(step.callableName, (counts.get(step.callableName) ?? 0) + 1);
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} \u00d7${count}`));
  const at = [...counts.keys()].indexOf(telling?.step.callableName ?? "");
  // The callable that the words belong to is always among the names.
  const shown = names.length <= mostNames ? names : names.slice(0, mostNames - 1);
  if (telling !== undefined) {
    const words = ` \u201c${subjectOf(telling.step)}\u201d`;
    if (at < shown.length) shown[at] += words;
    else shown.splice(-1, 1, (names[at] ?? "") + words);
  }
  const rest = names.length - shown.length;
  return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function subjectOf({ arguments: given }: ToolStep): string {
  for (const name of subjects) {
    const text = textAt(given, name).replaceAll(/\s+/g, " ").trim();
    if (text !== "") return shortened(text, mostWords);
  }
  return "";
}

/** The text that the plan itself holds. Empty where it takes it from elsewhere. */
function textAt(given: Operand, name: string): string {
  if (given.kind === "object") {
    for (const [key, own] of given.entries) if (key === name) return own.kind === "literal" ? textOf(own.value) : "";
    return "";
  }
  return given.kind === "literal" && isJsonObject(given.value) ? textOf(given.value[name]) : "";
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value.slice(0, 10 * mostWords) : "";
}
