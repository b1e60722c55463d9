/** `docs/design.md` is true: its example runs as it says, and the tests that it names exist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { citedIds, testTitles } from "../../scripts/requirements.mjs";
import type { Json } from "../../src/json/json.ts";
import { storedValue } from "../../src/json/store-value.ts";
import { compilePlan } from "../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../src/plan/limits.ts";
import { failed, never, succeeded } from "../support/engine/attempt-results.ts";
import { EngineWorld } from "../support/engine/engine-world.ts";
import { given } from "../support/engine/given-response.ts";
import { toolOf } from "../support/plan/callables.ts";

const root = join(import.meta.dirname, "../..");
const design = join(root, "docs/design.md");
const text = existsSync(design) ? readFileSync(design, "utf8") : "";

/** As `toolOf`, of the provider that the world of the engine pins. */
const tool = (...words: Parameters<typeof toolOf>) => ({ ...toolOf(...words), provider: "world" });

const tools = [
  tool(
    "shop__get_order",
    { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
    {
      type: "object",
      properties: { paymentId: { type: "string" }, totalCents: { type: "integer" } },
      required: ["paymentId", "totalCents"],
    },
  ),
  tool(
    "shop__refund_policy",
    { type: "object", properties: {} },
    { type: "object", properties: { mayRefund: { type: "boolean" } }, required: ["mayRefund"] },
  ),
  {
    ...tool(
      "pay__refund",
      {
        type: "object",
        properties: { paymentId: { type: "string" }, cents: { type: "integer" } },
        required: ["paymentId", "cents"],
      },
      { type: "object", properties: { refundId: { type: "string" } }, required: ["refundId"] },
      "UNSAFE",
    ),
    declaredDestructive: true,
  },
];

const outputs: { readonly [tool: string]: Json } = {
  shop__get_order: { paymentId: "pay_7", totalCents: 4_200 },
  shop__refund_policy: { mayRefund: true },
  pay__refund: { refundId: "re_1" },
};

/** Compiles the first JSON block below "One example, from request to last event" against the three tools. */
function compiledExample(replace: (plan: string) => string = (plan) => plan) {
  const written = /## One example[\s\S]*?```json\n([\s\S]*?)\n```/.exec(text)?.[1] ?? "{}";
  return compilePlan({
    source: { kind: "TYPED", plan: JSON.parse(replace(written)) },
    bindings: {},
    requestedLimits: {},
    callable: (name) => tools.find((one) => one.name === name),
    callableNames: () => tools.map(({ name }) => name),
    settings: builtInLimits,
    sourcePath: ["plan"],
  });
}

/** The example up to row 7: the shop was unavailable once, and a person is asked about the refund. */
async function worldThatWaits(): Promise<EngineWorld> {
  const compilation = compiledExample();
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.problems));
  const world = new EngineWorld(({ attempt, callable }) =>
    callable.name === "shop__get_order" && attempt === 1
      ? failed("REJECTED", "UPSTREAM_UNAVAILABLE")
      : succeeded(outputs[callable.name] ?? null),
  );
  await world.run(compilation.plan, { callables: tools, started: { bindings: storedValue({}) } });
  await world.clock.advance(1_000);
  await world.drive();
  return world;
}

describe("the design", () => {
  it("shows one example whose journal has these rows, also if the object is lost while it waits", async () => {
    const world = await worldThatWaits();
    world.crash();
    await world.drive();
    world.runner.respond(given("refund/1"));
    const state = await world.drive();
    expect(state.finished?.status).toBe("SUCCEEDED");
    expect(world.calls.at(-1)?.arguments).toEqual({ paymentId: "pay_7", cents: 4_200 });
    const rows = world.journal.read(0).records.map(({ event, sequence }) => {
      const step = "step" in event && event.step !== null ? ` ${event.step}` : "";
      return `${sequence} ${event.kind}${step}`;
    });
    const shown = [...text.matchAll(/^\| (\d+) \| `(\w+)`(?: of `(\w+)`)? \|/gm)].map(
      ([, sequence, kind, step]) => `${sequence} ${kind}${step === undefined ? "" : ` ${step}`}`,
    );
    expect(shown).toEqual(rows);
  });

  it("says of the example what becomes of an unsafe call that a crash cut", async () => {
    const world = await worldThatWaits();
    world.answer = () => never();
    world.runner.respond(given("refund/1"));
    await world.drive();
    expect(world.journal.kinds).toHaveLength(9);
    world.crash();
    const state = await world.drive();
    expect(state.finished?.status).toBe("PARTIAL");
    expect(world.step("refund")).toMatchObject({ status: "FAILED", failure: { code: "OUTCOME_UNKNOWN" } });
    expect(world.callsOf("refund")).toHaveLength(1);
  });

  it("shows how a wrong field of the example is refused, in the words of the compiler", () => {
    const compilation = compiledExample((plan) => plan.replace("output.totalCents", "output.total"));
    if (compilation.ok) throw new Error("the plan was accepted");
    const shown = /```text\n([\s\S]*?)\n```/.exec(text)?.[1];
    expect(compilation.problems.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([shown]);
  });

  it("names for each invariant tests that exist and cite it", () => {
    const invariants = [...text.matchAll(/^### (E\d+)[ :][\s\S]*?(?=^##)/gm)];
    expect(invariants.map(([, id]) => id)).toEqual(Array.from({ length: 15 }, (_, n) => `E${n + 1}`));
    for (const [section, id = ""] of invariants) {
      const named = [...section.matchAll(/^- `(test\/[\w./-]+)`: (.+)$/gm)];
      expect(named.length, id).toBeGreaterThan(0);
      for (const [, file = "", title = ""] of named) {
        const titles = testTitles(readFileSync(join(root, file), "utf8")).map((one) => one.title);
        const shows = (one: string) => one.endsWith(`] ${title}`) && citedIds(one).includes(id);
        expect(titles.some(shows), `${id}: ${file}: ${title}`).toBe(true);
      }
    }
  });
});
