/**
 * The sources of a value and the places that it reached: the one place that decides this, for every view. The server has the sources of a
 * call's arguments (`argumentSources`). The output of a call counts as made of all its arguments, because nobody sees into it; the text of
 * a model as made of everything that it was shown. So a flow can be too large and is never too small. As in decision 054 conditions and the
 * order of steps are not followed: they decide whether a call is made, not its arguments. Pure.
 */
import { isWithin, overlaps } from "../parts/pointer.ts";
import { textOfPlace, type ValuePlace } from "../shell/value-place.ts";
import { stepOfStation } from "./flow-marks.ts";
import type { FlowSource, FlowStep, FlowWorld } from "./flow-world.ts";
import { keyOfStation, type Station } from "./station.ts";

export interface ValueFlow {
  readonly place: ValuePlace;
  /** In an order in which everything comes after its sources. */
  readonly from: readonly Station[];
  /** In an order in which everything comes before the values made of it. */
  readonly to: readonly Station[];
  /** Sources of the value itself, where it is an argument. */
  readonly sources: readonly FlowSource[];
  /** Between steps: who gave something to whom. `model/PLAN` and `model/RESPOND` are steps here. */
  readonly links: readonly { readonly from: string; readonly to: string }[];
  /** There are more stations than listed. */
  readonly isCut: boolean;
}

/** Maximum stations in one direction. */
export const mostStations = 200;

/** Null where the execution has no such place. */
export function valueFlow(world: FlowWorld, place: ValuePlace): ValueFlow | null {
  if ("stepId" in place && !world.steps.has(place.stepId)) return null;
  if (place.kind === "ANSWER" && !world.isAnswered && !world.isAnsweredByPlan) return null;
  if (place.kind === "PROMPT" && !world.hasPrompt) return null;
  const start: Station = { kind: "VALUE", place };
  const back = walk(start, (station) => sourcesOf(station, world));
  const forth = walk(start, (station) => takersOf(station, world));
  return {
    place,
    from: back.ordered.slice(0, -1),
    to: forth.ordered.reverse().slice(1),
    sources: place.kind === "ARGUMENTS" ? sourcesAt(world.steps.get(place.stepId), place.pointer) : [],
    links: linksOf([...back.edges.map(([to, from]) => [from, to] as const), ...forth.edges]),
    isCut: back.isCut || forth.isCut,
  };
}

/** The entry into a child execution: backwards at its output, forwards at its input. */
export function entryOf(world: FlowWorld, of: "from" | "to"): ValuePlace {
  if (of === "to") return world.hasPrompt ? { kind: "PROMPT" } : { kind: "INPUT", pointer: "" };
  return world.isAnswered || world.isAnsweredByPlan ? { kind: "ANSWER" } : { kind: "RESULT", pointer: "" };
}

type Edge = readonly [Station, Station];

/** Everything that `next` leads to, each after all that it leads to itself; `start` comes last. */
function walk(start: Station, next: (station: Station) => readonly Station[]) {
  const ordered: Station[] = [];
  const edges: Edge[] = [];
  const met = new Set([keyOfStation(start)]);
  let isCut = false;
  // Not by recursion: a chain may be as long as a plan.
  const open = [{ station: start, left: [...next(start)] }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const following = top.left.shift();
    if (following === undefined) {
      ordered.push(top.station);
      open.pop();
      continue;
    }
    const key = keyOfStation(following);
    if (met.has(key)) edges.push([top.station, following]);
    else if (met.size > mostStations) isCut = true;
    else {
      met.add(key);
      edges.push([top.station, following]);
      open.push({ station: following, left: [...next(following)] });
    }
  }
  return { ordered, edges, isCut };
}

function linksOf(edges: readonly Edge[]): ValueFlow["links"] {
  const links = new Map<string, { readonly from: string; readonly to: string }>();
  for (const [one, other] of edges) {
    const [from, to] = [stepOfStation(one), stepOfStation(other)];
    if (from !== null && to !== null && from !== to) links.set(`${from} ${to}`, { from, to });
  }
  return [...links.values()];
}

// ─── Backwards ────────────────────────────────────────────────────────────────

/** The sources of a station, one step back. */
export function sourcesOf(station: Station, world: FlowWorld): readonly Station[] {
  switch (station.kind) {
    case "VALUE":
      return sourcesOfPlace(station.place, world);
    case "WRITTEN":
      return station.writer === "MODEL" ? [{ kind: "MODEL", purpose: "PLAN" }] : [];
    case "CALL":
      // A person was shown the question, and decided.
      return station.step.kind === "HUMAN_INPUT" ? [] : argumentsOf(station.step, world);
    case "MODEL":
      return readByModel(station.purpose, world);
    case "END":
    case "PARENT":
      return [];
  }
}

