/**
 * The language models of a deployment, from its settings. `MODELS` and `MODEL_PRICES` are JSON, whose forms are defined here; the settings
 * that choose a model for each purpose must name one of them. Secrets are named, never contained.
 */
import type {
  ModelDefinition,
  ModelPrice,
  ModelProvider,
  ModelPurpose,
  ModelSettings,
  PlannerEncoding,
} from "../../plan/model-definition.ts";
import {
  faultAt,
  jsonIn,
  jsonInteger,
  jsonList,
  jsonMap,
  jsonNumber,
  jsonObject,
  jsonText,
  orElse,
  type ParsedJson,
  type ReadJson,
} from "./setting-json.ts";
import { address, checked, matching, named, type ReadText, textOf } from "./setting-text.ts";

const providers = {
  "openai-compatible": "OPENAI_COMPATIBLE",
  openai: "OPENAI",
  "openai-responses": "OPENAI_RESPONSES",
  anthropic: "ANTHROPIC",
  "workers-ai": "WORKERS_AI",
} as const satisfies { readonly [name: string]: ModelProvider };

const maxModels = 50;
const maxPrices = 500;
const defaultMaxOutputTokens = 4_096;
const defaultTimeoutSeconds = 120;

const readEntry = jsonObject({
  name: jsonText(matching(/^[A-Za-z0-9_.-]{1,64}$/)),
  provider: jsonText(named(providers)),
  model: jsonText(textOf(1, 200)),
  // Paths are put behind it.
  baseUrl: orElse(jsonText(checked(address, (url) => url.length <= 2_048 && !/[?#]/.test(url))), null),
  keySecret: orElse(jsonText(matching(/^[A-Z0-9_]{1,64}$/)), null),
  maxOutputTokens: orElse(jsonInteger(1, 1_000_000), defaultMaxOutputTokens),
  timeoutSeconds: orElse(jsonInteger(1, 3_600), defaultTimeoutSeconds),
});
type ModelEntry = Extract<ReturnType<typeof readEntry>, { ok: true }>["value"];

const usDollars = jsonNumber(0, 1_000_000);
const readPrice: ReadJson<ModelPrice> = jsonObject({
  input: usDollars,
  cachedInput: orElse(usDollars, null),
  output: usDollars,
});

/** Text of `MODELS`. Nothing stands for no models. */
export const readModels: ReadText<readonly ModelEntry[]> = jsonIn((json) => {
  const models = jsonList(readSuitableEntry, maxModels)(json);
  if (!models.ok) return models;
  const names = models.value.map(({ name }) => name);
  const again = names.findIndex((name, position) => names.indexOf(name) < position);
  return again < 0 ? models : faultAt(again, "name");
}, []);

/** Text of `MODEL_PRICES`. Nothing stands for no prices. */
export const readPrices: ReadText<ReadonlyMap<string, ModelPrice>> = jsonIn(
  jsonMap(readPrice, 200, maxPrices),
  new Map(),
);

function readSuitableEntry(json: unknown): ParsedJson<ModelEntry> {
  const entry = readEntry(json);
  const unsuitable = entry.ok ? unsuitableMember(entry.value) : undefined;
  return unsuitable === undefined ? entry : faultAt(unsuitable);
}

/** The member that does not suit the provider. */
function unsuitableMember({ baseUrl, keySecret, provider }: ModelEntry): keyof ModelEntry | undefined {
  if (provider === "OPENAI_COMPATIBLE" && baseUrl === null) return "baseUrl";
  if (provider !== "WORKERS_AI") return undefined;
  // A binding is reached without an address and without a key.
  if (baseUrl !== null) return "baseUrl";
  return keySecret === null ? undefined : "keySecret";
}

/** The models that `settings.ts` has read, each by its shape. */
export interface ModelValues {
  readonly MODELS: readonly ModelEntry[];
  readonly MODEL_PRICES: ReadonlyMap<string, ModelPrice>;
  readonly PLANNER_MODEL: string | null;
  readonly ROUTER_MODEL: string | null;
  readonly RESPONDER_MODEL: string | null;
  readonly AGENT_MODEL: string | null;
  readonly PLANNER_ENCODING: PlannerEncoding;
  readonly MAX_PLAN_CORRECTIONS: number;
}

const purposeSettings = {
  ROUTE: "ROUTER_MODEL",
  PLAN: "PLANNER_MODEL",
  RESPOND: "RESPONDER_MODEL",
  AGENT: "AGENT_MODEL",
} as const satisfies { readonly [Purpose in ModelPurpose]: string };

/** Name of the setting that chooses a model which the deployment does not have. Null if there is none. */
export function unknownModelChoice(values: ModelValues): string | null {
  const names = new Set(values.MODELS.map(({ name }) => name));
  const isUnknown = (setting: (typeof purposeSettings)[ModelPurpose]) => {
    const chosen = values[setting];
    return chosen !== null && !names.has(chosen);
  };
  return Object.values(purposeSettings).find(isUnknown) ?? null;
}

/** The models by name, with their prices, and which of them serves which purpose: the first one where nothing is said. */
export function modelSettingsOf(values: ModelValues): ModelSettings {
  const models = values.MODELS.map((model) => definitionOf(model, values.MODEL_PRICES.get(model.model)));
  const first = models[0]?.name ?? null;
  return {
    models: new Map(models.map((model) => [model.name, model])),
    defaults: {
      ROUTE: values.ROUTER_MODEL ?? first,
      PLAN: values.PLANNER_MODEL ?? first,
      RESPOND: values.RESPONDER_MODEL ?? first,
      AGENT: values.AGENT_MODEL ?? first,
    },
    encoding: values.PLANNER_ENCODING,
    maxCorrections: values.MAX_PLAN_CORRECTIONS,
  };
}

function definitionOf({ timeoutSeconds, ...model }: ModelEntry, price: ModelPrice | undefined): ModelDefinition {
  return { ...model, timeoutMs: timeoutSeconds * 1_000, price: price ?? null };
}
