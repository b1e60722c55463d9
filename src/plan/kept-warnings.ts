/**
 * The warnings of a plan as its execution keeps them: with their places in the plan, and few enough to stand in the row of the plan.
 */
import { utf8Bytes } from "../json/json.ts";
import type { WarnedPlan } from "./plan.ts";
import type { PlanWarning } from "./problem.ts";

const mostKept = 100;
/** The row holds the plan and the definitions too, which may have nearly all that the platform permits. */
const mostBytes = 32_768;

/** The first of `warnings`. `sourcePath` is the place of the plan in the checked request; other places stay unchanged. */
export function keptWarnings(
  warnings: readonly PlanWarning[],
  sourcePath: readonly string[] = [],
): readonly PlanWarning[] {
  const kept: PlanWarning[] = [];
  let bytes = 0;
  for (const { path, ...facts } of warnings.slice(0, mostKept)) {
    const isInPlan = sourcePath.every((part, at) => path[at] === part);
    const warning = { ...facts, path: isInPlan ? path.slice(sourcePath.length) : path };
    bytes += utf8Bytes(JSON.stringify(warning));
    if (bytes > mostBytes) break;
    kept.push(warning);
  }
  return kept;
}

/** As a member of a record that lacks it where there are none, as those of 0.7.0 do. */
export function planWarningsMember(warnings: readonly PlanWarning[]): WarnedPlan {
  return warnings.length === 0 ? {} : { planWarnings: warnings };
}
