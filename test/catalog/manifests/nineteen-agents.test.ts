/** A large manifest of the document Auto-tools, as it stands and with what its system adds. */
import { describe, expect, it } from "vitest";
import { catalogCallableNames } from "../../../src/catalog/manifests/manifest-callables.ts";
import { isJsonObject, type JsonObject, ownValue } from "../../../src/json/json.ts";
import { violations } from "../../../src/schema/validator.ts";
import { compiled, definitionOf, problemsOf, single } from "../../support/catalog/manifests.ts";
import {
  backendOwners,
  nineteenAgents,
  unusedModels,
  withForeignMembers,
} from "../../support/catalog/nineteen-agents.ts";
import { catalogOf } from "../../support/catalog/small-catalog.ts";

const functions = { keep_pattern: "write", look_up: "read" };

describe("a manifest of 19 agents, 60 models and 29 rules", () => {
  it("[N77, T1, T2, T3, T34] is taken as it stands, with a warning for what nobody uses or calls", () => {
    const definition = definitionOf(nineteenAgents, catalogOf(), functions);
    const models = ["structured_outputs", "structured_outputs", "models"].reduce<JsonObject>((at, key) => {
      const next = ownValue(at, key);
      return isJsonObject(next) ? next : {};
    }, nineteenAgents);
    expect(Object.keys(models)).toHaveLength(60);
    expect([definition.agents, definition.handoffs, definition.variables].map(({ length }) => length)).toEqual([
      19, 29, 18,
    ]);
    expect(
      definition.agents.filter(({ autoTool }) => autoTool !== null).map(({ name, autoTool }) => [name, autoTool]),
    ).toEqual([
      ["PatternAgent", "keep_pattern"],
      ["OverviewAgent", "overview"],
      ["DeliveryAgent", "deliver"],
    ]);
    expect(catalogCallableNames(definition), "of the backend only what an output starts").toEqual(["write"]);
    const compilation = compiled(nineteenAgents, catalogOf(), functions);
    const warned = compilation.ok ? compilation.warnings.map(({ path }) => path.slice(-2).join("/")) : [];
    expect(warned.filter((place) => place.endsWith("tool_type"))).toHaveLength(backendOwners.length);
    expect(warned.filter((place) => place.startsWith("models/"))).toEqual(unusedModels.map((name) => `models/${name}`));
    expect(warned).toHaveLength(backendOwners.length + unusedModels.length);
  });

  it("[N77, N68] with members that the document does not know tells each once under its own name, and nothing that follows", () => {
    const { manifest, places } = withForeignMembers();
    expect(
      problemsOf(manifest, catalogOf(), functions)
        .map(([place]) => place)
        .toSorted(),
    ).toEqual(places.toSorted());
    const words = problemsOf(manifest, catalogOf(), functions).find(([place]) => place.endsWith("condition_type"));
    expect(words?.[1]).toContain("no model judges conditions");
  });
});

describe("a union with the values of its literal", () => {
  const answer = (field: JsonObject) => single({ topic: { type: "str" }, trigger: field });
  const field = { type: "union", variants: ["literal", "null"], values: ["form", "chat"] };

  it("[N77, T3] takes them beside it, as the system of the document writes them", () => {
    const schema = definitionOf(answer(field)).agents[0]?.output?.schema ?? false;
    for (const trigger of ["form", "chat", null]) expect(violations(schema, { topic: "a", trigger })).toEqual([]);
    expect(violations(schema, { topic: "a", trigger: "other" })).not.toEqual([]);
  });

  it("[N77] refuses them where no literal is among its variants, or one has its own", () => {
    const own = { type: "literal", values: ["form"] };
    for (const variants of [
      ["str", "null"],
      [own, "null"],
    ]) {
      expect(problemsOf(answer({ ...field, variants })).map(([place]) => place)).toEqual([
        "manifest/structured_outputs/models/M/fields/trigger/values",
      ]);
    }
    expect(problemsOf(answer({ type: "union", variants: ["literal", "null"] }))).toMatchObject([
      ["manifest/structured_outputs/models/M/fields/trigger/values", expect.stringContaining("at least one")],
    ]);
  });
});
