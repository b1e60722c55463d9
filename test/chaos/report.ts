/** The result of a run of the crash tests in Markdown: the table of `docs/guarantees.md`, and what was broken, row by row. */
import type { Percentiles, RecoveryFigure } from "./recovery.ts";
import type { BrokenExecution, ChaosResult } from "./run.ts";

export interface Surroundings {
  /** ISO date. */
  readonly date: string;
  readonly machine: string;
  readonly versions: string;
  readonly command: string;
}

/** `recovery` is empty if it was not measured. */
export function chaosReport(
  result: ChaosResult,
  recovery: readonly RecoveryFigure[],
  { command, date, machine, versions }: Surroundings,
): string {
  const { repeated } = result;
  const list = (counts: { readonly [name: string]: number }) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  return [
    `Measured ${date} on ${machine} (${versions}), \`${command}\`, ${(result.elapsedMs / 60_000).toFixed(1)} minutes.`,
    "",
    "| what | count |",
    "|---|---|",
    `| executions of ten steps, ${result.parallel} at a time | ${result.executions} and ${result.children} children |`,
    `| rows in their journals | ${result.rows} |`,
    `| requests that reached tools and agent | ${result.calls} |`,
    `| **crashes** | **${result.crashes}** |`,
    `| – SIGKILL of the runtime | ${result.kills}, which hit ${result.hitByKills} unfinished executions |`,
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
    `| UNSAFE calls that were cut, and failed for it | ${result.ends.PARTIAL ?? 0} |`,
    `| second answers of a person that counted | ${result.secondAnswersTaken} |`,
    `| ends | ${list(result.ends)} |`,
    `| executions for which any promise was broken | ${result.broken.length} |`,
    ...(recovery.length === 0
      ? []
      : [
          "",
          "| after SIGKILL, p50 / p95 | alarm, ms after the process listens | alarm to stored end, ms | same rows undisturbed, ms | ratio, target ≤ 2 |",
          "|---|---|---|---|---|",
        ]),
    ...recovery.map(recoveryRow),
  ].join("\n");
}

function recoveryRow(figure: RecoveryFigure): string {
  const { alarmAfterStartMs, kills, parallel, ratio, restMs, samples, steps, toolMs, undisturbedMs } = figure;
  const pair = ({ p50, p95 }: Percentiles, digits = 0) => `${p50.toFixed(digits)} / ${p95.toFixed(digits)}`;
  const what = `${samples} executions of ${steps} × ${toolMs} ms, ${parallel} at a time, ${kills} kills`;
  return `| ${what} | ${pair(alarmAfterStartMs)} | ${pair(restMs)} | ${pair(undisturbedMs)} | ${pair(ratio, 2)} |`;
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
