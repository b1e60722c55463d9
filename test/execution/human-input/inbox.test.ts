import { describe, expect, it } from "vitest";
import type { Outbox } from "../../../src/durable/deliveries/outbox.ts";
import type { ExecutionReader } from "../../../src/durable/execution/execution-reader.ts";
import { childOutbox, type NotedSummary, Reports } from "../../../src/durable/execution/reports.ts";
import type { ExecutionState } from "../../../src/execution/state/state.ts";
import { statusOf, waitingFor } from "../../../src/execution/state/status.ts";
import { maxListedOpen, maxListedPrompt, maxListedRequests } from "../../../src/execution/views/inbox-summary.ts";
import { summaryOf } from "../../../src/execution/views/summary.ts";
import { never } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

/** Ids and states of the questions that the summary carries. */
function told(world: EngineWorld): readonly string[] {
  return (summaryOf(world.state).questions ?? []).map(({ requestId, status }) => `${requestId} ${status}`);
}

function unreached(): never {
  throw new Error("nobody expected this to be asked");
}

async function asking(count: number): Promise<EngineWorld> {
  const world = new EngineWorld(() => never());
  const children = Array.from({ length: count }, (_, place) => step(`q${place}`, { tool: "destroy", with: { place } }));
  const limits = { maxSteps: count, maxParallel: count };
  await world.run(planOf([group("g", children, { maxConcurrency: count })]), { limits });
  return world;
}

describe("the questions of an execution, as its summary tells them", () => {
  it("are absent where nothing was asked", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]));
    expect(summaryOf(world.state)).not.toHaveProperty("questions");
  });

  it("are listed with what they are about: open ones first, the oldest before the others, then the latest resolved", async () => {
    const world = await asking(4);
    expect(summaryOf(world.state).questions?.[0]).toMatchObject({
      ...{ requestId: "q0/1", step: "q0", purpose: "APPROVAL", kind: "APPROVAL", callableName: "destroy" },
      ...{ status: "PENDING", ui: null, onExpiry: "FAIL", onDecline: "FAIL", resolvedAt: null, respondedBy: null },
    });
    world.runner.respond(given("q2/1", false, "ann"));
    await world.clock.advance(10);
    world.runner.respond(given("q0/1", true, "ann"));
    expect(told(world)).toEqual(["q1/1 PENDING", "q3/1 PENDING", "q0/1 ACCEPTED", "q2/1 DECLINED"]);
  });

  it("leave room for how the latest ended, however many are open, and one that is listed is listed until it is resolved", async () => {
    const world = await asking(100);
    expect(told(world)).toHaveLength(maxListedOpen);
    const seen = new Set<string>();
    for (let place = 0; place < 90; place += 1) {
      const before = told(world);
      for (const line of before) seen.add(line);
      await world.clock.advance(1);
      world.runner.respond(given(`q${place}/1`));
      const after = told(world);
      expect(after.length).toBeLessThanOrEqual(maxListedRequests);
      expect(after).toContain(`q${place}/1 ACCEPTED`);
      for (const line of before)
        if (line.endsWith("PENDING") && line !== `q${place}/1 PENDING`) expect(after).toContain(line);
    }
    expect(seen).toContain("q89/1 PENDING");
  });

  it("end with the execution, none of them open", async () => {
    const world = await asking(3);
    world.runner.cancel("ann", undefined);
    await world.drive();
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(told(world)).toEqual(["q0/1 WITHDRAWN", "q1/1 WITHDRAWN", "q2/1 WITHDRAWN"]);
  });

  it("carry the beginning of a long prompt, and no half of a character", async () => {
    const world = await asking(1);
    const prompted = (prompt: string) => {
      const steps = world.state.steps.withEach((one) => ({
        ...one,
        questions: one.questions.map((question) => ({ ...question, prompt })),
      }));
      return summaryOf({ ...world.state, steps }).questions?.[0]?.prompt ?? "";
    };
    expect(prompted("x".repeat(maxListedPrompt))).toBe("x".repeat(maxListedPrompt));
    expect(prompted("x".repeat(maxListedPrompt + 1))).toHaveLength(maxListedPrompt);
    const cut = prompted(`${"x".repeat(maxListedPrompt - 1)}\u{1F600}`);
    expect(cut).toHaveLength(maxListedPrompt);
    expect(cut.isWellFormed()).toBe(true);
  });

  it("include that about the whole plan, for which the execution waits", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]), { started: { approval: "PLAN" } });
    expect([statusOf(world.state), waitingFor(world.state)]).toEqual(["WAITING", "PERSON"]);
    expect(summaryOf(world.state).questions).toMatchObject([
      { requestId: "plan/1", step: null, purpose: "PLAN_APPROVAL", kind: "APPROVAL", callableName: null },
    ]);
    world.runner.respond(given("plan/1"));
    await world.clock.advance(1);
    expect(told(world)).toEqual(["plan/1 ACCEPTED"]);
    expect(statusOf(world.state)).toBe("RUNNING");
  });
});

describe("the index", () => {
  it("is told at once of a question and of its answer while other steps go on, and of the rest with time", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([group("g", [step("run"), step("ask", { tool: "destroy" })])]));
    const urgent: boolean[] = [];
    const outbox = { pending: false, note: (_: NotedSummary, isUrgent: boolean) => urgent.push(isUrgent) };
    const silent = { note: () => undefined };
    const reports = new Reports({
      conversation: silent as unknown as Outbox<ExecutionState>,
      outbox: outbox as unknown as Outbox<NotedSummary>,
      reader: { summary: () => undefined } as unknown as ExecutionReader,
      state: () => world.state,
      budget: unreached,
      outboxes: [],
      giveBack: unreached,
      child: childOutbox({ clock: world.clock, end: () => null, parent: unreached, onChange: () => undefined }),
      now: () => 0,
    });
    expect(told(world)).toEqual(["ask/1 PENDING"]);
    reports.note(world.state);
    reports.note(world.state);
    world.runner.respond(given("ask/1"));
    reports.note(world.state);
    reports.note(world.state);
    expect(urgent).toEqual([true, false, true, false]);
  });
});
