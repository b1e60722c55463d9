/** The worst case of a plan against every way in which its calls can end, counted one by one. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxResponderBytes } from "../../../src/execution/budget/responder-bound.ts";
import { worstCase } from "../../../src/execution/budget/worst-case.ts";
import type { CallableDefinition, EffectClass } from "../../../src/plan/callable.ts";
import { compilePlan } from "../../../src/plan/compile/compile.ts";
import { builtInLimits, type ExecutionLimits, maxItems } from "../../../src/plan/limits.ts";
import type { ModelDefinition, PlanWork } from "../../../src/plan/model-definition.ts";
import {
  defaultStepPolicy,
  type InDoubtPolicy,
  type Plan,
  type PlanStep,
  type StepPolicy,
  type ToolStep,
} from "../../../src/plan/plan.ts";
import { leafSteps } from "../../../src/plan/plan-scope.ts";
import type { RunDefinition } from "../../../src/plan/run-definition.ts";
import { toolOf } from "../../support/plan/callables.ts";

const effectClasses: readonly EffectClass[] = ["READ_ONLY", "IDEMPOTENT", "KEYED", "UNSAFE"];
const anything = { type: "object" };
const callables: ReadonlyMap<string, CallableDefinition> = new Map(
  effectClasses.map((effectClass) => [effectClass, toolOf(effectClass, anything, null, effectClass)]),
);
const inDoubts: readonly InDoubtPolicy[] = ["RETRY", "FAIL", "ASK"];

const model: ModelDefinition = {
  ...{ name: "m", provider: "OPENAI_COMPATIBLE", model: "m-1", baseUrl: "https://models.example.com/v1" },
  ...{ keySecret: null, maxOutputTokens: 1_000, timeoutMs: 60_000 },
  price: { input: 0.5, cachedInput: null, output: 2 },
};
const respond = (changes: Partial<ModelDefinition> = {}) => ({ model: { ...model, ...changes }, reservedMs: 60_000 });

function step(id: string, callableName: string, policy: Partial<StepPolicy> = {}): ToolStep {
  return {
    ...{ id, index: null, resultKey: null, after: [], independent: false, kind: "TOOL", callableName },
    arguments: { kind: "object", entries: [] },
    policy: { ...defaultStepPolicy, ...policy },
  };
}

function planOf(steps: readonly PlanStep[]): Plan {
  return { schedule: "DATAFLOW", reasoning: null, directResponse: null, steps };
}

/** The longest run of attempts that E7 permits a step, found by trying every end of every attempt. */
function longest(maxAttempts: number, mayCallAgain: boolean, known = 0, unknown = 0): number {
  const afterKnown = known + 1 < maxAttempts ? longest(maxAttempts, mayCallAgain, known + 1, unknown) : 0;
  const afterUnknown = mayCallAgain && unknown < 3 ? longest(maxAttempts, mayCallAgain, known, unknown + 1) : 0;
  return 1 + Math.max(afterKnown, afterUnknown);
}

const randomPolicy = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 5 }),
  inDoubt: fc.constantFrom(...inDoubts, null),
});
const randomCall = fc.tuple(fc.constantFrom(...effectClasses, "unregistered"), randomPolicy);
const randomPlan = fc
  .array(fc.oneof(randomCall, fc.array(randomCall, { maxLength: 4 })), { maxLength: 6 })
  .map((shapes) =>
    planOf(
      shapes.map((shape, index): PlanStep => {
        if (typeof shape[0] === "string") return step(`s${index}`, shape[0], shape[1] as Partial<StepPolicy>);
        const children = (shape as readonly [string, Partial<StepPolicy>][]).map(([name, policy], place) =>
          step(`s${index}.${place}`, name, policy),
        );
        return {
          ...{ id: `s${index}`, index, resultKey: null, after: [], independent: false, kind: "PARALLEL", children },
          ...{ maxConcurrency: null, mergeStrategy: "COLLECT_ALL", continueOnFailure: false },
        };
      }),
    ),
  );

