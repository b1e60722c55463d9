/** One schedule in the list: its next time, the result of its last one, and its actions. */
// biome-ignore-all lint/a11y/noRedundantRoles: below 860 px the parts of the table are blocks and grids, which browsers stop calling a table
import { serverNow } from "../api/clock.ts";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { clockTime, exact } from "../parts/numbers.ts";
import { Status } from "../parts/status.tsx";
import { executionAddress } from "../shell/route.ts";
import { mayUse, viewer } from "../shell/viewer.ts";
import type { ScheduleAct } from "./schedule-acts.ts";
import { isControlled, type ListedSchedule, lastRun, standing, timingWords } from "./schedule-words.ts";

export interface ScheduleRowProps {
  readonly schedule: ListedSchedule;
  readonly isBusy: boolean;
  readonly onAct: (kind: ScheduleAct) => void;
}

export function ScheduleRow({ isBusy, onAct, schedule }: ScheduleRowProps) {
  const { counts, description, name, nextRunAt, pause, status, timing } = schedule;
  const { icon, tone, words } = standing(schedule);
  const shownName = madeVisible(name);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <span class="name">{shownName}</span>
        {description !== null && <span class="fine soft clip">{madeVisible(description)}</span>}
      </th>
      <td role="cell" data-label="Due">
        <code class="timing">{timingWords(timing)}</code>
      </td>
      <td role="cell" data-label="Status">
        <span class={`st ${tone}`}>
          <Icon name={icon} />
          {madeVisible(words)}
        </span>
        {pause?.note != null && <span class="fine soft clip">{madeVisible(pause.note)}</span>}
      </td>
      <td role="cell" data-label="Next run">
        {nextRunAt === null ? (
          <span class="soft">none</span>
        ) : (
          <time dateTime={nextRunAt}>{clockTime(Date.parse(nextRunAt), serverNow())}</time>
        )}
      </td>
      <td role="cell" data-label="Last run">
        <LastRun schedule={schedule} />
      </td>
      <td role="cell" class="num" data-label="Runs">
        {exact(counts.started)}
        {counts.refused > 0 && <span class="failed"> · {exact(counts.refused)} refused</span>}
        {counts.skipped + counts.missed > 0 && (
          <span class="soft"> · {exact(counts.skipped + counts.missed)} left out</span>
        )}
      </td>
      <td role="cell">
        {mayUse("SCHEDULE_WRITE") && isControlled(schedule, viewer.value) && (
          <span class="schedule-acts">
            {status === "PAUSED" ? (
              <Act kind="RESUME" word="Resume" of={shownName} isBusy={isBusy} onAct={onAct} />
            ) : (
              status === "ACTIVE" && <Act kind="PAUSE" word="Pause" of={shownName} isBusy={isBusy} onAct={onAct} />
            )}
            {mayUse("EXECUTION_START") && (
              <Act kind="TRIGGER" word="Run now" of={shownName} isBusy={isBusy} onAct={onAct} />
            )}
            <Act kind="DELETE" word="Delete" of={shownName} isBusy={isBusy} onAct={onAct} />
          </span>
        )}
      </td>
    </tr>
  );
}

interface ActProps {
  readonly kind: ScheduleAct;
  readonly word: string;
  readonly of: string;
  readonly isBusy: boolean;
  readonly onAct: (kind: ScheduleAct) => void;
}

function Act({ isBusy, kind, of, onAct, word }: ActProps) {
  return (
    <button class="btn small" type="button" disabled={isBusy} aria-label={`${word}: ${of}`} onClick={() => onAct(kind)}>
      {word}
    </button>
  );
}

function LastRun({ schedule }: { readonly schedule: ListedSchedule }) {
  const latest = lastRun(schedule);
  if (latest === null) return <span class="soft">none yet</span>;
  const { executionId, status, words } = latest;
  const shown = <Status status={status} bare={words !== ""} />;
  if (executionId !== null) return <a href={executionAddress(executionId)}>{shown}</a>;
  return (
    <span class="last-run">
      {shown}
      <span class="clip">{madeVisible(words)}</span>
    </span>
  );
}
