/**
 * The language models of a deployment, from its settings. `MODELS` and `MODEL_PRICES` are JSON, whose shapes are defined here; the settings
 * that choose a model for each purpose must name one of them. Secrets are named, never contained.
 */
import * as z from "zod";
import { madeOnce } from "../../json/made-once.ts";
import type {
  ModelDefinition,
  ModelPrice,
  ModelProvider,
  ModelPurpose,
  ModelSettings,
  PlannerEncoding,
} from "../../plan/model-definition.ts";
import { converted, type ParsedSetting, type ReadText } from "./setting-text.ts";

const providers = {
  "openai-compatible": "OPENAI_COMPATIBLE",
  openai: "OPENAI",
  "openai-responses": "OPENAI_RESPONSES",
  anthropic: "ANTHROPIC",
  "workers-ai": "WORKERS_AI",
} as const satisfies { readonly [name: string]: ModelProvider };

type ProviderName = keyof typeof providers;

const maxModels = 50;
const maxPrices = 500;
const defaultMaxOutputTokens = 4_096;
const defaultTimeoutSeconds = 120;

const entryShape = () =>
  z
    .strictObject({
      name: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/),
      provider: z.enum(Object.keys(providers) as [ProviderName, ...ProviderName[]]),
      model: z.string().min(1).max(200),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .max(2_048)
        .optional(),
      keySecret: z
        .string()
        .regex(/^[A-Z0-9_]{1,64}$/)
        .optional(),
      maxOutputTokens: z.int().min(1).max(1_000_000).default(defaultMaxOutputTokens),
      timeoutSeconds: z.int().min(1).max(3_600).default(defaultTimeoutSeconds),
    })
    .superRefine(({ provider, baseUrl, keySecret }, context) => {
      const refuse = (member: string) => context.addIssue({ code: "custom", path: [member], input: undefined });
      if (provider === "openai-compatible" && baseUrl === undefined) refuse("baseUrl");
      // Paths are put behind it.
      if (baseUrl !== undefined && /[?#]/.test(baseUrl)) refuse("baseUrl");
      // A binding is reached without an address and without a key.
      if (provider === "workers-ai" && baseUrl !== undefined) refuse("baseUrl");
      if (provider === "workers-ai" && keySecret !== undefined) refuse("keySecret");
    });

type ModelEntry = z.output<ReturnType<typeof entryShape>>;

const priceShape = () => {
  const usDollars = z.number().min(0).max(1_000_000);
  return z.strictObject({ input: usDollars, cachedInput: usDollars.optional(), output: usDollars });
};
type PriceEntry = z.output<ReturnType<typeof priceShape>>;

const modelsShape = madeOnce(() =>
  z
    .preprocess((value) => value ?? [], z.array(entryShape()).max(maxModels))
    .superRefine((models, context) => {
      for (const [position, { name }] of models.entries()) {
        if (models.findIndex((other) => other.name === name) < position) {
          context.addIssue({ code: "custom", path: [position, "name"], input: undefined });
        }
      }
    }),
);

const pricesShape = madeOnce(() =>
  z.preprocess(
    (value) => value ?? {},
    z
      .record(z.string().min(1).max(200), priceShape())
      .refine((prices) => Object.keys(prices).length <= maxPrices, { error: "too many" }),
  ),
);

/** Text of `MODELS`. Nothing stands for no models. */
export const readModels: ReadText<readonly ModelEntry[]> = (text) =>
  text === "" ? { ok: true, value: [] } : readJson(text, modelsShape());

/** Text of `MODEL_PRICES`. Nothing stands for no prices. */
export const readPrices: ReadText<ReadonlyMap<string, PriceEntry>> = converted(
  (text) => (text === "" ? { ok: true, value: {} } : readJson(text, pricesShape())),
  (prices) => new Map(Object.entries(prices)),
);

function readJson<Value>(text: string, shape: z.ZodType<Value>): ParsedSetting<Value> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, finding: "found something else" };
  }
  const parsed = shape.safeParse(json);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, finding: findingOf(parsed.error) };
}

/** Where in a setting made of JSON the first fault is, as `[1].provider`. Names members, never their values. */
function findingOf(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return "found something else";
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const place = [...issue.path, ...unknown].map(placePart).join("");
  if (place === "") return "found something else";
  return unknown.length > 0 ? `found an unknown member at ${place}` : `found something else at ${place}`;
}

function placePart(part: PropertyKey): string {
  return typeof part === "string" && /^\w{1,64}$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
}

/** The models that `settings.ts` has read, each by its shape. */
export interface ModelValues {
  readonly MODELS: readonly ModelEntry[];
  readonly MODEL_PRICES: ReadonlyMap<string, PriceEntry>;
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

function definitionOf(model: ModelEntry, found: PriceEntry | undefined): ModelDefinition {
  return {
    name: model.name,
    provider: providers[model.provider],
    model: model.model,
    baseUrl: model.baseUrl ?? null,
    keySecret: model.keySecret ?? null,
    maxOutputTokens: model.maxOutputTokens,
    timeoutMs: model.timeoutSeconds * 1_000,
    price: found === undefined ? null : priceOf(found),
  };
}

function priceOf({ input, cachedInput, output }: PriceEntry): ModelPrice {
  return { input, cachedInput: cachedInput ?? null, output };
}
