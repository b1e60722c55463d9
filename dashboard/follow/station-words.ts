/** A place that a value went through, in words. Pure. */
import type { IconName } from "../parts/icon.tsx";
import { namesIn } from "../parts/pointer.ts";
import type { ValuePlace } from "../shell/value-place.ts";
import type { FlowStep, FlowWorld } from "./flow-world.ts";
import type { Station } from "./station.ts";
import type { ValueFlow } from "./value-flow.ts";

export interface StationWords {
  readonly icon: IconName;
  /** Of the step, where there is one. */
  readonly name: string;
  readonly says: string;
  /** JSON Pointer within its value. Empty for none. */
  readonly path: string;
  /** A further note on it. */
  readonly then?: string;
}

export function wordsOfStation(station: Station, world: FlowWorld): StationWords {
  switch (station.kind) {
    case "VALUE":
      return wordsOfPlace(station.place, world);
    case "WRITTEN": {
      const then = station.writer === "MODEL" ? "written in the plan by a model" : "written in the plan";
      const icon = station.writer === "MODEL" ? "model" : "tool";
      return { icon, name: station.stepId, says: "argument", path: station.pointer, then };
    }
    case "CALL":
      return wordsOfCall(station.step);
    case "MODEL":
      return station.purpose === "PLAN"
        ? { icon: "model", name: "", says: "a model made the plan", path: "" }
        : { icon: "model", name: "", says: "a model wrote the answer", path: "" };
    case "END":
      return { icon: "timer", name: "", says: "how the run ended", path: "" };
    case "PARENT": {
      const { kind, pointer, stepId } = station.place;
      const then = "of the run that started this one";
      return { icon: "fork", name: stepId, says: kind === "ARGUMENTS" ? "argument" : "output", path: pointer, then };
    }
  }
}

export function wordsOfPlace(place: ValuePlace, { steps }: Pick<FlowWorld, "steps">): StationWords {
  switch (place.kind) {
    case "ARGUMENTS":
      return { icon: iconOf(steps.get(place.stepId)), name: place.stepId, says: "argument", path: place.pointer };
    case "OUTPUT":
      return { icon: iconOf(steps.get(place.stepId)), name: place.stepId, says: "output", path: place.pointer };
    case "BINDING": {
      const [name = "", ...rest] = namesIn(place.pointer);
      const path = rest.length === 0 ? "" : place.pointer.slice(place.pointer.indexOf("/", 1));
      return { icon: "binding", name, says: "given at the start", path };
    }
    case "INPUT":
      return { icon: "workflow", name: "", says: "the input", path: place.pointer };
    case "RESULT":
      return { icon: "workflow", name: "", says: "the output of the run", path: place.pointer };
    case "PROMPT":
      return { icon: "person", name: "", says: "the request in words", path: "" };
    case "ANSWER":
      return { icon: "model", name: "", says: "the answer", path: "" };
  }
}

function wordsOfCall({ callableName, kind, status, stepId }: FlowStep): StationWords {
  const icon = iconOf({ kind });
  if (kind === "HUMAN_INPUT") return { icon, name: stepId, says: "a person answered", path: "" };
  if (callableName === "") return { icon, name: stepId, says: "put together", path: "" };
  const done =
    status === "PENDING" || status === "WAITING" ? "will call" : status === "SKIPPED" ? "would have called" : "called";
  return { icon, name: stepId, says: `${done} ${callableName}`, path: "" };
}

function iconOf(step: Pick<FlowStep, "kind"> | undefined): IconName {
  switch (step?.kind) {
    case "AGENT":
      return "agent";
    case "WORKFLOW":
      return "workflow";
    case "HUMAN_INPUT":
      return "person";
    case "PARALLEL":
    case "MAP":
    case "LOOP":
      return "group";
    default:
      return "tool";
  }
}

/** The authors of a value, as labels name them, and the places that it can have reached: the flow in a line. */
export function summaryOf({ from, isCut, to }: ValueFlow): string {
  const calls = to.filter((station) => station.kind === "CALL" && station.step.effectClass !== null);
  const counts = new Map<string, number>();
  for (const station of calls)
    if (station.kind === "CALL" && station.step.effectClass !== null)
      counts.set(station.step.effectClass, (counts.get(station.step.effectClass) ?? 0) + 1);
  const classes = [...counts].map(([name, count]) => `${count} ${name}`).join(", ");
  const came =
    from.length === 0 ? "It begins here" : `It came through ${from.length} place${from.length === 1 ? "" : "s"}`;
  const went =
    calls.length === 0
      ? "and reaches no call"
      : `and reaches ${calls.length} call${calls.length === 1 ? "" : "s"} (${classes})`;
  return `${came} ${went}${isCut ? ". More than the page shows" : ""}.`;
}
