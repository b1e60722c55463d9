/** The result of a run of the crash tests in Markdown: the table of `docs/guarantees.md`, and what was broken, row by row. */
import type { RecoveryFigure } from "./recovery.ts";
import type { BrokenExecution, ChaosResult } from "./run.ts";

export interface Surroundings {
  /** ISO date. */
  readonly date: string;
  readonly machine: string;
  readonly versions: string;
  readonly command: string;
}

/** `recovery` is null if it was not measured. */
export function chaosReport(
  result: ChaosResult,
  recovery: RecoveryFigure | null,
  { command, date, machine, versions }: Surroundings,
): string {
  const { repeated } = result;
  const list = (counts: { readonly [name: string]: number }) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  const ms = (value: number) => value.toFixed(0);
  return [
    `Measured ${date} on ${machine} (${versions}), \`${command}\`, ${(result.elapsedMs / 60_000).toFixed(1)} minutes.`,
    "",
    "| what | count |",
    "|---|---|",
    `| executions of ten steps, ${result.parallel} at a time | ${result.executions} and ${result.children} children |`,
    `| rows in their journals | ${result.rows} |`,
    `| requests that reached tools and agent | ${result.calls} |`,
    `| **crashes** | **${result.crashes}** |`,
    `| – SIGKILL of the process group | ${result.kills}, which hit ${result.hitByKills} unfinished executions |`,
    `| – reset of an object at a random moment | ${result.resets} |`,
    `| – reset of an object before or after the rows of a transaction | ${result.rowCrashes} |`,
    `| – eviction of an object by the runtime | ${result.evictions} |`,
    `| times that an object recorded that it took over begun work | ${result.resumptions} |`,
    `| **executions lost** | **${result.lost}** |`,
    `| **finished steps called again** | **${result.finishedRepeated}** |`,
    `| calls made again, READ_ONLY | ${repeated.READ_ONLY} |`,
    `| calls made again, IDEMPOTENT | ${repeated.IDEMPOTENT} |`,
    `| calls made again with their key, KEYED | ${repeated.KEYED} |`,
    `| calls made again, UNSAFE | ${repeated.UNSAFE} |`,
    `| second answers of a person that counted | ${result.secondAnswersTaken} |`,
    `| ends | ${list(result.ends)} |`,
    `| executions for which any promise was broken | ${result.broken.length} |`,
    ...(recovery === null
      ? []
      : [
          "",
          `After SIGKILL, ${recovery.samples} executions of ten ${recovery.toolMs} ms tools, ${recovery.parallel} at a time, ${recovery.kills} kills:`,
          "",
          "| recovery | p50 | p95 |",
          "|---|---|---|",
          `| process listens to alarm, ms | ${ms(recovery.alarmAfterStartMs.p50)} | ${ms(recovery.alarmAfterStartMs.p95)} |`,
          `| alarm to the stored end, ms | ${ms(recovery.restMs.p50)} | ${ms(recovery.restMs.p95)} |`,
          `| the same rows undisturbed, ms | ${ms(recovery.undisturbedMs.p50)} | ${ms(recovery.undisturbedMs.p95)} |`,
          `| ratio, target ≤ 2 | ${recovery.ratio.p50.toFixed(2)} | ${recovery.ratio.p95.toFixed(2)} |`,
        ]),
  ].join("\n");
}

/** What went wrong with one execution, with its journal and that of its child. */
export function brokenReport({ broken, name, record }: BrokenExecution): string {
  const journals = record === null ? [] : [record, ...record.children];
  const lines = journals.flatMap(({ id, rows, status }) => [
    `  ${id} ${status}`,
    ...rows.map(
      ({ at, sequence, stepId, type }) => `  ${sequence} ${new Date(at).toISOString()} ${type} ${stepId ?? ""}`,
    ),
  ]);
  return [`${name}: ${broken.join("; ")}`, ...lines].join("\n");
}

/** Whether all that is promised was kept. */
export function isKept({ broken, finishedRepeated, lost, secondAnswersTaken }: ChaosResult): boolean {
  return broken.length === 0 && finishedRepeated === 0 && lost === 0 && secondAnswersTaken === 0;
}
