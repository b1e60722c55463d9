import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { type Compilation, compilePlan } from "../../src/plan/compile/compile.ts";
import { documentOf } from "../../src/plan/dialects/plan-document.ts";
import { humanInputCallable } from "../../src/plan/human-input-callable.ts";
import { builtInLimits } from "../../src/plan/limits.ts";
import { toolOf } from "../support/plan/callables.ts";

const hanging = { type: "object", properties: { city: { type: "string", pattern: "^(a+)\\1$" } } };
const form = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const known = new Map(
  [
    humanInputCallable,
    toolOf(
      "use",
      { type: "object", properties: { city: { type: "string" }, n: { type: "integer" } } },
      { type: "object" },
    ),
    toolOf(
      "facts",
      { type: "object" },
      { type: "object", properties: { kind: { type: "string" } }, required: ["kind"] },
    ),
  ].map((callable) => [callable.name, callable]),
);

function compile(steps: readonly Json[]): Compilation {
  return compilePlan({
    source: { kind: "TYPED", plan: { steps } },
    bindings: {},
    requestedLimits: {},
    callable: (name) => known.get(name),
    callableNames: () => known.keys(),
    settings: builtInLimits,
    sourcePath: ["plan"],
  });
}

function compiled(steps: readonly Json[]) {
  const compilation = compile(steps);
  if (!compilation.ok) throw new Error(compilation.problems.map(({ message }) => message).join("\n"));
  return compilation;
}

function placesOf(steps: readonly Json[]): readonly string[] {
  const compilation = compile(steps);
  return compilation.ok ? [] : compilation.problems.map(({ path }) => path.join("."));
}

const asking = (words: JsonObject): Json => ({ humanInput: { stepId: "q", prompt: "Which?", ...words } });

