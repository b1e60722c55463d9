/** Everything that is known of the selected step, or of the whole run where none is selected. */
import { isGroupKind, isRepeatedKind } from "../../parts/step-kind.tsx";
import "./inspector.css";
import "./inspector-parts.css";
import { computed } from "@preact/signals";
import { useContext, useEffect, useMemo, useRef } from "preact/hooks";
import { instant } from "../../api/clock.ts";
import { Icon } from "../../parts/icon.tsx";
import { duration } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useKeys } from "../../shell/keys.ts";
import { FollowedChild } from "../follow-scope.tsx";
import { ModelCalls } from "../model-calls/model-calls.tsx";
import { MomentContext } from "../moment.ts";
import type { RunPayload } from "../payload/run-parts.ts";
import { closeSheet, isSheetOpen } from "../step-sheet.ts";
import type { ExecutionStore, StepRow } from "../store/execution-model.ts";
import { purposeOf } from "../store/model-work.ts";
import { detailAt } from "../time/detail-at.ts";
import { ChildLink } from "../timeline/timeline-child-link.tsx";
import { type ChildExecutions, childNote } from "../timeline/timeline-children.ts";
import { openerOf, stepOf } from "../timeline/timeline-lines.ts";
import { FailureFacts } from "./failure-facts.tsx";
import { InspectorHead } from "./inspector-head.tsx";
import { ModelWork } from "./model-work.tsx";
import { PlanFindings } from "./plan-findings.tsx";
import { StepArguments, StepOpener, useStepAddress } from "./step-arguments.tsx";
import { StepAttempts } from "./step-attempts.tsx";
import { isCall, useStepDetail } from "./step-detail.ts";
import { StepOutput } from "./step-output.tsx";
import { StepProgress } from "./step-progress.tsx";
import { StepWaiting } from "./step-waiting.tsx";
import { WholeRun } from "./whole-run.tsx";

export interface InspectorProps {
  readonly store: ExecutionStore;
  readonly unfolded: ChildExecutions;
  readonly payload: RunPayload | null;
  /** Whether `payload` is still being read. */
  readonly isLoading: boolean;
}

export function Inspector({ isLoading, payload, store, unfolded }: InspectorProps) {
  const within = store.selectedWithin.value;
  // Rendered again for news of the selected step alone: others of the run have news many times a second.
  const selected = useMemo(
    () =>
      computed(() => {
        const wanted = store.selected.value;
        return wanted === null ? undefined : store.rows.value.find(({ stepId }) => stepId === wanted);
      }),
    [store],
  );
  const row = selected.value;
  const head = store.head.value;
  const isSheet = isSheetOpen();
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSheet) aside.current?.focus({ preventScroll: true });
  }, [isSheet]);
  useKeys(isSheet ? [{ keys: "Escape", label: "Back to the steps", section: "Move", run: closeSheet }] : []);
  const showRun = () => {
    store.selected.value = null;
  };
  return (
    // It scrolls, so that it must be reachable by keyboard.
    <aside
      id="inspector"
      ref={aside}
      class={`inspector${isSheet ? " over" : ""}`}
      aria-label="Selected step"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
      tabIndex={0}
    >
      {isSheet && (
        <button class="btn small back" type="button" onClick={closeSheet}>
          <Icon name="right" small /> Back to the steps
        </button>
      )}
      {within !== null ? (
        <SelectedInChild key={within} lineKey={within} unfolded={unfolded} onShowRun={showRun} />
      ) : row !== undefined ? (
        <SelectedStep key={row.stepId} store={store} row={row} onShowRun={showRun} />
      ) : (
        head !== null && <WholeRun head={head} payload={payload} isLoading={isLoading} texts={store.texts.value} />
      )}
    </aside>
  );
}

interface SelectedInChildProps {
  readonly unfolded: ChildExecutions;
  readonly onShowRun: () => void;
  /** Of its line in the timeline. */
  readonly lineKey: string;
}

/** A step of a child execution, as on the page of the child. */
function SelectedInChild({ lineKey, onShowRun, unfolded }: SelectedInChildProps) {
  const opener = openerOf(lineKey) ?? "";
  const stepId = stepOf(lineKey);
  const child = unfolded.opened.value.get(opener);
  const row = child?.store.rows.value.find((known) => known.stepId === stepId);
  const isRead = child !== undefined && child.store.head.value !== null && child.store.logLength.value > 0;
  return (
    <StepOpener.Provider value={opener}>
      <FollowedChild.Provider value={child?.executionId ?? null}>
        {child !== undefined && <ChildLink opener={opener} executionId={child.executionId} stepId={stepId} />}
        {child !== undefined && row !== undefined ? (
          <SelectedStep store={child.store} row={row} onShowRun={onShowRun} />
        ) : (
          <p class="insp soft">
            {child === undefined
              ? "Its execution is folded away."
              : isRead
                ? "The child execution has no such step."
                : childNote(child)}
          </p>
        )}
      </FollowedChild.Provider>
    </StepOpener.Provider>
  );
}

