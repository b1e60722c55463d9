/** One trace through an execution: what its calls are sent of it, and the spans around them. */
import { expect, it } from "vitest";
import { tracedCaller, tracedModelCaller } from "../../../src/durable/calls/traced-calls.ts";
import { spanIdOf, traceIdOf } from "../../../src/json/trace-context.ts";
import type { ModelResult } from "../../../src/model/port.ts";
import { failed, never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { from, planOf, step } from "../../support/plan/plan-steps.ts";
import { RecordingTracer } from "../../support/worker/recording-tracer.ts";

const retried = { policy: { maxAttempts: 2 } };

const started = {
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  tracestate: "rojo=1,congo=2",
};

it("every attempt has a span of its own in the one trace, and the tracestate that was given", async () => {
  const world = new EngineWorld(({ attempt }) =>
    attempt === 1 ? failed("REJECTED", "UPSTREAM_UNAVAILABLE", null, true) : succeeded({}),
  );
  await world.run(planOf([step("a", retried), step("b", retried)]), { started });
  await world.clock.advance(60_000);
  await world.drive();
  expect(world.state.finished?.status).toBe("SUCCEEDED");
  expect(world.calls.map(({ attempt, stepId }) => `${stepId} ${attempt}`).toSorted()).toEqual([
    ...["a 1", "a 2", "b 1", "b 2"],
  ]);
  const traces = world.calls.map(({ execution }) => execution.trace);
  expect(new Set(traces.map(({ traceparent }) => spanIdOf(traceparent))).size).toBe(4);
  expect(new Set(traces.map(({ traceparent }) => traceIdOf(traceparent)))).toEqual(
    new Set([traceIdOf(started.traceparent)]),
  );
  expect(new Set(traces.map(({ tracestate }) => tracestate))).toEqual(new Set([started.tracestate]));
});

it("[E5] an attempt that a crash repeats under its number is the same span; nothing is stored for it", async () => {
  const spans: string[] = [];
  for (const _ of ["the first", "the same again"]) {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a")]), { started });
    const bytes = JSON.stringify(world.journal.rows);
    const span = spanIdOf(world.calls[0]?.execution.trace.traceparent ?? "");
    expect(bytes).not.toContain(span);
    world.crash();
    await world.drive();
    // The further attempt is told from the one that was lost.
    expect(world.calls.map(({ attempt }) => attempt)).toEqual([1, 2]);
    spans.push(...world.calls.map(({ execution }) => spanIdOf(execution.trace.traceparent)));
  }
  expect(spans.slice(2)).toEqual(spans.slice(0, 2));
  expect(new Set(spans).size).toBe(2);
});

it("a span around each attempt says what was called and how it ended, and shows no value", async () => {
  const tracer = new RecordingTracer();
  const keyed = { publicId: "id of execution", traceparent: started.traceparent };
  const world = new EngineWorld(({ stepId }) =>
    stepId === "a" ? succeeded({ token: "hunter2" }) : failed("ANSWERED", "AGENT_ERROR", null, false),
  );
  const answer = world.answer;
  const call = tracedCaller(
    async (attempted) => answer(attempted),
    tracer,
    () => keyed,
  );
  world.answer = (attempted) => call(attempted, { awaitHeaders: (_, run) => run() });
  await world.run(
    planOf([step("a", { with: { key: "hunter2" } }), step("b", { tool: "remote", arguments: from("a") })]),
    {
      started,
    },
  );
  const [first, second] = world.calls.map(({ callId, execution }) => ({
    call_id: callId,
    span_id: spanIdOf(execution.trace.traceparent),
  }));
  const common = { exec_id: "id of execution", trace_id: traceIdOf(started.traceparent), attempt: 1 };
  expect(tracer.spans).toEqual([
    {
      ...{ name: "step.attempt", failure: null, isOver: true },
      attributes: { ...common, ...first, tool: "read", provider: "MCP", step_id: "a", outcome: "SUCCEEDED" },
    },
    {
      ...{ name: "step.attempt", failure: "AGENT_ERROR", isOver: true },
      attributes: { ...common, ...second, tool: "remote", provider: "A2A", step_id: "b", outcome: "ANSWERED" },
    },
  ]);
  expect(JSON.stringify(tracer.spans)).not.toContain("hunter2");
});

it("a call of a model is a span with the model's name; one that throws ends its span too", async () => {
  const tracer = new RecordingTracer();
  const keyed = { publicId: "id of execution", traceparent: started.traceparent };
  const request = { model: { name: "fast", provider: "ANTHROPIC" } } as Parameters<
    ReturnType<typeof tracedModelCaller>
  >[0];
  const context = { signal: new AbortController().signal, onText: undefined };
  const reply = { text: "hunter2", functions: [], stop: "COMPLETE" } as const;
  const answered: ModelResult = { kind: "ANSWERED", reply };
  await tracedModelCaller(
    async () => answered,
    tracer,
    () => keyed,
  )(request, context);
  const broken = tracedModelCaller(
    () => Promise.reject(new Error("a fault")),
    tracer,
    () => keyed,
  );
  await expect(broken(request, context)).rejects.toThrow("a fault");
  const common = {
    exec_id: "id of execution",
    trace_id: traceIdOf(started.traceparent),
    model: "fast",
    provider: "ANTHROPIC",
  };
  expect(tracer.spans).toEqual([
    { name: "model.call", failure: null, isOver: true, attributes: { ...common, outcome: "ANSWERED" } },
    { name: "model.call", failure: null, isOver: true, attributes: common },
  ]);
});
