/**
 * Gives an event to resolvers together with its execution, as one of the types that the schema distinguishes.
 */
import type { RecordedEvent } from "../../execution/events/event.ts";
import { publicEvent } from "../../execution/views/public-event.ts";
import type { EventSource } from "../base/sources.ts";

/** The kind of `recorded.event` decides the type; the compiler cannot follow it through the wrapper. */
export function eventSource(execution: string, recorded: RecordedEvent): EventSource {
  return { execution, recorded, ...publicEvent(recorded.event) } as EventSource;
}
