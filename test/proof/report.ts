/** The figures of a run of `npm run proof`, as text for a terminal and as the section of a document. */
import type { Suite } from "./suite.ts";
import { holds, type Verdict } from "./verdict.ts";

/** A suite with its verdict, or with the reason why it did not run. */
export interface SuiteResult extends Pick<Suite, "name" | "title" | "version"> {
  readonly seconds: number;
  readonly verdict: Verdict | null;
  readonly notRun: string | null;
  /** Its files are no part of the project, and nobody said where they are. */
  readonly isLeftOut?: boolean;
}

/** Whether a run shows what it should: every suite has run and holds, but for those that are left out and were not `asked` for by name. */
export function isProven(results: readonly SuiteResult[], asked: readonly string[] = []): boolean {
  return results.every(({ isLeftOut, name, verdict }) =>
    verdict === null ? isLeftOut === true && !asked.includes(name) : holds(verdict),
  );
}

export function textReport({ name, notRun, seconds, title, verdict }: SuiteResult): string {
  if (verdict === null) return `${name}: NOT RUN\n${indented(notRun ?? "")}`;
  const { declared, failed, passed, stale } = verdict;
  const figures = `${passed} passed, ${failed.length} failed, ${declared} declared not to apply, ${stale.length} stale`;
  return [
    `${name}: ${figures} (${title}, ${seconds.toFixed(0)} s)`,
    ...failed.map(({ detail, name: of, outcome }) => indented(`${outcome.toUpperCase()} ${of}: ${oneLine(detail)}`)),
    ...stale.map((line) => indented(`STALE ${line}`)),
  ].join("\n");
}

/** Tables of a document: the figures, and what does not apply with its reason. */
export function markdownReport(results: readonly SuiteResult[], date: string, version: string): string {
  const rows = results.map(({ name, title, verdict, version: of }) => {
    const figures =
      verdict === null
        ? ["not run", "", ""]
        : [verdict.passed, verdict.failed.length + verdict.stale.length, verdict.declared];
    return `| \`${name}\` | ${cell(title)} | ${cell(of)} | ${figures.join(" | ")} |`;
  });
  const declarations = results.flatMap(({ name, verdict }) =>
    [...Map.groupBy(verdict?.declarations ?? [], ({ reason }) => reason)].map(([reason, same]) => {
      const count = same.reduce((sum, one) => sum + one.count, 0);
      const names = same.map(({ scenarios }) => (scenarios.startsWith("(") ? scenarios : `\`${scenarios}\``));
      return `| \`${name}\` | ${cell(names.join(", "))} | ${count} | ${cell(reason)} |`;
    }),
  );
  return [
    `\`npm run proof\` on version ${version}, ${date}:`,
    "",
    "| Suite | Of | Version | Passed | Failed | Does not apply |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    "Scenarios that do not apply, by name or, in parentheses, by the words with which the suite skips or the product refuses them:",
    "",
    "| Suite | Scenarios | Number | Why |",
    "| --- | --- | --- | --- |",
    ...declarations,
  ].join("\n");
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)} …` : line;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
