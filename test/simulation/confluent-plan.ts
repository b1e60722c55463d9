/**
 * Random plans whose end depends on what callees and people answer and not on who is faster, so that a disturbed run can be held against an
 * undisturbed one to the letter. Two things make an end a matter of speed: a failure that halts what runs beside it, and siblings of which
 * the first success counts. So either the plan is sequential and its failures halt it, or it is a dataflow whose steps may fail; and the
 * children of FIRST_SUCCESS run one at a time, with nothing between two attempts that would let the next one in.
 * Races of both kinds are simulated under rules in place of an oracle (`test/simulation/engine/simulation.ts`).
 */

import type { CallableDefinition } from "../../src/plan/callable.ts";
import { builtInLimits } from "../../src/plan/limits.ts";
import type { Operand, Plan, PlanStep, StepPolicy, ToolStep } from "../../src/plan/plan.ts";
import { leafSteps } from "../../src/plan/plan-scope.ts";
import type { RunDefinition } from "../../src/plan/run-definition.ts";
import type { Seeded } from "../support/engine/seeded.ts";
import type { StartOptions } from "../support/engine/started-event.ts";
import { callables, child } from "../support/plan/callables.ts";
import { randomCondition } from "../support/plan/condition-words.ts";
import { argumentsOf, group, planOf, step } from "../support/plan/plan-steps.ts";
import { reference, someIds } from "./engine/random-plan.ts";

export interface ConfluentRun {
  readonly plan: Plan;
  readonly options: StartOptions;
}

/** Names of children, the deeper first: each may call those before it. */
const childNames = ["child_read", "child_write"] as const;
/** Longer than any simulation lasts: time ends no execution. */
const dayMs = 86_400_000;
const questionMs = 3_600_000;

interface Surroundings {
  readonly random: Seeded;
  readonly halts: boolean;
  readonly tools: Readonly<Record<string, number>>;
}

const leafTools = {
  read: 4,
  idempotent: 2,
  keyed: 3,
  write: 4,
  destroy: 1,
  remote: 1,
  remote_keyed: 1.5,
  ask_person: 1,
  cp__sleep: 0.5,
};

/** A plan with its limits and policies. With `children` some of its steps run as executions of their own, down to three levels. */
export function confluentRun(random: Seeded, hasChildren: boolean): ConfluentRun {
  const blueprints = hasChildren ? childNames.map((name, depth) => childDefinition(random, name, depth)) : [];
  const tools = hasChildren ? { ...leafTools, child_read: 4, child_write: 6 } : leafTools;
  const plan = confluentPlan(random, tools, random.between(1, hasChildren ? 4 : 6));
  // A permission that is asked for would let the next candidate in.
  const plans = [plan, ...blueprints.flatMap((known) => (known.kind === "WORKFLOW" ? [known.plan] : []))];
  const asksForAll = plans.some(hasCandidates) ? 0 : 1;
  return {
    plan,
    options: {
      callables: definitions,
      blueprints,
      limits: {
        ...builtInLimits.defaults,
        maxParallel: random.between(1, 4),
        timeoutMs: 10 * dayMs,
        stepTimeoutMs: 60_000,
      },
      started: {
        inDoubt: random.pick(["RETRY", "FAIL", "ASK"]),
        approval: random.weighted({ DECLARED_DESTRUCTIVE: 6, NEVER: 2, ALL_EFFECTS: asksForAll, PLAN: 1 }),
        humanInputTimeoutMs: questionMs,
      },
    },
  };
}

const definitions: readonly CallableDefinition[] = [
  ...callables.filter(({ name }) => !childNames.some((known) => known === name)),
  child("child_read", "READ_ONLY"),
  child("child_write", "UNSAFE"),
];

function childDefinition(random: Seeded, name: string, depth: number): RunDefinition {
  const deeper = Object.fromEntries(childNames.slice(0, depth).map((known) => [known, 3]));
  const plan = confluentPlan(random, { ...leafTools, ...deeper }, random.between(1, 3));
  return {
    kind: "WORKFLOW",
    key: `workflow:${name}`,
    callableNames: [...new Set(leafSteps(plan).map(({ callableName }) => callableName))],
    name,
    version: "1",
    plan,
    planHash: `hash of ${name}`,
    inputSchema: { type: "object" },
    outputSchema: null,
    output: null,
  };
}

function confluentPlan(random: Seeded, tools: Surroundings["tools"], length: number): Plan {
  const halts = random.chance(0.4);
  const steps: PlanStep[] = [];
  while (steps.length < length) steps.push(randomStep({ random, halts, tools }, steps));
  return planOf(steps, halts ? "SEQUENTIAL" : "DATAFLOW");
}

