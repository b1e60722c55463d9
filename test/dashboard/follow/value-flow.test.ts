import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelsOfFlow } from "../../../dashboard/follow/flow-labels.ts";
import type { FlowStep } from "../../../dashboard/follow/flow-world.ts";
import { keyOfStation } from "../../../dashboard/follow/station.ts";
import { entryOf, mostStations, sourcesAt, valueFlow } from "../../../dashboard/follow/value-flow.ts";
import { placeOfText, textOfPlace, type ValuePlace } from "../../../dashboard/shell/value-place.ts";
import { valueSources } from "../../../src/plan/compile/value-sources.ts";
import { accepted, typed } from "../../support/plan/compiled-plan.ts";
import { flowStep, flowWorld, taken, written } from "./flow-steps.ts";

const place = (text: string): ValuePlace => {
  const found = placeOfText(text);
  if (found === null) throw new Error(`${text} is no place`);
  return found;
};

const followed = (world: ReturnType<typeof flowWorld>, text: string) => {
  const flow = valueFlow(world, place(text));
  return flow && { from: flow.from.map(keyOfStation), to: flow.to.map(keyOfStation), links: flow.links };
};

/** A prompt, a plan of a model, two calls of which the second takes from the first, and an answer. */
const blog = flowWorld(
  [
    flowStep("research", { sources: [written("/topic", "MODEL")] }),
    flowStep("write", {
      effectClass: "UNSAFE",
      sources: [
        taken("/artifact_id", "research", "/artifact_id"),
        written("/instructions", "MODEL"),
        taken("/instructions", "research", "/artifact/title"),
      ],
    }),
    flowStep("count", { sources: [taken("/n", "research", "/sources")] }),
  ],
  { hasPrompt: true, isAnswered: true },
);

describe("a followed value", () => {
  it("[N643] comes from the prompt through the model that planned, the call and the part of its output", () => {
    expect(followed(blog, "write/arguments/instructions")?.from).toEqual([
      "@prompt",
      "model PLAN",
      "written write /instructions",
      "written research /topic",
      "call research",
      "research/output/artifact/title",
    ]);
  });

  it("[N643] goes on to the calls that take it, what they give, and the answer, and to nothing beside", () => {
    const { links, to } = followed(blog, "research/output/artifact/title") ?? { links: [], to: [] };
    expect(to).toEqual(["write/arguments/instructions", "call write", "write/output", "model RESPOND", "@answer"]);
    expect(links).toContainEqual({ from: "research", to: "write" });
    expect(links).not.toContainEqual({ from: "research", to: "count" });
  });

  it("[N643] stops at a person, who saw what was asked, and goes through groups and maps", () => {
    const world = flowWorld([
      flowStep("ask", { kind: "HUMAN_INPUT", effectClass: null, sources: [taken("/prompt", "each", "")] }),
      flowStep("each", { kind: "MAP", effectClass: null, sources: [taken("", "list", "/names")] }),
      flowStep("each[0]", { groupId: "each", sources: [taken("/name", "list", "/names/0")] }),
      flowStep("list"),
      flowStep("use", { sources: [taken("/a", "ask", "/choice", "PERSON"), taken("/b", "each", "/0")] }),
    ]);
    expect(followed(world, "use/arguments/a")?.from).toEqual(["call ask", "ask/output/choice"]);
    expect(followed(world, "use/arguments/b")?.from).toEqual([
      "call list",
      "list/output/names",
      "list/output/names/0",
      "each%5B0%5D/arguments/name",
      "call each[0]",
      "each%5B0%5D/output",
      "each/output/0",
    ]);
    expect(followed(world, "list/output/names/0")?.to).toContain("use/arguments/b");
  });

  it("[N660] leads from a child to what its parent gave it and took from it, part by part of a workflow, and as a whole of an agent", () => {
    const parent = { executionId: "p", stepId: "post/1" };
    const steps = [
      flowStep("a", { sources: [taken("/x", "", "/topic", "INPUT")].map((one) => ({ ...one, stepId: null })) }),
    ];
    const workflow = flowWorld(steps, { parent, hasResult: true, isWorkflow: true });
    expect(followed(workflow, "a/arguments/x")).toMatchObject({
      from: ["parent post%2F1/arguments/topic", "@input/topic"],
      to: ["call a", "a/output", "@result", "parent post%2F1/output"],
    });
    expect(followed(workflow, "@result/title")?.to).toEqual(["parent post%2F1/output/title"]);
    const agent = flowWorld(steps, { parent, hasResult: true, hasPrompt: true, isAnswered: true });
    expect(followed(agent, "@prompt")?.from).toEqual(["parent post%2F1/arguments"]);
    expect(followed(agent, "a/arguments/x")?.from).toEqual(["parent post%2F1/arguments", "@input/topic"]);
    expect(followed(agent, "@answer")?.to).toEqual(["parent post%2F1/output"]);
    expect(followed(flowWorld(steps), "@input")?.from).toEqual([]);
    // Where a child is entered by what came before its end, and by what comes after its start.
    expect([entryOf(workflow, "from"), entryOf(workflow, "to")].map(textOfPlace)).toEqual(["@result", "@input"]);
    expect([entryOf(agent, "from"), entryOf(agent, "to")].map(textOfPlace)).toEqual(["@answer", "@prompt"]);
  });

  it("[N643] is narrowed to the part that is followed, where a value was taken as a whole", () => {
    const world = flowWorld([
      flowStep("a"),
      flowStep("b", { sources: [taken("/all", "a", "/list")] }),
      flowStep("c", { sources: [taken("/first", "a", "/list/0"), taken("/other", "a", "/note")] }),
    ]);
    expect(followed(world, "b/arguments/all/0/name")?.from).toEqual(["call a", "a/output/list/0/name"]);
    expect(followed(world, "a/output/list/0")?.to).toContain("c/arguments/first");
    expect(followed(world, "a/output/list/1")?.to).not.toContain("c/arguments/first");
    expect(followed(world, "a/output/list")?.to).not.toContain("c/arguments/other");
  });

  it("[N643] has no flow where there is no such place, and ends in a plan that names itself", () => {
    expect(valueFlow(blog, place("nothing/output"))).toBeNull();
    expect(valueFlow(flowWorld([]), place("@answer"))).toBeNull();
    const circle = flowWorld([
      flowStep("a", { sources: [taken("/x", "b", "")] }),
      flowStep("b", { sources: [taken("/x", "a", "")] }),
    ]);
    expect(followed(circle, "a/output")?.from).toHaveLength(5);
  });

  it("[N643] lists a number of places at most, and says that there are more", () => {
    const steps: FlowStep[] = [flowStep("s0")];
    for (let at = 1; at <= 1_000; at += 1) steps.push(flowStep(`s${at}`, { sources: [taken("/x", `s${at - 1}`, "")] }));
    const flow = valueFlow(flowWorld(steps), place("s1000/output"));
    expect(flow?.isCut).toBe(true);
    expect(flow?.from.length).toBeLessThanOrEqual(mostStations);
  });

  it("[N643] every leaf of the arguments of a checked plan has a source", () => {
    const texts = ["plain", "{{first.output.value}}", "About {{first.output.value}}, {{first.output.list}}"];
    const leaf = fc.oneof(
      fc.constantFrom(...texts),
      fc.integer(),
      fc.boolean(),
      fc.constant({ cel: "{{first.output.count}} + 1" }),
    );
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b/c", "d~"), tie("value")),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("x", "y", "z/"), values), (given) => {
        const { plan } = accepted(
          typed([
            { tool: { stepId: "first", toolName: "echo", arguments: { value: "x" } } },
            { tool: { stepId: "use", toolName: "anything", arguments: given } },
          ]),
        );
        const found = valueSources({ plan, callables: [], startedWith: "PLAN" }, "use");
        const sources = found.map(({ kind, source = null, sourcePart = null, stepId = null, target }) => ({
          kind,
          source,
          sourcePart,
          stepId,
          target,
        }));
        const world = flowWorld([flowStep("first"), flowStep("use", { sources })]);
        for (const pointer of leavesOf(given, "")) {
          expect(sourcesAt(world.steps.get("use"), pointer), pointer).not.toEqual([]);
          expect(valueFlow(world, { kind: "ARGUMENTS", stepId: "use", pointer })?.from, pointer).not.toEqual([]);
        }
      }),
      { numRuns: 30 },
    );
  });
});