describe("a humanInput step", () => {
  it("is a call of ask_person whose output has the schema of the answer", () => {
    const { callables, plan } = compiled([
      asking({ kind: "CHOICE", choices: ["a", "b"], after: [], resultKey: "picked" }),
    ]);
    expect(plan.steps[0]).toMatchObject({
      kind: "TOOL",
      id: "q",
      callableName: "ask_person",
      resultKey: "picked",
      outputSchema: { properties: { choice: { enum: ["a", "b"] } }, required: ["choice"] },
    });
    expect(callables.map(({ name }) => name)).toEqual(["ask_person"]);
  });

  it("[P13] is checked against what refers to its answer, field and type", () => {
    const referring = (template: string): Json => ({ tool: { toolName: "use", arguments: { city: template } } });
    expect(compile([asking({ responseSchema: form }), referring("{{q.output.city}}")]).ok).toBe(true);
    const closed = { ...form, additionalProperties: false };
    const [problem] = problemsOf([asking({ responseSchema: closed }), referring("{{q.output.town}}")]);
    expect(problem).toMatchObject({ kind: "TEMPLATE_INVALID", reason: "FIELD_NOT_FOUND", availableFields: ["city"] });
    const [mismatch] = problemsOf([asking({ kind: "APPROVAL" }), referring("{{q.output.approved}}")]);
    expect(mismatch).toMatchObject({ kind: "TEMPLATE_INVALID", reason: "TYPE_MISMATCH" });
  });

  it("[N509] names its addressees in the plan: none, too many, unknown and repeated ones and references are refused at their place", () => {
    const addressees = (...given: readonly Json[]) => asking({ addressees: given });
    const many = Array.from({ length: 11 }, (_, at) => ({ subject: `s${at}` }));
    const accepted = addressees({ subject: "{{bob}}" }, { group: "g".repeat(255) }, { scope: "REGISTRY_WRITE" });
    const { plan } = compiled([accepted]);
    expect(documentOf(plan).steps).toMatchObject([{ humanInput: { addressees: [{ subject: "{{bob}}" }, {}, {}] } }]);
    for (const wrong of [
      addressees(),
      addressees(...many),
      addressees({ group: "g".repeat(256) }),
      addressees({ subject: "" }),
      addressees({ role: "boss" }),
      addressees({ subject: "a", group: "b" }),
      addressees({ scope: "ROOT" }),
      addressees({ group: "a" }, { group: "a" }),
    ])
      expect(placesOf([wrong]).every((place) => place.startsWith("plan.steps.0.humanInput.addressees"))).toBe(true);
    const call = (words: JsonObject): Json => ({
      tool: { toolName: "ask_person", arguments: { prompt: "?", ...words } },
    });
    const facts: Json = { tool: { stepId: "f", toolName: "facts", arguments: {} } };
    expect(placesOf([facts, call({ addressees: "{{f.output.kind}}" })])).toContain(
      "plan.steps.1.tool.arguments.addressees",
    );
    expect(compile([call({ addressees: [{ subject: "a" }] })]).ok).toBe(true);
  });

  it("[N510] asks for four eyes for an approval alone", () => {
    expect(compile([asking({ kind: "APPROVAL", fourEyes: true })]).ok).toBe(true);
    expect(compile([asking({ fourEyes: false })]).ok).toBe(true);
    expect(placesOf([asking({ fourEyes: true })])).toEqual(["plan.steps.0.humanInput.fourEyes"]);
  });

  it("[C3] that may be skipped by a person may have null for an answer", () => {
    const use = {
      tool: { toolName: "use", arguments: { city: "{{q.output.city}}" }, policy: { onSkippedInput: "RUN" } },
    };
    const typeFindings = (words: JsonObject) =>
      compiled([asking({ responseSchema: form, ...words }), use]).warnings.map(({ code }) => code);
    expect(typeFindings({})).toEqual([]);
    expect(typeFindings({ onDecline: "SKIP" })).toEqual(["TYPE_OVERLAP"]);
    expect(typeFindings({ onExpiry: "SKIP" })).toEqual(["TYPE_OVERLAP"]);
  });

  it.each<[string, JsonObject, string]>([
    ["choices beside another kind", { choices: ["a", "b"] }, "choices"],
    ["a choice without choices", { kind: "CHOICE" }, "choices"],
    ["a single choice", { kind: "CHOICE", choices: ["a"] }, "choices"],
    [
      "more than fifty choices",
      { kind: "CHOICE", choices: Array.from({ length: 51 }, (_, at) => `c${at}`) },
      "choices",
    ],
    ["a choice of more than a thousand characters", { kind: "CHOICE", choices: ["a", "b".repeat(1_001)] }, "choices.1"],
    ["the same choice twice", { kind: "CHOICE", choices: ["a", "a"] }, "choices"],
    ["a schema for a choice", { kind: "CHOICE", choices: ["a", "b"], responseSchema: form }, "responseSchema"],
    ["a schema for an approval", { kind: "APPROVAL", responseSchema: form }, "responseSchema"],
    ["a schema of another type than object", { responseSchema: { type: "string" } }, "responseSchema"],
    ["a schema that refers to itself without end", { responseSchema: { $ref: "#" } }, "responseSchema"],
    ["a pattern that a person's answer could hang on", { responseSchema: hanging }, "responseSchema"],
    [
      "an answer for expiry whose check could hang",
      {
        responseSchema: { ...form, properties: { city: { type: "string", pattern: "a*a*b" } } },
        onExpiry: "ANSWER",
        defaultResponse: { city: "a".repeat(8_000) },
      },
      "defaultResponse",
    ],
    ["an answer for expiry that is not wanted", { defaultResponse: {} }, "defaultResponse"],
    ["expiry with an answer that is not there", { onExpiry: "ANSWER" }, "defaultResponse"],
    [
      "an answer for expiry that breaks the schema",
      { responseSchema: form, onExpiry: "ANSWER", defaultResponse: { city: 7 } },
      "defaultResponse",
    ],
    [
      "a permission that silence gives",
      { kind: "APPROVAL", onExpiry: "ANSWER", defaultResponse: { approved: true } },
      "onExpiry",
    ],
    [
      "an answer for expiry above 8 KB",
      { onExpiry: "ANSWER", defaultResponse: { text: "x".repeat(9_000) } },
      "defaultResponse",
    ],
    ["a decline that answers", { onDecline: "ANSWER" }, "onDecline"],
    ["a kind that only we ask", { kind: "IN_DOUBT" }, "kind"],
    ["a prompt that is too long", { prompt: "x".repeat(4_001) }, "prompt"],
    ["no prompt", { prompt: "" }, "prompt"],
    ["more than a year", { timeoutMs: 31_536_000_001 }, "timeoutMs"],
    ["a key that does not exist", { arguments: {} }, "arguments"],
  ])("[R10] with %s is refused at its place", (_, words, member) => {
    expect(placesOf([asking(words)])).toContain(`plan.steps.0.humanInput.${member}`);
  });

  it("[R10] within a group is refused at its place as well, and nothing but one step stands in a place", () => {
    const inGroup = (child: JsonObject): Json => ({ parallel: { stepId: "g", steps: [child] } });
    expect(placesOf([inGroup({ humanInput: { prompt: "?", kind: "CHOICE" } })])).toEqual([
      "plan.steps.0.parallel.steps.0.humanInput.choices",
    ]);
    expect(placesOf([inGroup({})])).toEqual(["plan.steps.0.parallel.steps.0"]);
    expect(placesOf([{ humanInput: { prompt: "?" }, tool: { toolName: "use" } }])).toEqual(["plan.steps.0"]);
    expect(compile([inGroup({ humanInput: { prompt: "?", resultKey: "a" } })]).ok).toBe(true);
  });

  it("[C1] is written as it was read, in a group too, with hostile text in everything that is literal", () => {
    const hostile = "{{q.output}} $0.output $$ \\{{";
    const schema = { type: "object", properties: { a: { const: hostile } }, required: ["a"] };
    const steps: Json[] = [
      { tool: { stepId: "f", toolName: "facts" } },
      asking({
        prompt: "Is {{f.output.kind}} right?",
        context: { kind: "{{f.output.kind}}" },
        responseSchema: schema,
        onExpiry: "ANSWER",
        defaultResponse: { a: hostile },
        onDecline: "SKIP",
        timeoutMs: 5_000,
        when: "{{f.output.kind}} == 'x'",
      }),
      { parallel: { stepId: "g", steps: [asking({ stepId: "c", kind: "CHOICE", choices: [hostile, "b"] })] } },
    ];
    const { plan, planHash } = compiled(steps);
    const document = documentOf(plan) as unknown as { readonly steps: readonly Json[] };
    expect(document.steps[1]).toMatchObject({ humanInput: { stepId: "q", responseSchema: schema, timeoutMs: 5_000 } });
    expect(document.steps[2]).toMatchObject({ parallel: { steps: [{ humanInput: { choices: [hostile, "b"] } }] } });
    const again = compiled(document.steps);
    expect(again.planHash).toBe(planHash);
    expect(documentOf(again.plan)).toEqual(document);
  });

  it("[C1] with templates where a humanInput step takes none is written as the call that it is", () => {
    const call = {
      tool: { stepId: "q", toolName: "ask_person", arguments: { prompt: "?", kind: "{{f.output.kind}}" } },
    };
    const { plan, planHash } = compiled([{ tool: { stepId: "f", toolName: "facts" } }, call]);
    const document = documentOf(plan) as unknown as { readonly steps: readonly Json[] };
    expect(document.steps[1]).toMatchObject({ tool: { toolName: "ask_person" } });
    expect(compiled(document.steps).planHash).toBe(planHash);
  });

  it("as a call of ask_person is held to the same rules", () => {
    const call = (words: JsonObject): Json => ({
      tool: { toolName: "ask_person", arguments: { prompt: "?", ...words } },
    });
    expect(placesOf([call({ kind: "CHOICE" })])).toEqual(["plan.steps.0.tool.arguments.choices"]);
    expect(placesOf([call({ colour: "red" })])).toEqual(["plan.steps.0.tool.arguments"]);
    expect(compiled([call({ kind: "APPROVAL" })]).plan.steps[0]).toMatchObject({
      outputSchema: { required: ["approved"] },
    });
  });

  function problemsOf(steps: readonly Json[]) {
    const compilation = compile(steps);
    return compilation.ok ? [] : compilation.problems;
  }
});

describe("the policy of a step", () => {
  const declining = (onDecline: string): Json => ({ tool: { toolName: "use", policy: { onDecline } } });

  it("[C1] says what a decline leads to, FAIL like nothing said, and is written again", () => {
    const { plan } = compiled([declining("SKIP")]);
    expect(plan.steps[0]).toMatchObject({ policy: { onDecline: "SKIP" } });
    expect(documentOf(plan)).toMatchObject({ steps: [{ tool: { policy: { onDecline: "SKIP" } } }] });
    expect(compiled([declining("FAIL")]).planHash).toBe(compiled([{ tool: { toolName: "use" } }]).planHash);
  });

  it("refuses an answer as the outcome of a decline", () => {
    expect(placesOf([declining("ANSWER")])).toEqual(["plan.steps.0.tool.policy.onDecline"]);
  });
});
