import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ArtifactBucket, type Bucket } from "../../../src/durable/calls/artifact-bucket.ts";
import { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import type { ExecutionPeer } from "../../../src/durable/ports/execution-peer.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionView } from "../../../src/execution/views/execution-view.ts";
import type { Json } from "../../../src/json/json.ts";
import { callTraceparent } from "../../../src/json/trace-context.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { given } from "../../support/engine/given-response.ts";
import { eventually } from "../../support/engine/patience.ts";
import {
  childrenOf,
  childStub,
  objectOf,
  started,
  storedEvents,
  viewWhen,
  withInstance,
} from "../../support/objects/executions.ts";
import { clockAhead, heldAlarm } from "../../support/objects/object-time.ts";
import { agent, family, keep, type OurCallable, workflow } from "../../support/objects/our-callables.ts";
import { scriptModel } from "../../support/objects/scripted-model.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

afterEach(() => vi.unstubAllGlobals());

const artifacts = new ArtifactBucket((env as unknown as { readonly ARTIFACTS: Bucket }).ARTIFACTS);

const unreachable = (): ExecutionPeer => {
  throw new Error("there is nobody");
};

const hasEnded = ({ finishedAt }: ExecutionView) => finishedAt !== null;

/** Waits for a person before it does anything. */
const patient = () => workflow("patient", { steps: [tool("ask", "delete_note", { name: "{{input.text}}" })] });

async function endOf(
  plan: Json,
  ours: readonly OurCallable[],
  below: readonly OurCallable[] = [],
  more: Partial<StartRequest> = {},
) {
  const request = await requestFor(plan, more, family(ours, below));
  await started(request);
  return { request, view: await viewWhen(request, hasEnded) };
}

describe("children", () => {
  it("[W11, W12, O26, O33] a workflow and an agent are steps, each in an object of its own, and bring their output", async () => {
    const { asked } = scriptModel("It is kept.", [{ tool_name: "read_note", arguments: { name: "c1" } }]);
    const clerk = agent("clerk", [], ["read_note"]);
    const steps = [
      tool("keep", "workflow_keep", { text: "c1" }, { policy: { timeoutMs: 50_000 } }),
      tool("ask", "peer_clerk", { text: "Is it kept?" }, { after: ["keep"] }),
    ];
    const { request, view } = await endOf({ steps }, [await keep(), clerk], [], { contextId: "talk" });
    expect(view).toMatchObject({ status: "SUCCEEDED", failure: null });
    expect(view.steps.map(({ output }) => output?.inline)).toEqual([{ kept: "c1" }, { text: "It is kept." }]);
    expect((await storedEvents(request)).map(({ kind }) => kind)).toEqual([
      ...["ExecutionStarted", "StepStarted", "StepWaiting", "ArtifactStored", "StepFinished"],
      ...["StepStarted", "StepWaiting", "StepFinished", "ExecutionFinished"],
    ]);
    expect(asked).toHaveLength(2);
    const [kept, clerked] = await Promise.all(childrenOf(view).map((name) => childStub(name).read(true)));
    expect(kept).toMatchObject({
      ...{ status: "SUCCEEDED", startedWith: "WORKFLOW", contextId: "talk", subject: "anonymous" },
      callable: { kind: "WORKFLOW", name: "keep" },
      input: { inline: { text: "c1" } },
      output: { inline: { kept: "c1" } },
      origin: { root: request.execution, parent: { execution: request.execution, stepPath: "keep" }, depth: 1 },
    });
    expect(clerked).toMatchObject({ startedWith: "AGENT", callable: { kind: "AGENT" }, usage: { modelCalls: 2 } });
    // The span of the step is the parent of all that the child does.
    const callId = view.steps[0]?.callId ?? "";
    expect(kept?.traceparent).toBe(callTraceparent(view.traceparent, [request.execution, callId, 1]));
    expect(kept?.traceparent).not.toBe(view.traceparent);
    // What is left is given down: the time of the step, and of the budgets what the child can use.
    expect(kept?.limits).toMatchObject({ maxModelCalls: 0, maxSteps: request.limits.maxSteps });
    expect(kept?.limits.timeoutMs).toBeLessThanOrEqual(50_000);
    expect(clerked?.limits.maxModelCalls).toBe(request.limits.maxModelCalls);
    expect(clerked?.limits.timeoutMs).toBeLessThanOrEqual(request.limits.timeoutMs);
    // What children used counts with what their parent used.
    expect(view.usage).toMatchObject({ modelCalls: 2 });
  });

  it("an agent without tools answers by one call of its model", async () => {
    const { asked } = scriptModel("Hello.");
    const { view } = await endOf({ steps: [tool("ask", "peer_greeter", { text: "Say hello" })] }, [agent("greeter")]);
    expect(view.steps[0]?.output?.inline).toEqual({ text: "Hello." });
    expect(asked).toHaveLength(1);
  });

  it("[W8, C21] the artifact of parameters is kept with the execution that stored it, and goes with its values", async () => {
    const { request, view } = await endOf({ steps: [tool("keep", "workflow_keep", { text: "a1" })] }, [await keep()]);
    const [stored] = await artifacts.list("default", request.execution, undefined, 10);
    expect(stored).toMatchObject({
      name: expect.stringMatching(/^workflow_input_keep_[0-9a-f-]{36}\.json$/),
      description: "Auto-generated input payload for workflow 'keep' invocation.",
    });
    expect(view.artifacts).toMatchObject([{ name: stored?.name, step: "keep" }]);

    let isAway = true;
    const flaky = {
      removeAll: async (tenant: string, owner: string) => {
        if (isAway) throw new Error("the store is away");
        await artifacts.removeAll(tenant, owner);
      },
    } as unknown as ArtifactBucket;
    const late = { clock: clockAhead(3_600_000), eventRetentionMs: 60_000, artifacts: flaky };
    await withInstance(request, late, (instance) => instance.alarm());
    // What could not be removed keeps the values where they are.
    expect(await storedEvents(request)).not.toHaveLength(1);
    isAway = false;
    await withInstance(request, late, (instance) => instance.alarm());
    expect(await storedEvents(request)).toHaveLength(1);
    expect(await artifacts.list("default", request.execution, undefined, 10)).toEqual([]);
  });

  it("[W9, R16] an artifact that was named reaches the workflow", async () => {
    const facts = { description: null, mediaType: "application/json" };
    await artifacts.put("default", { owner: "given", name: "named.json" }, '{"text":"a2"}', facts);
    const steps = [tool("keep", "workflow_keep", { input_artifact: "named.json" })];
    const { request, view } = await endOf({ steps }, [await keep()]);
    expect(view.steps[0]?.output?.inline).toEqual({ kept: "a2" });
    expect((await storedEvents(request)).map(({ kind }) => kind)).not.toContain("ArtifactStored");
  });

  // Bindings, of which nobody knows before what they are.
  it.each([
    ["[C20] both ways of input", { text: "x", name: "x.json" }, "INPUT_MODE_CONFLICT"],
    ["[W6] neither way", { text: null, name: null }, "INPUT_INVALID"],
    ["[C21] an artifact that is not there", { text: null, name: "nowhere.json" }, "ARTIFACT_NOT_FOUND"],
  ])("%s fails the step, and no child is made", async (_, given, code) => {
    const args = { text: "{{bindings.text}}", input_artifact: "{{bindings.name}}" };
    const plan = { steps: [tool("keep", "workflow_keep", args)] };
    const { view } = await endOf(plan, [await keep()], [], { bindings: given });
    expect(view.steps[0]).toMatchObject({ status: "FAILED", outcome: "NOT_SENT", failure: { code } });
    for (const name of childrenOf(view)) expect(await childStub(name).read(false)).toBeNull();
  });

  it("[W15] a workflow whose output breaks its own schema has failed, and says so to its caller", async () => {
    const outputSchema = { type: "object", properties: { kept: { type: "integer" } } };
    const facts = { inputSchema: { type: "object" }, outputSchema, output: { kept: "{{input.kept}}" } as Json };
    const lax = await workflow("lax", { steps: [tool("slow", "slow", { ms: 1 })] }, facts);
    const { view } = await endOf({ steps: [tool("a", "workflow_lax", { kept: "many" })] }, [lax]);
    expect(view.steps[0]?.failure).toMatchObject({ code: "CHILD_FAILED", details: { code: "OUTPUT_INVALID" } });
    const child = await childStub(childrenOf(view)[0] ?? "").read(true);
    expect(child).toMatchObject({ status: "FAILED", failure: { code: "OUTPUT_INVALID" }, output: null });
  });

  it("[O24, O32, C23] what would be nested too deep, or in itself, is refused before anything is made", async () => {
    const inner = await keep();
    const middle = await workflow(
      "middle",
      { steps: [tool("in", "workflow_keep", { text: "{{input.text}}" })] },
      { uses: [inner] },
    );
    const limits = { ...builtInLimits.defaults, maxDepth: 1 };
    const plan = { steps: [tool("a", "workflow_middle", { text: "deep" })] };
    const logged = vi.spyOn(console, "info");
    const { view } = await endOf(plan, [middle], [inner], { limits });
    expect(view.steps[0]?.failure).toMatchObject({ code: "CHILD_FAILED", details: { code: "DEPTH_EXCEEDED" } });
    const child = await childStub(childrenOf(view)[0] ?? "").read(true);
    expect(child?.steps[0]).toMatchObject({ outcome: "NOT_SENT", attempts: [], child: null });
    const refusals = logged.mock.calls.flatMap(([line]) =>
      String(line).includes("nesting_refused") ? [String(line)] : [],
    );
    expect(refusals.map((line) => JSON.parse(line) as Json)).toMatchObject([
      {
        log: "nesting_refused",
        exec_id: expect.stringMatching(/^[\w-]{60,}$/),
        step_id: "in",
        code: "DEPTH_EXCEEDED",
        depth: 1,
        count: 1,
      },
    ]);
    logged.mockRestore();

    const circle: OurCallable = {
      ...inner,
      definition: { ...middle.definition, key: inner.definition.key, name: "keep" } as never,
    };
    const { view: circling } = await endOf({ steps: [tool("a", "workflow_keep", { text: "round" })] }, [circle]);
    expect(circling.steps[0]?.failure).toMatchObject({ code: "CHILD_FAILED", details: { code: "CALL_CYCLE" } });
  });

  it("[E11] nothing pins the parent: evicted, it has only the alarm of its next poll, and the end of the child wakes it", async () => {
    const request = await requestFor(
      { steps: [tool("wait", "workflow_patient", { text: "p1" })] },
      {},
      family([await patient()]),
    );
    await started(request);
    const waiting = await viewWhen(request, ({ status }) => status === "WAITING");
    expect(waiting).toMatchObject({ waitingFor: "CHILD", steps: [{ status: "WAITING", waitsFor: "CHILD" }] });
    const child = childStub(childrenOf(waiting)[0] ?? "");
    const asked = await eventually(async () => (await child.read(true))?.humanInputs[0]);
    const alarm = () => runInDurableObject(objectOf(request), (_, { storage }) => storage.getAlarm());
    // Once its poll is answered and the index has heard, the schedule of polls is all that is left.
    const pollAt = (waiting.steps[0]?.startedAt ?? 0) + 30_000;
    await eventually(async () => (await alarm()) === pollAt);
    await evictDurableObject(objectOf(request));
    expect(await alarm()).toBe(pollAt);
    await child.respond(given(asked.requestId));
    expect((await viewWhen(request, hasEnded)).status).toBe("SUCCEEDED");
    const kinds = (await storedEvents(request)).map(({ kind }) => kind);
    expect(kinds).not.toContain("ExecutionResumed");
  });

  it("[N511] a child has the approvers and the four eyes of its parent, and its object decides who answers", async () => {
    const policy = { subject: "alice", approvers: [{ group: "finance" }], fourEyes: true, starters: ["eve"] } as const;
    const request = await requestFor(
      { steps: [tool("a", "workflow_patient", { text: "x" })] },
      policy,
      family([await patient()]),
    );
    await started(request);
    const child = childStub(childrenOf(await viewWhen(request, (view) => childrenOf(view).length === 1))[0] ?? "");
    const { requestId } = await eventually(async () => (await child.read(true))?.humanInputs[0]);
    const answer = (subject: string, groups: readonly string[]) =>
      child.respond({ ...given(requestId), accessor: { subject, groups, scopes: ["HUMAN_INPUT_RESPOND"] } });
    for (const subject of ["alice", "eve"])
      expect(await answer(subject, ["finance"])).toMatchObject({ kind: "REFUSED", refusal: "FOUR_EYES" });
    expect(await answer("bob", [])).toMatchObject({ kind: "REFUSED", refusal: "NOT_ADDRESSED" });
    await evictDurableObject(
      objectOf({
        ...request,
        execution: childrenOf((await objectOf(request).read(false)) ?? ({ steps: [] } as never))[0] ?? "",
      }),
    );
    expect(await answer("bob", ["finance"])).toMatchObject({ kind: "RESOLVED" });
    expect(await answer("carol", ["finance"])).toMatchObject({ kind: "ALREADY_RESOLVED" });
    expect((await viewWhen(request, hasEnded)).status).toBe("SUCCEEDED");
  });

  it("[E8] an end that is reported twice, or of a child that nobody waits for, changes nothing", async () => {
    const { request, view } = await endOf({ steps: [tool("keep", "workflow_keep", { text: "t" })] }, [await keep()]);
    const child = childrenOf(view)[0] ?? "";
    const end = await childStub(child).end();
    if (end === null) throw new Error("the child has not ended");
    await objectOf(request).childEnded(child, "keep", end);
    await objectOf(request).childEnded("another", "keep", end);
    await objectOf(request).childEnded(child, "nowhere", end);
    expect((await objectOf(request).read(false))?.sequence).toBe(view.sequence);
  });
});

describe("a child that nobody waits for any more", () => {
  it("[O26] is cancelled with everything below it", async () => {
    const inner = await patient();
    const outer = await workflow(
      "outer",
      { steps: [tool("in", "workflow_patient", { text: "{{input.text}}" })] },
      { uses: [inner] },
    );
    const request = await requestFor(
      { steps: [tool("a", "workflow_outer", { text: "x" })] },
      {},
      family([outer], [inner]),
    );
    await started(request);
    const outside = childStub(childrenOf(await viewWhen(request, (view) => childrenOf(view).length === 1))[0] ?? "");
    const inside = await eventually(async () => childrenOf((await outside.read(false)) ?? ({ steps: [] } as never))[0]);
    await eventually(async () => (await childStub(inside).read(false))?.status === "WAITING");
    await objectOf(request).cancel("someone", "enough");
    expect((await viewWhen(request, hasEnded)).status).toBe("CANCELLED");
    await eventually(async () => (await childStub(inside).read(false))?.status === "CANCELLED");
    expect((await outside.read(false))?.status).toBe("CANCELLED");
    expect(await outside.stopChild("a stranger", "no reason")).toBeUndefined();
  });

  it("[N386] that its parent has no more time for is not waited for, and runs its finally within its own", async () => {
    const slow = await workflow("slow", {
      steps: [tool("work", "slow", { ms: 20_000 })],
      finally: [tool("clean", "set_note", { name: "cleaned", text: "{{execution.status}}" })],
    });
    const limits = { ...builtInLimits.defaults, timeoutMs: 1_000 };
    const request = await requestFor(
      { steps: [tool("a", "workflow_slow", { text: "x" })] },
      { limits },
      family([slow]),
    );
    await started(request);
    const view = await viewWhen(request, hasEnded);
    expect(view).toMatchObject({ status: "FAILED", failure: { code: "EXECUTION_TIMEOUT" } });
    const child = childStub(childrenOf(view)[0] ?? "");
    const below = await eventually(async () => {
      const seen = await child.read(true);
      return seen?.finishedAt == null ? undefined : seen;
    });
    expect(below.steps.map(({ id, status }) => [id, status])).toEqual([
      ["work", expect.stringMatching(/FAILED|CANCELLED/)],
      ["clean", "SUCCEEDED"],
    ]);
    expect(below.finishedAt ?? 0).toBeGreaterThanOrEqual(view.finishedAt ?? 0);
  });

  it("[O26] is stopped again after the end of its parent, until it acknowledges", async () => {
    const request = await requestFor(
      { steps: [tool("wait", "workflow_patient", { text: "s1" })] },
      {},
      family([await patient()]),
    );
    let told = 0;
    let isAway = true;
    const execution = (_: string, name: string): ExecutionPeer => ({
      start: (child) => childStub(name).start(child),
      end: () => childStub(name).end(),
      childEnded: () => Promise.reject(new Error("a parent is not told")),
      stopChild: async (parent, reason) => {
        told += 1;
        if (isAway) throw new Error("the child is away");
        await childStub(name).stopChild(parent, reason);
      },
    });
    const soon = () => Date.now() + 120_000;
    await withInstance(request, { execution }, async (instance, { storage }) => {
      const alarm = heldAlarm(storage);
      await instance.start(request);
      await eventually(() => instance.read(false)?.status === "WAITING");
      const child = childStub(childrenOf(instance.read(false) as ExecutionView)[0] ?? "");
      await eventually(async () => (await child.read(false))?.status === "WAITING");
      instance.cancel("someone", null);
      expect(instance.read(false)?.status).toBe("CANCELLED");
      await eventually(() => told === 1);
      await eventually(() => (alarm.at() ?? 0) < soon());
      isAway = false;
      // A second lies between two tries.
      const isCancelled = async () => {
        await instance.alarm();
        return (await child.read(false))?.status === "CANCELLED";
      };
      await eventually(isCancelled);
      expect(told).toBe(2);
      // Only retention is left to wake for.
      await eventually(() => (alarm.at() ?? 0) > soon());
      alarm.release();
    });
  });

  it("[O26] is asked to stop although its parent is deleted at once, even if the first message is lost", async () => {
    const request = await requestFor(
      { steps: [tool("wait", "workflow_patient", { text: "s2" })] },
      {},
      family([await patient()]),
    );
    let told = 0;
    const execution = (_: string, name: string): ExecutionPeer => ({
      start: (child) => childStub(name).start(child),
      end: () => childStub(name).end(),
      childEnded: () => Promise.reject(new Error("a parent is not told")),
      stopChild: async (parent, reason) => {
        told += 1;
        if (told === 1) throw new Error("the child is away");
        await childStub(name).stopChild(parent, reason);
      },
    });
    await withInstance(request, { execution }, async (instance, { storage }) => {
      const alarm = heldAlarm(storage);
      await instance.start(request);
      const [name] = await eventually(() => {
        const names = childrenOf(instance.read(false) as ExecutionView);
        return names.length > 0 && names;
      });
      const child = childStub(name ?? "");
      await eventually(async () => (await child.read(false))?.status === "WAITING");
      instance.cancel("someone", null);
      expect(await instance.delete()).toEqual({ kind: "DELETED" });
      expect((await child.read(false))?.status).toBe("CANCELLED");
      alarm.release();
    });
    expect(told).toBe(2);
  });

  it("cannot be made afterwards if it was stopped before it was made, and leaves nothing behind in the end", async () => {
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] });
    const child = { ...request, origin: { ...request.origin, parent: { execution: "parent", stepPath: "a" } } };
    await objectOf(child).stopChild("parent", "nobody waits");
    await objectOf(child).stopChild("parent", "nobody waits");
    expect(await objectOf(child).start(child)).toMatchObject({ kind: "DELETED" });
    await evictDurableObject(objectOf(child));
    expect(await objectOf(child).start(child)).toMatchObject({ kind: "DELETED" });
    expect(await objectOf(child).end()).toMatchObject({ status: "FAILED", result: null });
    await withInstance(child, { clock: clockAhead(25 * 3_600_000) }, (instance) => instance.alarm());
    expect(await objectOf(child).start(child)).toMatchObject({ kind: "STARTED" });
  });

  it("a child that was deleted before its parent heard of it has failed, and is not waited for any longer", async () => {
    const request = await requestFor(
      { steps: [tool("wait", "workflow_patient", { text: "d1" })] },
      {},
      family([await patient()]),
    );
    await started(request);
    const waiting = await viewWhen(request, (view) => childrenOf(view).length === 1);
    const child = childStub(childrenOf(waiting)[0] ?? "");
    await eventually(async () => (await child.read(false))?.status === "WAITING");
    // Its word to the parent is lost, as if both objects had been.
    await runInDurableObject(child, async (_, state) => {
      const options = { ...objectOptions(env as unknown as Environment), execution: unreachable };
      const instance = new ExecutionObject(state, {}, options);
      instance.cancel("someone", null);
      await instance.delete();
    });
    await evictDurableObject(child);
    await evictDurableObject(objectOf(request));
    await runDurableObjectAlarm(objectOf(request));
    const view = await viewWhen(request, hasEnded);
    expect(view.steps[0]?.failure).toMatchObject({ code: "CHILD_FAILED", message: expect.stringContaining("deleted") });
  });

  it("is not stopped by anybody but its parent", async () => {
    const request = await requestFor({ steps: [tool("a", "delete_note", { name: "x" })] }, { waitMs: 5_000 });
    const child = { ...request, origin: { ...request.origin, parent: { execution: "parent", stepPath: "a" } } };
    expect((await started(child)).status).toBe("WAITING");
    await objectOf(child).stopChild("a stranger", "no reason");
    expect((await objectOf(child).read(false))?.status).toBe("WAITING");
    await objectOf(child).stopChild("parent", "enough");
    expect((await objectOf(child).read(false))?.status).toBe("CANCELLED");
  });
});

