/** Random plans without cycles, with everything that a plan can say, and random limits and policies to run them under. */
import type { JsonObject } from "../../../src/json/json.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import type {
  LoopStep,
  MapStep,
  Operand,
  Plan,
  PlanStep,
  Reference,
  StepPolicy,
  ToolStep,
} from "../../../src/plan/plan.ts";
import type { Seeded } from "../../support/engine/seeded.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { randomCondition } from "../../support/plan/condition-words.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";

export interface RandomRun {
  readonly plan: Plan;
  readonly options: StartOptions;
}

export function randomRun(random: Seeded): RandomRun {
  const schedule = random.chance(0.3) ? "SEQUENTIAL" : "DATAFLOW";
  const steps: PlanStep[] = [];
  for (let n = random.between(1, 6); n > 0; n -= 1) steps.push(randomStep(random, steps));
  // References of a sequential plan must point backwards; in a dataflow plan a step may name a later one.
  const placed = schedule === "DATAFLOW" && random.chance(0.3) ? random.shuffled(steps) : steps;
  return {
    plan: withFinally(random, placed, schedule),
    options: {
      limits: {
        ...builtInLimits.defaults,
        maxParallel: random.between(1, 4),
        // No further draw, so that every seed still makes the plan that it made.
        ...(steps.length % 2 === 0 && { maxDescendants: steps.length / 2 }),
        maxModelCalls: random.between(1, 12),
        maxTokens: random.pick([null, 100, 10_000]),
        maxCostMicros: random.pick([null, 1_000]),
        timeoutMs: random.pick([800, 5_000, 60_000, 600_000]),
        stepTimeoutMs: random.pick([300, 2_000, 60_000]),
      },
      started: {
        inDoubt: random.pick(["RETRY", "FAIL", "ASK"]),
        approval: random.weighted({ DECLARED_DESTRUCTIVE: 6, NEVER: 2, ALL_EFFECTS: 1, PLAN: 1 }),
        humanInputTimeoutMs: random.pick([1_000, 20_000, 3_600_000]),
      },
    },
  };
}

/** The plan of `steps`, often with some more for its end. */
function withFinally(random: Seeded, steps: readonly PlanStep[], schedule: Plan["schedule"]): Plan {
  if (random.chance(0.6)) return planOf(steps, schedule);
  const last: PlanStep[] = [];
  for (let n = random.between(1, 3); n > 0; n -= 1) {
    const made = randomStep(random, [...steps, ...last]);
    const after = made.after.filter((id) => last.some((other) => other.id === id));
    last.push({ ...tellingTheEnd(random, unfailing(made)), after, isFinally: true });
  }
  return { ...planOf([...steps, ...last], schedule), finallyTimeoutMs: random.pick([300, 5_000, 60_000]) };
}

/** In `finally` no step says that it may fail. */
function unfailing(made: PlanStep): PlanStep {
  if (made.kind !== "TOOL") return { ...made, continueOnFailure: false };
  return { ...made, policy: { ...made.policy, continueOnFailure: false } };
}

const END: Reference = {
  root: "execution",
  id: "execution",
  path: ["status"],
  expression: "{{execution.status}}",
};

