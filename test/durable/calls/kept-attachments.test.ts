/** Images, sounds and resources of results on their way into the bucket: crashes, late answers, hostile content, a bucket that fails. */
import { describe, expect, it } from "vitest";
import { attachmentKeeper } from "../../../src/durable/calls/attachment-keeper.ts";
import { Permits } from "../../../src/durable/calls/permits.ts";
import { Retention, type RetentionPorts } from "../../../src/durable/execution/retention.ts";
import type { AttemptResult, PollResult } from "../../../src/execution/events/attempt.ts";
import { notKeptWarning } from "../../../src/execution/events/kept-attachment.ts";
import { artifactLabels } from "../../../src/execution/state/state-labels.ts";
import type { StepView } from "../../../src/execution/views/execution-view.ts";
import type { Json } from "../../../src/json/json.ts";
import type { PlanStep } from "../../../src/plan/plan.ts";
import { atWork, failure, held } from "../../support/engine/attempt-results.ts";
import { type AnswerTo, EngineWorld } from "../../support/engine/engine-world.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";
import { plainStart } from "../../support/engine/plain-start.ts";
import { callable, callables } from "../../support/plan/callables.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";
import { MemoryArtifacts } from "./memory-artifacts.ts";

const image = (text: string, more: object = {}): Json => ({
  ...{ type: "image", data: btoa(text), mimeType: "image/png" },
  ...more,
});

const gave = (...content: readonly Json[]): Extract<AttemptResult, { kind: "SUCCEEDED" }> => ({
  kind: "SUCCEEDED",
  result: { output: { ok: true }, content, metadata: null, isPartial: false },
});

function keepingWorld(answer: AnswerTo) {
  const store = new MemoryArtifacts();
  const world = new EngineWorld(answer);
  const permits = new Permits(6);
  world.attachments = attachmentKeeper({
    ...{ store, clock: world.clock, from: () => world.state.pinned },
    outputLabels: (id) => artifactLabels(world.state, id, "OUTPUT"),
    awaitHeaders: (signal, run) => permits.run(signal, run),
  });
  return { store, world };
}

const kinds = (world: EngineWorld) => world.journal.kinds;
const warningsOf = (world: EngineWorld, id: string) => world.step(id).warnings ?? [];

