/** Plans that compile against `test/support/plan/compiled-plan.ts`, in the three forms that plans are given in; whoever fuzzes changes them. */
import type { Seeded } from "../../support/engine/seeded.ts";

export const dialects = ["TYPED", "TOOL_CALLS", "ORCHESTRATE"] as const;
export type PlanForm = (typeof dialects)[number];

interface DraftStep {
  readonly id: string;
  readonly tool: string;
  readonly arguments: { readonly [name: string]: unknown };
  readonly resultKey: string | null;
}

/** Text fields of the outputs of the tools of the world, as paths below the output. */
const textFields: { readonly [tool: string]: readonly string[] } = {
  research_blog: ["artifact_id"],
  create_blog_post: ["url"],
  echo: ["value", "list[0]", '["a.b"]'],
  write: ["id"],
  plain_research: [],
  strict: [],
  silent: [],
  anything: [],
};

const tools = Object.keys(textFields);
const words = ["edge", "s", "briefly", "{{bindings.topic}}", "about {{bindings.topic}}", "costs \\{{x}}", "$$1"];

/** Bindings that the plans refer to. */
export const planBindings = { topic: "edge", n: 3, deep: { list: [1, "two", null], "a b": true } };

/** A plan that compiles, in one of its forms. */
export function validPlan(form: PlanForm, random: Seeded): unknown {
  const steps: DraftStep[] = [];
  const count = random.between(1, 7);
  for (let at = 0; at < count; at++) steps.push(draft(form, at, steps, random));
  if (form === "TYPED") return { steps: typedSteps(steps, random) };
  if (form === "ORCHESTRATE") return { steps: orchestrated(steps, random) };
  if (random.chance(0.05)) return { type: "direct_response", content: random.pick(words) };
  const calls = steps.map((step) => ({ tool_name: step.tool, arguments: step.arguments }));
  return { type: "tool_calls", reasoning: random.pick(["", "first look"]), calls };
}

function draft(form: PlanForm, at: number, before: readonly DraftStep[], random: Seeded): DraftStep {
  const tool = random.pick(tools);
  const text = () => (random.chance(0.5) ? textFrom(form, before, random) : random.pick(words));
  const given: { readonly [tool: string]: () => { readonly [name: string]: unknown } } = {
    research_blog: () => ({ topic: text() }),
    create_blog_post: () => ({ artifact_id: text(), skill_id: "s", instructions: text() }),
    strict: () => ({ name: random.chance(0.5) ? text() : "name", count: random.pick([0, 7, "{{bindings.n}}"]) }),
  };
  const free = () => ({ value: text(), more: { list: [text(), "{{bindings.deep}}", random.between(0, 9), null] } });
  const resultKey = random.chance(0.3) ? `k${at}` : null;
  return { id: `s${at}`, tool, arguments: (given[tool] ?? free)(), resultKey };
}

/** A reference to a text of an earlier step, in one of the spellings that the form has. */
function textFrom(form: PlanForm, before: readonly DraftStep[], random: Seeded): string {
  const sources = before.flatMap((step, at) => (textFields[step.tool] ?? []).map((field) => ({ at, field, step })));
  if (sources.length === 0) return random.pick(words);
  const { at, field, step } = random.pick(sources);
  const path = field.startsWith("[") ? field : `.${field}`;
  if (form === "TOOL_CALLS" || random.chance(0.3)) return `$${at}.output${path}`;
  if (form === "TYPED" && step.resultKey !== null && random.chance(0.5)) return `{{result.${step.resultKey}${path}}}`;
  return random.pick([`{{${step.id}.output${path}}}`, `{{steps.${step.id}.output${path}}}`]);
}

