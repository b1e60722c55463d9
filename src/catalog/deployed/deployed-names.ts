/** The names that the code of the deployment takes. A file of its own, because an isolate that only declares definitions compares no names. */
import { comparedName, planNamesOf } from "../plan-name.ts";
import type { DeployedDefinitions } from "./deployed-definitions.ts";

/** Every name that the code defines, in the form in which names are compared. */
export function deployedNames({ agents, tools, workflows }: DeployedDefinitions): ReadonlySet<string> {
  const names = [...tools.map(({ name }) => name), ...[...agents, ...workflows].flatMap(planNamesOf)];
  return new Set(names.map(comparedName));
}
