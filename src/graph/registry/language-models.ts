/** The language models of the deployment, as `ServerInfo.models` lists them. */
import type { ModelPurpose, ModelSettings } from "../../plan/model-definition.ts";
import type { LanguageModel } from "../base/schema.generated.ts";

const MAX_MODELS = 100;

const purposes: readonly ModelPurpose[] = ["ROUTE", "PLAN", "RESPOND", "AGENT"];

/** In the order of their names. Says nothing of addresses and secrets. */
export function languageModels({ defaults, models }: ModelSettings): readonly LanguageModel[] {
  return [...models.values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .slice(0, MAX_MODELS)
    .map(({ model, name, price }) => ({
      name,
      model,
      defaultFor: purposes.filter((purpose) => defaults[purpose] === name),
      isPriced: price !== null,
    }));
}
