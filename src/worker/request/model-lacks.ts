/**
 * The setting or binding that a model needs and the deployment lacks, found before anything is started with the model. It names settings,
 * never their values.
 */
import { modelSecretSettingName } from "../../model/adapter/model-secret.ts";
import type { ModelDefinition } from "../../plan/model-definition.ts";
import type { Environment } from "../platform/environment.ts";

/** Name of the setting or binding that `model` needs and the deployment lacks. Null if it lacks nothing. */
export function modelLacks(environment: Environment, { keySecret, provider }: ModelDefinition): string | null {
  if (provider === "WORKERS_AI" && environment.AI === undefined) return "AI";
  if (keySecret === null) return null;
  const setting = modelSecretSettingName(keySecret);
  const value = Object.hasOwn(environment, setting) ? environment[setting] : undefined;
  return typeof value === "string" && value !== "" ? null : setting;
}