describe("what a result carries beside text", () => {
  it("[N11, P7, P19] is kept as artifacts of the execution, recorded in one transaction with the end of the step", async () => {
    const resource = {
      type: "resource",
      resource: { uri: "file:///notes/a.md", mimeType: "text/markdown", text: "# Tea" },
    };
    const link = { type: "resource_link", uri: "https://example.com/b", name: "b" };
    const { store, world } = keepingWorld(() => gave({ type: "text", text: "see" }, image("PNG"), resource, link));
    await world.run(planOf([step("draw")]), { callables });
    expect(kinds(world)).toEqual([
      ...["ExecutionStarted", "StepStarted", "ArtifactStored", "ArtifactStored", "StepFinished", "ExecutionFinished"],
    ]);
    const { callId } = world.callsOf("draw")[0] ?? {};
    expect(world.state.artifacts).toMatchObject([
      { step: "draw", position: 1, mediaType: "image/png", byteSize: 3, description: "image-1" },
      { step: "draw", position: 2, mediaType: "text/markdown", byteSize: 5, description: "file:///notes/a.md" },
    ]);
    expect(world.state.artifacts.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^result_read_[0-9a-f]{16}_1_1\.png$/),
      expect.stringMatching(/^result_read_[0-9a-f]{16}_1_2\.md$/),
    ]);
    expect(store.names).toEqual(world.state.artifacts.map(({ name }) => name));
    expect(store.puts).toEqual(["PNG", "# Tea"]);
    expect(JSON.stringify(store.names)).not.toContain(callId);
    // A result is whole by itself, with or without the bucket.
    expect(world.journal.value(world.step("draw").content ?? { sequence: 0, slot: "content" })).toMatchObject({
      content: [{ text: "see" }, { data: btoa("PNG") }, { resource: { text: "# Tea" } }, link],
    });
    expect(warningsOf(world, "draw")).toEqual([]);
  });

  it("[N773] is stored with who may see the execution, unless the whole tenant does", async () => {
    const audiences: unknown[] = [];
    for (const confinement of [{}, { visibility: "OWN" }, { visibility: "GROUP", group: "sales" }] as const) {
      const { store, world } = keepingWorld(() => gave(image("PNG")));
      const { subject } = plainStart;
      await world.run(planOf([step("draw")]), { callables, started: confinement });
      const [record] = await store.list(world.state.pinned.tenant, world.state.pinned.execution, undefined, 1);
      const expected = "visibility" in confinement ? { owner: subject, ...confinement } : undefined;
      audiences.push([record?.audience, expected]);
    }
    for (const [audience, expected] of audiences as [unknown, unknown][]) expect(audience).toEqual(expected);
  });

  it("[N933] is stored with the labels of what the step gave, also in an item of a map, and not with too many of them", async () => {
    const many = Array.from({ length: 200 }, (_, at) => `label-${at}`);
    const labelled = [
      callable("page", "READ_ONLY", { outputLabels: ["UNTRUSTED", "web"] }),
      callable("checked", "READ_ONLY", { outputLabels: ["TRUSTED"] }),
      callable("labelled", "READ_ONLY", { outputLabels: many }),
    ];
    const { store, world } = keepingWorld(() => gave(image("PNG")));
    const each = step("each[]", { tool: "page" });
    const map = { ...group("each", [each]), kind: "MAP", over: { kind: "literal", value: [1] }, maxItems: 1 } as const;
    await world.run(
      planOf([
        step("page", { tool: "page" }),
        step("checked", { tool: "checked" }),
        step("many", { tool: "labelled" }),
        { ...map, maxFailures: 0 } as PlanStep,
      ]),
      { callables: labelled },
    );
    const { execution, tenant } = world.state.pinned;
    const stored = await store.list(tenant, execution, undefined, 10);
    const of = (id: string) => {
      const name = world.state.artifacts.find((artifact) => artifact.step === id)?.name;
      return stored.find((record) => record.name === name)?.labels;
    };
    expect([of("page"), of("checked"), of("each[0]")]).toEqual([
      ["UNTRUSTED", "web", "CALLER"],
      [],
      ["UNTRUSTED", "web", "CALLER"],
    ]);
    expect(stored).toHaveLength(3);
    expect(warningsOf(world, "many")).toMatchObject([{ code: "ATTACHMENTS_NOT_KEPT" }]);
  });

  it.each([60, 64, 76])("[N817] is decoded whole where its base64 is in lines of %i characters", async (width) => {
    const content = "0123456789".repeat(20_000);
    const lines = btoa(content).match(new RegExp(`.{1,${width}}`, "g")) ?? [];
    const { store, world } = keepingWorld(() =>
      gave(image("", { data: lines.join("\r\n") }), image("", { data: lines.join("\n") })),
    );
    await world.run(planOf([step("draw")]), { callables });
    expect(store.puts.map((put) => put === content)).toEqual([true, true]);
    expect(world.state.artifacts).toMatchObject([{ byteSize: content.length }, { byteSize: content.length }]);
  });

  it("[N11, E2] leaves no second artifact when the object is lost before the rows and the call is made again", async () => {
    const { store, world } = keepingWorld((call) => gave(image(`attempt ${call.attempt}`), image("same")));
    const lose = world.attachments;
    // Stored, and the object is gone before it hears of it.
    world.attachments = {
      keep: (call, result) => lose?.keep(call, result)?.then(() => new Promise(() => {})),
      discard: () => undefined,
    };
    await world.run(planOf([step("draw")]), { callables });
    expect(store.names).toHaveLength(2);
    expect(world.state.artifacts).toEqual([]);
    world.crash();
    world.attachments = lose;
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.callsOf("draw")).toHaveLength(2);
    expect(store.names).toEqual(world.state.artifacts.map(({ name }) => name));
    expect(store.names.map((name) => name.slice(-8))).toEqual(["_2_0.png", "_2_1.png"]);
  });

  it("[N11, E8] of an attempt that is repeated is removed, and the last one's is kept", async () => {
    const isError: AttemptResult = {
      ...{ kind: "FAILED", outcome: "ANSWERED", failure: failure("TOOL_ERROR") },
      result: gave(image("broken")).result,
    };
    const { store, world } = keepingWorld((call) => (call.attempt === 1 ? isError : gave(image("whole"))));
    await world.run(planOf([step("draw", { policy: { maxAttempts: 2 } })]), { callables });
    expect(kinds(world)).not.toContain("ArtifactStored");
    expect(store.names).toEqual([]);
    await world.clock.advance(10_000);
    await world.drive();
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.state.artifacts).toMatchObject([{ byteSize: 5, name: expect.stringContaining("_2_0") }]);
    expect(store.names).toHaveLength(1);
  });

  it("[N11, P21] of a call that failed for good is kept with its end", async () => {
    const { store, world } = keepingWorld(() => ({
      ...{ kind: "FAILED", outcome: "ANSWERED", failure: failure("TOOL_ERROR", false) },
      result: gave(image("screenshot"), image("screenshot", { data: "?" })).result,
    }));
    await world.run(planOf([step("draw")]), { callables });
    expect(world.step("draw").status).toBe("FAILED");
    expect(world.state.artifacts).toMatchObject([{ step: "draw", position: 0 }]);
    expect(store.names).toHaveLength(1);
    expect(warningsOf(world, "draw")).toMatchObject([{ code: "ATTACHMENTS_NOT_KEPT", details: { kept: 1, total: 2 } }]);
  });

  it("[N11, C7] of a call whose sibling was first is removed", async () => {
    const slow = held();
    const { store, world } = keepingWorld((call) => (call.stepId === "slow" ? slow.answer : gave(image("first"))));
    const release = Promise.withResolvers<void>();
    const race = group("race", [step("slow"), step("fast")], { mergeStrategy: "FIRST_SUCCESS" });
    store.before = () => (store.puts.at(-1) === "late" ? release.promise : Promise.resolve());
    world.begin(planOf([race]), { callables });
    void world.runner.drive();
    slow.give(gave(image("late")));
    await settled();
    expect(world.statuses().fast).toBe("SUCCEEDED");
    release.resolve();
    await settled();
    expect(world.statuses().slow).toBe("CANCELLED");
    expect(store.names).toEqual(world.state.artifacts.map(({ name }) => name));
  });

  it("[N12] stays in the content where the bucket takes none, with a warning that says why, and the step succeeds", async () => {
    const { store, world } = keepingWorld(() => gave(image("PNG")));
    store.before = () => Promise.reject(new Error("internal error 10001"));
    await world.run(planOf([step("draw", { tool: "write" })]), { callables });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.callsOf("draw")).toHaveLength(1);
    expect(warningsOf(world, "draw")).toEqual([
      {
        code: "ATTACHMENTS_NOT_KEPT",
        message:
          'Kept 0 of 1 attachments as artifacts, the others in the content of the step alone: "image-0" because the bucket did not take it',
        details: { kept: 0, total: 1, notKept: [{ position: 0, reason: "the bucket did not take it" }] },
      },
    ]);
  });

  it("[N12, E9] holds up the end of its step for ten seconds at most, also behind the time of the attempt", async () => {
    const { store, world } = keepingWorld(() => gave(image("PNG")));
    const release = Promise.withResolvers<void>();
    store.before = () => release.promise;
    await world.run(planOf([step("draw", { tool: "write", policy: { timeoutMs: 2_000 } })]), { callables });
    await world.clock.advance(9_999);
    expect(world.step("draw").status).toBe("RUNNING");
    await world.clock.advance(1);
    expect(world.step("draw").status).toBe("SUCCEEDED");
    expect(warningsOf(world, "draw")[0]?.message).toContain("did not take it within 10000 ms");
    release.resolve();
    await settled();
    // What was stored too late is no orphan.
    expect(store.names).toEqual([]);
    expect(world.callsOf("draw")).toHaveLength(1);
  });

  it("[N12, E9] does not hold up a cancel, and what was answered before it counts", async () => {
    const { store, world } = keepingWorld(() => gave(image("PNG")));
    store.before = () => new Promise(() => {});
    await world.run(planOf([step("draw", { tool: "write" }), step("next")], "SEQUENTIAL"), { callables });
    world.runner.cancel("somebody", undefined);
    await settled();
    expect(world.state.finished?.status).toBe("CANCELLED");
    expect(world.statuses()).toEqual({ draw: "SUCCEEDED", next: "SKIPPED" });
  });

  it("[N12] is bounded in number, and hostile names, types and data harm nothing", async () => {
    const hostile = [
      image("a", { mimeType: "text/html\r\nset-cookie: a=b" }),
      image("b", { name: "../../\u0000".repeat(1_000), mimeType: null }),
      image("c", { data: "AA=A" }),
      { type: "resource", resource: { uri: "x".repeat(100_000), blob: btoa("d") } },
      { type: "resource", resource: null },
    ];
    const many = Array.from({ length: 70 }, (_, at) => image(String(at)));
    const { store, world } = keepingWorld(() => gave(...hostile, ...many));
    await world.run(planOf([step("draw")]), { callables });
    expect(world.state.finished?.status).toBe("SUCCEEDED");
    expect(world.state.artifacts.slice(0, 3)).toMatchObject([
      { position: 0, mediaType: "application/octet-stream" },
      { position: 1, mediaType: "application/octet-stream" },
      { position: 3, mediaType: "application/octet-stream" },
    ]);
    for (const { description, name } of world.state.artifacts) {
      expect(name).toMatch(/^[A-Za-z0-9_.-]{1,120}$/);
      expect(description?.length).toBeLessThanOrEqual(500);
    }
    expect(store.names.length).toBeLessThanOrEqual(64);
    const [warning] = warningsOf(world, "draw");
    expect(warning).toMatchObject({ code: "ATTACHMENTS_NOT_KEPT", details: { total: 75 } });
    expect(JSON.stringify(warning).length).toBeLessThan(4_000);
  });

  it("[N11, P19] of a remote agent is kept when its task ends", async () => {
    const file = { raw: btoa("PDF"), mediaType: "application/pdf", filename: "report.pdf" };
    const ended: PollResult = {
      kind: "SUCCEEDED",
      result: {
        output: { text: "done" },
        content: {
          text: "done",
          artifacts: [{ artifactId: "a", parts: [{ text: "done" }, file] }],
          statusMessage: null,
        },
        ...{ metadata: null, isPartial: false },
      },
    };
    const { store, world } = keepingWorld(() => atWork("task"));
    world.answerPoll = () => ended;
    await world.run(planOf([step("ask", { tool: "remote" })]), { callables });
    await world.clock.advance(5_000);
    await world.drive();
    expect(world.step("ask").status).toBe("SUCCEEDED");
    expect(world.state.artifacts).toMatchObject([
      { step: "ask", position: 1, description: "report.pdf", mediaType: "application/pdf", byteSize: 3 },
    ]);
    expect(store.names).toEqual([expect.stringMatching(/_1_1\.pdf$/)]);
  });

  it("[N11] is no artifact where the deployment has no bucket: names and bytes stand in the content", async () => {
    const world = new EngineWorld(() => gave(image("PNG")));
    await world.run(planOf([step("draw")]), { callables });
    expect(kinds(world)).not.toContain("ArtifactStored");
    expect(warningsOf(world, "draw")).toEqual([]);
  });
});

