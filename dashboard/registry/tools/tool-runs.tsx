/** The use of a tool: its calls, their failures and durations, and the latest runs whose plans call it. */
import { instant, now } from "../../api/clock.ts";
import type { Asked } from "../../api/use-answer.ts";
import { madeVisible } from "../../parts/inert-text.tsx";
import { clockTime, duration, exact } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { runStatus, Status } from "../../parts/status.tsx";
import { executionAddress } from "../../shell/route.ts";
import { Fact } from "../entries/agent-facts.tsx";
import type { Tool } from "./tool-entry.tsx";
import { figuresOf, latestRuns, type ToolFigures } from "./tool-figures.ts";
import type { ToolRunsQuery } from "./tool-runs.generated.ts";

export interface ToolRunsProps {
  readonly tool: Tool;
  readonly asked: Asked<ToolRunsQuery>;
}

export function ToolRuns({ asked: { data, problem }, tool: { name, qualifiedName } }: ToolRunsProps) {
  const runs = data === null ? [] : latestRuns(data);
  const report = data?.usageReport ?? null;
  return (
    <section class="entry-part" aria-labelledby="tool-runs">
      <h3 id="tool-runs">Calls and runs</h3>
      {problem !== null && <ProblemNote {...problem} />}
      {report !== null && <Figures figures={figuresOf(report, [name, qualifiedName])} />}
      {data !== null && runs.length === 0 && problem === null && (
        <p class="soft small">No execution has a plan that calls it.</p>
      )}
      {runs.length > 0 && (
        <>
          <ul class="tool-runs" aria-label="Latest executions that call it">
            {runs.map((run) => (
              <li key={run.id}>
                <Status status={runStatus(run)} />
                <a class="clip" href={executionAddress(run.id)}>
                  {run.title === "" ? "Execution without words" : madeVisible(run.title)}
                </a>
                {run.failure !== null && (
                  <span class="soft small">
                    <code>{run.failure.code}</code>
                    {run.failure.stepId !== null && ` in ${madeVisible(run.failure.stepId)}`}
                  </span>
                )}
                <time class="soft small" dateTime={run.createdAt}>
                  {clockTime(instant(run.createdAt), now.peek())}
                  {run.durationMs !== null && `, ${duration(run.durationMs)}`}
                </time>
              </li>
            ))}
          </ul>
          <p class="small">
            <a href={`/?callable=${encodeURIComponent(name)}`}>All executions that call it</a>
          </p>
        </>
      )}
    </section>
  );
}

function Figures({ figures }: { readonly figures: ToolFigures }) {
  if (figures.kind === "NOT_CALLED") return <p class="soft small">No call of it ended in the last 30 days.</p>;
  if (figures.kind === "NOT_IN_REPORT")
    return <p class="soft small">It is not among the 200 callables with the most calls, which alone have figures.</p>;
  const { calls, failedCalls, latency } = figures;
  return (
    <dl class="facts">
      <Fact label="Calls, 30 days">{exact(calls)}</Fact>
      <Fact label="Failed">
        {failedCalls === 0 ? "none" : `${exact(failedCalls)} (${percent(failedCalls, calls)})`}
      </Fact>
      <Fact label="p50">{latency === null ? null : duration(latency.p50Ms)}</Fact>
      <Fact label="p95">{latency === null ? null : duration(latency.p95Ms)}</Fact>
    </dl>
  );
}

function percent(part: number, whole: number): string {
  const share = (part / whole) * 100;
  return share < 1 ? "<1 %" : `${Math.round(share)} %`;
}
