/** Steps that run after the others have ended, whatever the end. */
import { describe, expect, it } from "vitest";
import { statusOf } from "../../../src/execution/state/status.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { failed, held, never, succeeded } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { typedPlanOf } from "../../support/plan/typed-plan.ts";

const make = { tool: { stepId: "make", toolName: "write" } };
const use = { tool: { stepId: "use", toolName: "write" } };
const end = {
  status: "{{execution.status}}",
  code: "{{execution.error.code}}",
  message: "{{execution.error.message}}",
};
const tell = { tool: { stepId: "tell", toolName: "write", arguments: end } };
const clean = { tool: { stepId: "clean", toolName: "write", arguments: { of: "{{steps.make.status}}" } } };

async function run(
  plan: { readonly [member: string]: unknown },
  answer: AnswerTo,
  options: StartOptions = {},
): Promise<EngineWorld> {
  const world = new EngineWorld(answer);
  await world.run(typedPlanOf(plan), options);
  return world;
}

const called = (world: EngineWorld) => world.calls.map(({ stepId }) => stepId);
const argumentsOf = (world: EngineWorld, step: string) => world.callsOf(step)[0]?.arguments;

/** Answers every call but those of these steps, which fail. */
const failing =
  (...steps: readonly string[]): AnswerTo =>
  ({ stepId }) =>
    steps.includes(stepId) ? failed("REJECTED", "UPSTREAM_UNAVAILABLE", null, false) : succeeded({ of: stepId });

const plan = { steps: [make, use], finally: [tell, clean] };

