import { describe, expect, it } from "vitest";
import { statusOf, waitingFor } from "../../../src/execution/state/status.ts";
import { standingOfState, taskState } from "../../../src/execution/views/task-state.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import type { ApprovalPolicy } from "../../../src/plan/plan.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withPrompt } from "../../support/models/model-work.ts";
import { callable, callables } from "../../support/plan/callables.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";

const tools = ["read", "idempotent", "keyed", "write", "destroy"] as const;

function policy(approval: ApprovalPolicy, more: StartOptions["started"] = {}): StartOptions {
  return { started: { approval, ...more } };
}

describe("approval of calls", () => {
  it.each([
    ["NEVER", []],
    ["DECLARED_DESTRUCTIVE", ["destroy"]],
    ["ALL_EFFECTS", ["idempotent", "keyed", "write", "destroy"]],
  ] as const)("%s asks before these calls, and makes no other wait: %s", async (approval, asked) => {
    for (const tool of tools) {
      const world = new EngineWorld();
      await world.run(planOf([step("a", { tool })]), policy(approval));
      const isAsked = (asked as readonly string[]).includes(tool);
      expect([tool, world.step("a").status, world.calls.length]).toEqual(
        isAsked ? [tool, "WAITING", 0] : [tool, "SUCCEEDED", 1],
      );
    }
  });

  it("ALL_EFFECTS asks neither for a child, which asks for its own calls, nor for a question to a person", async () => {
    const world = new EngineWorld();
    // Whatever a tool of the user interface says of itself, a person decides on it anyway.
    const shown = callables.find(({ name }) => name === "ui.review") ?? callable("none", "UNSAFE");
    const form = { ...shown, name: "ui.form", effectClass: "UNSAFE", declaredDestructive: true } as const;
    const steps = [step("c", { tool: "child_write" }), step("q", { tool: "ui.form" })];
    await world.run(planOf([group("g", steps)]), { ...policy("ALL_EFFECTS"), callables: [...callables, form] });
    expect(world.step("c").wait?.kind).toBe("CHILD");
    expect(world.step("q").questions).toMatchObject([{ purpose: "STEP" }]);
  });

  it("shows the resolved arguments, and calls with just these once it was accepted", async () => {
    const world = new EngineWorld(() => succeeded({ id: 7 }));
    const write = step("w", { tool: "write", arguments: argumentsOf({ id: from("r", "id") }) });
    await world.run(planOf([step("r"), write]), policy("ALL_EFFECTS"));
    const [question] = world.step("w").questions;
    expect(question).toMatchObject({
      purpose: "APPROVAL",
      kind: "APPROVAL",
      prompt: expect.stringContaining("UNSAFE"),
    });
    expect(question?.arguments && world.journal.value(question.arguments)).toEqual({ id: 7 });
    world.crash();
    expect(world.runner.respond(given("w/1")).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.callsOf("w").map((call) => call.arguments)).toEqual([{ id: 7 }]);
  });

  it.each([
    ["FAIL", "FAILED", "FAILED"],
    ["SKIP", "SKIPPED", "SUCCEEDED"],
  ] as const)("declining leads to what the step declares: %s", async (onDecline, status, finished) => {
    const world = new EngineWorld();
    await world.run(planOf([step("w", { tool: "write", policy: { onDecline } })]), policy("ALL_EFFECTS"));
    world.runner.respond(given("w/1", false));
    await world.drive();
    expect(world.calls).toEqual([]);
    expect([world.step("w").status, world.state.finished?.status]).toEqual([status, finished]);
  });

  it("[E5] is asked once for all attempts of a call, which have the arguments that were shown, also after a crash", async () => {
    const world = new EngineWorld((call) => (call.attempt < 3 ? failed("REJECTED") : succeeded({})));
    const retries = { maxAttempts: 3, initialBackoffMs: 10 };
    await world.run(planOf([step("w", { tool: "write", with: { a: 1 }, policy: retries })]), policy("ALL_EFFECTS"));
    world.runner.respond(given("w/1"));
    await world.drive();
    world.crash();
    for (const ms of [0, 100, 100]) {
      await world.clock.advance(ms);
      await world.drive();
    }
    expect(world.calls.map((call) => call.arguments)).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }]);
    expect(new Set(world.calls.map(({ callId }) => callId)).size).toBe(1);
    expect(world.step("w").questions).toHaveLength(1);
  });

  it("permits one step of a group and no other", async () => {
    const world = new EngineWorld();
    const children = ["g.a", "g.b", "g.c"].map((id) => step(id, { tool: "write", policy: { onDecline: "SKIP" } }));
    await world.run(planOf([group("g", children)]), policy("ALL_EFFECTS"));
    world.runner.respond(given("g.b/1"));
    world.runner.respond(given("g.c/1", false));
    await world.drive();
    expect(world.calls.map(({ stepId }) => stepId)).toEqual(["g.b"]);
    expect(world.statuses()).toMatchObject({ "g.a": "WAITING", "g.b": "SUCCEEDED", "g.c": "SKIPPED" });
  });

  it("[C7] of a step whose sibling was first is withdrawn, and given too late it permits nothing", async () => {
    const world = new EngineWorld();
    const children = [step("g.ask", { tool: "write" }), step("g.first", { tool: "read" })];
    await world.run(planOf([group("g", children, { mergeStrategy: "FIRST_SUCCESS" })]), policy("ALL_EFFECTS"));
    expect(world.runner.respond(given("g.ask/1")).kind).toBe("ALREADY_RESOLVED");
    await world.drive();
    expect(world.calls.map(({ stepId }) => stepId)).toEqual(["g.first"]);
    expect(world.step("g.ask").questions).toMatchObject([{ resolution: "WITHDRAWN" }]);
  });

  it("is asked anew by a retry of the execution: a permission is for the call that was shown", async () => {
    const output = { bytes: 8, digest: "d", inline: { id: 7 } };
    const reused = [{ step: "r", status: "SUCCEEDED", output, content: null, warning: null }] as const;
    const world = new EngineWorld();
    const write = step("w", { tool: "write", arguments: argumentsOf({ id: from("r", "id") }) });
    await world.run(planOf([step("r"), write]), { ...policy("ALL_EFFECTS"), reused });
    expect([world.calls, world.step("w").questions]).toMatchObject([
      [],
      [{ purpose: "APPROVAL", resolution: undefined }],
    ]);
  });

  it("takes no data with the permission", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("w", { tool: "write" })]), policy("ALL_EFFECTS"));
    expect(world.runner.respond(given("w/1", true, "someone", null, { id: 8 })).kind).toBe("INVALID");
    expect(world.calls).toEqual([]);
  });
});

