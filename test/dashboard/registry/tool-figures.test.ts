import { describe, expect, it } from "vitest";
import { figuresOf, latestRuns } from "../../../dashboard/registry/tools/tool-figures.ts";
import type { ToolRunFragment } from "../../../dashboard/registry/tools/tool-runs.generated.ts";

const usage = (name: string, calls: number, failedCalls: number, p95Ms: number | null, kind = "TOOL") =>
  ({ kind, name, calls, failedCalls, latency: p95Ms === null ? null : { p50Ms: p95Ms / 10, p95Ms } }) as const;
const run = (id: string, createdAt: string) => ({ id, createdAt }) as ToolRunFragment;

describe("what became of a tool", () => {
  it("[N658] counts the calls under both of its names, and never those of an agent of the same name", () => {
    const callables = [usage("note", 7, 1, 100), usage("ex.note", 3, 2, 400), usage("note", 9, 9, 1, "AGENT")] as never;
    expect(figuresOf({ callables }, ["note", "ex.note"])).toEqual({
      kind: "CALLED",
      calls: 10,
      failedCalls: 3,
      latency: { p50Ms: 40, p95Ms: 400 },
    });
    expect(figuresOf({ callables: [usage("note", 0, 0, null)] as never }, ["note"])).toMatchObject({ latency: null });
  });

  it("[N658] tells a tool that was not called from one that the report has no room for", () => {
    expect(figuresOf({ callables: [] }, ["note"])).toEqual({ kind: "NOT_CALLED" });
    const callables = Array.from({ length: 200 }, (_, at) => usage(`t${at}`, 1, 0, 1)) as never;
    expect(figuresOf({ callables }, ["note"])).toEqual({ kind: "NOT_IN_REPORT" });
  });

  it("[N658] has the latest five runs of both names, each once", () => {
    const one = ["a", "b", "c", "d"].map((id, at) => run(id, `2026-01-0${8 - at}`));
    const other = [run("z", "2026-01-09"), run("b", "2026-01-07"), run("y", "2026-01-01")];
    const found = latestRuns({ executions: { nodes: one }, qualified: { nodes: other }, usageReport: null } as never);
    expect(found.map(({ id }) => id)).toEqual(["z", "a", "b", "c", "d"]);
  });
});
