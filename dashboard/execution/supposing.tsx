/** The what-if that the address names, for the views of one execution. The panel is loaded with the first one. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import type { Ghost } from "../derive/what-if-dock.tsx";
import { Icon } from "../parts/icon.tsx";
import { PartMissing, useLoadedPart } from "../parts/loaded-part.tsx";
import { place, setQuery } from "../shell/location.ts";
import type { ExecutionStore, StepRow } from "./store/execution-model.ts";

/** The supposed outcome of each step. Null without a question, and where the answer is a refusal. */
export const GhostPlan = createContext<ReadonlySignal<Ghost | null>>(signal(null));

export type GhostMark = "REUSED" | "RUNS" | undefined;

export function ghostMark(ghost: Ghost | null, stepId: string): GhostMark {
  if (ghost?.reused.has(stepId) === true) return "REUSED";
  return ghost?.repeated.has(stepId) === true ? "RUNS" : undefined;
}

const load = () => import("../derive/what-if-dock.tsx").then(({ WhatIfDock }) => WhatIfDock);

export interface SupposingProps {
  readonly store: ExecutionStore;
  readonly onGhost: (ghost: Ghost | null) => void;
}

export function Supposing({ onGhost, store }: SupposingProps) {
  const stepId = place.value.query.get("whatif");
  return stepId === null ? null : <Loaded executionId={store.executionId} stepId={stepId} onGhost={onGhost} />;
}

interface LoadedProps extends Pick<SupposingProps, "onGhost"> {
  readonly executionId: string;
  readonly stepId: string;
}

function Loaded(props: LoadedProps) {
  const loaded = useLoadedPart("what-if", load);
  if (loaded.kind === "LOADING") return null;
  if (loaded.kind === "MISSING") return <PartMissing again={loaded.again} />;
  return <loaded.part {...props} />;
}

/** Steps of the plan can be supposed to have other arguments; items of maps and turns of agents have none of their own in it. */
export function canSuppose({ named, stepId }: StepRow): boolean {
  return named !== null && !/\[\d+\]$|^turns\//.test(stepId);
}

export function SupposeButton({ stepId }: { readonly stepId: string }) {
  return (
    <button
      class="btn quiet small"
      type="button"
      onClick={() => setQuery({ whatif: stepId, sheet: null }, { replace: false })}
    >
      <Icon name="fork" small /> What if…
    </button>
  );
}
