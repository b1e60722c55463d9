/** The part of the deployment that a language model needs and that is missing. */
import { modelSecretSettingName } from "../../model/adapter/model-secret.ts";
import type { ModelDefinition } from "../../plan/model-definition.ts";
import type { Environment } from "./environment.ts";

/** Name of the setting or binding that `model` needs and the deployment lacks. Undefined if it lacks nothing. Settings are named, their values never. */
export function modelLacks(environment: Environment, { keySecret, provider }: ModelDefinition): string | undefined {
  if (provider === "WORKERS_AI" && environment.AI === undefined) return "AI";
  if (keySecret === null) return undefined;
  const setting = modelSecretSettingName(keySecret);
  const value = Object.hasOwn(environment, setting) ? environment[setting] : undefined;
  return typeof value === "string" && value !== "" ? undefined : setting;
}
