/** Figures of one tool from the report of usage and the list of executions. Pure. */
import type { ToolRunFragment, ToolRunsQuery } from "./tool-runs.generated.ts";

/** The report has the callables with the most calls alone. */
const mostCallables = 200;

export type ToolFigures =
  | {
      readonly kind: "CALLED";
      readonly calls: number;
      readonly failedCalls: number;
      readonly latency: { readonly p50Ms: number; readonly p95Ms: number } | null;
    }
  | { readonly kind: "NOT_CALLED" }
  /** Others were called more often, and the report ends before it. */
  | { readonly kind: "NOT_IN_REPORT" };

/** Calls under either of the names that plans may write. The latency is that of the slower name. */
export function figuresOf(
  { callables }: NonNullable<ToolRunsQuery["usageReport"]>,
  names: readonly string[],
): ToolFigures {
  const own = callables.filter(({ kind, name }) => kind === "TOOL" && names.includes(name));
  if (own.length === 0) return { kind: callables.length >= mostCallables ? "NOT_IN_REPORT" : "NOT_CALLED" };
  const latencies = own.flatMap(({ latency }) => latency ?? []);
  return {
    kind: "CALLED",
    calls: sum(own.map(({ calls }) => calls)),
    failedCalls: sum(own.map(({ failedCalls }) => failedCalls)),
    latency:
      latencies.length === 0
        ? null
        : {
            p50Ms: Math.max(...latencies.map(({ p50Ms }) => p50Ms)),
            p95Ms: Math.max(...latencies.map(({ p95Ms }) => p95Ms)),
          },
  };
}

/** The latest five, each once, the newest first. */
export function latestRuns({ executions, qualified }: ToolRunsQuery): readonly ToolRunFragment[] {
  const runs = new Map([...(executions?.nodes ?? []), ...(qualified?.nodes ?? [])].map((run) => [run.id, run]));
  return [...runs.values()].toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1)).slice(0, 5);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
