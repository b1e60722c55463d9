/**
 * Whether the deployment accepts prompts and questions at all (O28). Given plans need no model and are always accepted.
 */
import type { PlanProblem } from "../../plan/problem.ts";
import type { GraphSettings } from "../base/graph-context.ts";
import { cannotTake } from "../base/request-problem.ts";

/** The problem of a prompt or question where none is taken, at `path`. Undefined where they are. */
export function promptsDisabled({ promptsEnabled }: GraphSettings, path: readonly string[]): PlanProblem | undefined {
  if (promptsEnabled) return undefined;
  return cannotTake(path, "required the setting AGENT_ORCHESTRATOR_ENABLED to be true, found that it is false");
}
