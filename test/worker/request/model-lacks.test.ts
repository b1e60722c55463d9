import { describe, expect, it } from "vitest";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { modelLacks } from "../../../src/worker/platform/model-lacks.ts";
import { languageModel } from "../../support/graph/fake-catalog.ts";

const environment = (more: object) => more as Environment;

describe("modelLacks", () => {
  it("names the setting that would hold the key of a model, and never what another holds", () => {
    const keyed = languageModel("a", { keySecret: "OPENAI" });
    const found = modelLacks(environment({ MODEL_SECRET_OTHER: "sk-other", OPENAI: "sk-bare" }), keyed);
    expect(found).toBe("MODEL_SECRET_OPENAI");
    expect(modelLacks(environment({ MODEL_SECRET_OPENAI: "" }), keyed)).toBe("MODEL_SECRET_OPENAI");
    expect(modelLacks(environment({ MODEL_SECRET_OPENAI: "sk-1" }), keyed)).toBeUndefined();
    expect(modelLacks(environment({}), languageModel("b", { keySecret: null }))).toBeUndefined();
    const inherited = Object.create({ MODEL_SECRET_OPENAI: "sk-1" });
    expect(modelLacks(environment(inherited), keyed)).toBe("MODEL_SECRET_OPENAI");
  });

  it("names the binding that Workers AI is reached by", () => {
    const bound = languageModel("c", { provider: "WORKERS_AI", keySecret: null });
    expect(modelLacks(environment({}), bound)).toBe("AI");
    expect(modelLacks(environment({ AI: { run: async () => null } }), bound)).toBeUndefined();
  });
});