/** How often the archive of an execution with this one step has artifacts removed. */
async function removals(step: Partial<StepView>): Promise<number> {
  const clock = new ManualClock();
  const removed: string[] = [];
  const facts = { execution: "e", tenant: "acme", createdAt: 0, finishedAt: clock.now() - 2_000, isArchived: false };
  const view = { artifacts: [], archived: null, callable: null, callables: [], steps: [step] };
  const reader = { facts: () => facts, view: () => view, mayHaveWords: () => false, archive: () => undefined };
  const retention = new Retention({
    storage: {},
    loaded: () => ({ reader, webhooks: { abandon: () => undefined } }),
    reload: () => undefined,
    options: {
      ...{ clock, eventRetentionMs: 1_000, retentionMs: 60_000 },
      artifacts: { removeAll: async (_: string, owner: string) => void removed.push(owner) },
    },
  } as unknown as RetentionPorts);
  expect(await retention.attend()).toBe(true);
  return removed.length;
}

const succeededAtOnce = { status: "SUCCEEDED", attempts: [{ number: 1 }] } as unknown as Partial<StepView>;

describe("the values of an execution", () => {
  it("[N771] go with what the store may have taken of an attachment that was given up as not kept", async () => {
    const notKept = notKeptWarning([{ name: "chart", position: 0, reason: "the bucket did not take it in time" }], 1);
    expect(await removals({ ...succeededAtOnce, warnings: [notKept] })).toBe(1);
    expect(await removals(succeededAtOnce)).toBe(0);
  });
});
