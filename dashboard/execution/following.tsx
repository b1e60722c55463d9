/** The value that the address says is followed, for the views of one execution. What follows it is loaded with the first one. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { createContext } from "preact";
import type { ValueFlow } from "../follow/value-flow.ts";
import { PartMissing, useLoadedPart } from "../parts/loaded-part.tsx";
import { place } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import type { ExecutionStore } from "./store/execution-model.ts";

/** The flow of the followed value, once it is known. */
export const FollowedFlow = createContext<ReadonlySignal<ValueFlow | null>>(signal(null));

const load = () => import("../follow/follow-dock.tsx").then(({ FollowDock }) => FollowDock);

export interface FollowingProps {
  readonly store: ExecutionStore;
  readonly onFlow: (flow: ValueFlow | null) => void;
}

export function Following({ onFlow, store }: FollowingProps) {
  const followed = place.value.query.get("follow");
  return followed === null ? null : <Loaded followed={followed} store={store} onFlow={onFlow} />;
}

function Loaded({ followed, onFlow, store }: FollowingProps & { readonly followed: string }) {
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
    <loaded.part
      executionId={store.executionId}
      followed={followed}
      moment={`${head?.plan?.rounds} ${head?.endedStepCount} ${head?.finishedAt}`}
      addressOf={addressOf}
      onFlow={onFlow}
    />
  );
}
