/** One execution: its summary at the top, one view of it in the middle, the selected step on the right. */
import "./execution.css";
import "./summary.css";
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Ghost } from "../derive/what-if-dock.tsx";
import type { InsideFlow } from "../follow/inside-flows.ts";
import type { ValueFlow } from "../follow/value-flow.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { usePageTitle } from "../shell/arrival.ts";
import type { Route } from "../shell/route.ts";
import { ExecutionAlerts } from "./execution-alerts.tsx";
import { useExecutionKeys } from "./execution-keys.ts";
import { ExecutionSummary } from "./execution-summary.tsx";
import { showsLog } from "./execution-views.ts";
import { FollowedFlow, FollowedInside, Following } from "./following.tsx";
import { Inspector } from "./inspector/inspector.tsx";
import { InspectorEdge, inspectorWidth } from "./inspector/inspector-edge.tsx";
import { useChildText } from "./live-child.ts";
import { MomentContext } from "./moment.ts";
import type { RunPayload } from "./payload/run-parts.ts";
import { useRunPayload } from "./payload/run-payload.ts";
import { RunResult } from "./payload/run-result.tsx";
import { Rewinding } from "./rewinding.tsx";
import { useSelectionInAddress } from "./selection-address.ts";
import { useSpokenStatus } from "./spoken-status.ts";
import { Stage } from "./stage.tsx";
import type { ExecutionStore } from "./store/execution-model.ts";
import { openExecution } from "./store/execution-store.ts";
import type { ChildText } from "./store/follow-children.ts";
import { GhostPlan, Supposing } from "./supposing.tsx";
import type { ShownPast } from "./time/time-dock.tsx";
import { useOpenChildren } from "./timeline/open-children.ts";
import { ViewSwitch } from "./view-switch.tsx";

export function ExecutionPage({ route }: { readonly route: Extract<Route, { view: "EXECUTION" }> }) {
  const { executionId } = route;
  const [store, setStore] = useState<ExecutionStore | null>(null);
  useEffect(() => {
    const opened = openExecution(executionId, showsLog());
    setStore(opened);
    return opened.close;
  }, [executionId]);
  return store === null || store.executionId !== executionId ? null : <Opened key={executionId} store={store} />;
}

function Opened({ store }: { readonly store: ExecutionStore }) {
  useSelectionInAddress(store);
  const unfolded = useOpenChildren(store);
  const acts = useExecutionKeys(store);
  useSpokenStatus(store);
  const payload = useRunPayload(store);
  const flow = useSignal<ValueFlow | null>(null);
  const inside = useSignal<ReadonlyMap<string, InsideFlow>>(new Map());
  const past = useSignal<ShownPast | null>(null);
  const ghost = useSignal<Ghost | null>(null);
  const shown = past.value ?? { store, unfolded, moment: null };
  const when = past.value === null ? "now" : "then";
  const ofChild = useChildText(store, unfolded);
  const problem = store.problem.value;
  const head = store.head.value;
  const title = head?.title ?? "";
  usePageTitle(title);
  if (problem !== null) {
    return (
      <div class="page exec-gone">
        <h1>No execution to show</h1>
        <ProblemNote code={problem.code} message={problem.message}>
          <a class="btn" href="/">
            All executions
          </a>
        </ProblemNote>
      </div>
    );
  }
  return (
    <GhostPlan.Provider value={ghost}>
      <FollowedFlow.Provider value={flow}>
        <MomentContext.Provider value={shown.moment}>
          <header class={shown.moment === null ? "summary" : "summary past"}>
            <ExecutionSummary store={store} shown={shown.store} acts={acts} />
            <ExecutionAlerts store={shown.store} />
            <Result store={shown.store} payload={payload ?? null} ofChild={ofChild} isPast={shown.moment !== null} />
          </header>
        </MomentContext.Provider>
        {/* Nothing below the head before the head is known, which decides how much room is left. */}
        {head !== null && (
          <>
            <ViewSwitch store={store} />
            <div class="work" style={{ "--inspector": `${inspectorWidth()}px` }}>
              <MomentContext.Provider value={shown.moment}>
                <FollowedInside.Provider value={inside}>
                  <Stage key={when} store={shown.store} unfolded={shown.unfolded} />
                </FollowedInside.Provider>
                <InspectorEdge />
                <Inspector
                  store={shown.store}
                  unfolded={shown.unfolded}
                  payload={payload ?? null}
                  isLoading={payload === undefined}
                />
              </MomentContext.Provider>
            </div>
            <div class="docks">
              <Rewinding store={store} unfolded={unfolded} shown={past} />
              <Supposing
                store={store}
                onGhost={(found) => {
                  ghost.value = found;
                }}
              />
              <Following
                store={store}
                onFlow={(found) => {
                  flow.value = found;
                }}
                onInside={(key, found) => {
                  const next = new Map(inside.peek());
                  if (found === null) next.delete(key);
                  else next.set(key, found);
                  inside.value = next;
                }}
              />
            </div>
          </>
        )}
      </FollowedFlow.Provider>
    </GhostPlan.Provider>
  );
}

interface ResultProps {
  /** The shown state. */
  readonly store: ExecutionStore;
  readonly payload: RunPayload | null;
  readonly ofChild: ReadonlySignal<ChildText | null>;
  readonly isPast: boolean;
}

/** Alone, so that text that is being written renders nothing else again. */
function Result({ isPast, ofChild, payload, store }: ResultProps) {
  const head = store.head.value;
  if (head === null) return null;
  const text = isPast ? null : ofChild.value;
  return <RunResult head={head} payload={payload} texts={store.texts.value} ofChild={text} isPast={isPast} />;
}
