import { describe, expect, it } from "vitest";
import { builtInLimits } from "../../../src/plan/limits.ts";
import { accepted, compile, onlyProblem, orchestrate, problemsOf, typed } from "../../support/plan/compiled-plan.ts";

const steps = (count: number) => Array.from({ length: count }, () => ({ tool: { toolName: "echo" } }));

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe("limits of a plan", () => {
  it("[O13][O25] permits 12 leaf calls by default and as many as the request asks for, up to the cap", () => {
    expect(typed(steps(12)).ok).toBe(true);
    expect(onlyProblem(typed(steps(13)))).toMatchObject({
      kind: "LIMIT_EXCEEDED",
      limit: "maxSteps",
      maximum: 12,
      found: 13,
      path: ["source", "plan", "steps"],
    });
    expect(typed(steps(13), { requestedLimits: { maxSteps: 13 } }).ok).toBe(true);
    expect(onlyProblem(typed(steps(3), { requestedLimits: { maxSteps: 2 } }))).toMatchObject({ maximum: 2, found: 3 });
  });

  it("[C24][R21] counts the children of groups, and groups themselves not", () => {
    const agents = (count: number) => Array.from({ length: count }, () => ({ agent_id: "echo" }));
    const fan = (id: string, count: number) => ({ id, type: "parallel", parallel: { steps: agents(count) } });
    expect(orchestrate([fan("a", 6), fan("b", 6)]).ok).toBe(true);
    expect(onlyProblem(orchestrate([fan("a", 6), fan("b", 7)]))).toMatchObject({ limit: "maxSteps", found: 13 });
  });

  it("[O25] refuses a limit above its cap and gives the defaults where the request is silent", () => {
    expect(accepted(typed(steps(1), { requestedLimits: { maxParallel: 64, timeoutMs: null } })).limits).toEqual({
      ...builtInLimits.defaults,
      maxParallel: 64,
    });
    expect(onlyProblem(typed(steps(1), { requestedLimits: { maxParallel: 65 } }))).toMatchObject({
      kind: "LIMIT_EXCEEDED",
      limit: "maxParallel",
      maximum: 64,
      found: 65,
      path: ["limits", "maxParallel"],
    });
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("[O25] refuses %s as a limit", (maxSteps) => {
    const problem = onlyProblem(typed(steps(1), { requestedLimits: { maxSteps } }));
    expect(problem).toMatchObject({ kind: "INVALID_INPUT", path: ["limits", "maxSteps"] });
  });

  it("[C25] refuses a step that wants more time than the execution gives an attempt", () => {
    const slow = [{ tool: { toolName: "echo", policy: { timeoutMs: 60_001 } } }];
    expect(onlyProblem(typed(slow))).toMatchObject({
      limit: "stepTimeoutMs",
      maximum: 60_000,
      path: ["source", "plan", "steps", "0", "tool", "policy", "timeoutMs"],
    });
    expect(typed(slow, { requestedLimits: { stepTimeoutMs: 60_001 } }).ok).toBe(true);
  });

  it("[E12] refuses a plan of more bytes than the deployment permits, to the byte", () => {
    const plan = { steps: [{ tool: { toolName: "echo", arguments: { value: "é" } } }] };
    const bytes = new TextEncoder().encode(JSON.stringify(plan)).byteLength;
    const within = (maxPlanBytes: number) =>
      compile({ kind: "TYPED", plan }, { settings: { ...builtInLimits, maxPlanBytes } });
    expect(within(bytes).ok).toBe(true);
    expect(onlyProblem(within(bytes - 1))).toMatchObject({ limit: "maxPlanBytes", found: bytes });
  });

  it("[E12] refuses what is nested deeper than permitted, in plans and bindings, at the exact boundary", () => {
    // A typed plan puts its arguments five levels deep.
    expect(typed([{ tool: { toolName: "echo", arguments: { value: nested(59) } } }]).ok).toBe(true);
    expect(onlyProblem(typed([{ tool: { toolName: "echo", arguments: { value: nested(60) } } }]))).toMatchObject({
      limit: "maxJsonDepth",
      maximum: 64,
    });
    expect(typed(steps(1), { bindings: { a: nested(63) } }).ok).toBe(true);
    expect(onlyProblem(typed(steps(1), { bindings: { a: nested(64) } }))).toMatchObject({
      limit: "maxJsonDepth",
      path: ["bindings"],
    });
  });

  it("[E12] refuses absurd depth without exhausting the stack", () => {
    expect(onlyProblem(compile({ kind: "TYPED", plan: nested(100_000) }))).toMatchObject({ limit: "maxJsonDepth" });
  });

  it("[P11] reports 100 problems at most", () => {
    const broken = Array.from({ length: 300 }, () => ({ tool: { toolName: "echo", arguments: { value: "{{" } } }));
    expect(problemsOf(typed(broken))).toHaveLength(100);
  });
});
