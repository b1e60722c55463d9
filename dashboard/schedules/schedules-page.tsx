/** Schedules: the next time of each, the result of its last one, and pausing, resuming, running and deleting it. */
// biome-ignore-all lint/a11y/noRedundantRoles: below 860 px the parts of the table are blocks and grids, which browsers stop calling a table
import "./schedules.css";
import { useEffect, useState } from "preact/hooks";
import { serverNow } from "../api/clock.ts";
import { isSeen } from "../api/page-visibility.ts";
import type { Problem } from "../api/problem.ts";
import { useAnswer } from "../api/use-answer.ts";
import { announce } from "../parts/announce.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { clockTime, plural } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { TableHead } from "../parts/table-head.tsx";
import { useKeys } from "../shell/keys.ts";
import { place, setQuery } from "../shell/location.ts";
import type { Route } from "../shell/route.ts";
import { act, actDone, type ScheduleAct } from "./schedule-acts.ts";
import { ScheduleRow } from "./schedule-row.tsx";
import type { ListedSchedule } from "./schedule-words.ts";
import { schedules as schedulesQuery } from "./schedules.generated.ts";

/** A list that is seen is read again so often. */
const againMs = 15_000;

export function SchedulesPage(_: { readonly route: Extract<Route, { view: "SCHEDULES" }> }) {
  const after = place.value.query.get("after");
  const { data, isAsking, problem, readAgain, readAt } = useAnswer(schedulesQuery, { after });
  const [busy, setBusy] = useState<string | null>(null);
  const [refused, setRefused] = useState<Problem | null>(null);
  const [asking, setAsking] = useState<ListedSchedule | null>(null);
  const seen = isSeen.value;
  useEffect(() => {
    if (!seen) return;
    const timer = setInterval(readAgain, againMs);
    return () => clearInterval(timer);
  }, [seen, after]);
  const perform = async (kind: ScheduleAct, schedule: ListedSchedule) => {
    setAsking(null);
    setBusy(schedule.id);
    const refusal = await act(kind, schedule);
    setBusy(null);
    setRefused(refusal);
    if (refusal === null) announce(`${madeVisible(schedule.name)} was ${actDone[kind]}`);
    readAgain();
  };
  const refresh = () => {
    readAgain();
    announce("Reading schedules again");
  };
  useKeys([{ keys: "u", label: "Refresh", section: "Act", hint: "refresh", run: refresh }]);
  const page = data?.schedules ?? null;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Schedules</h1>
        <span class="sub">{readAt !== null && `read ${clockTime(readAt, serverNow())}`}</span>
        <div class="row">
          <button class="btn small" type="button" aria-busy={isAsking} onClick={refresh}>
            <Icon name="retry" small />
            Refresh
          </button>
        </div>
      </div>
      {problem !== null && <ProblemNote {...problem} />}
      {refused !== null && <ProblemNote {...refused} />}
      {page !== null && (
        <ScheduleTable
          schedules={page.nodes}
          busy={busy}
          onAct={(kind, schedule) => (kind === "DELETE" ? setAsking(schedule) : void perform(kind, schedule))}
        />
      )}
      {page !== null && (after !== null || page.pageInfo.hasNextPage) && (
        <div class="row schedule-pages">
          {after !== null && (
            <button class="btn small" type="button" onClick={() => setQuery({ after: null })}>
              First page
            </button>
          )}
          {page.pageInfo.hasNextPage && (
            <button class="btn small" type="button" onClick={() => setQuery({ after: page.pageInfo.endCursor })}>
              Next page
            </button>
          )}
        </div>
      )}
      {asking !== null && (
        <Dialog title={`Delete the schedule ${madeVisible(asking.name)}?`} onClose={() => setAsking(null)}>
          <div class="outcomes">
            <p>It starts nothing more. What it started goes on, and stays in the list of executions.</p>
            <div class="row">
              <button class="btn danger" type="button" onClick={() => void perform("DELETE", asking)}>
                Delete the schedule
              </button>
              <button class="btn" type="button" onClick={() => setAsking(null)}>
                Keep it
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}

interface ScheduleTableProps {
  readonly schedules: readonly ListedSchedule[];
  /** Id of the one with which something is being done. */
  readonly busy: string | null;
  readonly onAct: (kind: ScheduleAct, schedule: ListedSchedule) => void;
}

function ScheduleTable({ busy, onAct, schedules }: ScheduleTableProps) {
  return (
    <section class="panel" aria-labelledby="schedules-title">
      <header>
        <h2 id="schedules-title">{plural(schedules.length, "schedule")}</h2>
      </header>
      {schedules.length === 0 ? (
        <p class="schedule-empty">
          Nothing is scheduled. The mutation <code>createSchedule</code> makes a schedule of a plan, a workflow or a
          question.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <div class="schedule-scroll" tabIndex={0}>
          <table role="table" class="schedule-table">
            <TableHead
              columns={[
                "Schedule",
                "Due",
                "Status",
                "Next run",
                "Last run",
                { head: "Runs", class: "num" },
                { head: <span class="sr">Acts</span> },
              ]}
            />
            <tbody role="rowgroup">
              {schedules.map((schedule) => (
                <ScheduleRow
                  key={schedule.id}
                  schedule={schedule}
                  isBusy={busy === schedule.id}
                  onAct={(kind) => onAct(kind, schedule)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
