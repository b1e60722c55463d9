/** The readers of `MODELS` and `MODEL_PRICES` beside zod, which says the same of every document. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readModels, readPrices } from "../../../src/worker/settings/model-settings.ts";
import type { ParsedSetting } from "../../../src/worker/settings/setting-text.ts";

const providers = ["openai-compatible", "openai", "openai-responses", "anthropic", "workers-ai"] as const;

const entry = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/),
    provider: z.enum(providers),
    model: z.string().min(1).max(200),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .max(2_048)
      .regex(/^[^?#]*$/)
      .optional(),
    keySecret: z
      .string()
      .regex(/^[A-Z0-9_]{1,64}$/)
      .optional(),
    maxOutputTokens: z.int().min(1).max(1_000_000).default(4_096),
    timeoutSeconds: z.int().min(1).max(3_600).default(120),
  })
  .superRefine(({ baseUrl, keySecret, provider }, context) => {
    const refuse = (member: string) => context.addIssue({ code: "custom", path: [member], input: undefined });
    if (provider === "openai-compatible" && baseUrl === undefined) refuse("baseUrl");
    if (provider === "workers-ai" && baseUrl !== undefined) refuse("baseUrl");
    if (provider === "workers-ai" && keySecret !== undefined) refuse("keySecret");
  });

const models = z.array(entry).max(50);
const price = z.strictObject({
  input: z.number().min(0).max(1_000_000),
  cachedInput: z.number().min(0).max(1_000_000).optional(),
  output: z.number().min(0).max(1_000_000),
});
const prices = z.record(z.string().min(1).max(200), price);

/** What zod says of a document, in the words of a setting. */
function saidByZod(shape: z.ZodType, json: unknown): { readonly ok: true } | { readonly ok: false; finding: string } {
  const parsed = shape.safeParse(json);
  if (parsed.success) return { ok: true };
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const place = [...(issue?.path ?? []), ...unknown].map((part) =>
    typeof part === "string" && /^\w{1,64}$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
  );
  const where = place.length === 0 ? "" : ` at ${place.join("")}`;
  return { ok: false, finding: `found ${unknown.length > 0 ? "an unknown member" : "something else"}${where}` };
}

const finding = (parsed: ParsedSetting<unknown>) => (parsed.ok ? { ok: true } : parsed);

const odd = fc.oneof(
  fc.constantFrom("", " ", 0, -1, 1.5, 3_601, 1e9, true, null, "a b", "ftp://x", [], {}),
  fc.string(),
);
const member = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: odd });
const url = fc.constantFrom(
  "https://m.example/v1",
  " https://m.example ",
  "http://127.0.0.1:1",
  "https://m.example?x",
  "x:y",
);
const given = fc.record(
  {
    name: member(fc.constantFrom("fast", "local", "a.b-c")),
    provider: member(fc.constantFrom(...providers)),
    model: member(fc.constantFrom("gpt-x", "m".repeat(200), "m".repeat(201))),
    baseUrl: member(url),
    keySecret: member(fc.constantFrom("KEY", "OTHER_KEY")),
    maxOutputTokens: member(fc.integer({ min: 0, max: 1_000_001 })),
    timeoutSeconds: member(fc.integer({ min: 0, max: 3_601 })),
    apiKey: fc.string(),
  },
  { requiredKeys: ["name", "provider", "model"] },
);

describe("settings of language models, beside zod", () => {
  it("[N1022] the models are taken and refused by zod for the same reason at the same place", () => {
    const seen = { taken: 0, refused: 0 };
    const documents = fc.oneof(fc.array(given, { maxLength: 2 }), fc.jsonValue());
    fc.assert(
      fc.property(documents, (document) => {
        const json: unknown = JSON.parse(JSON.stringify(document));
        const mine = finding(readModels(JSON.stringify(json)));
        const names = Array.isArray(json) ? json.map((model) => (model as { name?: unknown } | null)?.name) : [];
        const again = names.findIndex((name, position) => names.indexOf(name) < position);
        const zods = saidByZod(models, json ?? []);
        const expected =
          zods.ok && again >= 0 ? { ok: false, finding: `found something else at [${again}].name` } : zods;
        seen[zods.ok ? "taken" : "refused"] += 1;
        expect(mine, JSON.stringify(json)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
    expect(seen.taken).toBeGreaterThan(50);
    expect(seen.refused).toBeGreaterThan(50);
  });

  it("[N1022] so are the prices", () => {
    const cost = member(fc.double({ min: -1, max: 1_000_001, noNaN: true }));
    const priced = fc.record({ input: cost, cachedInput: cost, output: cost, x: fc.nat() }, { requiredKeys: [] });
    // A member `__proto__` is passed over by zod.
    const others = fc.jsonValue().filter((document) => !JSON.stringify(document).includes('"__proto__"'));
    const documents = fc.oneof(fc.dictionary(fc.constantFrom("gpt-x", "a b", ""), priced), others);
    fc.assert(
      fc.property(documents, (document) => {
        const json: unknown = JSON.parse(JSON.stringify(document));
        expect(finding(readPrices(JSON.stringify(json))), JSON.stringify(json)).toEqual(saidByZod(prices, json ?? {}));
      }),
      { numRuns: 2_000 },
    );
  });

  it("[N1022] a price of the model `__proto__` is read as that of any other", () => {
    const read = readPrices('{ "__proto__": { "input": 1, "output": 2 } }');
    expect(read.ok && [...read.value.keys()]).toEqual(["__proto__"]);
    expect(finding(readPrices('{ "__proto__": {} }'))).toEqual({
      ok: false,
      finding: "found something else at .__proto__.input",
    });
  });
});