describe("many children", () => {
  /** Most of the spans that hold at one time. */
  function mostAtOnce(spans: readonly (readonly [number, number])[]): number {
    return Math.max(...spans.map(([at]) => spans.filter(([from, to]) => from <= at && at < to).length));
  }

  async function fifty(step: Json, called: OurCallable) {
    const children = Array.from({ length: 50 }, (_, at) => tool(`c${at}`, called.callable.name, step));
    const plan = { steps: [{ parallel: { stepId: "all", steps: children } }] };
    const request = await requestFor(plan as Json, {}, family([called]));
    return { ...request, limits: { ...request.limits, maxParallel: 10 } };
  }

  it("[O38, R21] fifty of them under a cap of ten are ten at a time at most, and each ends", async () => {
    const nap = await workflow("nap", { steps: [tool("nap", "slow", { ms: 20 })] });
    const request = await fifty({ text: "z" }, nap);
    await started(request);
    const view = await viewWhen(request, hasEnded);
    expect(view.status).toBe("SUCCEEDED");
    const children = await Promise.all(childrenOf(view).map((name) => childStub(name).read(false)));
    expect(children).toHaveLength(50);
    const most = mostAtOnce(children.map((child) => [child?.createdAt ?? 0, child?.finishedAt ?? 0]));
    expect(most).toBeLessThanOrEqual(10);
    expect(most).toBeGreaterThan(1);
  });

  it("[O38] a cancel leaves none of them running", async () => {
    const request = await fifty({ text: "w" }, await patient());
    await started(request);
    await viewWhen(request, (view) => childrenOf(view).length === 10);
    await objectOf(request).cancel("someone", null);
    const view = await viewWhen(request, hasEnded);
    expect(view.status).toBe("CANCELLED");
    const names = childrenOf(view);
    expect(names).toHaveLength(10);
    await eventually(async () => {
      const children = await Promise.all(names.map((name) => childStub(name).read(false)));
      return children.every((child) => child === null || child.status === "CANCELLED");
    });
    // None of those that were not there yet can come any more.
    for (const name of names) expect(await childStub(name).end()).not.toMatchObject({ status: "SUCCEEDED" });
    await runDurableObjectAlarm(objectOf(request));
  });
});
