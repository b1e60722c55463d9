/** One execution, followed as the events of its log, or as its state. */
import { type Live, type Reader, readUntilAnswered } from "./live.ts";
import {
  type ExecutionEventFilter,
  type ExecutionEventFragment,
  type ExecutionFragment,
  type ExecutionStatus,
  executionEvents,
  oneExecution,
} from "./operations.generated.ts";
import { notFound } from "./result.ts";
import { type Disconnected, type Failed, iterated, resumed } from "./resume.ts";

export interface WatchOptions {
  /** Aborting it ends the iteration, which throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Begin after this cursor, such as `Execution.cursor`. From the first event unless given. */
  readonly after?: string | undefined;
  /** Give only events that match. All unless given. */
  readonly filter?: ExecutionEventFilter | undefined;
}

/** An item of the log of an execution. */
export type Watched =
  | {
      readonly kind: "EVENTS";
      /** In the order of the log. Empty for the news that a lost connection is there again, or that all older events were sent. */
      readonly events: readonly ExecutionEventFragment[];
      /** Status of the execution when they were sent. While older events are replayed it is ahead of them. */
      readonly status: ExecutionStatus;
      /** Whether every event that is stored was sent. */
      readonly caughtUp: boolean;
    }
  | {
      /** Retention has removed these events before they were read. */
      readonly kind: "GAP";
      readonly firstSequence: number;
      readonly lastSequence: number;
    }
  | Disconnected
  | Failed;

/** The events of an execution until it has ended, each once and in order. */
export function watchEvents(reader: Reader, id: string, { after, filter, signal }: WatchOptions) {
  return iterated((ended) => events(reader, id, after, filter, ended), signal);
}

async function* events(
  reader: Reader,
  executionId: string,
  after: string | undefined,
  filter: ExecutionEventFilter | undefined,
  signal: AbortSignal,
): AsyncGenerator<Watched, void> {
  let wasCaughtUp: boolean | undefined;
  let isOver = false;
  for await (const item of resumed(reader, executionEvents, { executionId, after, filter }, signal)) {
    if (item.kind !== "DATA") {
      wasCaughtUp = undefined;
      isOver = item.kind === "FAILED";
      yield item;
      continue;
    }
    const { caughtUp, events, gap, status } = item.data.batch;
    isOver = hasEnded({ status });
    if (gap !== null) yield { kind: "GAP", ...gap };
    if (events.length > 0 || caughtUp !== wasCaughtUp) yield { kind: "EVENTS", events, status, caughtUp };
    wasCaughtUp = caughtUp;
  }
  // Of an execution that does not exist, that the caller may not see, or that is deleted, the deployment completes the stream.
  if (!isOver) yield { kind: "FAILED", error: notFound(missing(executionId)) };
}

function missing(id: string): string {
  return `There is no execution ${id}, or it cannot be seen`;
}

/** The state of an execution, with the answer that is being written. */
export interface LiveExecution extends ExecutionFragment {
  /** The beginning of `response`, as far as the model has written it. Absent before it begins and once `response` is there. */
  readonly writing?: string;
}

const final: ReadonlySet<ExecutionStatus> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"]);

/** Whether nothing changes any more. */
export function hasEnded({ status }: { readonly status: ExecutionStatus }): boolean {
  return final.has(status);
}

/** The state of an execution now and after each change, until it has ended. */
export function liveExecution(reader: Reader, id: string, signal: AbortSignal | undefined) {
  return iterated((ended) => states(reader, id, ended), signal);
}

async function* states(reader: Reader, id: string, signal: AbortSignal): AsyncGenerator<Live<LiveExecution>, void> {
  for (;;) {
    const generation = reader.generation();
    let execution: ExecutionFragment | null = null;
    for await (const item of readUntilAnswered(reader, oneExecution, { by: { id } }, signal)) {
      if (item.kind === "READ") execution = item.data.execution;
      else yield item;
      if (item.kind === "FAILED") return;
    }
    // It was asked for with an earlier credential.
    if (reader.generation() !== generation) continue;
    if (execution === null) {
      yield { kind: "FAILED", error: notFound(missing(id)) };
      return;
    }
    yield { kind: "VALUE", value: execution };
    if (hasEnded(execution)) return;
    if (reader.generation() !== generation) continue;
    const writing = new Writing();
    /** Whether the last item said that the connection is lost, so that the value is due again once it is there. */
    let isLost = false;
    const following = resumed(reader, executionEvents, { executionId: id, after: execution.cursor }, signal);
    for await (const item of following) {
      if (item.kind !== "DATA") {
        isLost = true;
        yield item;
        if (item.kind === "FAILED") return;
        if (reader.generation() !== generation) break;
        continue;
      }
      const { events, gap } = item.data.batch;
      const { lastSequence } = execution;
      const isNew = gap !== null || events.some((event) => event.sequence > lastSequence && !isText(event));
      const wrote = writing.add(events);
      if (isNew) {
        const read = await reader.send(oneExecution, { by: { id } }, { signal });
        // A value that cannot be read now is read with the next connection.
        if (!read.ok || read.value.execution === null) break;
        execution = read.value.execution;
      }
      if (isNew || wrote || isLost) yield { kind: "VALUE", value: { ...execution, ...writing.of(execution) } };
      isLost = false;
      if (hasEnded(execution)) return;
    }
  }
}

function isText({ __typename }: ExecutionEventFragment): boolean {
  return __typename === "TextProduced";
}

/** The answer that is being written. */
class Writing {
  #streamId = "";
  #text = "";

  of({ response }: ExecutionFragment): { readonly writing?: string } {
    return this.#text === "" || response !== null ? {} : { writing: this.#text };
  }

  /** Whether something changed. */
  add(events: readonly ExecutionEventFragment[]): boolean {
    const before = this.#text;
    for (const event of events) {
      if (event.__typename === "TextProduced") {
        if (event.streamId !== this.#streamId) this.#text = "";
        this.#streamId = event.streamId;
        this.#text = this.#text.slice(0, event.offset) + event.text;
      } else if (event.__typename === "ExecutionResumed") this.#text = "";
    }
    return this.#text !== before;
  }
}