interface SelectedStepProps {
  /** Of the execution that the step is of. */
  readonly store: ExecutionStore;
  readonly row: StepRow;
  readonly onShowRun: () => void;
}

function SelectedStep({ onShowRun, row, store }: SelectedStepProps) {
  const clock = useContext(MomentContext)?.clock ?? null;
  // The API has the current state of the step; it is read again only when that changes.
  const present = store.live?.rows.value.find(({ stepId }) => stepId === row.stepId) ?? row;
  const read = useStepDetail(present);
  const { problem } = read;
  const detail = read.detail === null || clock === null ? read.detail : detailAt(read.detail, row, clock.value);
  const head = store.head.value;
  const since = instant(head?.startedAt ?? head?.createdAt) ?? 0;
  const purpose = purposeOf(row.stepId);
  const outcome = detail !== null && "outcome" in detail ? detail.outcome : null;
  return (
    <article class="insp" aria-labelledby="insp-name">
      <InspectorHead row={row} detail={detail} onShowRun={onShowRun} />
      {problem !== null && (
        <section>
          <ProblemNote code={problem.code} message={problem.message} tone="warn" />
        </section>
      )}
      {detail?.failure != null && (
        <section aria-labelledby="insp-error">
          <h3 id="insp-error">{row.status === "FAILED" ? "Error" : "Latest error"}</h3>
          <FailureFacts failure={detail.failure} outcome={outcome} />
        </section>
      )}
      <PlanFindings
        id="insp-step-warnings"
        name="Warnings about the plan"
        findings={head?.planWarnings.filter(({ stepId }) => stepId === row.stepId) ?? []}
      />
      {purpose !== null && head !== null && <ModelWork purpose={purpose} head={head} texts={store.texts.value} />}
      <StepWaiting store={store} row={row} detail={detail} />
      {detail !== null && <StepArguments store={store} row={row} detail={detail} />}
      {detail !== null && row.named !== null && <StepOutput named={row.named} detail={detail} />}
      {detail !== null && isCall(detail) && <StepAttempts detail={detail} since={since} />}
      {/* Behind everything, so that nothing moves when it comes and goes. */}
      <StepProgress row={row} />
      {isGroupKind(row.kind) && <Children store={store} row={row} />}
      {purpose !== null && head !== null && (
        <ModelCalls executionId={head.id} calls={head.modelCalls.filter((call) => call.purpose === purpose)} />
      )}
      {row.status === "PENDING" && row.segments.length === 0 && <Follows row={row} />}
      {row.note !== "" && (row.status === "SKIPPED" || row.status === "CANCELLED") && (
        <section>
          <p>{row.note}</p>
        </section>
      )}
    </article>
  );
}

/** The children of a group, with their ends. */
function Children({ row, store }: { readonly store: ExecutionStore; readonly row: StepRow }) {
  const stepAddress = useStepAddress();
  const children = store.rows.value.filter(({ groupId }) => groupId === row.stepId);
  return (
    <section aria-labelledby="insp-children">
      <h3 id="insp-children">
        {isRepeatedKind(row.kind) ? "Items" : "Steps of the group"} <span class="end">{row.note}</span>
      </h3>
      <ul class="faults">
        {children.map(({ finishedAt, startedAt, status, stepId }) => (
          <li key={stepId}>
            <a href={stepAddress(stepId)} class="name">
              {stepId}
            </a>{" "}
            <span class="soft small">
              {status.toLowerCase()}
              {startedAt !== null && finishedAt !== null && `, ${duration(finishedAt - startedAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The wait of a step that has not begun. */
function Follows({ row }: { readonly row: StepRow }) {
  const stepAddress = useStepAddress();
  const before = [...new Set([...row.after, ...row.references.map(({ sourceStepId }) => sourceStepId)])];
  return (
    <section>
      <p class="soft small">
        Its turn has not come.
        {before.length > 0 && " It follows "}
        {before.map((stepId, at) => (
          <span key={stepId}>
            {at > 0 && ", "}
            <a href={stepAddress(stepId)}>{stepId}</a>
          </span>
        ))}
        {before.length > 0 && "."}
      </p>
    </section>
  );
}