/** Some calls are sent how the execution ended, and some steps are made for one end alone. */
function tellingTheEnd(random: Seeded, made: PlanStep): PlanStep {
  if (random.chance(0.2)) {
    const status = random.pick(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"]);
    const cel = `v.r0 == "${status}"`;
    return { ...made, when: { expression: `{{execution.status}} == "${status}"`, cel, references: [END] } };
  }
  const isPlain = made.kind === "TOOL" && !["ask_person", "cp__sleep"].includes(made.callableName);
  if (!isPlain || random.chance(0.5)) return made;
  return { ...made, arguments: argumentsOf({ end: { kind: "reference", reference: END } }) };
}

function randomStep(random: Seeded, before: readonly PlanStep[]): PlanStep {
  const id = `s${before.length}`;
  if (random.chance(0.12)) return randomRepeated(random, id, before);
  if (random.chance(0.7)) return randomCall(random, id, before);
  const children = Array.from({ length: random.between(0, 4) }, (_, n) =>
    randomCall(random, `${id}.${n}`, before, true),
  );
  return group(id, children, {
    mergeStrategy: random.pick(["COLLECT_ALL", "COLLECT_ALL", "FIRST_SUCCESS", "FIRST_MATCH"]),
    maxConcurrency: random.chance(0.5) ? random.between(1, 3) : null,
    continueOnFailure: random.chance(0.3),
    resultKey: random.chance(0.5) ? `key_${id}` : null,
    after: someIds(random, before),
    independent: random.chance(0.15),
    ...(children.length > 0 && random.chance(0.25) ? { when: randomCondition(random, before) } : {}),
  });
}

/** A map, also over what is no list and over too many items, or a loop, also one that its condition does not end. */
function randomRepeated(random: Seeded, id: string, before: readonly PlanStep[]): MapStep | LoopStep {
  const { resultKey: _, ...template } = randomCall(random, `${id}[]`, before, true);
  const shared = {
    ...{ id, index: null, resultKey: random.chance(0.5) ? `key_${id}` : null },
    ...{ after: someIds(random, before), independent: random.chance(0.15), continueOnFailure: random.chance(0.3) },
    ...(random.chance(0.25) ? { when: randomCondition(random, before) } : {}),
  };
  const child: ToolStep = { ...template, resultKey: null };
  if (random.chance(0.5)) {
    const times = random.between(0, 4);
    const index: Reference = { root: "index", id: "index", path: [], expression: "{{index}}" };
    const asked = random.pick(["UNTIL", "WHILE"] as const);
    const sign = asked === "UNTIL" ? ">=" : "<";
    const condition = {
      asked,
      expression: `{{index}} ${sign} ${times}`,
      cel: `v.r0 ${sign} ${times}`,
      references: [index],
    };
    const bounds = { delayMs: random.pick([0, 0, 200, 3_000]), maxIterations: random.between(1, 5) };
    return { kind: "LOOP", ...shared, children: [child], condition, ...bounds };
  }
  const item: Operand = {
    kind: "reference",
    reference: { root: "item", id: "item", path: [], expression: "{{item}}" },
  };
  const isPlain = child.callableName !== "ask_person" && child.callableName !== "cp__sleep";
  const items = Array.from({ length: random.between(0, 5) }, (_, at) => at);
  return {
    kind: "MAP",
    ...shared,
    over: random.chance(0.85) ? { kind: "literal", value: items } : reference(random, before),
    children: [isPlain ? { ...child, arguments: argumentsOf({ item }) } : child],
    maxConcurrency: random.chance(0.5) ? random.between(1, 3) : null,
    maxItems: random.pick([3, 10, 10]),
    maxFailures: random.between(0, 3),
  };
}

function randomCall(random: Seeded, id: string, before: readonly PlanStep[], child = false): ToolStep {
  const tool = random.weighted({
    ...{ read: 4, idempotent: 2, keyed: 2, write: 4, destroy: 1 },
    ...{ remote: 1, remote_keyed: 1, child_write: 2, child_read: 2, ask_person: 1, cp__sleep: 1 },
  });
  const taken = random.chance(0.4) ? reference(random, before) : null;
  const planned = step(id, {
    tool,
    arguments: tool === "cp__sleep" ? randomSleep(random) : givenTo(random, tool, taken),
    after: child ? [] : someIds(random, before),
    independent: !child && random.chance(0.15),
    ...(random.chance(0.5) ? { resultKey: `key_${id}` } : {}),
    policy: randomPolicy(random),
  });
  return random.chance(0.25) ? { ...planned, when: randomCondition(random, before) } : planned;
}

/** The same plan with many calls of remote agents in the place of calls that end with their answer. */
export function withRemoteCalls(plan: Plan, random: Seeded): Plan {
  const remote = (call: ToolStep): ToolStep =>
    answering.has(call.callableName) && random.chance(0.9)
      ? { ...call, callableName: random.pick(["remote", "remote_keyed"]) }
      : call;
  const changed = (made: PlanStep): PlanStep =>
    made.kind === "TOOL" ? remote(made) : { ...made, children: made.children.map(remote) };
  return { ...plan, steps: plan.steps.map(changed) };
}

const answering: ReadonlySet<string> = new Set(["read", "idempotent", "keyed", "write"]);

function givenTo(random: Seeded, tool: string, taken: Operand | null): Operand {
  return tool === "ask_person" ? randomQuestion(random, taken) : argumentsOf(taken === null ? {} : { from: taken });
}

/** The last is more than any simulation has. */
function randomSleep(random: Seeded): Operand {
  return { kind: "literal", value: { seconds: random.pick([0, 0.05, 3, 600, 31_000_000]) } };
}

function randomQuestion(random: Seeded, taken: Operand | null): Operand {
  const onExpiry = random.pick(["FAIL", "SKIP", "ANSWER"]);
  const words: JsonObject = {
    prompt: "Which?",
    onExpiry,
    onDecline: random.pick(["FAIL", "SKIP"]),
    ...(onExpiry === "ANSWER" ? { defaultResponse: { maybe: 1 } } : {}),
    ...(random.chance(0.5) ? { timeoutMs: random.pick([500, 20_000]) } : {}),
  };
  const literals = Object.entries(words).map(([name, value]) => [name, { kind: "literal", value }] as const);
  return argumentsOf({
    ...Object.fromEntries(literals),
    ...(taken === null ? {} : { context: argumentsOf({ from: taken }) }),
  });
}

function randomPolicy(random: Seeded): Partial<StepPolicy> {
  return {
    maxAttempts: random.between(1, 4),
    initialBackoffMs: random.pick([0, 100, 3_000]),
    timeoutMs: random.chance(0.3) ? random.pick([100, 1_000]) : null,
    continueOnFailure: random.chance(0.4),
    inDoubt: random.chance(0.4) ? random.pick(["RETRY", "FAIL", "ASK"]) : null,
    ...(random.chance(0.3) ? { onDecline: "SKIP" as const } : {}),
    ...(random.chance(0.5) ? { onSkippedInput: "SKIP" as const } : {}),
  };
}

/** Something made of what is read, which has no value where that has none. */
function calculated(read: Operand): Operand {
  if (read.kind !== "reference") return read;
  const { reference: one } = read;
  return { kind: "cel", expression: `[${one.expression}].map(x, [x])`, cel: "[v.r0].map(x, [x])", references: [one] };
}

/** The output of an earlier step, or of a child of an earlier `collect`; sometimes a member that it may lack. */
export function reference(random: Seeded, before: readonly PlanStep[]): Operand {
  const ids = before.flatMap((earlier) =>
    earlier.kind === "PARALLEL" && earlier.mergeStrategy === "COLLECT_ALL"
      ? [earlier.id, ...earlier.children.map((child) => child.id)]
      : [earlier.id],
  );
  if (ids.length === 0) return { kind: "literal", value: random.between(0, 9) };
  const read = random.chance(0.7) ? from(random.pick(ids)) : from(random.pick(ids), "maybe");
  const coalesced: Operand = { kind: "coalesce", choices: [read, { kind: "literal", value: null }] };
  return random.pick([read, calculated(read), coalesced, coalesced]);
}

export function someIds(random: Seeded, before: readonly PlanStep[]): readonly string[] {
  return before.filter(() => random.chance(0.25)).map((earlier) => earlier.id);
}
