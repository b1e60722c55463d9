/** The view that is shown. The timeline is there at once; the others are loaded when they are asked for. */
import type { FunctionComponent } from "preact";
import { PartMissing, useLoadedPart } from "../parts/loaded-part.tsx";
import { type ExecutionView, shownView } from "./execution-views.ts";
import { RunAxis } from "./flame/axis-switch.tsx";
import { shownAxis } from "./flame/metric.ts";
import { GoBack } from "./go-back.tsx";
import { openSheetFor } from "./step-sheet.ts";
import type { ExecutionStore } from "./store/execution-model.ts";
import { Timeline } from "./timeline/timeline.tsx";
import type { ChildExecutions } from "./timeline/timeline-children.ts";

export interface StageProps {
  readonly store: ExecutionStore;
  readonly unfolded: ChildExecutions;
}

type View = FunctionComponent<StageProps>;

type LazyView = Exclude<ExecutionView, "timeline"> | "flame";

const lazy: Readonly<Record<LazyView, () => Promise<View>>> = {
  flame: () => import("./flame/flame.tsx").then(({ Flame }) => Flame),
  graph: () => import("./graph/graph.tsx").then(({ Graph }) => Graph),
  events: () => import("./events/event-log.tsx").then(({ EventLog }) => EventLog),
  chat: () => import("./chat/chat.tsx").then(({ Chat }) => Chat),
};

export function Stage({ store, unfolded }: StageProps) {
  const view = shownView();
  const lazyView = view !== "timeline" ? view : store.live !== undefined || shownAxis() === "TIME" ? null : "flame";
  return (
    // The stage scrolls, so that it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is pressed within answers to keys
    <section class="stage" id="stage" tabIndex={0} aria-label="View" onClick={({ target }) => openSheetFor(target)}>
      <div id={view} role="tabpanel" aria-labelledby={`tab-${view}`}>
        {view === "timeline" && store.live === undefined && (
          <div class="axis-phone">
            <GoBack store={store} />
            <RunAxis store={store} />
          </div>
        )}
        {lazyView === null ? (
          <Timeline store={store} unfolded={unfolded} />
        ) : (
          <Lazy key={lazyView} store={store} unfolded={unfolded} view={lazyView} />
        )}
      </div>
    </section>
  );
}

interface LazyProps extends StageProps {
  readonly view: LazyView;
}

function Lazy({ store, unfolded, view }: LazyProps) {
  const loaded = useLoadedPart(view, lazy[view]);
  if (loaded.kind === "LOADING") return null;
  if (loaded.kind === "MISSING") return <PartMissing again={loaded.again} />;
  return <loaded.part store={store} unfolded={unfolded} />;
}
