/**
 * Whether a tool in code still has the contract that a plan was checked against. An execution keeps the definitions of its start (E15), and
 * another version of the code may be deployed while it runs.
 */
import { sameJson } from "../../json/json.ts";
import type { CallableDefinition, EffectClass } from "../../plan/callable.ts";
import type { CodeTool } from "./code-tool.ts";

/** How much may go wrong by a call, and by a second one. */
const harm: { readonly [Class in EffectClass]: number } = { READ_ONLY: 0, IDEMPOTENT: 1, KEYED: 1, UNSAFE: 2 };

/** Why `tool` cannot be called as `pinned`; undefined if it can. Whether arguments and results fit is seen when they are there. */
export function contractChange(tool: CodeTool | undefined, pinned: CallableDefinition): string | undefined {
  if (tool === undefined)
    return "required a tool of this name in the code that is deployed now, found none. Deploy code that defines it";
  if (harm[tool.effectClass] <= harm[pinned.effectClass]) return undefined;
  return `required effects no worse than ${pinned.effectClass}, by which this execution plans its calls, found ${tool.effectClass} in the code that is deployed now. Start it again`;
}

/** Whether results are to be checked against the contract of the plan. */
export function hasOtherOutput({ definition }: CodeTool, pinned: CallableDefinition): boolean {
  return definition.outputSchema === null || !sameJson(definition.outputSchema, pinned.outputSchema ?? null);
}
