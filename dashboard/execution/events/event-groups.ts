/**
 * Which events a filter shows, kept while the log grows: every event is looked at once, so that a log of 10,000 events costs nothing
 * when the next one comes. At any time the counts are what a filter from scratch would give.
 */
import type { LoggedEvent } from "../store/execution-model.ts";

export const eventGroups = ["all", "steps", "failures", "waits", "model", "text", "conversation"] as const;

/** As the address names it. */
export type EventGroup = (typeof eventGroups)[number];

const home: Readonly<Record<LoggedEvent["__typename"], EventGroup | null>> = {
  ExecutionStarted: null,
  AgentRouted: "model",
  PlanProposed: "model",
  PlanRejected: "model",
  CallablesFound: "model",
  ModelCallStarted: "model",
  ModelCalled: "model",
  TextProduced: "text",
  StepStarted: "steps",
  StepProgressed: "steps",
  AttemptFailed: "steps",
  StepWaiting: "steps",
  HumanInputResolved: "steps",
  StepFinished: "steps",
  ArtifactStored: "steps",
  CancelRequested: null,
  FinallyStarted: null,
  CallIgnored: "steps",
  ItemsAdded: "steps",
  ExecutionResumed: null,
  ExecutionFinished: null,
  TurnStarted: "conversation",
  OutputSubmitted: "conversation",
  MessageAdded: "conversation",
  StructuredOutputChecked: "conversation",
  DuplicateSuppressed: "conversation",
  BindingSet: "conversation",
  HandoffMade: "conversation",
};

export function isInGroup(event: LoggedEvent, group: EventGroup): boolean {
  if (group === "all") return true;
  if (group === "failures") return isFailure(event);
  if (group === "waits") return event.__typename === "StepWaiting" || event.__typename === "HumanInputResolved";
  return Object.hasOwn(home, event.__typename) && home[event.__typename] === group;
}

/** The group that the address names; all for one that there is not. */
export function groupNamed(name: string | null): EventGroup {
  return eventGroups.find((group) => group === name) ?? "all";
}

function isFailure(event: LoggedEvent): boolean {
  switch (event.__typename) {
    case "AttemptFailed":
    case "PlanRejected":
      return true;
    case "ModelCalled":
      return event.modelCall.failure !== null;
    case "StepFinished":
      return event.stepStatus === "FAILED";
    case "ExecutionFinished":
      return event.executionStatus === "FAILED";
    case "StructuredOutputChecked":
      return event.willCorrect;
    default:
      return false;
  }
}

/** The groups of a log, of one step of it if `stepId` is given. */
export class GroupedLog {
  readonly stepId: string | null;
  readonly #positions: Readonly<Record<EventGroup, number[]>> = {
    all: [],
    steps: [],
    failures: [],
    waits: [],
    model: [],
    text: [],
    conversation: [],
  };
  #seen = 0;
  #last: LoggedEvent | undefined;

  constructor(stepId: string | null = null) {
    this.stepId = stepId;
  }

  /** Looks at new events in `log`. A log that was read again, such as with hidden messages, is looked at from its beginning. */
  grow(log: readonly LoggedEvent[]): void {
    if (this.#seen > 0 && log[this.#seen - 1] !== this.#last) this.#forget();
    for (; this.#seen < log.length; this.#seen += 1) {
      const event = log[this.#seen];
      if (event === undefined) break;
      this.#last = event;
      if (this.stepId !== null && event.stepId !== this.stepId) continue;
      for (const group of eventGroups) if (isInGroup(event, group)) this.#positions[group].push(this.#seen);
    }
  }

  count(group: EventGroup): number {
    return this.#positions[group].length;
  }

  /** Where in the log the events of a group stand, in order. The same array grows. */
  positions(group: EventGroup): readonly number[] {
    return this.#positions[group];
  }

  #forget(): void {
    for (const group of eventGroups) this.#positions[group].length = 0;
    this.#seen = 0;
    this.#last = undefined;
  }
}
