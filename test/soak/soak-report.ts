/** The result of a soak as a table for people. Pure. */
import type { Growth, MemoryVerdict } from "./memory-verdict.ts";
import type { SoakResult } from "./soak.ts";

export function soakTable(result: SoakResult): string {
  const { checks, load, machine, memory, rowsPerExecution } = result;
  const latency = ({ p50, p95, p99 }: { readonly p50: number; readonly p95: number; readonly p99: number }) =>
    `${p50} / ${p95} / ${p99} ms`;
  const counts = (of: { readonly [name: string]: number }) =>
    Object.entries(of)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ") || "none";
  const lines: readonly (readonly [string, string])[] = [
    [
      "load",
      `${result.minutes} minutes, ${load.begun} executions begun, ${load.late} of them late; seed ${result.seed}`,
    ],
    ["machine", `${machine.cores} × ${machine.cpu}, Node ${result.node}`],
    ["disturbances", `${result.kills} × SIGKILL, ${result.resets} resets of ${result.objectsReset} objects`],
    ["accepted and ended", `${load.accepted} accepted; ${counts(load.ended)}; never ended: ${load.neverEnded}`],
    ["stored executions, children included", String(result.storedExecutions)],
    ["accepted after, p50 / p95 / p99", latency(load.latencyMs.accepted)],
    ["first event after", latency(load.latencyMs.firstEvent)],
    ["end after", latency(load.latencyMs.end)],
    ["requests that failed and were repeated", counts(load.errors)],
    [
      "watched to the end",
      `${load.watched.executions} executions, ${load.watched.events} events; missing ${load.watched.missing}, doubled ${load.watched.doubled}`,
    ],
    ["watchers that left early", String(result.passingWatchers)],
    ["alive in the heap at rest, before and after the load", atRest(memory)],
    ["growth of the heap in the longest life", growth(memory.heapGrowth)],
    ["resident memory of the runtime, not judged", `peak ${megabytes(memory.peakBytes)}`],
    ["its growth in the longest life, not judged", growth(memory.residentGrowth)],
    ["rows of an execution", counts(rowsPerExecution)],
    ...checks.map(({ brokenCount, examined, name }) => [name, `${brokenCount} of ${examined}`] as const),
  ];
  return ["| | |", "|---|---|", ...lines.map(([name, value]) => `| ${name} | ${value} |`)].join("\n");
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

function growth(found: Growth | null): string {
  if (found === null) return "too short to tell";
  const { bytesPerExecution, bytesPerMinute, fittedMs } = found;
  const minutes = (fittedMs / 60_000).toFixed(0);
  return `${megabytes(bytesPerMinute)} per minute, ${(bytesPerExecution / 1_024).toFixed(1)} KB per execution, over ${minutes} minutes`;
}

function atRest({ heapAtRest }: MemoryVerdict): string {
  if (heapAtRest === null) return "not known";
  const { after, before, executions } = heapAtRest;
  return `${megabytes(before)}, ${megabytes(after)} after ${executions} executions`;
}
