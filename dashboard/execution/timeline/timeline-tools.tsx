/** The choices for a long timeline: a status, words, the order, folded groups, and the shown part of the time. */
import type { Signal } from "@preact/signals";
import { Icon } from "../../parts/icon.tsx";
import { exact } from "../../parts/numbers.ts";
import { lookOf, type ShownStatus } from "../../parts/status.tsx";
import type { StepRow } from "../store/execution-model.ts";
import { countsByStatus, groupKeys, type TimelineChoice } from "./timeline-choice.ts";
import type { Zoom } from "./timeline-time.ts";

export interface TimelineToolsProps {
  readonly rows: readonly StepRow[];
  /** How many lines are shown under the choice. */
  readonly shown: number;
  readonly choice: TimelineChoice;
  readonly onChoice: (part: Partial<TimelineChoice>) => void;
  readonly folded: Signal<ReadonlySet<string>>;
  readonly isZoomed: boolean;
  readonly canShowStep: boolean;
  readonly onZoom: (to: Zoom) => void;
}

export function TimelineTools(props: TimelineToolsProps) {
  const { canShowStep, choice, folded, isZoomed, onChoice: change, onZoom, rows, shown } = props;
  const { order, status, text } = choice;
  const counts = countsByStatus(rows);
  const groups = groupKeys(rows);
  const areFolded = groups.length > 0 && groups.every((key) => folded.value.has(key));
  return (
    <search class="tl-tools" aria-label="Steps that are shown">
      <div class="seek">
        <Icon name="search" />
        <input
          type="search"
          aria-label="Find a step"
          placeholder="Step, callable or error"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => change({ text: value })}
        />
      </div>
      <select
        aria-label="Status of steps"
        value={status ?? ""}
        onChange={({ currentTarget: { value } }) => change({ status: value === "" ? null : (value as ShownStatus) })}
      >
        <option value="">Any status</option>
        {status !== null && !counts.has(status) && <option value={status}>{lookOf(status).word} (0)</option>}
        {[...counts].map(([known, count]) => (
          <option key={known} value={known}>
            {lookOf(known).word} ({exact(count)})
          </option>
        ))}
      </select>
      <select
        aria-label="Order of steps"
        value={order}
        onChange={({ currentTarget: { value } }) =>
          change({ order: value === "DURATION" || value === "COST" ? value : "PLAN" })
        }
      >
        <option value="PLAN">In plan order</option>
        <option value="DURATION">Slowest first</option>
        <option value="COST">Dearest first</option>
      </select>
      {groups.length > 0 && (
        <button
          class="btn small"
          type="button"
          aria-pressed={areFolded}
          onClick={() => {
            folded.value = new Set(areFolded ? [] : groups);
          }}
        >
          {areFolded ? "Unfold groups" : "Fold groups"}
        </button>
      )}
      <fieldset class="zoom" aria-label="Time that is shown">
        <button class="btn small icon" type="button" aria-label="Zoom in" onClick={() => onZoom("IN")}>
          +
        </button>
        <button
          class="btn small icon"
          type="button"
          aria-label="Zoom out"
          aria-disabled={!isZoomed}
          onClick={() => onZoom("OUT")}
        >
          −
        </button>
        <button class="btn small" type="button" aria-disabled={!canShowStep} onClick={() => onZoom("STEP")}>
          Selected step
        </button>
        <button class="btn small" type="button" aria-disabled={!isZoomed} onClick={() => onZoom("WHOLE")}>
          Whole run
        </button>
      </fieldset>
      <output class="soft small">{exact(shown)} shown</output>
    </search>
  );
}
