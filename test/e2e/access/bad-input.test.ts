/** Requests that must be refused, as they come over HTTP: a typed error that names the place, nothing called, nothing stored. */
import { describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { tool, type UserError } from "../../support/deployed/planwright.ts";

const served = deployedWorld();

type Input = { readonly [name: string]: unknown };

/** Sends a request and gives the errors that it was refused with, after a look at what it left behind: nothing. */
async function refused(input: Input): Promise<readonly UserError[]> {
  const before = await traces();
  const { execution, errors } = await served.worker.planwright.executePlan(input);
  expect(execution).toBeNull();
  expect(await traces()).toEqual(before);
  return errors;
}

/** What a request could leave behind: calls, executions in the list, executions in storage. */
async function traces() {
  return {
    calls: (await served.tools.ledger()).length,
    listed: (await served.worker.planwright.list()).length,
    stored: await served.worker.storedExecutions(),
  };
}

const call = (tool_name: string, args: unknown) => ({ tool_name, arguments: args });
const research = call("research_blog", { topic: "edge", skill_id: "s" });
const post = (artifact_id: unknown) =>
  call("create_blog_post", { artifact_id, skill_id: "s", instructions: "briefly" });
const calls = (...list: readonly object[]) => ({ document: { type: "tool_calls", reasoning: "", calls: list } });
const typed = (...steps: readonly object[]) => ({ plan: { steps } });
const read = (stepId: string, more: Input = {}) => tool(stepId, "read_note", { name: "x" }, more);
const reads = (count: number) => Array.from({ length: count }, (_, index) => read(`s${index}`));
const stepsPath = ["input", "source", "plan", "steps"];

/** JSON of `levels` objects within one another. */
function nested(levels: number): unknown {
  return JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
}

describe("a request that is refused calls nothing, stores nothing and names", () => {
  it.each(["reserch_blog", "__proto__", "constructor"])("[E12] the tool that nobody registered: %s", async (name) => {
    const path = ["input", "source", "document", "calls", "0", "tool_name"];
    const errors = await refused({ source: calls(call(name, {})) });
    expect(errors).toMatchObject([{ __typename: "UnknownCallableError", code: "UNKNOWN_CALLABLE", name, path }]);
    if (name === "reserch_blog") expect(errors[0]?.nearestNames).toContain("research_blog");
  });

  it.each([
    ["to a step that does not exist", "$7.output.artifact_id", "INDEX_OUT_OF_BOUNDS"],
    ["to a step id that does not exist", "{{steps.nope.output.x}}", "UNKNOWN_STEP"],
    ["to a binding that was not given", "{{bindings.nope}}", "UNKNOWN_BINDING"],
    ["to a binding called constructor", "{{bindings.constructor}}", "UNKNOWN_BINDING"],
    ["to a later step", "$2.output.artifact_id", "FORWARD_REFERENCE"],
    ["to its own step", "$1.output.artifact_id", "SELF_REFERENCE"],
    ["through __proto__", "$0.output.__proto__.toString", "FIELD_NOT_FOUND"],
    ["through constructor", "$0.output.constructor.name", "FIELD_NOT_FOUND"],
    ["that cannot be read", "{{ result.[ }}", "SYNTAX"],
  ])("[E12, P17] the place of a reference %s", async (_, template, reason) => {
    expect(await refused({ source: calls(research, post(template), post("fixed")) })).toMatchObject([
      {
        ...{ __typename: "TemplateError", code: "TEMPLATE_INVALID", reason, template },
        path: ["input", "source", "document", "calls", "1", "arguments", "artifact_id"],
        ...{ stepIndex: 1, argument: "artifact_id" },
      },
    ]);
  });

  it("[P13, P17] the field that an output does not have, and those that it has", async () => {
    const [error] = await refused({ source: calls(research, post("$0.output.artifact_ids")) });
    expect(error).toMatchObject({ reason: "FIELD_NOT_FOUND", sourceCallable: "research_blog", field: "artifact_ids" });
    expect(error?.availableFields).toContain("artifact_id");
  });

  it("[P14, P17] both types where a value can never fit", async () => {
    const errors = await refused({ source: calls(research, post("$0.output.artifact.sources")) });
    expect(errors).toMatchObject([{ reason: "TYPE_MISMATCH", expectedType: "string", actualType: "array of string" }]);
  });

  it("[P11, P17] every problem of a plan at once", async () => {
    const source = calls(call("nope", {}), post("$9.output.x"), post("$2.output.x"));
    const codes = (await refused({ source })).map(({ code }) => code);
    expect(codes.sort()).toEqual(["TEMPLATE_INVALID", "TEMPLATE_INVALID", "UNKNOWN_CALLABLE"]);
  });

  it("[R7] steps that wait for one another", async () => {
    const errors = await refused({ source: typed(read("a", { after: ["b"] }), read("b", { after: ["a"] })) });
    expect(errors.map(({ path }) => path.slice(0, 4))).toContainEqual(stepsPath);
  });

  it.each([
    ["step id", "stepId", [read("a"), read("a")]],
    ["result key", "resultKey", [read("a", { resultKey: "k" }), read("b", { resultKey: "k" })]],
  ])("[R8] the second step of one %s", async (_, field, steps) => {
    const path = [...stepsPath, "1", "tool", field];
    expect(await refused({ source: typed(...steps) })).toMatchObject([{ code: "INVALID_INPUT", path }]);
  });

  it("[O13, R21] the limit of a plan with too many steps, children of groups counted", async () => {
    const limit = { __typename: "LimitError", limit: "maxSteps", maximum: 12, found: 13 };
    expect(await refused({ source: typed(...reads(13)) })).toMatchObject([limit]);
    const group = { parallel: { steps: reads(12) } };
    expect(await refused({ source: typed(read("a"), group) })).toMatchObject([limit]);
  });

  it.each([
    ["arguments", { source: typed(tool("a", "read_note", { name: nested(100) })) }, ["input", "source"]],
    ["a document", { source: { document: nested(100) } }, ["input", "source"]],
    ["bindings", { source: typed(read("a")), bindings: nested(100) }, ["input", "bindings"]],
  ])("[E12] the limit of JSON that is nested too deeply, in %s", async (_, input, place) => {
    const [error] = await refused(input);
    expect(error).toMatchObject({ __typename: "LimitError", limit: "maxJsonDepth", maximum: 64 });
    expect(error?.path.slice(0, 2)).toEqual(place);
  });

  it("[E12] the limit of a plan that is too large", async () => {
    const errors = await refused({ source: typed(tool("a", "read_note", { name: "x".repeat(100_001) })) });
    expect(errors).toMatchObject([{ __typename: "LimitError", limit: "maxPlanBytes", maximum: 100_000 }]);
  });

  it("[O2] the source, if there are two or none", async () => {
    for (const source of [{}, { ...typed(read("a")), ...calls(research) }]) {
      expect(await refused({ source })).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "source"] }]);
    }
  });

  it.each([0, -1, 65])("[O25] the limit that cannot be %i", async (maxParallel) => {
    const errors = await refused({ source: typed(read("a")), options: { limits: { maxParallel } } });
    expect(errors).toMatchObject([{ path: ["input", "options", "limits", "maxParallel"] }]);
  });

  it("[R10] a part of a document that nobody would heed", async () => {
    const agent = { agent_id: "read_note", with: { name: "x" }, loop: 3 };
    const errors = await refused({ source: { document: { steps: [{ type: "agent", id: "a", agent }] } } });
    expect(errors[0]).toMatchObject({ code: "INVALID_INPUT" });
    expect(errors[0]?.path.slice(0, 4)).toEqual(["input", "source", "document", "steps"]);
  });
});

