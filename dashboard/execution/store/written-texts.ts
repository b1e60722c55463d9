/** Texts of models as they were written, piece by piece. A repeated piece is cut where the known text ends. */
import type { LoggedEvent, WrittenText } from "./execution-model.ts";
import { instantOf } from "./step-track.ts";

/** Folds events into the texts, in the order in which they began. Gives the same array where nothing changed. */
export function foldTexts(texts: readonly WrittenText[], events: readonly LoggedEvent[]): readonly WrittenText[] {
  let next = texts;
  for (const event of events) {
    if (event.__typename === "TextProduced") next = written(next, event);
    else if (event.__typename === "ExecutionFinished") next = next.map(over);
    else if (event.__typename === "ModelCalled") {
      const end = `/${event.modelCall.number}`;
      if (next.some(({ isOpen, streamId }) => isOpen && streamId.endsWith(end))) {
        next = next.map((text) => (text.streamId.endsWith(end) ? over(text) : text));
      }
    }
  }
  return next;
}

type TextProduced = Extract<LoggedEvent, { __typename: "TextProduced" }>;

function written(texts: readonly WrittenText[], event: TextProduced): readonly WrittenText[] {
  const at = texts.findIndex(({ streamId }) => streamId === event.streamId);
  const known = texts[at];
  if (known === undefined) {
    const startedAt = instantOf(event.occurredAt, 0);
    return [...texts, { streamId: event.streamId, stepId: event.stepId, text: event.text, startedAt, isOpen: true }];
  }
  const missing = event.text.slice(Math.max(0, known.text.length - event.offset));
  return missing === "" ? texts : texts.with(at, { ...known, text: known.text + missing });
}

function over(text: WrittenText): WrittenText {
  return text.isOpen ? { ...text, isOpen: false } : text;
}
