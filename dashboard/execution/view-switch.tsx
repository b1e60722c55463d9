/** The switch between the views, as tabs; the choice stands in the address. */
import { useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { exact } from "../parts/numbers.ts";
import { place, setQuery } from "../shell/location.ts";
import { type ExecutionView, executionViews, shownView } from "./execution-views.ts";
import { RunAxis } from "./flame/axis-switch.tsx";
import { GoBack } from "./go-back.tsx";
import type { ExecutionStore } from "./store/execution-model.ts";

const words: Readonly<Record<ExecutionView, string>> = {
  timeline: "Timeline",
  graph: "Graph",
  events: "Events",
  chat: "Chat",
};

/** An address without a view means the timeline. */
export function showView(view: ExecutionView): void {
  setQuery({ view: view === "timeline" ? null : view });
}

export function ViewSwitch({ store }: { readonly store: ExecutionStore }) {
  const shown = shownView();
  const tabs = useRef<HTMLDivElement>(null);
  const events = store.window.value?.total ?? store.logLength.value;
  const isFollowing = store.isFollowing.value;
  const isPast = place.value.query.has("at");
  const move = (step: number) => {
    const next = executionViews.at((executionViews.indexOf(shown) + step) % executionViews.length);
    if (next === undefined) return;
    showView(next);
    tabs.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div class="views">
      <div
        ref={tabs}
        role="tablist"
        aria-label="Views"
        onKeyDown={(event) => {
          const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
          if (step === 0) return;
          event.preventDefault();
          move(step);
        }}
      >
        {executionViews.map((view) => (
          <button
            key={view}
            id={`tab-${view}`}
            role="tab"
            type="button"
            aria-controls={view === shown ? view : undefined}
            aria-selected={view === shown}
            tabIndex={view === shown ? 0 : -1}
            onClick={() => showView(view)}
          >
            {words[view]}
            {view === "events" && events > 0 && <span class="n">{exact(events)}</span>}
          </button>
        ))}
      </div>
      <div class="tools">
        {!isPast && <GoBack store={store} />}
        {shown === "timeline" && !isPast && <RunAxis store={store} />}
        {!isPast && store.head.value !== null && store.head.value.finishedAt === null && (
          <button
            class="btn small"
            type="button"
            aria-pressed={isFollowing}
            onClick={() => {
              store.isFollowing.value = !isFollowing;
            }}
          >
            <Icon name={isFollowing ? "pause" : "play"} small />
            {isFollowing ? "Following" : "Follow"}
          </button>
        )}
      </div>
    </div>
  );
}
