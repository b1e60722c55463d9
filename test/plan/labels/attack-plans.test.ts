import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callableNamed, callableNames } from "../../../src/catalog/snapshot/named-callable.ts";
import { pinnedDefinitions } from "../../../src/catalog/snapshot/pinned-definitions.ts";
import { callablesByName } from "../../../src/plan/callable.ts";
import { compilePlan } from "../../../src/plan/compile/compile.ts";
import { labelsFrom } from "../../../src/plan/labels/label.ts";
import { planFlows } from "../../../src/plan/labels/plan-flows.ts";
import { PlanLabels } from "../../../src/plan/labels/plan-labels.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { leafSteps } from "../../../src/plan/plan-scope.ts";
import { models } from "../../support/catalog/small-catalog.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { directResponse, said, scripted } from "../../support/models/model-answers.ts";
import { withRounds } from "../../support/models/model-work.ts";
import {
  attackDocument,
  attackedAnswer,
  attackedCatalog,
  attacks,
  benign,
  type LabelledCase,
} from "../../support/plan/attack-plans.ts";

/** The definitions that an execution of the case pins, under the default policy. */
function pinnedOf({ calls, next = [], rules }: LabelledCase) {
  const catalog = attackedCatalog(rules);
  const names = [...calls, ...next].map(([name]) => name);
  const settings = { ...builtInLimits, allowOrchestration: false, taintPolicy: "ASK" } as const;
  const pinning = pinnedDefinitions(catalog, names, models, settings);
  if (!pinning.ok) throw new Error(JSON.stringify(pinning.problems));
  return { catalog, definitions: pinning.definitions };
}

function compiled(case_: LabelledCase) {
  const { catalog, definitions } = pinnedOf(case_);
  const compilation = compilePlan({
    source: { kind: "DOCUMENT", document: attackDocument(case_.calls), dialect: undefined },
    ...{ bindings: null, requestedLimits: {}, settings: builtInLimits, sourcePath: ["source", "document"] },
    callable: (name) => callableNamed(catalog, name),
    callableNames: () => callableNames(catalog),
  });
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.problems));
  return { definitions, compilation };
}

/** What the check says of the plan before anything is called. */
function checked(case_: LabelledCase) {
  const { compilation, definitions } = compiled(case_);
  const { argumentsPlace, plan } = compilation;
  const callables = callablesByName(definitions);
  const caller = labelsFrom(["CALLER"], "the request");
  const written = case_.author === "MODEL" ? labelsFrom(["MODEL", "CALLER"], "the plan of the model") : caller;
  return planFlows({
    labels: new PlanLabels({ plan, callables, definitions, written, given: caller }),
    ...{ steps: leafSteps(plan), callables, placeOf: argumentsPlace },
  });
}

/** What becomes of the case when it runs. */
async function run(case_: LabelledCase): Promise<EngineWorld> {
  const world = new EngineWorld(() => succeeded(attackedAnswer));
  const { definitions } = pinnedOf(case_);
  if (case_.author === "CALLER") {
    const { compilation } = compiled(case_);
    await world.run(compilation.plan, { callables: definitions.callables, started: { definitions } });
    return world;
  }
  const plans = [attackDocument(case_.calls), ...(case_.next === undefined ? [] : [attackDocument(case_.next)])];
  const plan = () => {
    const answer = plans.shift();
    return answer === undefined ? directResponse("done") : said(JSON.stringify(answer));
  };
  await world.ask(withRounds(case_.next === undefined ? 1 : 2), scripted({ PLAN: plan, RESPOND: said("done") }), {
    callables: definitions.callables,
    started: { definitions },
  });
  return world;
}

const all: readonly LabelledCase[] = [...attacks, ...benign];
const isStatic = ({ next }: LabelledCase) => next === undefined;

describe("plans of published attacks, and benign ones", () => {
  it.each(all.map((case_) => [case_.title, case_] as const))(
    "[N553] under the default policy: %s",
    async (_, case_) => {
      const world = await run(case_);
      expect(world.calls.map(({ callable }) => callable.name)).toEqual(case_.made);
      const asked = world.state.steps.all
        .flatMap(({ questions }) => questions)
        .filter(({ resolution }) => resolution === undefined);
      switch (case_.outcome) {
        case "RUNS":
          expect([asked, world.state.finished?.status]).toEqual([[], "SUCCEEDED"]);
          return;
        case "ASKED":
          expect(world.state.finished).toBeUndefined();
          expect(asked).toMatchObject([{ purpose: "APPROVAL" }]);
          expect(asked[0]?.flows?.map(({ argument, label }) => [label, argument])).toContainEqual([
            "UNTRUSTED",
            case_.argument,
          ]);
          return;
        case "REFUSED":
          // A plan that a model wrote is refused before its first call, and the model may write another.
          expect(asked).toEqual([]);
      }
    },
  );

  it.each(all.filter(isStatic).map((case_) => [case_.title, case_] as const))(
    "[N556] the check finds the same before anything is called: %s",
    (_, case_) => {
      const { flows, problems, warnings } = checked(case_);
      const last = case_.calls.at(-1)?.[0] ?? "";
      expect([problems.length, warnings.length]).toEqual(
        { RUNS: [0, 0], ASKED: [0, 1], REFUSED: [1, 0] }[case_.outcome],
      );
      for (const { message, path } of [...problems, ...warnings]) {
        expect(path.slice(0, 2)).toEqual(["source", "document"]);
        expect(message).toContain(last);
        expect(message).toContain(" → ");
      }
      const held = flows.flatMap(([, found]) => found).filter(({ action }) => action !== "ALLOW");
      for (const { argument } of held) expect(argument).toBe(case_.argument);
    },
  );

  it("[N553] are the table of the page on security", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/security.md"), "utf8");
    const words = { RUNS: "runs", ASKED: "a person is asked", REFUSED: "refused" } as const;
    const row = ({ after, author, outcome, next, rules, title }: LabelledCase) => {
      const writer = author === "CALLER" ? "the caller" : next === undefined ? "a model" : "a model that has read";
      return `| ${title} | ${after} | ${writer} | ${rules === undefined ? "" : "yes"} | ${words[outcome]} |`;
    };
    const missing = all.map(row).filter((line) => !page.includes(line));
    expect(missing).toEqual([]);
  });
});
