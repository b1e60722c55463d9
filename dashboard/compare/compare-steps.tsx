/** The steps of both runs as one list over one axis, of time or of cost: the left run above, the right run below. A line opens to its differences. */
import "../execution/timeline/bars.css";
import { useSignal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { instant, now } from "../api/clock.ts";
import { AxisSwitch } from "../execution/flame/axis-switch.tsx";
import { useFlameRuns } from "../execution/flame/flame-read.ts";
import { type FlameNode, flameTree, type Metric } from "../execution/flame/flame-tree.ts";
import { shownAxis } from "../execution/flame/metric.ts";
import type { ExecutionHead, ExecutionStore, StepRow } from "../execution/store/execution-model.ts";
import { exact, plural } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { CompareCost } from "./compare-cost.tsx";
import { OverlayAxis } from "./overlay-axis.tsx";
import { runSpan } from "./overlay-scale.ts";
import { costLane, costsByStep, timeLane } from "./pair-lanes.ts";
import { PairRow } from "./pair-row.tsx";
import { type StepPair, stepPairs } from "./step-pairs.ts";
import { keyOfValues, pairsReadAtOnce, useStepValues } from "./step-values.ts";
import { verdictOf } from "./step-verdict.ts";
import type { ComparedPlans } from "./use-plans.ts";

export interface CompareStepsProps {
  readonly left: ExecutionStore;
  readonly right: ExecutionStore;
  readonly leftHead: ExecutionHead;
  readonly rightHead: ExecutionHead;
  readonly plans: ComparedPlans;
}

/** Lines that are shown at first, and added each time more is asked for. */
const shownAtOnce = 200;

export function CompareSteps({ left, leftHead, plans, right, rightHead }: CompareStepsProps) {
  const { leftPlan, renamed, rightPlan } = plans;
  const [leftRows, rightRows] = [left.rows.value, right.rows.value];
  const pairs = useMemo(() => stepPairs(leftRows, rightRows, renamed), [leftRows, rightRows, renamed]);
  const { problem, read, values } = useStepValues(pairs);
  const opened = useSignal<ReadonlySet<string>>(new Set());
  const [isDifferent, setDifferent] = useState(false);
  const [most, setMost] = useState(shownAtOnce);
  const at = leftHead.finishedAt === null || rightHead.finishedAt === null ? now.value : 0;
  const spans = {
    left: runSpan(leftRows, startOf(leftHead), at),
    right: runSpan(rightRows, startOf(rightHead), at),
  };
  const axis = shownAxis();
  const metric = axis === "TIME" ? null : axis;
  const [leftTree, rightTree] = [useTree(left, leftHead, metric), useTree(right, rightHead, metric)];
  const costs = useMemo(() => ({ left: costsByStep(leftTree), right: costsByStep(rightTree) }), [leftTree, rightTree]);
  const span =
    metric === null
      ? Math.max(spans.left.spanMs, spans.right.spanMs)
      : Math.max(1, leftTree?.amount ?? 0, rightTree?.amount ?? 0);
  const laneOf = ({ left: leftRow, right: rightRow, stepId }: StepPair) => {
    if (metric === null) return { left: timeLane(leftRow, spans.left, at), right: timeLane(rightRow, spans.right, at) };
    return {
      left: costLane(leftRow, costs.left.get(stepId), metric),
      right: costLane(rightRow, costs.right.get(rightRow?.stepId ?? stepId), metric),
    };
  };
  const compared = pairs.map((pair) => {
    const facts = {
      plans: [leftPlan?.get(pair.stepId), rightPlan?.get(pair.right?.stepId ?? pair.stepId)],
      values: [valuesOf(pair.left), valuesOf(pair.right)],
    } as const;
    return { pair, facts, verdict: verdictOf(pair, facts) };
  });
  function valuesOf(row: StepRow | null) {
    return row?.named == null ? null : (values.value.get(keyOfValues(row.named)) ?? null);
  }
  const shown = isDifferent ? compared.filter(({ verdict }) => verdict.kind !== "SAME") : compared;
  const count = (kind: string) => compared.filter(({ verdict }) => verdict.kind === kind).length;
  return (
    <section class="panel compare-steps" aria-labelledby="compare-steps">
      <header>
        <h2 id="compare-steps">Steps</h2>
        <p class="soft" role="status">
          {plural(count("CHANGED"), "step")} changed, {exact(count("ADDED"))} added, {exact(count("REMOVED"))} removed,{" "}
          {exact(count("SAME"))} the same
          {count("UNKNOWN") > 0 && `, ${exact(count("UNKNOWN"))} not compared whole`}
        </p>
        <AxisSwitch />
        <label class="tick">
          <input
            type="checkbox"
            checked={isDifferent}
            onChange={({ currentTarget }) => setDifferent(currentTarget.checked)}
          />
          Only what differs
        </label>
      </header>
      {problem.value !== null && <ProblemNote code={problem.value.code} message={problem.value.message} />}
      {pairs.length > pairsReadAtOnce && (
        <p class="note">
          Arguments and outputs of the first {pairsReadAtOnce} steps are compared by themselves, those of others when
          you open them.
        </p>
      )}
      {metric !== null && (
        <CompareCost
          left={leftTree}
          right={rightTree}
          leftId={left.executionId}
          rightId={right.executionId}
          metric={metric}
        />
      )}
      <OverlayAxis span={span} metric={metric} />
      {shown.length === 0 && <p class="soft compare-none">No step differs.</p>}
      <ul class="compare-list" style={{ "--span": span }}>
        {shown.slice(0, most).map(({ facts, pair, verdict }) => (
          <PairRow
            key={pair.stepId}
            pair={pair}
            facts={facts}
            verdict={verdict}
            lanes={laneOf(pair)}
            isOpen={opened.value.has(pair.stepId)}
            onToggle={() => {
              const next = new Set(opened.peek());
              if (!next.delete(pair.stepId)) next.add(pair.stepId);
              opened.value = next;
              read(pair);
            }}
          />
        ))}
      </ul>
      {shown.length > most && (
        <button class="btn" type="button" onClick={() => setMost(most + shownAtOnce)}>
          Show more ({exact(shown.length - most)} left)
        </button>
      )}
    </section>
  );
}

function startOf({ createdAt, startedAt }: ExecutionHead): number {
  return instant(startedAt ?? createdAt);
}

/** Null while no cost is asked for, and until it is read. */
function useTree({ executionId }: ExecutionStore, head: ExecutionHead, metric: Metric | null): FlameNode | null {
  const found = useFlameRuns(executionId, metric === null ? null : String(head.lastSequence));
  const { runs } = found.value;
  return useMemo(() => (metric === null ? null : flameTree(executionId, runs, metric)), [executionId, runs, metric]);
}
