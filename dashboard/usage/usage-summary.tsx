/** The figures of the period in one line of facts. */
import { exact, money, short } from "../parts/numbers.ts";
import type { UsageOfDaysQuery } from "./usage.generated.ts";

export type Report = NonNullable<UsageOfDaysQuery["usageReport"]>;

/** `report` is null until it is there; the figures keep their place meanwhile. */
export function UsageSummary({ report }: { readonly report: Report | null }) {
  const models = report?.models ?? [];
  const sum = (pick: (model: Report["models"][number]) => number) =>
    models.reduce((total, one) => total + pick(one), 0);
  const unpriced = sum(({ unpricedCalls }) => unpricedCalls);
  const shown = (value: string) => (report === null ? "–" : value);
  return (
    <dl class="panel usage-figures" aria-label="Summary">
      <div>
        <dt>Executions</dt>
        <dd>{shown(exact(report?.executions ?? 0))}</dd>
      </div>
      <div>
        <dt>Failed</dt>
        <dd>
          {shown(exact(report?.failedExecutions ?? 0))}
          {report !== null && report.executions > 0 && (
            <span class="soft"> {share(report.failedExecutions / report.executions)}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Tokens in</dt>
        <dd title={exact(sum(({ inputTokens }) => inputTokens))}>
          {shown(short(sum(({ inputTokens }) => inputTokens)))}
        </dd>
      </div>
      <div>
        <dt>Tokens out</dt>
        <dd title={exact(sum(({ outputTokens }) => outputTokens))}>
          {shown(short(sum(({ outputTokens }) => outputTokens)))}
        </dd>
      </div>
      <div>
        <dt>Cost</dt>
        <dd>
          {shown(money(sum(({ costMicros }) => costMicros)))}
          {unpriced > 0 && <span class="soft"> and {exact(unpriced)} calls without a known price</span>}
        </dd>
      </div>
    </dl>
  );
}

/** `12%`, `0.4%`; never none or all where it is only nearly so. */
export function share(part: number): string {
  const percent = part * 100;
  if (percent > 0 && percent < 0.1) return "under 0.1%";
  if (percent > 99 && percent < 100) return "over 99%";
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}
