/** Questions that are addressed, and four eyes, by the rules of the runner: what the object of an execution decides by itself. */
import { describe, expect, it } from "vitest";
import type { Accessor } from "../../../src/access/audience.ts";
import { derive } from "../../../src/execution/derive/derivation.ts";
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import { inboxSummaries } from "../../../src/execution/views/inbox-summary.ts";
import { viewOf } from "../../../src/execution/views/view.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const asking = (words: JsonObject) =>
  planOf([step("q", { tool: "ask_person", with: { kind: "APPROVAL", prompt: "Pay?", ...words } })]);

function answerBy(
  world: EngineWorld,
  subject: string,
  more: Partial<Accessor> = {},
  requestId = "q/1",
  isAccepted = true,
) {
  const accessor: Accessor = { subject, groups: [], scopes: ["HUMAN_INPUT_RESPOND"], ...more };
  return world.runner.respond({ ...given(requestId, isAccepted, subject), accessor });
}

const shown = (world: EngineWorld) => viewOf(world.state, (position) => world.journal.value(position), undefined);

async function asked(words: JsonObject, started: Partial<ExecutionStarted> = {}): Promise<EngineWorld> {
  const world = new EngineWorld();
  await world.run(asking(words), { started: { subject: "alice", ...started } });
  return world;
}

describe("a question that is addressed", () => {
  it("[N509] takes the answer of its addressees alone, also after a crash; one of anybody else changes nothing", async () => {
    const world = await asked({ addressees: [{ subject: "bob" }, { group: "finance" }] });
    const rows = world.journal.rows.length;
    for (const isAccepted of [true, false]) {
      expect(answerBy(world, "carol", {}, "q/1", isAccepted)).toEqual({ kind: "REFUSED", refusal: "NOT_ADDRESSED" });
      expect(answerBy(world, "alice", {}, "q/1", isAccepted).kind).toBe("REFUSED");
    }
    world.crash();
    expect(answerBy(world, "carol").kind).toBe("REFUSED");
    expect(world.journal.rows).toHaveLength(rows);
    expect(shown(world).humanInputs).toMatchObject([
      { status: "PENDING", addressees: [{ subject: "bob" }, { group: "finance" }] },
    ]);
    expect(inboxSummaries(world.state).questions).toMatchObject([
      { addressees: [{ subject: "bob" }, { group: "finance" }] },
    ]);
    expect(answerBy(world, "carol", { groups: ["finance"] }).kind).toBe("RESOLVED");
    await world.drive();
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED" });
  });

  it("[N509] counts the first of two addressees, whose answer outlives a crash; the second finds it answered, others are refused as before", async () => {
    const world = await asked({ addressees: [{ subject: "bob" }, { subject: "carol" }] });
    expect(answerBy(world, "bob").kind).toBe("RESOLVED");
    expect(answerBy(world, "carol", {}, "q/1", false).kind).toBe("ALREADY_RESOLVED");
    world.crash();
    expect(answerBy(world, "carol", {}, "q/1", false).kind).toBe("ALREADY_RESOLVED");
    expect(answerBy(world, "dave").kind).toBe("REFUSED");
    await world.drive();
    expect(shown(world).humanInputs).toMatchObject([{ status: "ACCEPTED", respondedBy: "bob" }]);
  });

  it("[N509] takes no answer of an addressee after its time", async () => {
    const world = await asked({ addressees: [{ subject: "bob" }], timeoutMs: 1_000 });
    world.crash();
    await world.clock.advance(1_000);
    expect(answerBy(world, "carol").kind).toBe("REFUSED");
    expect(answerBy(world, "bob").kind).toBe("EXPIRED");
    await world.drive();
    expect(answerBy(world, "bob").kind).toBe("EXPIRED");
    expect(world.state.finished).toMatchObject({ status: "FAILED" });
  });
});

