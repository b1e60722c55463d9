/** Calculated values and paths through lists while an execution runs. */
import { describe, expect, it } from "vitest";
import { derive } from "../../../src/execution/derive/derivation.ts";
import { readReference } from "../../../src/execution/state/read-reference.ts";
import { ordinalOf } from "../../../src/execution/state/state-change.ts";
import type { Json } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { ValuePosition } from "../../../src/json/stored-value.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { volume } from "../../support/engine/volume.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";

const items = [
  { name: "pen", price: 2 },
  { name: "book", price: 12.5 },
];
const list = { tool: { stepId: "list", toolName: "read" } };
const use = (value: unknown, more: object = {}) => ({
  tool: { stepId: "use", toolName: "read", arguments: { value }, ...more },
});
const lists: AnswerTo = ({ stepId }) =>
  stepId === "list" ? succeeded({ items, hostile: "' + 1 + '" }) : succeeded({});

async function run(
  steps: readonly unknown[],
  answer: AnswerTo = lists,
  options: StartOptions = {},
): Promise<EngineWorld> {
  const world = new EngineWorld(answer);
  await world.run(typedPlan(steps), options);
  return world;
}

const argumentsOfUse = (world: EngineWorld) => world.callsOf("use").map(({ arguments: given }) => given.value);

describe("a calculated argument of a step", () => {
  it("[N311, E13] is calculated from outputs just before the call, whatever their text looks like", async () => {
    for (const [value, expected] of [
      [{ cel: "sum({{list.output.items[*].price}}) * 2" }, 29],
      ["{{list.output.items[-1].name}}", "book"],
      ["{{list.output.items[*].name}}", ["pen", "book"]],
      ["all: {{list.output.items[*].name}}", 'all: ["pen","book"]'],
      [{ a: [{ cel: "'x' + {{list.output.hostile}}" }] }, { a: ["x' + 1 + '"] }],
      [{ coalesce: [{ cel: "{{list.output.none}} + 1" }, "else"] }, "else"],
    ] as const) {
      const world = await run([list, use(value)]);
      expect([value, argumentsOfUse(world)]).toEqual([value, [expected]]);
      expect(world.result?.status).toBe("SUCCEEDED");
    }
  });

  it("[N312] that has no value fails its step with a typed failure, and nothing is called", async () => {
    for (const [value, code] of [
      [{ cel: "1 / (size({{list.output.items}}) - 2)" }, "EXPRESSION_FAILED"],
      [{ cel: "{{list.output.hostile}} * 2" }, "EXPRESSION_FAILED"],
      [{ cel: "{{list.output.none}} * 2" }, "UNRESOLVED_REFERENCE"],
      ["{{list.output.items[-3]}}", "UNRESOLVED_REFERENCE"],
      ["{{list.output.items[*].none}}", "UNRESOLVED_REFERENCE"],
    ] as const) {
      const world = await run([list, use(value)]);
      expect(argumentsOfUse(world)).toEqual([]);
      expect(world.step("use")).toMatchObject({ status: "FAILED", failure: { code, retryable: false } });
      const written = typeof value === "string" ? value : value.cel;
      expect(world.step("use").failure?.details).toMatchObject({ expression: written });
    }
  });

  it("[N317] writes not one row more than a reference does", async () => {
    const rows = async (value: unknown) => (await run([list, use(value)])).published.length;
    expect(await rows({ cel: "size({{list.output.items}})" })).toBe(await rows("{{list.output.items}}"));
    expect(await rows("{{list.output.items[*].name}}")).toBe(await rows("{{list.output.items}}"));
  });

  it("[N317] is calculated anew in a retry, from the outputs that were taken over", async () => {
    const plan = [list, use({ cel: "size({{list.output.items}}) + 1" })];
    const source = await run(plan, (call) => (call.stepId === "use" ? failed("ANSWERED") : lists(call)));
    const request = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] } as const;
    const derived = derive(source.state, request, (position) => source.journal.value(position));
    if (derived.kind !== "DERIVED") throw new Error(`there is no derivation: ${JSON.stringify(derived)}`);
    const { bindings, derivation, reused } = derived;
    const origin = { root: "again", parent: null, depth: 0, ancestors: [] };
    const again = new EngineWorld(lists);
    const started = { execution: "again", origin, derivation, bindings: storedValue(bindings) };
    await again.run(source.state.pinned.plan, { reused, started });
    expect(again.calls.map(({ arguments: given, stepId }) => [stepId, given])).toEqual([["use", { value: 3 }]]);
  });
});

