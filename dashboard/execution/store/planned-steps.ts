/** The steps of an execution in the order of the plan, from the head and the later events of the log. */

import { roundOfStep } from "../../../src/plan/order/round-ids.ts";
import { isRepeatedKind } from "../../parts/step-kind.tsx";
import type { ExecutionHead, StepKind } from "./execution-model.ts";
import { purposeOf, roundRowId } from "./model-work.ts";
import type { StepTrack } from "./step-track.ts";

type PlanStep = NonNullable<ExecutionHead["plan"]>["steps"][number];
type Stand = ExecutionHead["steps"][number];

/** The fields of a step's plan that lines need, for steps at any depth. */
export type PlannedStep = Omit<PlanStep, "children">;
/** The place of a step at any depth. */
export type StandingStep = Stand;

/** One step with all that is known of it. */
export interface KnownStep {
  readonly stepId: string;
  readonly kind: StepKind;
  readonly level: number;
  readonly groupId: string | null;
  /** Null for one that only the log knows yet. */
  readonly planned: PlannedStep | null;
  readonly stand: StandingStep | null;
  readonly track: StepTrack | null;
  readonly childIds: readonly string[];
}

/** All steps as one list, with what it was made of. */
export interface KnownSteps {
  /** Groups before their children; those that the head does not know yet at the end. Model work is left out. */
  readonly steps: readonly KnownStep[];
  /** Where each stands in `steps`, by its id. The same object as long as the same steps stand there. */
  readonly places: ReadonlyMap<string, number>;
  readonly plan: object | null;
  readonly rounds: number;
  readonly stands: object | null;
  readonly tracks: ReadonlyMap<string, StepTrack>;
  /** How many of `tracks` there were. */
  readonly trackCount: number;
}

/**
 * Every step. `before` is the list of the batch before, which stays as it is but for the steps that were first heard of since: a list of thousands is
 * not made for each event of one.
 */
export function knownSteps(
  before: KnownSteps | null,
  head: ExecutionHead | null,
  tracks: ReadonlyMap<string, StepTrack>,
): KnownSteps {
  const plan = head?.plan?.steps ?? null;
  const rounds = head?.plan?.rounds ?? 0;
  const stands = head?.steps ?? null;
  const isSame =
    before !== null &&
    before.plan === plan &&
    before.rounds === rounds &&
    before.stands === stands &&
    before.tracks === tracks;
  const steps = isSame ? withTracks(before, tracks) : null;
  if (before !== null && steps !== null) return { ...before, steps, trackCount: tracks.size };
  const made = allSteps(head, tracks);
  const places = new Map(made.map(({ stepId }, at) => [stepId, at]));
  return { steps: made, places, plan, rounds, stands, tracks, trackCount: tracks.size };
}

/** The steps with the tracks that were begun since. Null where that makes other lines: of items, and of steps that nobody knew. */
function withTracks(
  { places, steps, trackCount }: KnownSteps,
  tracks: ReadonlyMap<string, StepTrack>,
): readonly KnownStep[] | null {
  if (steps.some(({ kind }) => isRepeatedKind(kind))) return null;
  if (tracks.size === trackCount) return steps;
  const next = [...steps];
  for (const track of [...tracks.values()].slice(trackCount)) {
    if (purposeOf(track.stepId) !== null) continue;
    const at = places.get(track.stepId);
    const step = at === undefined ? undefined : steps[at];
    if (at === undefined || step === undefined) return null;
    next[at] = { ...step, track };
  }
  return next;
}