describe("finally", () => {
  it("[R9, N300] runs after all other steps have succeeded, and knows that they have", async () => {
    const world = await run(plan, failing());
    expect(called(world)).toEqual(["make", "use", "tell", "clean"]);
    expect(argumentsOf(world, "tell")).toEqual({ status: "SUCCEEDED", code: null, message: null });
    expect(argumentsOf(world, "clean")).toEqual({ of: "SUCCEEDED" });
    expect(world.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[R9, N300] begins with no step while another runs, also one that waits for nothing", async () => {
    const gate = held();
    const world = await run(
      { steps: [make, { tool: { stepId: "read", toolName: "read" } }], finally: [{ tool: { toolName: "read" } }] },
      ({ stepId }) => (stepId === "read" ? gate.answer : succeeded({})),
    );
    expect(called(world)).toEqual(["make", "read"]);
    gate.give(succeeded({}));
    await world.drive();
    expect(called(world)).toEqual(["make", "read", "finally0"]);
  });

  it("[N300] runs after a failure, with what failed, and does not hide it", async () => {
    const world = await run(plan, failing("make"));
    expect(called(world)).toEqual(["make", "tell", "clean"]);
    const message = "it failed with UPSTREAM_UNAVAILABLE";
    expect(argumentsOf(world, "tell")).toEqual({ status: "FAILED", code: "UPSTREAM_UNAVAILABLE", message });
    expect(world.statuses()).toEqual({ make: "FAILED", use: "SKIPPED", tell: "SUCCEEDED", clean: "SUCCEEDED" });
    expect(world.result).toEqual({ status: "FAILED", code: "UPSTREAM_UNAVAILABLE" });
    expect(world.state.finished?.failure?.step).toBe("make");
    const both = await run(plan, failing("make", "tell", "clean"));
    expect(called(both)).toEqual(["make", "tell", "clean"]);
    expect(both.state.finished?.failure?.step).toBe("make");
  });

  it("[N300] tells of an end in part what failed first", async () => {
    const world = await run(plan, failing("use"));
    expect(argumentsOf(world, "tell")).toMatchObject({ status: "PARTIAL", code: "UPSTREAM_UNAVAILABLE" });
    expect(world.result).toEqual({ status: "PARTIAL", code: null });
  });

  it("[N300] keeps no step from running because another of it failed, and makes a success PARTIAL", async () => {
    const world = await run(plan, failing("tell"));
    expect(called(world)).toEqual(["make", "use", "tell", "clean"]);
    expect(world.result).toEqual({ status: "PARTIAL", code: null });
    expect(world.state.ending?.status).toBe("SUCCEEDED");
  });

  it("[N301] asks the conditions of its steps for the end and for statuses, and takes outputs that are there", async () => {
    const when = (stepId: string, condition: string, args: object = {}) => ({
      tool: { stepId, toolName: "read", when: condition, arguments: args },
    });
    const steps = {
      steps: [make, use],
      finally: [
        when("good", "{{execution.status}} == 'SUCCEEDED'"),
        when("bad", "{{execution.status}} != 'SUCCEEDED'"),
        when("known", "{{execution.error.code}} == 'UPSTREAM_UNAVAILABLE'"),
        when("none", "{{execution.error}} == null"),
        when("made", "{{steps.make.status}} == 'SUCCEEDED'", { id: "{{make.output.of}}" }),
        when("used", "{{steps.use.status}} == 'SKIPPED'"),
      ],
    };
    const good = await run(steps, failing());
    expect(called(good).slice(2)).toEqual(["good", "none", "made"]);
    expect(argumentsOf(good, "made")).toEqual({ id: "make" });
    const bad = await run(steps, failing("make"));
    expect(called(bad).slice(1)).toEqual(["bad", "known", "used"]);
  });

  it("[N301] finds no output of a step that never ran: what takes it is skipped, coalesce passes over it, and it is never null", async () => {
    const args = (value: unknown, policy: object = {}) => ({
      tool: { toolName: "read", arguments: { value }, policy },
    });
    const last = [
      args("{{use.output.of}}"),
      args({ coalesce: ["{{use.output.of}}", "none"] }),
      args("{{use.output.of}}", { onSkippedInput: "RUN" }),
    ];
    const world = await run({ steps: [make, use], finally: last }, failing("make"));
    expect(world.step("finally0").status).toBe("SKIPPED");
    expect(argumentsOf(world, "finally1")).toEqual({ value: "none" });
    expect(world.step("finally2").failure?.code).toBe("UNRESOLVED_REFERENCE");
    expect(world.step("finally2").failure?.message).toContain('step "use", which never ran');
  });

  it("[N301] orders its steps by references, groups and maps among them, each with its policy", async () => {
    let times = 0;
    const world = await run(
      {
        steps: [make],
        finally: [
          { tool: { stepId: "list", toolName: "read" } },
          {
            map: {
              stepId: "each",
              over: "{{list.output.items}}",
              step: { tool: { toolName: "write", arguments: { at: "{{item}}", end: "{{execution.status}}" } } },
            },
          },
          { tool: { stepId: "again", toolName: "write", policy: { maxAttempts: 2, initialBackoffMs: 0 } } },
        ],
      },
      ({ stepId }) => {
        if (stepId === "again") times += 1;
        if (stepId === "again" && times === 1) return failed("REJECTED");
        return succeeded({ items: [1, 2] });
      },
    );
    await world.clock.advance(2_000);
    await world.drive();
    expect(called(world)).toEqual(["make", "list", "each[0]", "each[1]", "again", "again"]);
    expect(argumentsOf(world, "each[1]")).toEqual({ at: 2, end: "SUCCEEDED" });
    expect(world.result?.status).toBe("SUCCEEDED");
  });

  it("[N302] runs after a cancel, which ends the other steps, and another cancel changes nothing", async () => {
    const gate = held();
    const world = await run(plan, ({ stepId }) =>
      stepId === "use" ? never() : stepId === "tell" ? gate.answer : succeeded({}),
    );
    expect(world.runner.cancel("ada", "enough")).toBe(true);
    await world.drive();
    expect(called(world)).toEqual(["make", "use", "tell"]);
    expect(argumentsOf(world, "tell")).toEqual({ status: "CANCELLED", code: null, message: null });
    expect(statusOf(world.state)).toBe("RUNNING");
    const view = viewOf(world.state, undefined, undefined);
    expect(view).toMatchObject({ status: "RUNNING", ending: { status: "CANCELLED", failure: null } });
    expect(view.cancelRequestedAt).not.toBeNull();
    expect(world.runner.cancel("ada", "enough")).toBe(false);
    gate.give(succeeded({}));
    await world.drive();
    expect(called(world)).toEqual(["make", "use", "tell", "clean"]);
    expect(world.result?.status).toBe("CANCELLED");
    expect(world.eventsOf("CancelRequested")).toHaveLength(1);
  });

  it("[N302] runs after a cancel that comes before any step, and after none that comes while it runs", async () => {
    const early = new EngineWorld(failing());
    early.begin(typedPlanOf(plan));
    early.runner.cancel("ada", undefined);
    await early.drive();
    expect(argumentsOf(early, "tell")).toMatchObject({ status: "CANCELLED" });
    const gate = held();
    const late = await run(plan, ({ stepId }) => (stepId === "tell" ? gate.answer : succeeded({})));
    expect(late.runner.cancel("ada", undefined)).toBe(false);
    gate.give(succeeded({}));
    await late.drive();
    expect(late.result?.status).toBe("SUCCEEDED");
    expect(late.eventsOf("CancelRequested")).toEqual([]);
  });

  it("[N302] is ended by a forced cancel, and does not begin after one", async () => {
    const never_ =
      (step: string): AnswerTo =>
      (call) =>
        call.stepId === step ? never() : succeeded({});
    const running = await run(plan, never_("tell"));
    expect(running.runner.cancel("ada", undefined, true)).toBe(true);
    await running.drive();
    expect(called(running)).toEqual(["make", "use", "tell"]);
    expect(running.statuses()).toEqual({ make: "SUCCEEDED", use: "SUCCEEDED", tell: "CANCELLED", clean: "SKIPPED" });
    expect(running.result).toEqual({ status: "PARTIAL", code: null });
    const before = await run(plan, never_("make"));
    before.runner.cancel("ada", undefined, true);
    await before.drive();
    expect(called(before)).toEqual(["make"]);
    expect(before.result?.status).toBe("CANCELLED");
    expect(before.eventsOf("FinallyStarted")).toEqual([]);
    const second = await run(plan, ({ stepId }) => (["use", "tell"].includes(stepId) ? never() : succeeded({})));
    second.runner.cancel("ada", undefined);
    await second.drive();
    expect(called(second)).toEqual(["make", "use", "tell"]);
    expect(second.runner.cancel("bob", undefined, true)).toBe(true);
    await second.drive();
    expect(second.result?.status).toBe("CANCELLED");
    expect(second.runner.cancel("bob", undefined, true)).toBe(false);
  });

  it("[N303] runs after the deadline, within a time of its own", async () => {
    const world = await run(
      { ...plan, finallyTimeoutMs: 20_000 },
      ({ stepId }) => (["use", "clean"].includes(stepId) ? never() : succeeded({})),
      { limits: { timeoutMs: 10_000 } },
    );
    await world.clock.advance(10_000);
    await world.drive();
    expect(argumentsOf(world, "tell")).toMatchObject({ status: "FAILED", code: "EXECUTION_TIMEOUT" });
    expect(called(world)).toEqual(["make", "use", "tell", "clean"]);
    await world.clock.advance(19_999);
    await world.drive();
    expect(world.result).toBeNull();
    await world.clock.advance(1);
    await world.drive();
    expect(world.result).toEqual({ status: "FAILED", code: "EXECUTION_TIMEOUT" });
    expect(world.state.finished?.failure?.message).toBe("the execution did not end within 10000 ms");
    expect(world.step("clean").failure?.message).toBe("the finally steps did not end within 20000 ms");
  });

  it("[N303] that takes too long after a success makes it PARTIAL", async () => {
    const world = await run({ steps: [make], finally: [tell] }, ({ stepId }) =>
      stepId === "tell" ? never() : succeeded({}),
    );
    await world.clock.advance(60_000);
    await world.drive();
    expect(world.step("tell").failure?.code).toBe("EXECUTION_TIMEOUT");
    expect(world.result).toEqual({ status: "PARTIAL", code: null });
  });

  it("[N304] asks a person like any step, while its clock stands", async () => {
    const world = await run(
      { steps: [make], finally: [{ humanInput: { stepId: "ask", prompt: "Delete it?", kind: "APPROVAL" } }] },
      failing(),
    );
    await world.clock.advance(600_000);
    await world.drive();
    expect(statusOf(world.state)).toBe("WAITING");
    world.runner.respond(given("ask/1"));
    await world.drive();
    expect(world.result?.status).toBe("SUCCEEDED");
  });

  it("[N304] of a plan that nobody permitted never begins", async () => {
    const options = { started: { approval: "PLAN" } } as const;
    for (const end of ["DECLINED", "CANCELLED", "EXPIRED"] as const) {
      const world = await run(plan, failing(), options);
      expect(called(world)).toEqual([]);
      const { requestId } = world.state.planApproval ?? { requestId: "" };
      if (end === "DECLINED") world.runner.respond({ ...given(requestId), isAccepted: false, response: null });
      else if (end === "CANCELLED") world.runner.cancel("ada", undefined);
      else await world.clock.advance(2 ** 31);
      await world.drive();
      expect(called(world), end).toEqual([]);
      expect(world.result?.status).toBe(end === "CANCELLED" ? "CANCELLED" : "FAILED");
    }
    const permitted = await run(plan, failing(), options);
    permitted.runner.respond(given(permitted.state.planApproval?.requestId ?? ""));
    await permitted.drive();
    expect(called(permitted)).toEqual(["make", "use", "tell", "clean"]);
  });

  it("[N305] costs one event more, in a row that there is anyway; a plan without it costs nothing", async () => {
    const rowsOf = async (steps: { readonly [member: string]: unknown }) => {
      const world = new EngineWorld(failing());
      const rows: string[][] = [];
      world.journal.beforeAppend = (records) => void rows.push(records.map(({ event }) => event.kind));
      await world.run(typedPlanOf(steps));
      return rows;
    };
    expect(await rowsOf({ steps: [make], finally: [tell] })).toEqual([
      ["ExecutionStarted", "StepStarted"],
      ["StepFinished", "FinallyStarted", "StepStarted"],
      ["StepFinished", "ExecutionFinished"],
    ]);
    expect(await rowsOf({ steps: [make] })).toEqual([
      ["ExecutionStarted", "StepStarted"],
      ["StepFinished", "ExecutionFinished"],
    ]);
  });
});

describe("a crash of an execution with finally", () => {
  const safe = (id: string, args: object = {}) => ({ tool: { stepId: id, toolName: "idempotent", arguments: args } });
  const safePlan = typedPlanOf({ steps: [safe("make"), safe("use")], finally: [safe("tell", end), safe("clean")] });
  const ends: readonly (readonly [string, AnswerTo, string])[] = [
    ["a success", failing(), "SUCCEEDED"],
    ["a failure", failing("make"), "FAILED"],
    ["a failure of finally", failing("tell"), "PARTIAL"],
  ];

  it.each(ends)(
    "[N305] after any row of %s keeps the end, and calls nothing again that ended",
    async (_, answer, status) => {
      const whole = new EngineWorld(answer, { singly: true });
      await whole.run(safePlan);
      expect(whole.result?.status).toBe(status);
      const told = argumentsOf(whole, "tell");
      for (let kept = 1; kept < whole.journal.rows.length; kept += 1) {
        const world = new EngineWorld(answer, { rows: whole.journal.rows.slice(0, kept), singly: true });
        const ended = new Set(world.eventsOf("StepFinished").map(({ step }) => step));
        await world.drive();
        await world.clock.advance(60_000);
        await world.drive();
        expect(world.result, `after row ${kept}`).toEqual(whole.result);
        expect(world.calls.filter(({ stepId }) => ended.has(stepId))).toEqual([]);
        expect(world.eventsOf("FinallyStarted")).toHaveLength(1);
        expect(argumentsOf(world, "tell") ?? told).toEqual(told);
      }
    },
  );

  it("[N305] after any row of a cancel keeps it, and runs finally", async () => {
    const answer: AnswerTo = ({ stepId }) => (stepId === "use" ? never() : succeeded({}));
    const whole = new EngineWorld(answer, { singly: true });
    await whole.run(safePlan);
    whole.runner.cancel("ada", undefined);
    await whole.drive();
    const from = whole.events.findIndex(({ kind }) => kind === "CancelRequested") + 1;
    for (let kept = from; kept < whole.journal.rows.length; kept += 1) {
      const world = new EngineWorld(answer, { rows: whole.journal.rows.slice(0, kept), singly: true });
      const ended = new Set(world.eventsOf("StepFinished").map(({ step }) => step));
      await world.drive();
      expect(world.result?.status, `after row ${kept}`).toBe("CANCELLED");
      expect(called(world)).toEqual(["tell", "clean"].filter((id) => !ended.has(id)));
    }
  });

  it("[N305] that comes again and again ends the steps, then those of finally, and keeps the first end", async () => {
    const world = new EngineWorld(() => never(), { singly: true });
    world.crashAfter("ExecutionResumed");
    await world.run(safePlan);
    for (let times = 0; world.result === null && times < 3; times += 1) {
      world.crash();
      for (let lost = 0; lost < 7; lost += 1) await world.drive();
    }
    expect(world.result).toEqual({ status: "FAILED", code: "CRASH_LOOP" });
    expect(world.eventsOf("FinallyStarted")).toMatchObject([{ status: "FAILED", failure: { code: "CRASH_LOOP" } }]);
    expect(called(world)).toEqual(["make", "tell"]);
    expect(world.step("tell").failure?.code).toBe("CRASH_LOOP");
  });
});
