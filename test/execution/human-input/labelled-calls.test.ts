import { describe, expect, it } from "vitest";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import { flowsInto, labelsOf, sourceLabels } from "../../../src/execution/state/state-labels.ts";
import type { CallableDefinition, FlowPolicy } from "../../../src/plan/callable.ts";
import type { Operand, Plan, Reference } from "../../../src/plan/plan.ts";
import type { RunDefinition } from "../../../src/plan/run-definition.ts";
import { failed, succeeded, success } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { type StartOptions, startedWith } from "../../support/engine/started-event.ts";
import { callable, callables, child, turnCallables } from "../../support/plan/callables.ts";
import { argumentsOf, from, planOf, step } from "../../support/plan/plan-steps.ts";
import { actionPlan, planner, workOf } from "../../support/plan/turn-work.ts";

const ours = callable("ours", "READ_ONLY", { outputLabels: [] });
const known: readonly CallableDefinition[] = [...callables, ours];

function under(flow: FlowPolicy | undefined, more: StartOptions = {}): StartOptions {
  const { definitions } = startedWith(planOf([]), { callables: more.callables ?? known, ...more });
  return {
    ...more,
    callables: more.callables ?? known,
    started: { ...more.started, definitions: { ...definitions, ...(flow === undefined ? {} : { flow }) } },
  };
}

const asks: FlowPolicy = { base: "ASK" };

function referenceOf(id: string): Reference {
  return { root: "steps", id, path: [], expression: `{{${id}.output}}` };
}

function chain(source: string, operand: Operand = argumentsOf({ to: from("a", "to") })): Plan {
  return planOf([step("a", { tool: source }), step("b", { tool: "write", arguments: operand })]);
}

/** What the calls of an agent are asked about in a message that begins with this turn of its conversation. */
async function flowsOfTurn(turn: number, isTrusted: boolean, flow: FlowPolicy) {
  const own = turnCallables.map((one) => (isTrusted ? { ...one, outputLabels: [] } : one));
  const world = EngineWorld.withAgents({ ContextAgent: [actionPlan] }, () => success);
  const work = workOf({ agents: [planner("ContextAgent")], variables: [], handoffs: [] });
  const { started } = under(flow, { callables: own });
  await world.send({ ...work, start: { ...work.start, turn } }, "Hello", {
    callables: own,
    ...(started && { started }),
  });
  return world.state.steps.all.flatMap(({ questions }) => questions).flatMap(({ flows = [] }) => flows);
}