function typedSteps(steps: readonly DraftStep[], random: Seeded): readonly unknown[] {
  const typed = steps.map((step, at) => {
    const previous = steps[at - 1];
    return {
      tool: {
        ...{ stepId: step.id, toolName: step.tool, arguments: step.arguments },
        ...(step.resultKey === null ? {} : { resultKey: step.resultKey }),
        ...(previous !== undefined && random.chance(0.2) ? { after: [previous.id] } : {}),
        ...(random.chance(0.2) ? { when: random.pick(conditions) } : {}),
        ...(random.chance(0.2) ? { policy: { maxAttempts: 3, initialBackoffMs: 10, continueOnFailure: true } } : {}),
      },
    };
  });
  const asked = random.chance(0.2) ? [person(random)] : [];
  const others = Object.values(otherForms).flatMap((form) => (random.chance(0.15) ? [form(random)] : []));
  if (!random.chance(0.3)) return [...typed, ...asked, ...others];
  const children = Array.from({ length: random.between(1, 3) }, (_, at) => ({
    tool: { stepId: `c${at}`, toolName: "anything", arguments: { at } },
  }));
  const strategy = random.pick(["COLLECT_ALL", "FIRST_SUCCESS"]);
  return [
    ...typed,
    ...asked,
    ...others,
    { parallel: { stepId: "g", steps: children, maxConcurrency: 2, mergeStrategy: strategy } },
  ];
}

/** Steps of the other kinds, each of which refers to what its place has. */
const otherForms: { readonly [kind: string]: (random: Seeded) => unknown } = {
  map: (random) => ({
    map: {
      ...{ stepId: "m", over: random.pick([["a", "b"], "{{bindings.deep.list}}"]), maxItems: random.between(2, 20) },
      ...random.pick([{}, { maxConcurrency: 2 }, { maxFailures: 1, continueOnFailure: true }]),
      step: {
        tool: {
          ...{ toolName: "anything", arguments: { value: "{{item}}", more: "number {{index}}" } },
          ...random.pick([{}, { when: "{{index}} > 0" }, { policy: { maxAttempts: 2 } }]),
        },
      },
    },
  }),
  loop: (random) => ({
    loop: {
      ...{ stepId: "l", maxIterations: random.between(1, 1_000), delayMs: random.pick([0, 10]) },
      step: { tool: { toolName: "echo", arguments: { value: "{{previous}} {{index}}" } } },
      ...random.pick([{ until: '{{previous.value}} == "x"' }, { while: "{{index}} < 3" }]),
    },
  }),
  firstMatch: (random) => ({
    parallel: {
      ...{ stepId: "f", mergeStrategy: "FIRST_MATCH" },
      steps: [
        { tool: { toolName: "anything", arguments: {}, stepId: "f1", when: random.pick(conditions) } },
        { tool: { toolName: "anything", arguments: {}, stepId: "f2" } },
      ],
    },
  }),
  sleep: (random) => ({
    sleep: {
      stepId: "z",
      ...random.pick([{ seconds: 1 }, { seconds: "{{bindings.n}}" }, { until: "2026-12-01T00:00:00Z" }]),
    },
  }),
  event: (random) => ({
    waitForEvent: {
      ...{ stepId: "e", name: "paid", correlation: random.pick(["A-1", "{{bindings.topic}}"]) },
      ...random.pick([{}, { timeoutSeconds: 60 }, { payloadSchema: { type: "object" } }]),
    },
  }),
  status: () => ({
    tool: { stepId: "s", toolName: "anything", arguments: {}, when: '{{steps.s0.status}} == "FAILED"' },
  }),
};

const conditions = [
  "{{bindings.n}} > 2",
  "has({{bindings.topic}})",
  "not {{bindings.n}} == 3 or size({{bindings.topic}}) < 9",
];

function person(random: Seeded): unknown {
  return {
    humanInput: {
      ...{ stepId: "ask", prompt: `May {{bindings.topic}} be written?`, timeoutMs: 60_000 },
      ...random.pick([
        { kind: "APPROVAL" },
        { kind: "CHOICE", choices: ["one", "two"] },
        {
          kind: "FORM",
          responseSchema: { type: "object", properties: { a: { type: "string", pattern: "^[a-z]+$" } } },
        },
      ]),
    },
  };
}

function orchestrated(steps: readonly DraftStep[], random: Seeded): readonly unknown[] {
  const agents = steps.map(({ arguments: given, id, resultKey, tool }) => {
    const agent = { agent_id: tool, with: given, ...(resultKey === null ? {} : { result_key: resultKey }) };
    return { id, type: "agent", agent };
  });
  if (!random.chance(0.3)) return agents;
  const child = { agent_id: "anything", with: { at: 1 }, timeout_ms: 1_000 };
  const merge_strategy = random.pick(["collect", "first_success"]);
  return [
    ...agents,
    { id: "g", type: "parallel", parallel: { steps: [child, child], max_concurrency: 2, merge_strategy } },
  ];
}
