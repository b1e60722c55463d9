/** The followed value of the address, for the views of one execution. The code that follows it is loaded with the first one. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import { type InsideFlow, ReportInside } from "../follow/inside-flows.ts";
import type { ValueFlow } from "../follow/value-flow.ts";
import { PartMissing, useLoadedPart } from "../parts/loaded-part.tsx";
import { place } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import type { ExecutionStore } from "./store/execution-model.ts";

/** The flow of the followed value, once it is known. */
export const FollowedFlow = createContext<ReadonlySignal<ValueFlow | null>>(signal(null));

/** Its ways through other executions that somebody opened, for the lines of those that are unfolded. */
export const FollowedInside = createContext<ReadonlySignal<ReadonlyMap<string, InsideFlow>>>(signal(new Map()));

const load = () => import("../follow/follow-dock.tsx").then(({ FollowDock }) => FollowDock);

export interface FollowingProps {
  readonly store: ExecutionStore;
  readonly onFlow: (flow: ValueFlow | null) => void;
  readonly onInside: (key: string, inside: InsideFlow | null) => void;
}

export function Following({ onFlow, onInside, store }: FollowingProps) {
  const followed = place.value.query.get("follow");
  return followed === null ? null : <Loaded followed={followed} store={store} onFlow={onFlow} onInside={onInside} />;
}

function Loaded({ followed, onFlow, onInside, store }: FollowingProps & { readonly followed: string }) {
  const loaded = useLoadedPart("follow", load);
  const { path, query } = place.value;
  const head = store.head.value;
  if (loaded.kind === "LOADING") return null;
  if (loaded.kind === "MISSING") return <PartMissing again={loaded.again} />;
  const addressOf = (stepId: string) => {
    const next = new URLSearchParams(query);
    next.set("step", stepId);
    return path === executionAddress(store.executionId) ? `${path}?${next}` : path;
  };
  return (
    <ReportInside.Provider value={onInside}>
      <loaded.part
        executionId={store.executionId}
        followed={followed}
        moment={`${head?.plan?.rounds} ${head?.endedStepCount} ${head?.finishedAt}`}
        addressOf={addressOf}
        onFlow={onFlow}
      />
    </ReportInside.Provider>
  );
}
