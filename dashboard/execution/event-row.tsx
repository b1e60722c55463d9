/** A row of the log: a button with the event in one line, and the whole event as JSON below it while it is open. */
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { exact } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { jsonLines } from "./event-json.ts";
import { eventSubject, eventTone, spokenEvent } from "./event-look.ts";
import { offset } from "./event-offset.ts";
import type { WholeEvent } from "./event-read.ts";
import { eventSentence } from "./event-sentence.ts";
import type { LoggedEvent } from "./execution-model.ts";

export interface EventRowProps {
  readonly event: LoggedEvent;
  /** When the execution began, Unix milliseconds. */
  readonly origin: number;
  /** Null while it is closed. */
  readonly whole: WholeEvent | null;
  /** Whether the row is the one that Tab reaches. */
  readonly isCurrent: boolean;
  readonly onToggle: () => void;
  readonly onFocus: () => void;
}

export function EventRow({ event, isCurrent, onFocus, onToggle, origin, whole }: EventRowProps) {
  const subject = eventSubject(event);
  const isOpen = whole !== null;
  return (
    <>
      <button
        type="button"
        class={`ev ${eventTone(event)}`}
        aria-expanded={isOpen}
        aria-label={spokenEvent(event, origin)}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onToggle}
        onFocus={onFocus}
      >
        <span>{event.sequence}</span>
        <span class="at">{offset(Date.parse(event.occurredAt) - origin)}</span>
        <span class="type clip">{event.__typename}</span>
        <span class={`on clip${subject === null ? " none" : ""}`}>{subject === null ? "–" : madeVisible(subject)}</span>
        <bdi class="say clip">
          {event.hidden && <span class="tag">hidden</span>} {eventSentence(event, origin)}
        </bdi>
        <Icon name={isOpen ? "down" : "right"} small />
      </button>
      {isOpen && (
        <div class="ev-raw">
          <Whole whole={whole} />
        </div>
      )}
    </>
  );
}

function Whole({ whole }: { readonly whole: WholeEvent }) {
  if (whole.kind === "READING") return <p class="soft fine">Reading the event</p>;
  if (whole.kind === "PROBLEM") return <ProblemNote code={whole.problem.code} message={whole.problem.message} />;
  const { left, lines } = jsonLines(whole.value);
  return (
    <pre class="json">
      {lines.map(({ indent, kind, name, value }, at) => (
        <span key={at}>
          {indent}
          {name !== "" && <span class="k">{madeVisible(name)}</span>}
          {kind === "BRACKET" ? value : <bdi class={kind === "TEXT" ? "s" : "v"}>{madeVisible(value)}</bdi>}
          {"\n"}
        </span>
      ))}
      {left > 0 && `… ${exact(left)} lines left: copy them`}
    </pre>
  );
}