function randomStep(surroundings: Surroundings, before: readonly PlanStep[]): PlanStep {
  const { halts, random, tools } = surroundings;
  const id = `s${before.length}`;
  if (random.chance(0.7)) return randomCall(surroundings, id, before, tools);
  const isFirst = random.chance(0.4);
  const children = Array.from({ length: random.between(1, 4) }, (_, n) =>
    isFirst
      ? candidate(surroundings, `${id}.${n}`, before)
      : { ...randomCall(surroundings, `${id}.${n}`, before, tools), after: [], independent: false },
  );
  return group(id, children, {
    mergeStrategy: isFirst ? "FIRST_SUCCESS" : "COLLECT_ALL",
    maxConcurrency: isFirst ? 1 : random.pick([null, 1, 2]),
    continueOnFailure: !halts,
    resultKey: random.chance(0.5) ? `key_${id}` : null,
    after: someIds(random, before),
    independent: !halts && random.chance(0.15),
    ...(random.chance(0.25) ? { when: randomCondition(random, before) } : {}),
  });
}

function randomCall(
  { halts, random }: Surroundings,
  id: string,
  before: readonly PlanStep[],
  tools: Surroundings["tools"],
): ToolStep {
  const tool = random.weighted(tools);
  const taken = random.chance(0.5) ? reference(random, before) : null;
  const planned = step(id, {
    tool,
    arguments: givenTo(random, tool, taken),
    after: someIds(random, before),
    independent: !halts && random.chance(0.15),
    ...(random.chance(0.5) ? { resultKey: `key_${id}` } : {}),
    policy: { ...randomPolicy(random), continueOnFailure: !halts },
  });
  return random.chance(0.2) ? { ...planned, when: randomCondition(random, before) } : planned;
}

function givenTo(random: Seeded, tool: string, taken: Operand | null): Operand {
  if (tool === "ask_person") return randomQuestion(random);
  // A point in time, so that the output is the same whenever the step begins.
  if (tool === "cp__sleep") return argumentsOf({ until: { kind: "literal", value: randomInstant(random) } });
  return argumentsOf(taken === null ? {} : { from: taken });
}

/** Within the first minutes of every simulation, and a little before. */
function randomInstant(random: Seeded): string {
  return new Date(Date.UTC(2026, 0, 1) + random.between(-1, 120) * 1_000).toISOString();
}

/** A child of a FIRST_SUCCESS group: its callee's first word is its last, and nobody is asked about it. */
function candidate({ halts, random }: Surroundings, id: string, before: readonly PlanStep[]): ToolStep {
  const taken = random.chance(0.3) ? reference(random, before) : null;
  return step(id, {
    tool: random.weighted({ read: 3, idempotent: 1, keyed: 2, write: 2 }),
    arguments: argumentsOf(taken === null ? {} : { from: taken }),
    policy: { maxAttempts: 2, initialBackoffMs: 0, continueOnFailure: !halts, inDoubt: random.pick(["RETRY", "FAIL"]) },
  });
}

function randomQuestion(random: Seeded) {
  const onExpiry = random.pick(["FAIL", "SKIP", "ANSWER"]);
  const words = {
    prompt: "Which?",
    onExpiry,
    onDecline: random.pick(["FAIL", "SKIP"]),
    ...(onExpiry === "ANSWER" ? { defaultResponse: { maybe: 1 } } : {}),
  };
  return argumentsOf(
    Object.fromEntries(Object.entries(words).map(([name, value]) => [name, { kind: "literal", value } as const])),
  );
}

function randomPolicy(random: Seeded): Partial<StepPolicy> {
  return {
    maxAttempts: random.between(1, 4),
    initialBackoffMs: random.pick([0, 100, 3_000]),
    inDoubt: random.chance(0.4) ? random.pick(["RETRY", "FAIL", "ASK"]) : null,
    ...(random.chance(0.3) ? { onDecline: "SKIP" as const } : {}),
  };
}

function hasCandidates({ steps }: Plan): boolean {
  return steps.some((top) => top.kind === "PARALLEL" && top.mergeStrategy === "FIRST_SUCCESS");
}

/** Whether the first answer to a call of `id` must be its last. */
export function isCandidate(plan: Plan, id: string): boolean {
  return plan.steps.some(
    (top) =>
      top.kind === "PARALLEL" && top.mergeStrategy === "FIRST_SUCCESS" && top.children.some((known) => known.id === id),
  );
}
