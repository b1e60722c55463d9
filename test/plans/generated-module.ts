/** Runs a module that `planToCode` or `workflowToCode` wrote: JavaScript that imports from `planwright/plans` alone. */
import * as plans from "planwright/plans";

/** What the module exports. */
export function exported(code: string): unknown {
  const names = /^import \{ (.*) \} from "planwright\/plans";$/m.exec(code)?.[1];
  if (names === undefined) throw new Error(`Expected one import, found:\n${code}`);
  const body = code.replace(/^import .*$/m, "").replace(/^export const \w+ = /m, "return ");
  return new Function("plans", `"use strict"; const { ${names} } = plans;\n${body}`)(plans);
}
