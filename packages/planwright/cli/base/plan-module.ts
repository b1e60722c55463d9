/** The plan that a module builds with `definePlan` of `planwright/plans`. The module is evaluated in this process, by Node itself. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandFailure, usageFailure } from "./command-failure.ts";
import { exitCodes } from "./exit-code.ts";
import type { Surroundings } from "./surroundings.ts";

/** As much of a `PlanDefinition` as is used. */
export interface PlanOfModule {
  readonly plan: { readonly [name: string]: unknown };
  readonly placeOf: (path: readonly (string | number)[]) => string | undefined;
}

/** Whether the words name a module. */
export function namesModule(words: string): boolean {
  return /^\S+\.[cm]?[jt]s$/i.test(words);
}

/** The default export, or the only export that is a plan. */
export async function planOfModule(name: string, { cwd }: Pick<Surroundings, "cwd">): Promise<PlanOfModule> {
  const path = resolve(cwd, name);
  if (!existsSync(path)) throw usageFailure(`Cannot read ${path}: found no file there`);
  const exports = await evaluated(path);
  const plans = Object.entries(exports).filter((entry): entry is [string, PlanOfModule] => isPlan(entry[1]));
  const [only, ...others] = plans;
  const chosen = isPlan(exports.default) ? exports.default : others.length === 0 ? only?.[1] : undefined;
  if (chosen !== undefined) return chosen;
  const found = plans.length === 0 ? "none" : plans.map(([one]) => one).join(", ");
  throw usageFailure(
    `Cannot use ${name}: required one plan of definePlan as its default or only one, found ${found}`,
    "export default definePlan(…)",
  );
}

async function evaluated(path: string): Promise<{ readonly [name: string]: unknown }> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const isTooOld = error instanceof Error && "code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION";
    throw new CommandFailure({
      exitCode: exitCodes.usage,
      code: "MODULE_INVALID",
      message: `Cannot evaluate ${path}: ${said}`,
      next: isTooOld ? ["Node 22.18 or later, which reads TypeScript"] : [],
    });
  }
}

function isPlan(value: unknown): value is PlanOfModule {
  return (
    typeof value === "object" &&
    value !== null &&
    "plan" in value &&
    typeof value.plan === "object" &&
    value.plan !== null &&
    "placeOf" in value &&
    typeof value.placeOf === "function"
  );
}
