/**
 * The language models of a deployment, from its settings. `MODELS` and `MODEL_PRICES` are JSON, whose shapes are defined here; the settings
 * that choose a model for each purpose must name one of them. Secrets are named, never contained.
 */
import * as z from "zod";
import type {
  ModelDefinition,
  ModelPrice,
  ModelProvider,
  ModelPurpose,
  ModelSettings,
  PlannerEncoding,
} from "../../plan/model-definition.ts";

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

const entry = z
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

type ModelEntry = z.output<typeof entry>;

const usDollars = z.number().min(0).max(1_000_000);
const price = z.strictObject({ input: usDollars, cachedInput: usDollars.optional(), output: usDollars });
type PriceEntry = z.output<typeof price>;

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text === "" ? "null" : text);
  } catch {
    context.addIssue({ code: "custom", input: undefined });
    return z.NEVER;
  }
});

/** Text of `MODELS`. Nothing stands for no models. */
export const modelsShape: z.ZodType<readonly ModelEntry[], string> = json.pipe(
  z
    .preprocess((value) => value ?? [], z.array(entry).max(maxModels))
    .superRefine((models, context) => {
      for (const [position, { name }] of models.entries()) {
        if (models.findIndex((other) => other.name === name) < position) {
          context.addIssue({ code: "custom", path: [position, "name"], input: undefined });
        }
      }
    }),
);

/** Text of `MODEL_PRICES`. Nothing stands for no prices. */
export const pricesShape: z.ZodType<ReadonlyMap<string, PriceEntry>, string> = json
  .pipe(
    z.preprocess(
      (value) => value ?? {},
      z
        .record(z.string().min(1).max(200), price)
        .refine((prices) => Object.keys(prices).length <= maxPrices, { error: "too many" }),
    ),
  )
  .transform((prices) => new Map(Object.entries(prices)));

/** What `settings.ts` has read of models, each by its shape. */
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
