/** Going back in the log of an execution: the slider is loaded when the address names a place, or somebody goes there. */
import type { Signal } from "@preact/signals";
import { PartMissing, useLoadedPart } from "../parts/loaded-part.tsx";
import { exact } from "../parts/numbers.ts";
import { place } from "../shell/location.ts";
import type { ExecutionStore } from "./store/execution-model.ts";
import { longLog } from "./store/log-window.ts";
import type { ShownPast } from "./time/time-dock.tsx";
import type { ChildExecutions } from "./timeline/timeline-children.ts";

const load = () => import("./time/time-dock.tsx").then(({ TimeDock }) => TimeDock);

export interface RewindingProps {
  readonly store: ExecutionStore;
  readonly unfolded: ChildExecutions;
  readonly shown: Signal<ShownPast | null>;
}

export function Rewinding(props: RewindingProps) {
  if (!place.value.query.has("at")) return null;
  const { head, window } = props.store;
  if (head.value?.isPart) return null;
  if (window.value === null) return <Loaded {...props} />;
  return (
    <p class="note warn">
      <span>
        {" "}
        Cannot go back in time: the log has {exact(window.value.total)} events, and no more than {exact(longLog)} are in
        the page at once. The view <a href="?view=events">Events</a> shows all of them.
      </span>
    </p>
  );
}

function Loaded(props: RewindingProps) {
  const loaded = useLoadedPart("time", load);
  if (loaded.kind === "LOADING") return null;
  if (loaded.kind === "MISSING") return <PartMissing again={loaded.again} />;
  return <loaded.part {...props} />;
}
