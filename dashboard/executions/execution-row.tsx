/** One execution in the table: a link that covers the row, with the tick above it. On a phone the same cells are a card. */
// biome-ignore-all lint/a11y/noRedundantRoles: below 860 px the parts of the table are blocks and grids, which browsers stop calling a table
import { useMemo } from "preact/hooks";
import { elapsed, instant, minute, now } from "../api/clock.ts";
import { madeVisible } from "../parts/inert-text.tsx";
import { ago, clockTime, duration, exact, money, short, spokenDuration } from "../parts/numbers.ts";
import { lookOf, Status, StepStrip } from "../parts/status.tsx";
import { executionAddress } from "../shell/route.ts";
import type { Departure } from "./changed-page.ts";
import {
  type ExecutionRow,
  hasEnded,
  kindWord,
  reason,
  runWords,
  shortId,
  shownStatus,
  stepMarks,
  tokensOf,
  whereabouts,
} from "./row-words.ts";
import { focusedId, pick } from "./selection.ts";

export interface RowProps {
  readonly row: ExecutionRow;
  readonly departure: Departure | undefined;
  readonly isPicked: boolean;
}

const shownLabels = 2;
/** Characters of a title that are enough to distinguish spoken rows. */
const spokenTitle = 80;
/** Of more steps a bar shows how many have ended. */
const mostListed = 24;

/** Rendered again only when something of the row has changed, however many others there are. */
export function StillRow({ departure, isPicked, row }: RowProps) {
  return useMemo(() => <Row row={row} departure={departure} isPicked={isPicked} />, [row, departure, isPicked]);
}

function Row({ departure, isPicked, row }: RowProps) {
  const { id, title } = row;
  const isDeleted = departure === "DELETED";
  const run = runWords(row);
  const words = title === "" ? "Nothing was asked in words" : madeVisible(title);
  return (
    <tr
      role="row"
      class={`${isPicked ? "picked" : ""}${isDeleted ? " deleted" : ""}`}
      data-id={id}
      onFocusIn={() => {
        focusedId.value = id;
      }}
    >
      <td role="cell" class="c-check">
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${words.slice(0, spokenTitle)}`}
            checked={isPicked}
            disabled={isDeleted}
            onClick={(event) => pick(id, event.shiftKey)}
          />
        </label>
      </td>
      <td role="cell" class="c-status">
        {isDeleted ? <span class="soft">deleted</span> : <CurrentStatus row={row} />}
      </td>
      <td role="cell" class="c-ask">
        {isDeleted ? (
          <span class="ask clip">
            <s>{words}</s>
          </span>
        ) : (
          <a class={`ask clip${title === "" ? " soft" : ""}`} href={executionAddress(id)}>
            <bdi>{words}</bdi>
          </a>
        )}
        <span class="meta">
          <span>{kindWord(row.kind)}</span>
          {row.contextId !== null && (
            <a class="all-of" href={`/?context=${encodeURIComponent(row.contextId)}`}>
              Conversation
            </a>
          )}
          {run !== null && <span class="clip">{madeVisible(run)}</span>}
          {row.labels.slice(0, shownLabels).map(({ key, value }) => (
            <span key={key} class="clip">
              {madeVisible(`${key} ${value}`)}
            </span>
          ))}
          <span class="mono">{shortId(id)}</span>
        </span>
      </td>
      <td role="cell" class="c-step">
        <Step row={row} isUnmatched={departure === "UNMATCHED"} />
      </td>
      <td role="cell" class="num c-time">
        <time dateTime={row.createdAt}>
          <Ago at={instant(row.createdAt)} />
          <span class="exact">{clockTime(instant(row.createdAt), Date.now())}</span>
        </time>
      </td>
      <td role="cell" class="num c-dur">
        <Duration row={row} />
      </td>
      <td role="cell" class="num c-tok">
        {row.usage.modelCalls === 0 ? "–" : <span title={exact(tokensOf(row))}>{short(tokensOf(row))}</span>}
      </td>
      <td role="cell" class="num c-cost">
        {cost(row)}
      </td>
    </tr>
  );
}

/** Time changes only rows that wait for it. All others are as still as their data. */
function momentOf({ retryAt }: ExecutionRow): number {
  return retryAt === null ? 0 : now.value;
}

function CurrentStatus({ row }: { readonly row: ExecutionRow }) {
  return <Status status={shownStatus(row, momentOf(row))} />;
}

/** Rendered again once in a while, because old times change slowly. */
function Ago({ at }: { readonly at: number }) {
  return <>{ago(at, minute.value)}</>;
}

function Step({ isUnmatched, row }: { readonly row: ExecutionRow; readonly isUnmatched: boolean }) {
  const at = momentOf(row);
  const { isName, text } = whereabouts(row);
  const why = reason(row, at);
  return (
    <>
      <span class="step-line">
        {text !== "" && <span class={isName ? "name clip" : "soft"}>{madeVisible(text)}</span>}
        {row.stepCount > mostListed ? (
          <StepBar row={row} at={at} />
        ) : (
          <StepStrip statuses={stepMarks(row, at)} total={row.stepCount} ended={row.endedStepCount} />
        )}
      </span>
      {why !== null && (
        <span class={`why clip ${lookOf(why.status).tone}`}>
          <bdi>{madeVisible(why.text)}</bdi>
        </span>
      )}
      {why === null && isUnmatched && <span class="why clip">No longer matches the filter</span>}
    </>
  );
}

/** How far a run of many steps is. */
function StepBar({ at, row }: { readonly row: ExecutionRow; readonly at: number }) {
  const { endedStepCount: ended, stepCount: total } = row;
  const words = `${exact(ended)} of ${exact(total)} steps ended`;
  return (
    <span class="step-bar" role="img" aria-label={words} title={words}>
      <i class={lookOf(shownStatus(row, at)).tone} style={{ "--share": ended / total }} />
      <span aria-hidden="true">{total === ended ? exact(total) : `${exact(ended)}/${exact(total)}`}</span>
    </span>
  );
}

function Duration({ row }: { readonly row: ExecutionRow }) {
  const from = instant(row.startedAt);
  if (from === null) return <>–</>;
  const ms = elapsed(from, instant(row.finishedAt) ?? (hasEnded(row) ? from + (row.durationMs ?? 0) : now.value));
  return (
    <>
      <span aria-hidden="true">{duration(ms)}</span>
      <span class="sr">{hasEnded(row) ? spokenDuration(ms) : `${spokenDuration(ms)} so far`}</span>
    </>
  );
}

/** No price where nothing was asked of a model. */
function cost({ usage }: ExecutionRow): string {
  return usage.modelCalls === 0 ? "–" : money(usage.costMicros);
}
