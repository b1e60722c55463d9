/** Spans over a platform that fails: whatever becomes of a span, its work is done and its result handed on. */
import { afterAll, expect, it, vi } from "vitest";

const told: unknown[] = [];
let isTraced = true;
vi.doMock("cloudflare:workers", () => ({
  tracing: {
    getActiveSpan: () => ({
      isTraced,
      spanContext: () => ({ traceId: "0".repeat(32), spanId: "0".repeat(16) }),
    }),
    enterSpan: (name: string, work: (span: object) => unknown) =>
      work({
        setAttributes: (attributes: object) => {
          told.push([name, attributes]);
          throw new TypeError("the span has ended");
        },
        setStatus: () => told.push("status"),
      }),
  },
}));
const { platformTracer } = await import("../../../src/worker/platform/platform-tracer.ts");
afterAll(() => vi.doUnmock("cloudflare:workers"));

it("a span that takes nothing, or whose attributes cannot be named, does not end what it stands for", async () => {
  const result = await platformTracer.span(
    "step.attempt",
    () => ({ tool: "read" }),
    async (span) => {
      span.set({ outcome: "ANSWERED" });
      span.failed("UPSTREAM_ERROR");
      return "result";
    },
  );
  expect(result).toBe("result");
  expect(told).toEqual([
    ["step.attempt", { tool: "read" }],
    ["step.attempt", { outcome: "ANSWERED" }],
    ["step.attempt", { failure: "UPSTREAM_ERROR" }],
  ]);
  const nameless = () => {
    throw new Error("nothing has begun");
  };
  expect(platformTracer.span("execution.alarm", nameless, () => "done")).toBe("done");
});

it("what the work throws is thrown on", () => {
  const work = () => {
    throw new Error("the work failed");
  };
  expect(() => platformTracer.span("model.call", () => ({}), work)).toThrow("the work failed");
});

it("where nobody records nothing is computed, and ids of zeros are the ids of no span", () => {
  expect(platformTracer.current()).toBeUndefined();
  isTraced = false;
  const attributes = vi.fn(() => ({}));
  expect(platformTracer.span("a2a.request", attributes, () => 1)).toBe(1);
  expect(attributes).not.toHaveBeenCalled();
});
