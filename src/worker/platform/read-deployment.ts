/** The settings of a deployment, as they are said in its code and in its environment, which has the last word. */
import { type ParsedSettings, readSettings } from "../settings/settings.ts";
import { type DeployedCode, declarationConflict, deployedCode } from "./deployed-code.ts";
import type { Environment } from "./environment.ts";

interface Reading {
  readonly code: DeployedCode;
  readonly settings: ParsedSettings;
}

/** All requests and objects of an isolate share its environment, so it is read once. */
const readings = new WeakMap<Environment, Reading>();

export function readDeployment(environment: Environment): ParsedSettings {
  const conflict = declarationConflict();
  if (conflict !== undefined) return { ok: false, setting: "createPlanwright", message: conflict };
  const code = deployedCode();
  const known = readings.get(environment);
  if (known?.code === code) return known.settings;
  const settings = readSettings({ ...code.settings, ...environment }, code.authenticate);
  readings.set(environment, { code, settings });
  return settings;
}