describe("four eyes", () => {
  const policies: readonly (readonly [string, Partial<ExecutionStarted>, string, string])[] = [
    ["a call", { approval: "ALL_EFFECTS" }, "write", "a/1"],
    ["the plan", { approval: "PLAN" }, "write", "plan/1"],
  ];

  it.each(policies)(
    "[N510] keep those who started the execution from permitting %s",
    async (_, started, tool, requestId) => {
      const world = new EngineWorld();
      const policy = {
        fourEyes: true,
        starters: ["eve"],
        approvers: [{ subject: "alice" }, { group: "finance" }],
      } as const;
      await world.run(planOf([step("a", { tool })]), { started: { subject: "alice", ...policy, ...started } });
      for (const [subject, refusal] of [
        ["alice", "FOUR_EYES"],
        ["eve", "FOUR_EYES"],
        ["carol", "NOT_ADDRESSED"],
      ] as const)
        expect(answerBy(world, subject, {}, requestId)).toEqual({ kind: "REFUSED", refusal });
      expect(answerBy(world, "alice", { groups: ["finance"] }, requestId)).toMatchObject({ refusal: "FOUR_EYES" });
      expect(world.calls).toHaveLength(0);
      expect(answerBy(world, "bob", { groups: ["finance"] }, requestId).kind).toBe("RESOLVED");
      await world.drive();
      expect(world.calls).toHaveLength(1);
    },
  );

  it("[N510] hold for the approvals of steps, by the step or by the execution, and for no question for data", async () => {
    for (const [words, started, refusal] of [
      [{ fourEyes: true }, {}, "FOUR_EYES"],
      [{}, { fourEyes: true }, "FOUR_EYES"],
      [{ fourEyes: false }, { fourEyes: true }, "FOUR_EYES"],
      [{}, { approvers: [{ subject: "bob" }] }, "NOT_ADDRESSED"],
    ] as const)
      expect(answerBy(await asked(words, started), "alice")).toEqual({ kind: "REFUSED", refusal });
    expect(answerBy(await asked({ kind: "FORM" }, { fourEyes: true }), "alice").kind).toBe("RESOLVED");
    expect(
      answerBy(await asked({ addressees: [{ subject: "alice" }] }, { approvers: [{ subject: "bob" }] }), "alice").kind,
    ).toBe("RESOLVED");
  });

  it("[N511] are those of the source for what derives from it, with its starters", async () => {
    const approvers = [{ group: "finance" }] as const;
    const source = new EngineWorld();
    const policy = { fourEyes: true, starters: ["eve"], approvers } as const;
    await source.run(planOf([step("a")]), { started: { subject: "alice", ...policy } });
    const request = { kind: "FORK", fromStep: "a", arguments: [], bindings: {}, callAgain: ["a"] } as const;
    const derived = derive(source.state, request, (position) => source.journal.value(position));
    expect(derived).toMatchObject({ fourEyes: true, starters: ["eve", "alice"], approvers });
  });

  it("[N510] fail a step whose question nobody could answer, instead of waiting for its time", async () => {
    for (const [words, started] of [
      [{ addressees: [{ subject: "alice" }] }, { fourEyes: true }],
      [{ fourEyes: true }, { subject: "anonymous" }],
    ] as const) {
      const world = await asked(words, started);
      expect(world.step("q")).toMatchObject({ status: "FAILED", failure: { code: "INPUT_INVALID" } });
      expect(world.state.finished).toMatchObject({ status: "FAILED" });
    }
  });

  it("[N564] fail a step that nobody who sees the execution could permit, by an approval too, and say what to do", async () => {
    const own = { visibility: "OWN", ownerAlone: true } as const;
    const failureOf = (world: EngineWorld, id: string) => world.step(id).failure?.message;
    const hidden = /found the subject "bob", and the visibility OWN. Start it with the visibility GROUP or TENANT/;
    for (const words of [{ addressees: [{ subject: "bob" }] }, { kind: "FORM", addressees: [{ subject: "bob" }] }])
      expect(failureOf(await asked(words, own), "q")).toMatch(hidden);
    expect(failureOf(await asked({}, { ...own, fourEyes: true }), "q")).toMatch(/four eyes, found the visibility OWN/);
    const call = new EngineWorld();
    const plan = planOf([step("d", { tool: "destroy" })]);
    await call.run(plan, { started: { subject: "alice", ...own, approvers: [{ subject: "bob" }] } });
    expect(call.step("d")).toMatchObject({ status: "FAILED", failure: { code: "INPUT_INVALID" } });
    expect(call.calls).toEqual([]);
    // Its owner can hand out a token that acts as bob; a group may hold the owner; what others see is answered by them.
    const addressed = { addressees: [{ subject: "bob" }] };
    for (const [words, started] of [
      [addressed, { visibility: "OWN" }],
      [{ addressees: [{ group: "sales" }] }, own],
      [{ addressees: [{ subject: "bob" }, { subject: "alice" }] }, own],
      [addressed, { visibility: "GROUP", group: "sales" }],
      [addressed, {}],
    ] as const)
      expect((await asked(words, started)).step("q").status).toBe("WAITING");
  });
});

describe("a call whose step asks for four eyes", () => {
  it("[N563] is permitted by somebody else than who started the execution, whatever the execution asks for, and once", async () => {
    const world = new EngineWorld();
    const careful = { tool: "read", policy: { fourEyes: true } } as const;
    await world.run(planOf([step("a", careful), step("b")]), { started: { subject: "alice", approval: "NEVER" } });
    expect(world.statuses()).toEqual({ a: "WAITING", b: "SUCCEEDED" });
    expect(shown(world).humanInputs).toMatchObject([{ kind: "APPROVAL", notBy: ["alice"] }]);
    expect(answerBy(world, "alice", {}, "a/1")).toEqual({ kind: "REFUSED", refusal: "FOUR_EYES" });
    world.crash();
    expect(answerBy(world, "alice", {}, "a/1", false).kind).toBe("REFUSED");
    expect(answerBy(world, "bob", {}, "a/1").kind).toBe("RESOLVED");
    await world.drive();
    expect(world.statuses()).toEqual({ a: "SUCCEEDED", b: "SUCCEEDED" });
    expect(world.callsOf("a")).toHaveLength(1);
  });
});
