/** Usage: the calls of some days, their durations and their consumption, by callable and by model. The days are in the address. */
import "./usage.css";
import { useEffect } from "preact/hooks";
import { now, serverNow } from "../api/clock.ts";
import { isSeen } from "../api/page-visibility.ts";
import { useAnswer } from "../api/use-answer.ts";
import { announce } from "../parts/announce.tsx";
import { Icon } from "../parts/icon.tsx";
import { clockTime } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { useKeys } from "../shell/keys.ts";
import { place, setQuery } from "../shell/location.ts";
import type { Route } from "../shell/route.ts";
import { mayUse } from "../shell/viewer.ts";
import { ModelBudget } from "./model-budget.tsx";
import { TenantLoad } from "./tenant-load.tsx";
import { usageOfDays } from "./usage.generated.ts";
import { UsageChart } from "./usage-chart.tsx";
import { UsageSummary } from "./usage-summary.tsx";
import { CallableTable, ModelTable } from "./usage-table.tsx";

const choices = [1, 7, 30, 90] as const;
const staleMs = 60_000;

export function UsagePage(_: { readonly route: Extract<Route, { view: "USAGE" }> }) {
  const days = choices.find((choice) => String(choice) === place.value.query.get("days")) ?? 7;
  const { data, isAsking, problem, readAgain, readAt } = useAnswer(usageOfDays, { days });
  const seen = isSeen.value;
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible" && readAt !== null && Date.now() - readAt > staleMs) readAgain();
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [readAt, seen]);
  const refresh = () => {
    readAgain();
    announce("Reading usage again");
  };
  useKeys([{ keys: "u", label: "Refresh", section: "Act", hint: "refresh", run: refresh }]);
  const report = data?.usageReport ?? null;
  const budget = data?.viewer?.tenant.modelBudget ?? null;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Usage</h1>
        <span class="sub">{report !== null && `until ${clockTime(Date.parse(report.until), serverNow())}`}</span>
        <div class="row">
          <button class="btn small" type="button" aria-busy={isAsking} onClick={refresh}>
            <Icon name="retry" small />
            Refresh
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has looks and a legend; these are toggles in a row */}
      <div class="seg" role="group" aria-label="Days">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === days}
            onClick={() => setQuery({ days: choice === 7 ? null : String(choice) })}
          >
            {choice === 1 ? "Today" : `${choice} days`}
          </button>
        ))}
      </div>
      {problem !== null && <ProblemNote {...problem} />}
      {/* It has its place before its day is known. */}
      <p class={report === null ? "usage-scope awaited" : "usage-scope"}>
        Executions that ended since{" "}
        {report === null ? "00 Nov, 00:00:00" : clockTime(Date.parse(report.since), now.value)} (midnight UTC),
        including those that other executions started. Each attempt counts as a call.
      </p>
      <div class="usage-top">
        <UsageSummary report={report} />
        {budget !== null && <ModelBudget budget={budget} />}
      </div>
      {report !== null && report.days.length > 1 && <UsageChart days={report.days} />}
      {report !== null && <CallableTable callables={report.callables} />}
      {report !== null && <ModelTable models={report.models} />}
      {/* Below what is read with the report, so that it comes with it and nothing moves. */}
      {report !== null && mayUse("EXECUTION_READ_ALL") && <TenantLoad />}
    </div>
  );
}