function leavesOf(value: unknown, pointer: string): readonly string[] {
  if (typeof value !== "object" || value === null || Object.hasOwn(value, "cel")) return [pointer];
  return Object.entries(value).flatMap(([name, one]) =>
    leavesOf(one, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

describe("the labels of a followed value", () => {
  it("[N653] are those of everything that it is made of, but what a person answered or a trusted tool gave stops them", () => {
    const web = flowStep("search", { sources: [taken("/q", "ask", "", "PERSON")], outputLabels: ["UNTRUSTED", "web"] });
    const world = flowWorld([
      flowStep("ask", { kind: "HUMAN_INPUT", sources: [written("/prompt", "MODEL")] }),
      web,
      flowStep("check", { sources: [taken("/page", "search", "")], outputLabels: ["TRUSTED", "checked"] }),
      flowStep("write", { sources: [written("/text"), taken("/text", "search", "/0"), taken("/note", "check", "")] }),
    ]);
    const labels = (text: string) => labelsOfFlow({ place: place(text) }, world);
    expect(labels("write/arguments/text")).toEqual(["CALLER", "PERSON", "UNTRUSTED", "web"]);
    expect(labels("write/arguments/note")).toEqual(["checked"]);
    expect(labels("search/arguments/q")).toEqual(["PERSON"]);
    expect(labels("@input/x")).toEqual(["CALLER"]);
  });
});

describe("the address of a followed value", () => {
  it("[N644] names every place, whatever the id of the step and the path hold, and nothing else", () => {
    const pointers = fc
      .array(fc.string())
      .map((names) => names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));
    const stepIds = fc.string({ minLength: 1 }).filter((id) => id.isWellFormed());
    const places = fc.oneof(
      fc.record({ kind: fc.constantFrom("ARGUMENTS", "OUTPUT"), stepId: stepIds, pointer: pointers }),
      fc.record({ kind: fc.constantFrom("BINDING", "INPUT", "RESULT"), pointer: pointers }),
      fc.record({ kind: fc.constantFrom("PROMPT", "ANSWER") }),
    ) as fc.Arbitrary<ValuePlace>;
    fc.assert(
      fc.property(places, (one) => {
        expect(placeOfText(textOfPlace(one))).toEqual({ ...one });
      }),
      { numRuns: 100 },
    );
    for (const text of [
      "",
      "/",
      "write",
      "write/",
      "write/other/x",
      "%/output",
      "@answer/x",
      "@nothing",
      "a/output/~2",
      "a/outputs",
    ])
      expect(placeOfText(text), text).toBeNull();
  });
});