describe("approval of the plan", () => {
  const two = planOf([
    step("r"),
    group("g", [step("g.w", { tool: "write", arguments: argumentsOf({ id: from("r", "id") }) })]),
  ]);

  it("[E9, E11] asks before anything begins, with steps, effect classes and worst case, while the clock stands", async () => {
    const world = new EngineWorld(() => succeeded({ id: 1 }));
    await world.run(two, { ...policy("PLAN"), limits: { timeoutMs: 10_000 } });
    expect(world.published.map(({ event }) => event.kind)).toEqual(["ExecutionStarted", "StepWaiting"]);
    const { planApproval } = world.state;
    expect(planApproval).toMatchObject({ requestId: "plan/1", purpose: "PLAN_APPROVAL", kind: "APPROVAL" });
    expect(planApproval?.arguments && world.journal.value(planApproval.arguments)).toEqual({
      steps: [
        { id: "r", callable: "read", effectClass: "READ_ONLY", arguments: {} },
        { id: "g.w", callable: "write", effectClass: "UNSAFE", arguments: { id: "{{steps.r.output.id}}" }, group: "g" },
      ],
      worstCase: { toolCalls: 5, modelCalls: 0, tokens: 0, costMicros: 0 },
    });
    expect([statusOf(world.state), waitingFor(world.state)]).toEqual(["WAITING", "PERSON"]);
    expect(taskState(standingOfState(world.state, "WAITING"))).toBe("TASK_STATE_INPUT_REQUIRED");
    expect([world.runner.busy, world.clock.pendingTimers]).toEqual([false, 0]);
    await world.clock.advance(1_000_000);
    await world.drive();
    expect(world.state.finished).toBeUndefined();
    expect(world.runner.respond(given("plan/1")).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.calls.map((call) => call.stepId)).toEqual(["r", "g.w"]);
  });

  it("[N824] shows the call of a map and of a loop, and how often each is made at most", async () => {
    const world = new EngineWorld();
    const call = (at: string) => ({ tool: { toolName: "write", arguments: { at } } });
    const plan = typedPlan([
      { tool: { stepId: "list", toolName: "read" } },
      { map: { stepId: "each", over: "{{list.output.items}}", maxItems: 20, step: call("{{item}}") } },
      { loop: { stepId: "poll", until: "{{index}} >= 4", maxIterations: 5, step: call("{{index}}") } },
    ]);
    await world.run(plan, policy("PLAN"));
    const { planApproval } = world.state;
    expect(planApproval?.prompt).toBe("The plan makes 26 calls at most. Permit it?");
    expect(planApproval?.arguments && world.journal.value(planApproval.arguments)).toMatchObject({
      steps: [
        { id: "list", callable: "read", effectClass: "READ_ONLY", arguments: {} },
        { id: "each[]", group: "each", atMost: 20, effectClass: "UNSAFE", arguments: { at: "{{item}}" } },
        { id: "poll[]", group: "poll", atMost: 5, callable: "write", arguments: { at: "{{index}}" } },
      ],
    });
  });

  it("[N825] is no question of a step that is called plan, whose own is answered like any other", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("plan", { tool: "destroy" })]), policy("PLAN"));
    world.runner.respond(given("plan/1"));
    await world.drive();
    const [question] = world.step("plan").questions;
    expect(question?.requestId).not.toBe("plan/1");
    expect(world.runner.respond(given(question?.requestId ?? "")).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.statuses()).toEqual({ plan: "SUCCEEDED" });
  });

  it("[O20] moves the state machine only once the first step begins", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("r")]), policy("PLAN"));
    expect(world.state.orchestrationState).toBe("dispatching_step");
    world.runner.respond(given("plan/1"));
    await world.drive();
    expect(world.observed.slice(-2)).toEqual([
      "dispatching_step - awaiting_results",
      "awaiting_results step_succeeded completed",
    ]);
  });

  it("that is declined ends the execution before anything was called", async () => {
    const world = new EngineWorld();
    await world.run(two, policy("PLAN"));
    expect(world.runner.respond(given("plan/1", false, "someone", "too dear")).kind).toBe("RESOLVED");
    expect(world.state.finished).toMatchObject({
      status: "FAILED",
      failure: { code: "REJECTED_BY_HUMAN", message: expect.stringContaining("too dear"), step: null },
    });
    expect(world.state.orchestrationState).toBe("failed");
    expect(world.calls).toEqual([]);
    expect(world.runner.respond(given("plan/1")).kind).toBe("ALREADY_RESOLVED");
  });

  it("that nobody gives in time ends the execution, and a late one is told so", async () => {
    const world = new EngineWorld();
    await world.run(two, policy("PLAN", { humanInputTimeoutMs: 5_000 }));
    expect(world.runner.nextWakeAt()).toBe(world.clock.now() + 5_000);
    await world.clock.advance(5_000);
    expect(world.runner.respond(given("plan/1")).kind).toBe("EXPIRED");
    await world.drive();
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "HUMAN_INPUT_EXPIRED" } });
    expect(world.state.planApproval?.resolution).toBe("EXPIRED");
    expect(world.calls).toEqual([]);
  });

  it("is withdrawn by a cancel", async () => {
    const world = new EngineWorld();
    await world.run(two, policy("PLAN"));
    world.runner.cancel("someone", undefined);
    await world.drive();
    expect(world.state.planApproval?.resolution).toBe("WITHDRAWN");
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.calls).toEqual([]);
  });

  it("is asked once, whatever is lost around the answer", async () => {
    const world = new EngineWorld(() => succeeded({ id: 1 }));
    await world.run(two, policy("PLAN"));
    world.crash();
    await world.drive();
    expect(world.eventsOf("StepWaiting")).toHaveLength(1);
    world.runner.respond(given("plan/1"));
    world.crash();
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.eventsOf("StepWaiting")).toHaveLength(1);
  });

  it("covers all calls but those of tools that say themselves that they destroy", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("w", { tool: "write" }), step("d", { tool: "destroy" })]), policy("PLAN"));
    world.runner.respond(given("plan/1"));
    await world.drive();
    expect(world.statuses()).toEqual({ w: "SUCCEEDED", d: "WAITING" });
  });

  it("is not asked again by a workflow below, which inherits the policy", async () => {
    const startedWith = "WORKFLOW";
    const origin = { root: "root", parent: { execution: "root", stepPath: "c" }, depth: 1, ancestors: [] };
    const world = new EngineWorld();
    await world.run(
      planOf([step("w", { tool: "write" }), step("d", { tool: "destroy" })]),
      policy("PLAN", { origin, startedWith }),
    );
    expect(world.state.planApproval).toBeUndefined();
    expect(world.statuses()).toEqual({ w: "SUCCEEDED", d: "WAITING" });
  });

  it("is asked of a plan that a planner made, too, and its expiry needs no responder", async () => {
    const world = new EngineWorld();
    const made = scripted({ PLAN: toolCalls("write") });
    const started = { ...withPrompt(), approval: "PLAN" } as const;
    await world.ask(started, made, { callables: [callable("write", "UNSAFE")] });
    expect(world.state.planApproval).toMatchObject({ resolution: undefined, purpose: "PLAN_APPROVAL" });
    expect(world.calls).toEqual([]);
    await world.clock.advance(3_600_000);
    await world.drive();
    expect(world.state.finished).toMatchObject({ status: "FAILED", failure: { code: "HUMAN_INPUT_EXPIRED" } });
    expect(world.purposes).toEqual(["PLAN"]);
  });

  it("is asked below of a plan that was given there, because it may come from a step, as of any that nobody was shown", async () => {
    const origin = { root: "root", parent: { execution: "root", stepPath: "c" }, depth: 1, ancestors: [] };
    const world = new EngineWorld();
    await world.run(planOf([step("w", { tool: "write" })]), policy("PLAN", { origin, startedWith: "PLAN" }));
    expect(world.state.planApproval).toMatchObject({ resolution: undefined });
    expect(world.calls).toEqual([]);
  });

  it("is asked below of the plan that a planner made there", async () => {
    const world = new EngineWorld();
    const made = scripted({ PLAN: toolCalls("write") });
    const origin = { root: "root", parent: { execution: "root", stepPath: "c" }, depth: 1, ancestors: [] };
    const started = { ...withPrompt(), approval: "PLAN", origin } as const;
    await world.ask(started, made, { callables: [callable("write", "UNSAFE")] });
    expect(world.state.planApproval).toMatchObject({ resolution: undefined, purpose: "PLAN_APPROVAL" });
    expect(world.calls).toEqual([]);
    world.runner.respond(given("plan/1"));
    await world.drive();
    expect(world.calls).toHaveLength(1);
  });

  it("is not asked of a plan that begins nothing", async () => {
    const world = new EngineWorld();
    await world.run(planOf([group("g", [])]), policy("PLAN"));
    expect(world.state.planApproval).toBeUndefined();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
  });

  it("shows arguments as templates: a value of the plan never looks like a reference (E13)", async () => {
    const world = new EngineWorld();
    await world.run(planOf([step("w", { tool: "write", with: { text: "{{steps.r.output}}" } })]), policy("PLAN"));
    const shown = world.state.planApproval?.arguments;
    const { steps } = (shown && world.journal.value(shown)) as { steps: readonly JsonObject[] };
    expect(steps[0]?.arguments).not.toEqual({ text: "{{steps.r.output}}" });
  });
});
