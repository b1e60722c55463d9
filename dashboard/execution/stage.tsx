/** The view that is shown. The timeline is there at once; the others are loaded when they are asked for. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ProblemNote } from "../parts/problem-note.tsx";
import type { ExecutionStore } from "./execution-model.ts";
import { type ExecutionView, shownView } from "./execution-views.ts";
import { Timeline } from "./timeline.tsx";

type View = FunctionComponent<{ readonly store: ExecutionStore }>;

const lazy: Readonly<Record<Exclude<ExecutionView, "timeline">, () => Promise<View>>> = {
  graph: () => import("./graph.tsx").then(({ Graph }) => Graph),
  events: () => import("./event-log.tsx").then(({ EventLog }) => EventLog),
  chat: () => import("./chat.tsx").then(({ Chat }) => Chat),
};

export function Stage({ store }: { readonly store: ExecutionStore }) {
  const view = shownView();
  return (
    // The stage scrolls, so that it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    <section class="stage" id="stage" tabIndex={0} aria-label="View">
      <div id={view} role="tabpanel" aria-labelledby={`tab-${view}`}>
        {view === "timeline" ? <Timeline store={store} /> : <Lazy key={view} store={store} view={view} />}
      </div>
    </section>
  );
}

function Lazy({ store, view }: { readonly store: ExecutionStore; readonly view: Exclude<ExecutionView, "timeline"> }) {
  const [Shown, setShown] = useState<View | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    lazy[view]().then(
      (loaded) => setShown(() => loaded),
      () => setMissing(true),
    );
  }, [view]);
  if (isMissing) {
    return (
      <ProblemNote code="ASSET_GONE" message="This part of the page is not there any more: there is a newer version.">
        <button class="btn" type="button" onClick={() => location.reload()}>
          Load it
        </button>
      </ProblemNote>
    );
  }
  return Shown === null ? null : <Shown store={store} />;
}
