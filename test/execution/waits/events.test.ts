import { describe, expect, it } from "vitest";
import { maxWaits } from "../../../src/durable/tenant/mailbox.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import { instantText } from "../../../src/plan/waits/date-time.ts";
import { never, succeeded } from "../../support/engine/attempt-results.ts";
import { EventWorld } from "../../support/engine/event-world.ts";
import { argumentsOf, from, group, planOf, step } from "../../support/plan/plan-steps.ts";
import { typedPlan } from "../../support/plan/typed-plan.ts";

const paid = (more = {}) =>
  step("paid", { tool: "cp__wait_for_event", with: { name: "payment", correlation: "A-42" }, ...more });
const one = { correlation: "A-42", payload: { cents: 100 } } as const;
const named = (execution: string) => ({ started: { execution } });

/** An execution that waits for the payment. */
async function waiting(world: EventWorld, name: string, plan = planOf([paid()])) {
  const execution = world.execution(name);
  await execution.run(plan, named(name));
  return execution;
}

describe("a step that waits for an event", () => {
  it("[N277, E11] holds nothing, and goes on once with what was sent under its name and correlation value", async () => {
    const world = new EventWorld();
    const use = step("use", { arguments: argumentsOf({ cents: from("paid", "payload", "cents") }) });
    const execution = await waiting(world, "a", planOf([paid(), use]));
    expect(execution.runner.busy).toBe(false);
    expect(execution.runner.nextWakeAt()).toBe(world.clock.now() + 604_800_000);
    expect(viewOf(execution.state, undefined, undefined)).toMatchObject({
      status: "WAITING",
      waitingFor: "EVENT",
      steps: [{ waitsFor: "EVENT", awaitedEvent: { name: "payment", correlation: "A-42" }, remoteTaskId: null }, {}],
    });
    await world.send("payment", { correlation: "another" });
    await world.send("refund", one);
    expect(execution.step("paid").status).toBe("WAITING");
    const sentAt = world.clock.now();
    expect(await world.send("payment", { ...one, eventId: "e" })).toMatchObject({
      kind: "SENT",
      event: { status: "DELIVERED", receiver: { execution: "a", step: "paid" } },
    });
    expect(execution.calls[0]?.arguments).toEqual({ cents: 100 });
    expect(execution.journal.value(execution.step("paid").output ?? { sequence: 0, slot: "output" })).toEqual({
      payload: { cents: 100 },
      eventId: "e",
      receivedAt: instantText(sentAt),
    });
    expect(execution.state.finished?.status).toBe("SUCCEEDED");
    expect(execution.state.calls).toBe(1);
  });

  it("[N277] gets an event that came before it", async () => {
    const world = new EventWorld();
    await world.send("payment", { ...one, eventId: "early" });
    expect(world.find("payment", "early", "A-42")?.status).toBe("KEPT");
    await world.clock.advance(59_999);
    const execution = await waiting(world, "a");
    expect(execution.state.finished?.status).toBe("SUCCEEDED");
    expect(world.find("payment", "early", "A-42")?.status).toBe("DELIVERING");
    await world.clock.advance(2_000);
    await world.ring();
    expect(world.find("payment", "early", "A-42")?.status).toBe("DELIVERED");
    expect(world.brought).toEqual(["a early TAKEN"]);
  });

  it("[N278] each event goes to one step, the one that has waited longest, and events in their order", async () => {
    const world = new EventWorld();
    const [first, second, third] = [await waiting(world, "a"), await waiting(world, "b"), await waiting(world, "c")];
    await world.send("payment", { ...one, payload: 1 });
    await world.send("payment", { ...one, payload: 2 });
    const statuses = () => [first, second, third].map((execution) => execution.step("paid").status);
    expect(statuses()).toEqual(["SUCCEEDED", "SUCCEEDED", "WAITING"]);
    await world.send("payment", { ...one, payload: 3 });
    await world.send("payment", { ...one, payload: 4 });
    await world.send("payment", { ...one, payload: 5 });
    const late = await waiting(world, "d");
    const outputs = [first, second, third, late].map((execution) => {
      const { output } = execution.step("paid");
      return output === undefined ? null : execution.journal.value(output);
    });
    expect(outputs).toMatchObject([{ payload: 1 }, { payload: 2 }, { payload: 3 }, { payload: 4 }]);
  });

  it("[N278] the same event again changes nothing, and another one with its id is refused", async () => {
    const world = new EventWorld();
    const first = await waiting(world, "a");
    const second = await waiting(world, "b");
    await world.send("payment", { ...one, eventId: "e" });
    expect(await world.send("payment", { ...one, eventId: "e" })).toMatchObject({ replayed: true });
    expect(await world.send("payment", { ...one, payload: "other", eventId: "e" })).toEqual({ kind: "CONFLICT" });
    expect([first, second].map((execution) => execution.step("paid").status)).toEqual(["SUCCEEDED", "WAITING"]);
    await world.clock.advance(86_400_000);
    expect(await world.send("payment", { ...one, eventId: "e" })).toMatchObject({ replayed: true });
  });

  it("[N279] an event nobody waits for is kept for its declared time, then it has expired and goes to nobody", async () => {
    const world = new EventWorld();
    await world.send("payment", { ...one, eventId: "e", keepMs: 10_000 });
    expect(await world.send("payment", { ...one, eventId: "now", keepMs: 0 })).toMatchObject({
      event: { status: "EXPIRED" },
    });
    await world.clock.advance(10_000);
    expect(world.find("payment", "e", "A-42")).toMatchObject({ status: "EXPIRED", receiver: null });
    const execution = await waiting(world, "a");
    expect(execution.step("paid").status).toBe("WAITING");
    await world.clock.advance(86_400_000);
    await world.ring();
    expect(world.find("payment", "e", "A-42")).toBeUndefined();
  });

  it("[N280, E9] fails with STEP_TIMEOUT when its time is over, and what comes then goes to the next", async () => {
    const world = new EventWorld();
    const timed = { with: { name: "payment", correlation: "A-42", timeoutSeconds: 5 } };
    const execution = await waiting(world, "a", planOf([paid(timed)]));
    expect(execution.runner.nextWakeAt()).toBe(world.clock.now() + 5_000);
    await world.clock.advance(5_000);
    const next = await waiting(world, "b");
    await world.send("payment", { ...one, eventId: "e" });
    await execution.drive();
    expect(execution.step("paid")).toMatchObject({ status: "FAILED", failure: { code: "STEP_TIMEOUT" } });
    expect(next.step("paid").status).toBe("SUCCEEDED");
    expect(execution.events.map(({ kind }) => kind)).not.toContain("CallIgnored");
  });

  it("[N280] leaves the mailbox with a cancel, a decided group, and the deadline: the event goes to who waits still", async () => {
    const world = new EventWorld();
    const cancelled = await waiting(world, "a");
    cancelled.runner.cancel("someone", undefined);
    await cancelled.drive();
    expect(cancelled.statuses()).toEqual({ paid: "CANCELLED" });
    const children = [{ ...paid(), id: "g.paid" }, step("g.nap", { tool: "cp__sleep", with: { seconds: 1 } })];
    const decided = await waiting(world, "b", planOf([group("g", children, { mergeStrategy: "FIRST_SUCCESS" })]));
    await world.clock.advance(1_000);
    await decided.drive();
    expect(decided.statuses()).toEqual({ g: "SUCCEEDED", "g.paid": "CANCELLED", "g.nap": "SUCCEEDED" });
    const cut = world.execution("c", () => never());
    const beside = [{ ...paid(), id: "h.paid" }, step("h.run")];
    await cut.run(planOf([group("h", beside)]), { ...named("c"), limits: { timeoutMs: 10_000 } });
    await world.clock.advance(10_000);
    await cut.drive();
    expect(cut.step("h.paid")).toMatchObject({ status: "FAILED", failure: { code: "EXECUTION_TIMEOUT" } });
    const last = await waiting(world, "d");
    await world.send("payment", one);
    expect(last.step("paid").status).toBe("SUCCEEDED");
    expect(world.brought).toHaveLength(1);
  });

  it("[N280] an event on its way to a step that was ended meanwhile goes to the next, or is kept", async () => {
    const world = new EventWorld();
    const execution = await waiting(world, "a");
    world.isReachable = false;
    void world.send("payment", { ...one, eventId: "e" });
    await world.clock.advance(5_000);
    expect(world.find("payment", "e", "A-42")?.status).toBe("DELIVERING");
    world.isOpen = false;
    execution.runner.cancel("someone", undefined);
    await execution.drive();
    world.isReachable = true;
    await world.clock.advance(10_000);
    await world.ring();
    expect(world.find("payment", "e", "A-42")).toMatchObject({ status: "KEPT", receiver: null });
    world.isOpen = true;
    const next = await waiting(world, "b");
    expect(next.step("paid").status).toBe("SUCCEEDED");
    expect(execution.statuses()).toEqual({ paid: "CANCELLED" });
  });

  it("[N281, E8] is delivered once, whichever of both is lost and whichever message", async () => {
    const world = new EventWorld();
    world.isOpen = false;
    const execution = await waiting(world, "a");
    await world.send("payment", { ...one, eventId: "e" });
    expect(execution.step("paid").status).toBe("WAITING");
    // Whoever did not reach the mailbox asks again; a fresh instance asks once.
    execution.crash();
    world.isOpen = true;
    world.lose();
    execution.crashAfter("StepFinished", 1);
    await execution.drive();
    await execution.drive();
    await world.clock.advance(2_000);
    world.lose();
    await world.ring();
    expect(execution.eventsOf("StepFinished")).toHaveLength(1);
    expect(execution.state.finished?.status).toBe("SUCCEEDED");
    expect(world.find("payment", "e", "A-42")?.status).toBe("DELIVERED");
    expect(execution.events.map(({ kind }) => kind)).not.toContain("ExecutionResumed");
  });

  it("[N281] is delivered again to an execution that could not store it, and by a mailbox that did not hear that it was stored", async () => {
    const world = new EventWorld();
    const execution = await waiting(world, "a");
    let left = 1;
    execution.journal.beforeAppend = () => {
      if (left-- > 0) throw new Error("the disk is full");
    };
    void world.send("payment", { ...one, eventId: "e" });
    await world.clock.advance(1);
    expect(execution.step("paid").status).toBe("WAITING");
    await world.clock.advance(1_000);
    await world.ring();
    expect(execution.step("paid").status).toBe("SUCCEEDED");
    expect(world.find("payment", "e", "A-42")?.status).toBe("DELIVERED");
    expect(execution.eventsOf("StepFinished")).toHaveLength(1);
  });

  it("[N281] an execution that is gone keeps nobody: whether it took the event nobody can say, so nobody else gets it", async () => {
    const world = new EventWorld();
    await waiting(world, "a");
    world.isReachable = false;
    void world.send("payment", { ...one, eventId: "e" });
    await world.clock.advance(5_000);
    world.executions.delete("a");
    world.isReachable = true;
    await world.clock.advance(5_000);
    await world.ring();
    expect(world.find("payment", "e", "A-42")?.status).toBe("DELIVERED");
    expect((await waiting(world, "b")).step("paid").status).toBe("WAITING");
  });

  it("[N282] fails with OUTPUT_INVALID if the payload is not what the plan says", async () => {
    const schema = { type: "object", properties: { payload: { type: "object" } } };
    const world = new EventWorld();
    const execution = await waiting(world, "a", planOf([{ ...paid(), outputSchema: schema }]));
    await world.send("payment", { ...one, payload: "no", eventId: "e" });
    expect(execution.step("paid")).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID" } });
    expect(world.find("payment", "e", "A-42")?.status).toBe("DELIVERED");
  });

  it("[N283] fails with LIMIT_EXCEEDED where too many wait already, or waits again if it may", async () => {
    const world = new EventWorld();
    const until = world.clock.now() + 500;
    const wait = { name: "other", correlation: "", waitId: "w", execution: "x", step: "s", until };
    world.mailbox.awaitEvent("tenant", wait, world.clock.now());
    world.sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxWaits - 1})
         INSERT INTO event_wait(wait, name, correlation, tenant, execution, step, until)
         SELECT 'w' || i, 'other', '', 'tenant', 'x', 's', ${until} FROM n`,
    );
    const refused = await waiting(world, "a");
    expect(refused.step("paid")).toMatchObject({ status: "FAILED", failure: { code: "LIMIT_EXCEEDED" } });
    const policy = { maxAttempts: 2, initialBackoffMs: 1_000 };
    const patient = await waiting(world, "b", planOf([paid({ policy })]));
    expect(patient.step("paid").status).toBe("RUNNING");
    await world.clock.advance(1_100);
    await patient.drive();
    expect(patient.step("paid")).toMatchObject({ status: "WAITING", attempt: 2 });
    await world.send("payment", one);
    expect(patient.step("paid").status).toBe("SUCCEEDED");
    expect(patient.calls).toHaveLength(0);
  });

  it("[N277] waits as an item of a map, each for its own, and of a loop, for one after the other", async () => {
    const world = new EventWorld();
    const mapped = world.execution("a", () => succeeded({ items: ["A", "B"] }));
    const waits = { waitForEvent: { name: "paid", correlation: "{{item}}" } };
    const list = { tool: { stepId: "list", toolName: "read" } };
    const map = { map: { stepId: "each", over: "{{list.output.items}}", step: waits } };
    await mapped.run(typedPlan([list, map]), named("a"));
    await world.send("paid", { correlation: "B", payload: 2 });
    await mapped.drive();
    expect(mapped.statuses()).toMatchObject({ "each[0]": "WAITING", "each[1]": "SUCCEEDED" });
    await world.send("paid", { correlation: "A", payload: 1 });
    await mapped.drive();
    expect(mapped.state.finished?.status).toBe("SUCCEEDED");
    const looped = world.execution("b");
    const again = { waitForEvent: { name: "paid", correlation: "C" } };
    const loop = { loop: { stepId: "until", step: again, until: "{{previous.payload}} == 2", maxIterations: 5 } };
    await looped.run(typedPlan([loop]), named("b"));
    for (const payload of [1, 2, 3]) await world.send("paid", { correlation: "C", payload, eventId: `c${payload}` });
    await looped.drive();
    expect(looped.state.finished?.status).toBe("SUCCEEDED");
    expect(world.find("paid", "c3", "C")?.status).toBe("KEPT");
  });

  it("[N276, E10] holds no permit and leaves the clock standing", async () => {
    const world = new EventWorld();
    const execution = world.execution("a", () => succeeded({}));
    const children = [{ ...paid(), id: "g.paid" }, step("g.a"), step("g.b")];
    await execution.run(planOf([group("g", children)]), {
      ...named("a"),
      limits: { maxParallel: 1, timeoutMs: 10_000 },
    });
    expect(execution.statuses()).toMatchObject({ "g.a": "SUCCEEDED", "g.b": "SUCCEEDED", "g.paid": "WAITING" });
    await world.clock.advance(100_000);
    await execution.drive();
    await world.send("payment", one);
    expect(execution.state.finished?.status).toBe("SUCCEEDED");
  });
});
