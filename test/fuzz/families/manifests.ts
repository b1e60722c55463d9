/** Manifests through their compiler: those of the examples, changed; what compiles is turned into the work of an execution's turns. */
import { readFileSync } from "node:fs";
import { manifestCallables } from "../../../src/catalog/manifests/manifest-callables.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { compiled } from "../../support/catalog/manifests.ts";
import type { Family } from "../family.ts";
import { changeCount, mutated } from "../inputs/mutate.ts";

export const exampleManifests: readonly unknown[] = ["generator", "strategy"].map((name) =>
  JSON.parse(readFileSync(new URL(`../../../examples/manifests/${name}.json`, import.meta.url), "utf8")),
);
/** Callables by the names of functions. */
const functions = { action_plan: "read", other: "write" };

export const manifests: Family<{ readonly manifest: unknown; readonly functions: unknown }> = {
  ...{ name: "manifests", weight: 8, deep: ["COMPILED", "CHECKED"] },
  generate: (random) => ({
    manifest: mutated(random.pick(exampleManifests), random, changeCount(random)),
    functions: random.chance(0.2) ? mutated(functions, random, 1) : {},
  }),
  run: ({ functions: named, manifest }) => {
    // Whatever is no object is refused by the scalar of the API.
    if (typeof manifest !== "object" || manifest === null || Array.isArray(manifest))
      return { depth: "REFUSED", shown: "" };
    const byFunction = typeof named === "object" && named !== null && !Array.isArray(named) ? named : {};
    const compilation = compiled(manifest as JsonObject, undefined, byFunction as JsonObject);
    if (!compilation.ok) {
      const isShape = compilation.problems.every(({ path }) => path.length <= 1);
      return { depth: isShape ? "REFUSED" : "CHECKED", shown: compilation.problems };
    }
    return { depth: "COMPILED", shown: manifestCallables(compilation.definition).map(({ name }) => name) };
  },
};