function sourcesOfPlace(place: ValuePlace, world: FlowWorld): readonly Station[] {
  switch (place.kind) {
    case "ARGUMENTS": {
      const found = sourcesAt(world.steps.get(place.stepId), place.pointer);
      return found.map((source) => stationOf(source, place.stepId, place.pointer));
    }
    case "OUTPUT": {
      const step = world.steps.get(place.stepId);
      if (step === undefined) return [];
      const children = childrenOf(step, world);
      if (children.length === 0) return [{ kind: "CALL", step }];
      // A map repeats over its list; the parts of a group come from its children.
      const within = children.map((child) => output(child.stepId));
      return [...step.sources.map((source) => stationOf(source, step.stepId, source.target)), ...within];
    }
    case "INPUT":
      // The input of anything but a workflow has another form in it than in the arguments of the step.
      return parentAt(world, "ARGUMENTS", world.isWorkflow ? place.pointer : "");
    case "RESULT":
      return topSteps(world).map(({ stepId }) => output(stepId));
    case "ANSWER":
      return [{ kind: "MODEL", purpose: world.isAnsweredByPlan ? "PLAN" : "RESPOND" }];
    case "BINDING":
    case "PROMPT":
      return parentAt(world, "ARGUMENTS", "");
  }
}

/** The input or output of the step that started the execution. Empty where none did. */
function parentAt({ parent }: FlowWorld, kind: "ARGUMENTS" | "OUTPUT", pointer: string): readonly Station[] {
  if (parent === null) return [];
  const { executionId, stepId } = parent;
  return [{ kind: "PARENT", executionId, place: { kind, stepId, pointer } }];
}

/** The sources of the value at `pointer`: of the whole of it, of a part of it, or of the value that contains it. */
export function sourcesAt(step: FlowStep | undefined, pointer: string): readonly FlowSource[] {
  return step?.sources.filter(({ target }) => overlaps(target, pointer)) ?? [];
}

function stationOf(source: FlowSource, stepId: string, pointer: string): Station {
  const { kind, sourcePart, stepId: sourceStepId, target } = source;
  // A part of a value that was taken as a whole is that part of its source.
  const rest = isWithin(pointer, target) && source.sourcePart !== "TEXT" ? pointer.slice(target.length) : "";
  const path = (source.source ?? "") + rest;
  switch (kind) {
    case "BINDING":
    case "INPUT":
      return { kind: "VALUE", place: { kind, pointer: path } };
    case "EXECUTION":
      return { kind: "END" };
    case "CALLER":
    case "MODEL":
      return { kind: "WRITTEN", writer: kind, stepId, pointer: target };
    default:
      if (sourceStepId === null) return { kind: "WRITTEN", writer: kind, stepId, pointer: target };
      return output(sourceStepId, sourcePart === "OUTPUT" || sourcePart == null ? path : "");
  }
}

/** The inputs of a call, value by value. The input of an agent's turn is the conversation. */
function argumentsOf(step: FlowStep, world: FlowWorld): readonly Station[] {
  if (step.sources.length === 0 && isTurn(step)) return readBefore(step, world);
  const given = new Map<string, Station>();
  for (const source of step.sources) {
    const isWritten = source.kind === "CALLER" || source.kind === "MODEL";
    const station: Station = isWritten
      ? stationOf(source, step.stepId, source.target)
      : { kind: "VALUE", place: { kind: "ARGUMENTS", stepId: step.stepId, pointer: source.target } };
    given.set(keyOfStation(station), station);
  }
  // A text with references is shown as the argument, followed by its sources.
  for (const [key, station] of given)
    if (station.kind === "WRITTEN" && given.has(textOfPlace(argument(station)))) given.delete(key);
  return [...given.values()];
}

function argument({ pointer, stepId }: { readonly stepId: string; readonly pointer: string }): ValuePlace {
  return { kind: "ARGUMENTS", stepId, pointer };
}

function readByModel(purpose: "PLAN" | "RESPOND", world: FlowWorld): readonly Station[] {
  const prompt: readonly Station[] = world.hasPrompt ? [{ kind: "VALUE", place: { kind: "PROMPT" } }] : [];
  if (purpose === "PLAN") return prompt;
  return [...prompt, ...topSteps(world).map(({ stepId }) => output(stepId))];
}

/** An active agent has read all earlier messages and results. */
function readBefore(step: FlowStep, world: FlowWorld): readonly Station[] {
  const before = topSteps(world);
  const at = before.findIndex(({ stepId }) => stepId === step.stepId);
  const prompt: readonly Station[] = world.hasPrompt ? [{ kind: "VALUE", place: { kind: "PROMPT" } }] : [];
  return [...prompt, ...before.slice(0, Math.max(0, at)).map(({ stepId }) => output(stepId))];
}

function isTurn({ stepId }: FlowStep): boolean {
  return /^turns\/\d+\/agent$/.test(stepId);
}

// ─── Forwards ─────────────────────────────────────────────────────────────────

