/** The settings of a deployment, as they are said in its code and in its environment, which has the last word. */
import { type ParsedSettings, readSettings } from "../settings/settings.ts";
import { declarationConflict, deployedCode } from "./deployed-code.ts";
import type { Environment } from "./environment.ts";

export function readDeployment(environment: Environment): ParsedSettings {
  const conflict = declarationConflict();
  if (conflict !== undefined) return { ok: false, setting: "createPlanwright", message: conflict };
  const { authenticate, settings } = deployedCode();
  return readSettings({ ...settings, ...environment }, authenticate);
}