describe("data that looks like something else", () => {
  /** Runs a plan that must succeed. */
  async function run(input: Input) {
    const { status, steps } = await served.worker.planwright.start({ ...input, options: { waitMs: 25_000 } });
    expect(status).toBe("SUCCEEDED");
    return steps;
  }

  it("[E13, R30] takes escaped references of a plan, and references within bindings and outputs, as text", async () => {
    const write = (stepId: string, text: string) => tool(stepId, "set_note", { name: "n", text });
    const steps = await run({
      source: typed(
        write("a", "$$5.output.x"),
        write("b", "\\{{steps.nope.output.x}}"),
        write("c", "{{bindings.first}}"),
        write("d", "{{bindings.second}}"),
        write("e", "{{steps.d.output.text}}"),
      ),
      bindings: { first: "$5.output.x", second: "{{steps.nope.output.x}}" },
    });
    const [dollar, braces] = ["$5.output.x", "{{steps.nope.output.x}}"];
    const texts = [dollar, braces, dollar, braces, braces];
    expect(steps.map(({ output }) => output?.value)).toEqual(texts.map((text) => ({ name: "n", text })));
    // What the tests of refusals look at does see an execution.
    expect(await traces()).toMatchObject({ calls: texts.length, stored: 1 });
  });

  it("[E13] keeps __proto__ and constructor as keys of arguments like any other", async () => {
    const text = '{"__proto__":{"text":"polluted"},"constructor":{"text":"polluted"},"name":"p"}';
    const [step] = await run({ source: typed(tool("a", "read_note", JSON.parse(text))) });
    expect(JSON.stringify(step?.input?.value)).toBe(text);
    expect(step?.output?.value).toEqual({ name: "p", text: null });
  });
});