describe("a map over a calculated list", () => {
  const count = volume({ sample: 600, whole: 2_000 });
  const each = (over: unknown, value: unknown) => ({
    map: { stepId: "each", over, maxItems: 5_000, step: { tool: { toolName: "read", arguments: { value } } } },
  });
  const given = (world: EngineWorld) =>
    world.calls.filter(({ stepId }) => stepId.startsWith("each[")).map((call) => call.arguments.value);

  it("[N319] has the items of the list, and calculates with its item and position", async () => {
    const filtered = { cel: "{{list.output.items}}.filter(x, x.price > 1).map(x, {'n': x.name})" };
    expect(given(await run([list, each(filtered, "{{item.n}}")]))).toEqual(["pen", "book"]);
    const numbered = { cel: "string({{index}} + 1) + '. ' + {{item}}" };
    expect(given(await run([list, each("{{list.output.items[*].name}}", numbered)]))).toEqual(["1. pen", "2. book"]);
    const nested = await run([list, each("{{list.output.items[*]}}", "{{item.price}}")]);
    expect(given(nested)).toEqual([2, 12.5]);
    const none = await run([list, each({ cel: "{{list.output.items[0]}}" }, "{{item}}")]);
    expect(none.step("each")).toMatchObject({ status: "FAILED", failure: { code: "INPUT_INVALID" } });
  });

  it("[N319] has its own list beside another map over a calculated one", async () => {
    const other = { ...each({ cel: "[7, 8]" }, "{{item}}").map, stepId: "other" };
    const world = await run([list, each({ cel: "[1, 2, 3]" }, "{{item}}"), { map: other }]);
    const sent = Object.fromEntries(world.calls.map(({ arguments: { value }, stepId }) => [stepId, value]));
    expect(sent).toMatchObject({ "each[0]": 1, "each[1]": 2, "each[2]": 3, "other[0]": 7, "other[1]": 8 });
  });

  it("[N319] is not calculated again for each item while another map goes over a calculated one too", async () => {
    const other = { ...each({ cel: "{{list.output.items}}.map(x, x.name)" }, "{{item}}").map, stepId: "other" };
    const { journal, state } = await run([
      list,
      each({ cel: "{{list.output.items}}.map(x, x.price)" }, "{{item}}"),
      { map: other },
    ]);
    let reads = 0;
    const value = (id: string, item: number) => {
      const place = { group: ordinalOf(state, id), item };
      const reading = (position: ValuePosition) => {
        reads += 1;
        return journal.value(position);
      };
      return readReference(state, { root: "item", id: "item", path: [], expression: "item" }, reading, place);
    };
    expect([value("each", 0), value("other", 0)]).toEqual([
      { found: true, value: 2 },
      { found: true, value: "pen" },
    ]);
    reads = 0;
    value("each", 1);
    value("other", 1);
    expect(reads).toBe(0);
  });

  it("[N310] has an item for each list of nested lists", async () => {
    const deep: AnswerTo = ({ stepId }) =>
      succeeded(stepId === "list" ? { rows: [{ cells: [{ v: 1 }, { v: 2 }] }, { cells: [{ v: 3 }] }] } : {});
    expect(given(await run([list, each("{{list.output.rows[*].cells[*].v}}", "{{item}}")], deep))).toEqual([
      [1, 2],
      [3],
    ]);
    expect(given(await run([list, each("{{list.output.rows[*].cells[*].v}}", "{{item[-1]}}")], deep))).toEqual([2, 3]);
  });

  it("[N310] gives the last item, and a field of each, of what it gave", async () => {
    const twice: AnswerTo = ({ arguments: { value }, stepId }) =>
      stepId === "list" ? succeeded({ items: [1, 2, 3] }) : succeeded({ twice: Number(value) * 2 });
    const value = {
      last: "{{each.output[-1].twice}}",
      all: "{{each.output[*].twice}}",
      second: "{{each.output[-2].twice}}",
    };
    const world = await run([list, each("{{list.output.items}}", "{{item}}"), use(value)], twice);
    expect(argumentsOfUse(world)).toEqual([{ last: 6, all: [2, 4, 6], second: 4 }]);
  });

  it(`[N319] calculates a list of ${count} items once for many items, so that it is not quadratic`, async () => {
    const many: readonly Json[] = Array.from({ length: count }, (_, at) => ({ at }));
    const answer: AnswerTo = ({ stepId }) => succeeded(stepId === "list" ? { items: many } : {});
    const time = async (over: unknown, value: string) => {
      const before = process.cpuUsage();
      const world = await run([list, each(over, value)], answer);
      expect(given(world)).toEqual(many.map((_, at) => at));
      const { system, user } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    const plain = await time("{{list.output.items}}", "{{item.at}}");
    const calculated = await time({ cel: "{{list.output.items}}.map(x, x.at)" }, "{{item}}");
    const projected = await time("{{list.output.items[*].at}}", "{{item}}");
    expect(calculated).toBeLessThan(3 * plain + 500);
    expect(projected).toBeLessThan(3 * plain + 500);
  });

  it("[N319] makes a loop whose call and condition calculate with the iteration before", async () => {
    const counting: AnswerTo = ({ arguments: { value } }) => succeeded({ n: Number(value) + 1 });
    const step = { tool: { toolName: "read", arguments: { value: { cel: "default({{previous.n}}, 0)" } } } };
    const loop = { loop: { stepId: "each", step, until: "{{previous.n}} % 3 == 0", maxIterations: 5 } };
    const world = await run([loop], counting);
    expect(given(world)).toEqual([0, 1, 2]);
    expect(world.result?.status).toBe("SUCCEEDED");
  });
});