describe("a call that a labelled value reaches", () => {
  it("[N554] waits for a person who sees the path, is made once the person permits it, and survives a crash in between", async () => {
    const world = new EngineWorld(() => succeeded({ to: "x" }));
    await world.run(chain("read"), under(asks));
    const [question] = world.step("b").questions;
    expect(question).toMatchObject({
      purpose: "APPROVAL",
      prompt: "write takes what needs permission (UNTRUSTED: a.output (read) → b.arguments.to). Permit the call?",
      flows: [{ label: "UNTRUSTED", argument: "/to", path: ["a.output (read)", "b.arguments.to"], action: "ASK" }],
    });
    expect(world.calls.map(({ stepId }) => stepId)).toEqual(["a"]);
    world.crash();
    await world.drive();
    expect(world.step("b").questions).toHaveLength(1);
    expect(world.runner.respond(given("b/1")).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.callsOf("b").map((call) => call.arguments)).toEqual([{ to: "x" }]);
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("[N595] says of each source of each argument which labels it has, also in an item of a map, and nothing where nothing is checked", async () => {
    const web = callable("page", "READ_ONLY", { outputLabels: ["web", "UNTRUSTED"] });
    const text: Operand = { kind: "text", parts: ["To ", referenceOf("a"), ": ", referenceOf("o")] };
    const plan = planOf([
      step("a", { tool: "page" }),
      step("o", { tool: "ours" }),
      step("b", {
        tool: "write",
        arguments: argumentsOf({ to: from("a", "to"), by: { kind: "literal", value: "me" }, text }),
      }),
    ]);
    const world = new EngineWorld(() => succeeded({ to: "x" }));
    await world.run(plan, under(asks, { callables: [...known, web] }));
    const told = sourceLabels(world.state, "b").map(({ labels, source, stepId, target }) => [
      target,
      stepId ?? null,
      source ?? null,
      [...labels].sort(),
    ]);
    expect(told).toEqual([
      ["/to", "a", "/to", ["CALLER", "UNTRUSTED", "web"]],
      ["/by", null, null, ["CALLER"]],
      ["/text", null, null, ["CALLER"]],
      ["/text", "a", "", ["CALLER", "UNTRUSTED", "web"]],
      ["/text", "o", "", ["CALLER"]],
    ]);
    expect(sourceLabels(world.state, "nothing")).toEqual([]);
    const unchecked = new EngineWorld(() => succeeded({ to: "x" }));
    await unchecked.run(chain("read"), under(undefined));
    expect(sourceLabels(unchecked.state, "b")).toEqual([]);
  });

  it("[N963] is found by labels that are computed again for another plan, other rules or another input, and not for further items", async () => {
    const world = new EngineWorld(() => succeeded({ to: "x" }));
    await world.run(chain("read"), under(asks));
    const { pinned } = world.state;
    const labels = labelsOf({ pinned });
    const items = { ...pinned, graph: { ...pinned.graph } };
    expect(labelsOf({ pinned: items })).toBe(labels);
    const flows = (changed: Partial<typeof pinned>) => {
      const call = pinned.plan.steps[1];
      const write = pinned.callables.get("write");
      if (call?.kind !== "TOOL" || write === undefined) throw new Error("no such step");
      return flowsInto({ pinned: { ...pinned, ...changed } }, call, write).map(({ label, action }) => [label, action]);
    };
    const refused = [{ label: "CALLER", action: "REFUSE" }] as const;
    const inputLabels = [{ label: "CALLER", path: ["a page"] }];
    const asked = [["UNTRUSTED", "ASK"]];
    expect(flows({})).toEqual(asked);
    expect(flows({ flowRules: refused })).toContainEqual(["CALLER", "REFUSE"]);
    expect(flows({ graph: { ...pinned.graph } })).toEqual(asked);
    expect(flows({ plan: chain("ours") })).toEqual([]);
    expect(flows({ plan: chain("ours"), startedWith: "AGENT", surface: "child", inputLabels })).toEqual([]);
    const untrusted = [{ label: "UNTRUSTED", path: ["a page"] }];
    expect(flows({ plan: chain("ours"), startedWith: "AGENT", inputLabels: untrusted })).toContainEqual(asked[0]);
    expect(flows({ definitions: { ...pinned.definitions, flow: { base: "REFUSE" } } })).toEqual([
      ["UNTRUSTED", "REFUSE"],
    ]);
  });

  it("[N554] is asked about whatever the approval policy of its execution, and once if both ask", async () => {
    for (const approval of ["NEVER", "ALL_EFFECTS"] as const) {
      const world = new EngineWorld(() => succeeded({ to: "x" }));
      await world.run(chain("read"), under(asks, { started: { approval } }));
      expect(world.step("b").questions).toHaveLength(1);
    }
  });

  it("[N554] is never made if a rule refuses it, and nobody is asked", async () => {
    const world = new EngineWorld(() => succeeded({ to: "x" }));
    await world.run(chain("read"), under({ base: "REFUSE" }));
    expect(world.step("b")).toMatchObject({ status: "FAILED", outcome: "NOT_SENT", questions: [] });
    expect(world.step("b").failure).toMatchObject({
      code: "FLOW_REFUSED",
      message:
        "Cannot call write: required values that may reach it, found UNTRUSTED: a.output (read) → b.arguments.to",
      details: [{ argument: "/to", label: "UNTRUSTED", path: ["a.output (read)", "b.arguments.to"] }],
    });
    expect(world.calls.map(({ stepId }) => stepId)).toEqual(["a"]);
  });

  it("[N554] is made unasked where the value is trusted, the call is declared safe, or nothing is checked", async () => {
    const safe = planOf([
      step("a"),
      step("b", { tool: "idempotent", arguments: argumentsOf({ to: from("a", "to") }) }),
    ]);
    const cases: readonly (readonly [Plan, FlowPolicy | undefined])[] = [
      [chain("ours"), asks],
      [safe, asks],
      [chain("read"), { base: "ALLOW" }],
      // An execution that 0.8.0 started.
      [chain("read"), undefined],
    ];
    for (const [plan, flow] of cases) {
      const world = new EngineWorld(() => succeeded({ to: "x" }));
      await world.run(plan, under(flow));
      expect(world.state.finished?.status).toBe("SUCCEEDED");
    }
  });

  it("[N554] writes no row more than a call without labels", async () => {
    const rows = async (flow: FlowPolicy | undefined) => {
      const world = new EngineWorld(() => succeeded({ to: "x" }));
      await world.run(chain("ours"), under(flow));
      return world.journal.rows.length;
    };
    expect(await rows(asks)).toBe(await rows(undefined));
  });

  it("[N554] is not asked about again when it is made again after a failure", async () => {
    let answers = 0;
    const world = new EngineWorld(({ stepId }) =>
      stepId === "b" && answers++ === 0 ? failed("REJECTED") : succeeded({ to: "x" }),
    );
    const retried = step("b", {
      tool: "write",
      arguments: argumentsOf({ to: from("a", "to") }),
      policy: { maxAttempts: 2 },
    });
    await world.run(planOf([step("a"), retried]), under(asks));
    world.runner.respond(given("b/1"));
    await world.drive();
    await world.clock.advance(10_000);
    await world.drive();
    expect(world.callsOf("b").length).toBe(2);
    expect(world.step("b").questions).toHaveLength(1);
  });

  it("[N557] a child is pinned with the labels of its input, and a workflow gives what its plan makes of them", async () => {
    const workflow = (name: string, tool: string): RunDefinition => ({
      ...{ kind: "WORKFLOW", key: `workflow:${name}`, name, version: "1", planHash: "h", callableNames: [tool] },
      plan: planOf([step("in", { tool, arguments: argumentsOf({ q: { kind: "literal", value: 1 } }) })]),
      ...{ inputSchema: true, outputSchema: null, output: null },
    });
    const blueprints = [workflow("trusting", "ours"), workflow("reading", "read")];
    const own = [...known, child("trusting", "READ_ONLY"), child("reading", "READ_ONLY")];
    for (const [name, status] of [
      ["trusting", "SUCCEEDED"],
      ["reading", "WAITING"],
    ] as const) {
      const world = new EngineWorld(() => succeeded({ to: "x" }));
      world.answerPoll = () => succeeded({ to: "x" }) as AttemptResult & { kind: "SUCCEEDED" };
      await world.run(chain(name), under(asks, { callables: own, blueprints }));
      await world.clock.advance(60_000);
      await world.drive();
      expect([name, world.step("b").status]).toEqual([name, status]);
    }
  });

  it("[N557] the plan of an agent that was given untrusted words is untrusted as a whole", async () => {
    const inputLabels = [{ label: "UNTRUSTED", path: ["a.output (read)", "b.arguments"] }];
    const world = new EngineWorld(() => succeeded({}));
    const plan = planOf([step("w", { tool: "write", with: { to: "x" } })]);
    await world.run(plan, under(asks, { started: { inputLabels, startedWith: "AGENT", surface: "child" } }));
    expect(world.step("w").questions[0]?.flows?.[0]).toMatchObject({
      label: "UNTRUSTED",
      path: ["a.output (read)", "b.arguments", "the plan of the model", "the call of write"],
    });
  });

  it("[N778] a plan that a step handed over is labelled as that step's arguments where its execution is retried or forked", async () => {
    const inputLabels = [{ label: "UNTRUSTED", path: ["a.output (read)", "b.arguments"] }];
    const plan = planOf([step("w", { tool: "write", with: { to: "x" } })]);
    for (const startedWith of ["PLAN", "ASK"] as const)
      for (const surface of ["child", "graphql"] as const) {
        const world = new EngineWorld(() => succeeded({}));
        await world.run(plan, under(asks, { started: { inputLabels, startedWith, surface } }));
        expect([surface, world.step("w").questions[0]?.flows?.[0]?.label]).toEqual([surface, "UNTRUSTED"]);
      }
    const given = new EngineWorld(() => succeeded({}));
    await given.run(plan, under(asks));
    expect(given.step("w").status).toBe("SUCCEEDED");
  });

  it("[N555] a remote agent is not asked about for what it is told, and is for being chosen after untrusted words", async () => {
    const told = planOf([step("a"), step("b", { tool: "remote", arguments: argumentsOf({ text: from("a", "to") }) })]);
    const world = new EngineWorld(() => succeeded({ to: "x" }));
    await world.run(told, under(asks));
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    const inputLabels = [{ label: "UNTRUSTED", path: ["a page"] }];
    const chosen = new EngineWorld(() => succeeded({}));
    const plan = planOf([step("r", { tool: "remote", with: { text: "send all" } })]);
    await chosen.run(plan, under(asks, { started: { inputLabels, startedWith: "AGENT", surface: "child" } }));
    expect(chosen.step("r")).toMatchObject({ status: "WAITING", questions: [{ flows: [{ argument: null }] }] });
  });

  it("[N559] is asked about or refused by a rule that its execution adds, and never let through by one", async () => {
    const rule = { label: "UNTRUSTED", callable: "world.write" } as const;
    const cases = [
      [{ base: "ALLOW" }, "ASK", "WAITING"],
      [{ base: "ALLOW" }, "REFUSE", "FAILED"],
      [{ base: "REFUSE" }, "ASK", "FAILED"],
      [undefined, "ASK", "WAITING"],
    ] as const;
    for (const [flow, action, status] of cases) {
      const world = new EngineWorld(() => succeeded({ to: "x" }));
      await world.run(chain("read"), under(flow, { started: { flowRules: [{ ...rule, action }] } }));
      expect([flow?.base, action, world.step("b").status]).toEqual([flow?.base, action, status]);
    }
  });

  it("[N555] of an agent in its turn is asked about once its conversation can hold what an untrusted tool said", async () => {
    const asked = (turn: number, isTrusted: boolean) => flowsOfTurn(turn, isTrusted, asks);
    expect(await asked(1, false)).toEqual([]);
    expect(await asked(5, true)).toEqual([]);
    const [first] = await asked(5, false);
    expect(first).toMatchObject({ label: "UNTRUSTED" });
    expect(first?.path).toContain("earlier messages of the conversation");
  });

  it("[N947] of an agent in its turn is asked about where people's words need it, once an earlier message can quote why a call was declined", async () => {
    const flow: FlowPolicy = { base: "ALLOW", rules: [{ label: "PERSON", action: "ASK" }] };
    expect(await flowsOfTurn(1, true, flow)).toEqual([]);
    const [first] = await flowsOfTurn(5, true, flow);
    expect(first).toMatchObject({ label: "PERSON" });
    expect(first?.path).toContain("earlier messages of the conversation");
  });
});
