/** Usage over time: a bar for each day, and the same as a table for those who do not see it. */
import { useState } from "preact/hooks";
import { exact, money, short } from "../parts/numbers.ts";
import { TableHead } from "../parts/table-head.tsx";
import { barsOf, type DayOfUsage, dayWords, type Measure } from "./usage-days.ts";

const measures: readonly (readonly [Measure, string])[] = [
  ["executions", "Executions"],
  ["tokens", "Tokens"],
  ["cost", "Cost"],
];

const height = 96;
const step = 16;
const gap = 3;
/** Of more days only the first and the last are named. */
const mostNamed = 10;

export function UsageChart({ days }: { readonly days: readonly DayOfUsage[] }) {
  const [measure, setMeasure] = useState<Measure>("executions");
  const { bars, most } = barsOf(days, measure);
  const words = (value: number) => (measure === "cost" ? money(value) : exact(value));
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <section class="panel usage-panel" aria-labelledby="h-days">
      <header>
        <h2 id="h-days">By day</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has looks and a legend; these are toggles in a row */}
        <div class="end seg" role="group" aria-label="What the bars show">
          {measures.map(([name, label]) => (
            <button key={name} type="button" aria-pressed={name === measure} onClick={() => setMeasure(name)}>
              {label}
            </button>
          ))}
        </div>
      </header>
      <div class="usage-chart">
        <span class="most">{measure === "cost" ? money(most) : short(most)}</span>
        <svg
          viewBox={`0 0 ${bars.length * step} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          class={measure}
        >
          {bars.map(({ day, failedShare, share, value }, at) => (
            <g key={day}>
              <title>{`${dayWords(day)}: ${words(value)}`}</title>
              <rect class="day-all" x={at * step} y={0} width={step} height={height} />
              <rect
                class="day-bar"
                x={at * step + gap}
                y={height * (1 - share)}
                width={step - 2 * gap}
                height={height * share}
              />
              {failedShare > 0 && (
                <rect
                  class="day-failed"
                  x={at * step + gap}
                  y={height * (1 - failedShare)}
                  width={step - 2 * gap}
                  height={height * failedShare}
                />
              )}
            </g>
          ))}
        </svg>
        {measure === "executions" && (
          <span class="key">
            <i /> Failed
          </span>
        )}
        {bars.length <= mostNamed ? (
          <p class="ends each" style={{ "--days": bars.length }}>
            {bars.map(({ day }) => (
              <span key={day}>{dayWords(day)}</span>
            ))}
          </p>
        ) : (
          <p class="ends">
            <span>{first === undefined ? "" : dayWords(first.day)}</span>
            <span>{last === undefined ? "" : dayWords(last.day)}</span>
          </p>
        )}
      </div>
      <details class="usage-days">
        <summary>As a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <div class="usage-scroll" tabIndex={0}>
          <table>
            <TableHead
              columns={[
                "Day (UTC)",
                ...["Executions", "Failed", "Tokens", "Cost"].map((head) => ({ head, class: "num" })),
              ]}
            />
            <tbody>
              {days.map((day) => (
                <tr key={day.day}>
                  <th scope="row">{dayWords(day.day)}</th>
                  <td class="num">{exact(day.executions)}</td>
                  <td class="num">{exact(day.failedExecutions)}</td>
                  <td class="num">{exact(day.inputTokens + day.outputTokens)}</td>
                  <td class="num">{money(day.costMicros)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