function allSteps(head: ExecutionHead | null, tracks: ReadonlyMap<string, StepTrack>): readonly KnownStep[] {
  const stands = new Map<string, StandingStep>();
  collect(head?.steps ?? [], stands);
  const known = new Map<string, KnownStep>();
  const add = (step: Nested, level: number, groupId: string | null): void => {
    const stand = stands.get(step.stepId);
    // The step within a map or loop is one step of the plan, and as many lines as it has items.
    const children = isRepeatedKind(step.kind) ? itemsOf(step, stand, tracks) : (step.children ?? []);
    known.set(step.stepId, {
      stepId: step.stepId,
      // The plan of a conversation does not know the agent of a turn from a tool.
      kind: stand?.kind ?? step.kind,
      level,
      groupId,
      planned: step,
      stand: stand ?? null,
      track: tracks.get(step.stepId) ?? null,
      childIds: children.map(({ stepId }) => stepId),
    });
    for (const child of children) add(child, level + 1, step.stepId);
  };
  const { rounds = 0, steps = [] } = head?.plan ?? {};
  if (rounds <= 1) for (const step of steps) add(step as Nested, 1, null);
  else {
    for (let round = 1; round <= rounds; round += 1) {
      const own = steps.filter(({ stepId }) => roundOfStep(stepId) === round) as readonly Nested[];
      const stepId = roundRowId(round);
      if (own.length > 0) known.set(stepId, roundOf(stepId, own));
      for (const step of own) add(step, 2, stepId);
    }
  }
  for (const [stepId, stand] of stands) {
    if (known.has(stepId)) continue;
    const track = tracks.get(stepId) ?? null;
    known.set(stepId, { ...unplanned(stepId, track), kind: stand.kind, stand });
  }
  const furtherItems = new Map<string, number>();
  for (const [stepId, track] of tracks) {
    if (known.has(stepId) || purposeOf(stepId) !== null) continue;
    const group = track.groupId === null ? undefined : known.get(track.groupId);
    if (group !== undefined && isRepeatedKind(group.kind)) {
      const count = furtherItems.get(group.stepId) ?? 0;
      if (track.status !== "FAILED" || count >= mostItems) continue;
      furtherItems.set(group.stepId, count + 1);
    }
    known.set(stepId, unplanned(stepId, track));
  }
  return [...known.values()];
}

function roundOf(stepId: string, steps: readonly Nested[]): KnownStep {
  const nothing = { planned: null, stand: null, track: null };
  return { stepId, kind: "ROUND", level: 1, groupId: null, ...nothing, childIds: steps.map((step) => step.stepId) };
}

interface Nested extends PlannedStep {
  readonly children?: readonly Nested[];
}

interface NestedStand {
  readonly stepId: string;
  readonly children?: readonly NestedStand[];
  readonly items?: readonly NestedStand[];
}

/** More items of one map or loop are not lines of their own, but for as many again that failed. */
const mostItems = 50;

/** The items that the head shows, or that the log has named, each as the one step that all are made from. */
function itemsOf(
  { children, stepId: groupId }: Nested,
  stand: NestedStand | undefined,
  tracks: ReadonlyMap<string, StepTrack>,
): readonly Nested[] {
  const [template] = children ?? [];
  if (template === undefined) return [];
  const ids = new Set((stand?.items ?? []).map(({ stepId }) => stepId));
  for (const [stepId, track] of tracks) if (track.groupId === groupId && ids.size < mostItems) ids.add(stepId);
  const numbered = [...ids].map((stepId) => ({ stepId, item: Number(/\[(\d+)\]$/.exec(stepId)?.[1] ?? 0) }));
  numbered.sort((one, other) => one.item - other.item);
  return numbered.map(({ stepId }) => ({ ...template, stepId }));
}

function collect(steps: readonly NestedStand[], stands: Map<string, StandingStep>): void {
  for (const step of steps) {
    stands.set(step.stepId, step as StandingStep);
    collect(step.children ?? step.items ?? [], stands);
  }
}

function unplanned(stepId: string, track: StepTrack | null): KnownStep {
  const kind: StepKind = /^turns\/\d+\/agent$/.test(stepId) ? "AGENT" : "TOOL";
  const groupId = track?.groupId ?? null;
  return { stepId, kind, level: groupId === null ? 1 : 2, groupId, planned: null, stand: null, track, childIds: [] };
}