describe("the worst case", () => {
  it("[E7] counts as many calls of tools as the worst ends of all attempts lead to, and none more", () => {
    fc.assert(
      fc.property(randomPlan, fc.constantFrom(...inDoubts), (plan, inDoubt) => {
        const counted = leafSteps(plan).map(({ callableName, policy }) => {
          const isUnsafe = (callables.get(callableName)?.effectClass ?? "UNSAFE") === "UNSAFE";
          return longest(policy.maxAttempts, !isUnsafe || (policy.inDoubt ?? inDoubt) !== "FAIL");
        });
        const worst = worstCase({ plan, callables, limits: builtInLimits.defaults, inDoubt });
        expect(worst).toEqual({
          toolCalls: counted.reduce((sum, calls) => sum + calls, 0),
          ...{ modelCalls: 0, tokens: 0, costMicros: 0 },
        });
      }),
    );
  });

  it("[E7] counts the worst policy where nobody said yet what is done about lost answers", () => {
    const plan = planOf([step("a", "UNSAFE"), step("b", "UNSAFE", { inDoubt: "FAIL" })]);
    const input = { plan, callables, limits: builtInLimits.defaults };
    expect(worstCase(input).toolCalls).toBe(4 + 1);
    expect(worstCase({ ...input, inDoubt: "FAIL" }).toolCalls).toBe(2);
  });

  it("counts every repeat of a responder at the most that a request and an answer can have", () => {
    const plan = planOf([]);
    const each = maxResponderBytes + 1_000;
    const { defaults: limits } = builtInLimits;
    expect(worstCase({ plan, callables, limits, respond: respond() })).toEqual({
      ...{ toolCalls: 0, modelCalls: longest(3, true), tokens: 6 * each },
      costMicros: 6 * (maxResponderBytes * 0.5 + 2_000),
    });
  });

  it("takes the dearer price for what a provider may read from its cache", () => {
    const price = { input: 1, cachedInput: 3, output: 0 };
    const worst = worstCase({
      ...{ plan: planOf([]), callables, limits: builtInLimits.defaults },
      respond: respond({ price }),
    });
    expect(worst.costMicros).toBe(6 * 3 * maxResponderBytes);
  });

  it("stays within the limits of the execution, which hold by themselves, and knows no cost without a price", () => {
    const limits = { ...builtInLimits.defaults, maxModelCalls: 2, maxTokens: 5_000, maxCostMicros: 70 };
    const input = { plan: planOf([]), callables, limits };
    expect(worstCase({ ...input, respond: respond() })).toEqual({
      ...{ toolCalls: 0, modelCalls: 2, tokens: 5_000, costMicros: 70 },
    });
    expect(worstCase({ ...input, respond: respond({ price: null }) }).costMicros).toBeNull();
  });
});

describe("the worst case of a map or loop", () => {
  it("[N286] counts its call as often as it can be made", () => {
    const more = { ...{ id: "m", index: 0, resultKey: null, after: [], independent: false }, continueOnFailure: false };
    const children = [step("m[]", "READ_ONLY")];
    const over = { kind: "literal", value: [] } as const;
    const map: PlanStep = { kind: "MAP", ...more, over, children, maxConcurrency: null, maxItems: 40, maxFailures: 0 };
    const condition = { asked: "UNTIL", expression: "true", cel: "true", references: [] } as const;
    const loop: PlanStep = { kind: "LOOP", ...more, id: "l", children, condition, delayMs: 0, maxIterations: 7 };
    const input = { plan: planOf([map, loop]), callables, limits: builtInLimits.defaults };
    // One attempt and three calls after lost answers, each time.
    expect(worstCase(input).toolCalls).toBe((40 + 7) * 4);
  });
});

