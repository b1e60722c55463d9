/** The place of a new step with a call in a plan that somebody writes, for any text so far. No written text is lost. */
import { findNodeAtLocation, type Node } from "jsonc-parser";
import { readText } from "../problems/shown-problem.ts";
import { type CodeEdit, stepInserted } from "./code-edit.ts";
import { stepSkeleton } from "./step-skeleton.ts";

/**
 * The edit of `text` that puts in a step behind the one at `cursor`. Null where the text has no list of steps to put it in, such as calls
 * of the other dialect or text that is no plan.
 */
export function callInserted(
  text: string,
  cursor: number,
  callableName: string,
  inputSchema: unknown,
): CodeEdit | null {
  const { tree, value } = readText(text);
  const steps = stepsIn(tree);
  const isEmpty = text.trim() === "" || (value !== null && Object.keys(value).length === 0);
  if (steps === null && !isEmpty) return null;
  return stepInserted(text, steps, cursor, stepSkeleton(callableName, inputSchema, stepIdsIn(text)));
}

function stepsIn(tree: Node | undefined) {
  const steps = tree?.type === "object" ? findNodeAtLocation(tree, ["steps"]) : undefined;
  if (steps?.type !== "array") return null;
  return { offset: steps.offset, length: steps.length, items: steps.children ?? [] };
}

/** Ids that steps of the plan have, as far as they are written. */
function stepIdsIn(text: string): readonly string[] {
  return [...text.matchAll(/"stepId"\s*:\s*"([^"]*)"/g)].map(([, id]) => id ?? "");
}
