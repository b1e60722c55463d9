/**
 * A row of the log: a button with the event in one line, and the whole event as JSON below it while it is open. Words that are heard
 * and not seen make a sentence of its columns: "Event 12, after 6.6 seconds, StepFinished, step brave: Failed …".
 */
import { useMemo } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { exact, spokenDuration } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import type { LoggedEvent } from "../store/execution-model.ts";
import { jsonLines } from "./event-json.ts";
import { eventSubject, eventTone } from "./event-look.ts";
import { offset } from "./event-offset.ts";
import type { WholeEvent } from "./event-read.ts";
import { eventSentence } from "./event-sentence.ts";

export interface EventRowProps {
  readonly event: LoggedEvent;
  /** When the execution began, Unix milliseconds. */
  readonly origin: number;
  /** Null while it is closed. */
  readonly whole: WholeEvent | null;
  /** Whether the row is the one that Tab reaches. */
  readonly isCurrent: boolean;
  /** The same for all rows, and as long as they are shown. */
  readonly actions: EventRowActions;
}

export interface EventRowActions {
  readonly toggle: (event: LoggedEvent) => void;
  readonly focus: (event: LoggedEvent) => void;
}

export function EventRow({ actions, event, isCurrent, origin, whole }: EventRowProps) {
  const isOpen = whole !== null;
  // The log is rendered with every frame while events come. Its rows do not change.
  const line = useMemo(
    () => <Line event={event} origin={origin} isOpen={isOpen} isCurrent={isCurrent} actions={actions} />,
    [event, origin, isOpen, isCurrent, actions],
  );
  return (
    <>
      {line}
      {isOpen && (
        <div class="ev-raw">
          <Whole whole={whole} />
        </div>
      )}
    </>
  );
}

interface LineProps extends Omit<EventRowProps, "whole"> {
  readonly isOpen: boolean;
}

function Line({ actions, event, isCurrent, isOpen, origin }: LineProps) {
  const subject = eventSubject(event);
  const after = Date.parse(event.occurredAt) - origin;
  return (
    <button
      type="button"
      class={`ev ${eventTone(event)}`}
      aria-expanded={isOpen}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => actions.toggle(event)}
      onFocus={() => actions.focus(event)}
    >
      <span>
        <span class="sr">Event </span>
        {event.sequence}
      </span>
      <span class="at" aria-hidden="true">
        {offset(after)}
      </span>
      <span class="type clip">
        <span class="sr">, after {spokenDuration(after)}, </span>
        {event.__typename}
      </span>
      {subject === null ? (
        <span class="on none" aria-hidden="true">
          –
        </span>
      ) : (
        <span class="on clip">
          <span class="sr">, {event.stepId === null ? "model call" : "step"} </span>
          <bdi>{madeVisible(subject)}</bdi>
        </span>
      )}
      <span class="say clip">
        <span class="sr">: </span>
        {event.hidden && <span class="tag">hidden from users</span>} <bdi>{eventSentence(event, origin)}</bdi>
      </span>
      <Icon name={isOpen ? "down" : "right"} small />
    </button>
  );
}

function Whole({ whole }: { readonly whole: WholeEvent }) {
  if (whole.kind === "LOADING") return <p class="soft fine">Reading the event</p>;
  if (whole.kind === "PROBLEM") return <ProblemNote code={whole.problem.code} message={whole.problem.message} />;
  const { left, lines } = jsonLines(whole.value);
  return (
    <pre class="json">
      {lines.map(({ comma, indent, kind, name, value }, at) => (
        <span key={at}>
          {indent}
          {name !== "" && <span class="k">{madeVisible(name)}</span>}
          {kind === "BRACKET" ? value : <bdi class={kind === "TEXT" ? "s" : "v"}>{madeVisible(value)}</bdi>}
          {comma}
          {"\n"}
        </span>
      ))}
      {left > 0 && `… ${exact(left)} lines left: copy them`}
    </pre>
  );
}
