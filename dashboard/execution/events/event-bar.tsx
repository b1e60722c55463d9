/** The filters of the log, each with the number of its events. The choice is in the address. */
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { exact } from "../../parts/numbers.ts";
import { setQuery } from "../../shell/location.ts";
import { type EventGroup, eventGroups, type GroupedLog } from "./event-groups.ts";

const names: Readonly<Record<EventGroup, string>> = {
  all: "All",
  steps: "Steps",
  failures: "Failures",
  waits: "Waits",
  model: "Model",
  text: "Text",
  conversation: "Conversation",
};

export interface EventBarProps {
  readonly grouped: GroupedLog;
  readonly group: EventGroup;
  /** The step that the log can be narrowed to. Null if none is selected. */
  readonly step: string | null;
  readonly isNarrowed: boolean;
  readonly onCopy: () => void;
}

export function EventBar({ group, grouped, isNarrowed, onCopy, step }: EventBarProps) {
  return (
    <div class="ev-bar">
      <fieldset class="seg" aria-label="Events shown">
        {eventGroups.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === group}
            onClick={() => setQuery({ events: name === "all" ? null : name })}
          >
            {names[name]} <span class="n">{exact(grouped.count(name))}</span>
          </button>
        ))}
        {step !== null && (
          <button
            class="only"
            type="button"
            aria-pressed={isNarrowed}
            onClick={() => setQuery({ eventsOf: isNarrowed ? null : "step" })}
          >
            Only <bdi class="mono">{madeVisible(step.slice(0, 60))}</bdi>
          </button>
        )}
      </fieldset>
      <div class="end">
        <button class="btn quiet small" type="button" onClick={onCopy}>
          <Icon name="copy" small />
          Copy JSON
        </button>
      </div>
    </div>
  );
}
