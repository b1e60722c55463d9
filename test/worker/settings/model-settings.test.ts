import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../../src/worker/settings/settings.ts";

const base = { ID_SEALING_SECRET: "0123456789abcdef0123456789abcdef" };

function settings(environment: { readonly [name: string]: unknown } = {}) {
  const reading = readSettings({ ...base, ...environment });
  if (!reading.ok) throw new Error(reading.message);
  return reading.settings;
}

const fast = { name: "fast", provider: "openai", model: "gpt-x", keySecret: "OPENAI" };
const local = { name: "local", provider: "openai-compatible", model: "llama", baseUrl: "https://models.example/v1" };
const MODELS = JSON.stringify([fast, local]);

const pricesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, { input: 1, output: 1 }]));

describe("settings of language models", () => {
  it("are empty where nothing is said, and prompts are served then too", () => {
    const { models, promptsEnabled, monthlyBudget, limits } = settings();
    expect(models).toEqual({
      ...{ models: new Map(), defaults: { ROUTE: null, PLAN: null, RESPOND: null, AGENT: null } },
      ...{ encoding: "FUNCTION", maxCorrections: 0 },
    });
    expect(promptsEnabled).toBe(true);
    expect(monthlyBudget).toEqual({ maxModelCalls: null, maxTokens: null, maxCostMicros: null });
    expect(limits.defaults).toMatchObject({ maxModelCalls: 10, maxTokens: null, maxCostMicros: null });
    expect(limits.caps).toMatchObject({ maxModelCalls: 100, maxTokens: null, maxCostMicros: null });
  });

  it("have defaults for what a model does not say, and prices by the provider's name", () => {
    const prices = JSON.stringify({
      "gpt-x": { input: 1.25, cachedInput: 0.1, output: 10 },
      llama: { input: 0, output: 0 },
    });
    const { models, defaults } = settings({ MODELS, MODEL_PRICES: prices }).models;
    expect([...models.keys()]).toEqual(["fast", "local"]);
    expect(models.get("fast")).toEqual({
      ...{ name: "fast", provider: "OPENAI", model: "gpt-x", baseUrl: null, keySecret: "OPENAI" },
      ...{ maxOutputTokens: 4_096, timeoutMs: 120_000, price: { input: 1.25, cachedInput: 0.1, output: 10 } },
    });
    expect(models.get("local")).toMatchObject({
      ...{ provider: "OPENAI_COMPATIBLE", baseUrl: "https://models.example/v1", keySecret: null },
      price: { input: 0, cachedInput: null, output: 0 },
    });
    expect(defaults).toEqual({ ROUTE: "fast", PLAN: "fast", RESPOND: "fast", AGENT: "fast" });
  });

  it("[O28] choose a model for each purpose, the encoding, the corrections, and whether prompts are served", () => {
    const { models, promptsEnabled } = settings({
      ...{ MODELS, PLANNER_MODEL: "local", RESPONDER_MODEL: "local", PLANNER_ENCODING: "json" },
      ...{ AGENT_MODEL: "local" },
      ...{ MAX_PLAN_CORRECTIONS: "2", AGENT_ORCHESTRATOR_ENABLED: "false" },
    });
    expect(models.defaults).toEqual({ ROUTE: "fast", PLAN: "local", RESPOND: "local", AGENT: "local" });
    expect([models.encoding, models.maxCorrections, promptsEnabled]).toEqual(["JSON", 2, false]);
  });

  it("bound an execution, as default and as cap, and a tenant's month", () => {
    const { limits, monthlyBudget } = settings({
      ...{ DEFAULT_MAX_MODEL_CALLS: "3", MAX_MODEL_CALLS: "6" },
      ...{ MAX_TOKENS_PER_EXECUTION: "50000", MAX_COST_MICROS_PER_EXECUTION: "20000" },
      ...{ MAX_MODEL_CALLS_PER_MONTH: "700", MAX_TOKENS_PER_MONTH: "9000000", MAX_COST_MICROS_PER_MONTH: "5000000" },
    });
    expect(limits.defaults).toMatchObject({ maxModelCalls: 3, maxTokens: 50_000, maxCostMicros: 20_000 });
    expect(limits.caps).toMatchObject({ maxModelCalls: 6, maxTokens: 50_000, maxCostMicros: 20_000 });
    expect(monthlyBudget).toEqual({ maxModelCalls: 700, maxTokens: 9_000_000, maxCostMicros: 5_000_000 });
  });

  const hidden = "do-not-show-me";
  it.each([
    ["MODELS", `[{"apiKey": "${hidden}"`, "found something else"],
    ["MODELS", JSON.stringify({ name: hidden }), "found something else"],
    ["MODELS", JSON.stringify([{ ...fast, provider: hidden }]), "found something else at [0].provider"],
    ["MODELS", JSON.stringify([fast, { ...local, apiKey: hidden }]), "found an unknown member at [1].apiKey"],
    ["MODELS", JSON.stringify([fast, { ...local, name: "fast" }]), "found something else at [1].name"],
    ["MODELS", JSON.stringify([{ ...fast, name: `${hidden} 1` }]), "found something else at [0].name"],
    ["MODELS", JSON.stringify([{ ...fast, model: "" }]), "found something else at [0].model"],
    ["MODELS", JSON.stringify([{ ...fast, keySecret: hidden }]), "found something else at [0].keySecret"],
    ["MODELS", JSON.stringify([{ ...fast, maxOutputTokens: 0 }]), "found something else at [0].maxOutputTokens"],
    ["MODELS", JSON.stringify([{ ...fast, timeoutSeconds: 1.5 }]), "found something else at [0].timeoutSeconds"],
    ["MODELS", JSON.stringify([{ ...local, baseUrl: undefined }]), "found something else at [0].baseUrl"],
    [
      "MODELS",
      JSON.stringify([{ ...local, baseUrl: `${local.baseUrl}?version=1` }]),
      "found something else at [0].baseUrl",
    ],
    ["MODELS", JSON.stringify([{ ...local, baseUrl: `${local.baseUrl}#part` }]), "found something else at [0].baseUrl"],
    ["MODELS", JSON.stringify([{ ...local, baseUrl: `file:///${hidden}` }]), "found something else at [0].baseUrl"],
    ["MODELS", JSON.stringify([{ ...fast, provider: "workers-ai" }]), "found something else at [0].keySecret"],
    ["MODELS", JSON.stringify([{ ...local, provider: "workers-ai" }]), "found something else at [0].baseUrl"],
    ["MODELS", JSON.stringify([fast, { ...local, baseUrl: "https://10.0.0.1/v1" }]), "found another at [1].baseUrl"],
    ["MODELS", JSON.stringify([fast, { ...local, baseUrl: "http://models.example" }]), "found another at [1].baseUrl"],
    [
      "MODELS",
      JSON.stringify(Array.from({ length: 51 }, (_, at) => ({ ...fast, name: `m${at}` }))),
      "found something else",
    ],
    ["MODEL_PRICES", JSON.stringify(pricesOf(501)), "found something else"],
    ["MODEL_PRICES", JSON.stringify({ "": { input: 1, output: 1 } }), 'found something else at [""]'],
    ["MODEL_PRICES", "[]", "found something else"],
    ["MODEL_PRICES", JSON.stringify({ x: { input: -1, output: 1 } }), "found something else at .x.input"],
    ["MODEL_PRICES", JSON.stringify({ "a b": { input: 1 } }), 'found something else at ["a b"].output'],
    ["PLANNER_MODEL", hidden, "found another"],
    ["ROUTER_MODEL", hidden, "found another"],
    ["RESPONDER_MODEL", hidden, "found another"],
    ["PLANNER_ENCODING", "yaml", "found something else"],
    ["MAX_PLAN_CORRECTIONS", "4", "found something else"],
    ["MAX_MODEL_CALLS", "0", "found something else"],
    ["MAX_TOKENS_PER_EXECUTION", "0", "found something else"],
    ["MAX_COST_MICROS_PER_MONTH", "1.5", "found something else"],
    ["AGENT_ORCHESTRATOR_ENABLED", "no", "found something else"],
  ])("refuse %s = %s, naming the place and never the value: %s", (name, value, finding) => {
    const reading = readSettings({ ...base, MODELS, [name]: value });
    if (reading.ok) throw new Error("the setting was taken");
    expect(reading.setting).toBe(name);
    expect(reading.message.startsWith(`Cannot use the setting ${name}: required `)).toBe(true);
    expect(reading.message.endsWith(finding), reading.message).toBe(true);
    expect(reading.message).not.toContain(hidden);
  });

  it("refuse more calls by default than at most", () => {
    const reading = readSettings({ ...base, MAX_MODEL_CALLS: "5" });
    expect(reading).toMatchObject({ ok: false, setting: "DEFAULT_MAX_MODEL_CALLS" });
  });

  it("can be taken from the example file as they stand there, each provider in two lines", () => {
    const lines = readFileSync(new URL("../../../.dev.vars.example", import.meta.url), "utf8").split("\n");
    const examples = lines.flatMap((line, at) => {
      const value = /^# MODELS='(.*)'$/.exec(line)?.[1];
      return value === undefined ? [] : [{ value, next: lines[at + 1] ?? "" }];
    });
    const providers = examples.map(({ value, next }) => {
      const [model] = settings({
        MODELS: value,
        EGRESS_ALLOW_PRIVATE: "true",
        EGRESS_ALLOW_HTTP: "true",
      }).models.models.values();
      if (model?.keySecret != null) expect(next).toMatch(new RegExp(`^# MODEL_SECRET_${model.keySecret}=`));
      return model?.provider;
    });
    expect(new Set(providers)).toEqual(
      new Set(["OPENAI_COMPATIBLE", "OPENAI", "OPENAI_RESPONSES", "ANTHROPIC", "WORKERS_AI"]),
    );
  });
});