function takersOf(station: Station, world: FlowWorld): readonly Station[] {
  switch (station.kind) {
    case "VALUE":
      return takersOfPlace(station.place, world);
    case "CALL":
      return [{ kind: "VALUE", place: { kind: "OUTPUT", stepId: station.step.stepId, pointer: "" } }];
    case "MODEL":
      return writtenBy(station.purpose, world);
    case "WRITTEN": {
      const step = world.steps.get(station.stepId);
      return step === undefined ? [] : [{ kind: "CALL", step }];
    }
    case "END":
    case "PARENT":
      return [];
  }
}

function takersOfPlace(place: ValuePlace, world: FlowWorld): readonly Station[] {
  switch (place.kind) {
    case "ARGUMENTS": {
      const step = world.steps.get(place.stepId);
      if (step === undefined) return [];
      // The items of a map are made of its list.
      const items = childrenOf(step, world);
      return items.length === 0 ? [{ kind: "CALL", step }] : [output(step.stepId)];
    }
    case "OUTPUT": {
      const { pointer, stepId } = place;
      const taken = takingFrom(
        world,
        (source) =>
          source.stepId === stepId && overlaps(source.sourcePart === "OUTPUT" ? (source.source ?? "") : "", pointer),
      );
      const group = world.steps.get(stepId)?.groupId ?? null;
      const around = group === null || !world.steps.has(group) ? [] : [output(group)];
      const isResult = world.hasResult && group === null;
      const result: readonly Station[] = isResult ? [{ kind: "VALUE", place: { kind: "RESULT", pointer: "" } }] : [];
      return [...taken, ...around, ...readLater(stepId, world), ...result];
    }
    case "BINDING":
    case "INPUT":
      return takingFrom(world, ({ kind, source }) => kind === place.kind && overlaps(source ?? "", place.pointer));
    case "PROMPT": {
      const plans = [...world.steps.values()].some(({ sources }) => sources.some(({ kind }) => kind === "MODEL"));
      const models: Station[] = [];
      if (plans || world.isAnsweredByPlan) models.push({ kind: "MODEL", purpose: "PLAN" });
      if (world.isAnswered) models.push({ kind: "MODEL", purpose: "RESPOND" });
      return [...models, ...turns(world).map((step): Station => ({ kind: "CALL", step }))];
    }
    case "ANSWER":
      return parentAt(world, "OUTPUT", "");
    case "RESULT":
      return parentAt(world, "OUTPUT", world.isWorkflow ? place.pointer : "");
  }
}

/** Arguments with a source for which `isIt` is true. */
function takingFrom(world: FlowWorld, isIt: (source: FlowSource) => boolean): readonly Station[] {
  const found: Station[] = [];
  for (const { sources, stepId } of world.steps.values()) {
    const targets = new Set(sources.filter(isIt).map(({ target }) => target));
    for (const pointer of targets) found.push({ kind: "VALUE", place: { kind: "ARGUMENTS", stepId, pointer } });
  }
  return found;
}

/** Models that get the output of the step: the one that answers, and agents whose turn comes later. */
function readLater(stepId: string, world: FlowWorld): readonly Station[] {
  const before = topSteps(world);
  const at = before.findIndex((step) => step.stepId === stepId);
  if (at === -1) return [];
  const spoke = before.slice(at + 1).filter(isTurn);
  const answered: readonly Station[] = world.isAnswered ? [{ kind: "MODEL", purpose: "RESPOND" }] : [];
  return [...spoke.map((step): Station => ({ kind: "CALL", step })), ...answered];
}

function writtenBy(purpose: "PLAN" | "RESPOND", world: FlowWorld): readonly Station[] {
  const answer: Station = { kind: "VALUE", place: { kind: "ANSWER" } };
  if (purpose === "RESPOND") return [answer];
  const written = [...world.steps.values()].flatMap(({ sources, stepId }) =>
    sources
      .filter(({ kind }) => kind === "MODEL")
      .map(({ target }): Station => ({ kind: "WRITTEN", writer: "MODEL", stepId, pointer: target })),
  );
  return world.isAnsweredByPlan ? [...written, answer] : written;
}

// ─── Steps ────────────────────────────────────────────────────────────────────

function output(stepId: string, pointer = ""): Station {
  return { kind: "VALUE", place: { kind: "OUTPUT", stepId, pointer } };
}

function childrenOf({ stepId }: FlowStep, world: FlowWorld): readonly FlowStep[] {
  return [...world.steps.values()].filter(({ groupId }) => groupId === stepId);
}

function turns(world: FlowWorld): readonly FlowStep[] {
  return [...world.steps.values()].filter(isTurn);
}

/** Steps whose results the responding model gets: those that gave one. */
function topSteps(world: FlowWorld): readonly FlowStep[] {
  return [...world.steps.values()].filter(
    ({ groupId, status }) =>
      groupId === null && (status === "SUCCEEDED" || status === "PARTIAL" || status === "FAILED"),
  );
}
