/** The steps of both runs as one list over one axis of time: the left run above, the right run below. A line opens to its differences. */
import "../execution/timeline/bars.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { instant, now } from "../api/clock.ts";
import { useAnswer } from "../api/use-answer.ts";
import type { ExecutionHead, ExecutionStore } from "../execution/store/execution-model.ts";
import { exact, plural } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { comparePlan } from "./compare.generated.ts";
import { OverlayAxis } from "./overlay-axis.tsx";
import { runSpan } from "./overlay-scale.ts";
import { PairRow } from "./pair-row.tsx";
import { planEntries } from "./plan-entries.ts";
import { stepPairs } from "./step-pairs.ts";
import { pairsReadAtOnce, useStepValues } from "./step-values.ts";
import { verdictOf } from "./step-verdict.ts";

export interface CompareStepsProps {
  readonly left: ExecutionStore;
  readonly right: ExecutionStore;
  readonly leftHead: ExecutionHead;
  readonly rightHead: ExecutionHead;
}

/** Lines that are shown at first, and added each time more is asked for. */
const shownAtOnce = 200;

export function CompareSteps({ left, leftHead, right, rightHead }: CompareStepsProps) {
  const [leftRows, rightRows] = [left.rows.value, right.rows.value];
  const pairs = useMemo(() => stepPairs(leftRows, rightRows), [leftRows, rightRows]);
  const { problem, read, values } = useStepValues(pairs);
  const [leftPlan, rightPlan] = [useEntries(left, leftHead), useEntries(right, rightHead)];
  const opened = useSignal<ReadonlySet<string>>(new Set());
  const [isDifferent, setDifferent] = useState(false);
  const [most, setMost] = useState(shownAtOnce);
  const at = leftHead.finishedAt === null || rightHead.finishedAt === null ? now.value : 0;
  const spans = {
    left: runSpan(leftRows, startOf(leftHead), at),
    right: runSpan(rightRows, startOf(rightHead), at),
  };
  const spanMs = Math.max(spans.left.spanMs, spans.right.spanMs);
  const compared = pairs.map((pair) => {
    const facts = {
      plans: [leftPlan?.get(pair.stepId), rightPlan?.get(pair.stepId)],
      values: [valuesOf(pair.left?.nodeId), valuesOf(pair.right?.nodeId)],
    } as const;
    return { pair, facts, verdict: verdictOf(pair, facts) };
  });
  function valuesOf(nodeId: string | null | undefined) {
    return nodeId == null ? null : (values.value.get(nodeId) ?? null);
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
      <OverlayAxis spanMs={spanMs} />
      {shown.length === 0 && <p class="soft compare-none">No step differs.</p>}
      <ul class="compare-list" style={{ "--span": spanMs }}>
        {shown.slice(0, most).map(({ facts, pair, verdict }) => (
          <PairRow
            key={pair.stepId}
            pair={pair}
            facts={facts}
            verdict={verdict}
            spans={spans}
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

/** Null until they are read. Read again when there is another plan. */
function useEntries({ executionId }: ExecutionStore, head: ExecutionHead): ReadonlyMap<string, unknown> | null {
  const { data, readAgain } = useAnswer(comparePlan, { id: executionId });
  const rounds = head.plan?.rounds ?? 0;
  const [readFor, setReadFor] = useState(rounds);
  useEffect(() => {
    if (rounds === readFor) return;
    setReadFor(rounds);
    readAgain();
  }, [rounds]);
  return useMemo(() => (data === null ? null : planEntries(data.execution?.rounds ?? [])), [data]);
}