describe("the worst case of a plan that calls workflows and agents of ours", () => {
  const provider = { name: "planwright", kind: "CHILD", url: "", bearerSecret: null, connection: null } as const;
  const ours = (name: string) => ({
    ...toolOf(name, anything, null, "UNSAFE"),
    ...{ provider: provider.name, remoteName: `key:${name}` },
  });
  const definition = (kind: RunDefinition["kind"], name: string, callableNames: readonly string[], more: object = {}) =>
    ({ kind, key: `key:${name}`, callableNames, plan: null, respond: respond(), ...more }) as unknown as RunDefinition;
  const once = planOf([step("a", "UNSAFE", { inDoubt: "FAIL" }), step("b", "READ_ONLY")]);
  const blueprints = [
    definition("WORKFLOW", "flow", ["UNSAFE", "READ_ONLY"], { plan: once }),
    definition("WORKFLOW", "outer", ["flow"], {
      plan: planOf([step("c", "flow", { inDoubt: "FAIL", maxAttempts: 2 })]),
    }),
    definition("AGENT", "agent", []),
    definition("AGENT", "busy", ["UNSAFE"], { plan: { model, dialect: "TOOL_CALLS" } }),
    definition("AGENT", "typed", ["UNSAFE", "READ_ONLY", "flow"], { plan: { model } }),
    definition("ORCHESTRATION", "orchestrate", ["UNSAFE"], { plan: { model } }),
    definition("WORKFLOW", "self", ["self"], { plan: planOf([step("s", "self", { inDoubt: "FAIL" })]) }),
  ];
  const own = ["flow", "outer", "agent", "busy", "typed", "orchestrate", "self"].map(ours);
  const definitions = {
    ...{ providers: [provider], blueprints, catalogRevision: "1" },
    callables: [...own, ...callables.values()],
  };
  const worstOf = (name: string, limits: Partial<ExecutionLimits> = {}) =>
    worstCase({
      plan: planOf([step("x", name, { inDoubt: "FAIL" })]),
      callables: new Map(definitions.callables.map((callable) => [callable.name, callable])),
      ...{ definitions, inDoubt: "FAIL", limits: { ...builtInLimits.defaults, ...limits } },
    });

  it("[E7] counts every call below, as often as it can be repeated, down to the greatest depth", () => {
    // The call itself, then one of the unsafe step and four of the harmless one.
    expect(worstOf("flow").toolCalls).toBe(1 + 1 + 4);
    expect(worstOf("outer").toolCalls).toBe(1 + 2 * (1 + 1 + 4));
    expect(worstOf("outer", { maxDepth: 1 }).toolCalls).toBe(1 + 2);
    expect(worstOf("busy", { maxSteps: 3 }).toolCalls).toBe(1 + 3 * 10);
    expect(worstOf("orchestrate", { maxSteps: 3 }).toolCalls).toBe(1 + 3 * 10);
    expect(worstOf("self", { maxDepth: 2 }).toolCalls).toBe(3);
    expect(worstOf("flow")).toMatchObject({ modelCalls: 0, tokens: 0, costMicros: 0 });
  });

  it("[N385, E7] is never less than the worst case of any plan that a model below can make, with maps, loops and policies", () => {
    const policy = fc.record({
      maxAttempts: fc.integer({ min: 1, max: 10 }),
      inDoubt: fc.constantFrom("RETRY", "FAIL", null),
    });
    const made = fc.record({
      toolName: fc.constantFrom("UNSAFE", "READ_ONLY", "flow"),
      policy,
      repeats: fc.constantFrom("NONE", "MAP", "LOOP"),
      times: fc.integer({ min: 1, max: maxItems }),
    });
    const limits = { ...builtInLimits.defaults, maxSteps: 4 };
    const most = worstOf("typed", limits).toolCalls;
    let planned = 0;
    const property = fc.property(fc.array(made, { minLength: 1, maxLength: 5 }), (calls) => {
      const steps = calls.map(({ policy: own, repeats, times, toolName }, place) => {
        const stepId = `s${place}`;
        const tool = { tool: { toolName, arguments: {}, policy: own } };
        if (repeats === "NONE") return { tool: { stepId, ...tool.tool } };
        return repeats === "MAP"
          ? { map: { stepId, over: [1], step: tool, maxItems: times } }
          : { loop: { stepId, step: tool, until: "true", maxIterations: times } };
      });
      const known = new Map(definitions.callables.map((callable) => [callable.name, callable]));
      const compilation = compilePlan({
        source: { kind: "TYPED", plan: { steps } },
        bindings: {},
        requestedLimits: {},
        schedule: undefined,
        callable: (name) => known.get(name),
        callableNames: () => known.keys(),
        settings: { ...builtInLimits, defaults: limits, caps: limits },
        sourcePath: [],
      });
      if (!compilation.ok) return;
      planned += 1;
      const { plan } = compilation;
      const below = worstCase({ plan, callables: known, definitions, limits, inDoubt: "FAIL" }).toolCalls;
      expect(1 + below).toBeLessThanOrEqual(most);
    });
    fc.assert(property, { numRuns: 200 });
    expect(planned).toBeGreaterThan(20);
  });

  it("takes all that the execution may consume of models for what its children can", () => {
    const limits = { maxModelCalls: 4, maxTokens: 5_000, maxCostMicros: 70 };
    expect(worstOf("agent", limits)).toEqual({ toolCalls: 1, modelCalls: 4, tokens: 5_000, costMicros: 70 });
    expect(worstOf("agent", { maxModelCalls: 2 })).toEqual({
      ...{ toolCalls: 1, modelCalls: 2, tokens: 2 * (4 * 1_048_576 + 1_000) },
      costMicros: 2 * (2 * 1_048_576 + 2_000),
    });
  });
});

describe("further plans of a model", () => {
  const definitions = { callables: Array.from(callables.values()), providers: [], catalogRevision: "1" };
  const bounds = { schedule: null, maxCorrections: 1, maxPlanBytes: 100_000, maxRounds: 3 };
  const work: PlanWork = { model, encoding: "FUNCTION", dialect: "TOOL_CALLS", ...bounds };
  const limits = { ...builtInLimits.defaults, maxModelCalls: 100 };
  const plan = planOf([step("a", "READ_ONLY")]);
  const given = { plan, callables, definitions, limits, inDoubt: "FAIL", respond: respond() } as const;

  it("[N368] count with every step that maxSteps leaves, of the kind that calls most, and with every correction", () => {
    const [without, counted] = [worstCase(given), worstCase({ ...given, further: { work, rounds: 2, steps: 5 } })];
    // A step of a model may say ten attempts, and what only reads is called three times more.
    expect(counted.toolCalls - without.toolCalls).toBe(5 * 13);
    expect(counted.modelCalls - without.modelCalls).toBe(2 * 2 * 6);
    expect(counted.tokens).toBeGreaterThan(without.tokens);
    // A model that writes typed plans may write maps and loops.
    const { dialect: _, ...typed } = work;
    const most = worstCase({ ...given, further: { work: typed, rounds: 2, steps: 5 } });
    expect(most.toolCalls - without.toolCalls).toBe((5 + maxItems) * 13);
  });

  it("[N368] are bounded by the budgets of the execution, as everything else is", () => {
    const further = { work, rounds: 9, steps: 11 };
    const bounded = worstCase({ ...given, further, limits: { ...limits, maxModelCalls: 10, maxTokens: 5_000 } });
    expect(bounded).toMatchObject({ modelCalls: 10, tokens: 5_000 });
  });
});
