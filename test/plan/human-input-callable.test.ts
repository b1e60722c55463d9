/** `ask_person` is there in every catalog and in none: it can be called by name, and nothing can be registered under it. */
import { describe, expect, it } from "vitest";
import { compileWorkflow } from "../../src/catalog/snapshot/compile-workflow.ts";
import { callableNamed, callableNames } from "../../src/catalog/snapshot/named-callable.ts";
import { pinnedDefinitions } from "../../src/catalog/snapshot/pinned-definitions.ts";
import { nameTaken } from "../../src/catalog/snapshot/registry-names.ts";
import type { RegisteredWorkflow } from "../../src/catalog/workflow-registration.ts";
import { humanInputCallableName, humanInputProvider, isHumanInput } from "../../src/plan/human-input-callable.ts";
import { builtInLimits } from "../../src/plan/limits.ts";
import { definitionsFor } from "../../src/plan/run-definitions.ts";
import { catalogOf, localAgent, models } from "../support/catalog/small-catalog.ts";

/** A workflow whose only step is a question. */
function asking(): RegisteredWorkflow {
  const plan = { steps: [{ humanInput: { prompt: "Which?" } }] };
  const compiled = compileWorkflow(
    {
      ...{ name: "w", description: "asks", source: { kind: "TYPED", plan }, public: false },
      ...{ inputSchema: null, outputSchema: null },
    },
    catalogOf(),
    builtInLimits,
  );
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return { ...compiled.registration, createdAt: 1 };
}

function pinned(catalog: ReturnType<typeof catalogOf>, names: readonly string[]) {
  const pinning = pinnedDefinitions(catalog, names, models);
  if (!pinning.ok) throw new Error(JSON.stringify(pinning.problems));
  return pinning.definitions;
}

describe("ask_person", () => {
  it("[R18] is a name that nothing can take, in any spelling", () => {
    const taken = `a tool "ask_person" of this software`;
    expect(nameTaken(catalogOf(), localAgent("ask_person"))).toBe(taken);
    expect(nameTaken(catalogOf(), { name: "ask-person" })).toContain("of this software");
    expect(nameTaken(catalogOf(), { name: "ask" })).toBeUndefined();
  });

  it("[R18] keeps its meaning beside a tool of that name, which is known by its qualified name", () => {
    const catalog = catalogOf([], [], ["read", humanInputCallableName]);
    expect(callableNamed(catalog, humanInputCallableName)).toMatchObject({ provider: humanInputProvider.name });
    expect(catalog.tools.map(({ name }) => name)).toContain("blog.ask_person");
    expect(callableNames(catalog)).not.toContain(humanInputCallableName);
  });

  it("[E15] is pinned with the people who answer it, by every run that names it and by runs below it", () => {
    const catalog = catalogOf([localAgent("asker", { tools: [humanInputCallableName] })], [asking()]);
    for (const name of [humanInputCallableName, "workflow_w", "peer_asker"]) {
      const definitions = definitionsFor(pinned(catalog, [name]), [humanInputCallableName]);
      const [callable] = definitions.callables;
      expect([name, callable?.name, definitions.providers]).toEqual([
        name,
        humanInputCallableName,
        [humanInputProvider],
      ]);
      expect(callable !== undefined && isHumanInput(definitions, callable)).toBe(true);
    }
    expect(pinned(catalog, ["read"]).providers).not.toContainEqual(humanInputProvider);
  });

  it("is a read: a workflow that only asks has no effect", () => {
    const catalog = catalogOf([], [asking()]);
    expect(callableNamed(catalog, "workflow_w")).toMatchObject({ effectClass: "READ_ONLY" });
  });
});
