/** The costs of both runs, as two flame charts over one axis, each with the list of its parts. */
import { FlameList } from "../execution/flame/flame-list.tsx";
import { FlamePicture } from "../execution/flame/flame-picture.tsx";
import type { FlameNode, Metric } from "../execution/flame/flame-tree.ts";
import { amountWords } from "../execution/flame/metric.ts";
import { navigate } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";

export interface CompareCostProps {
  readonly left: FlameNode | null;
  readonly right: FlameNode | null;
  readonly leftId: string;
  readonly rightId: string;
  readonly metric: Metric;
}

export function CompareCost({ left, leftId, metric, right, rightId }: CompareCostProps) {
  const span = Math.max(left?.amount ?? 0, right?.amount ?? 0);
  return (
    <div class="compare-cost">
      <Side name="Left" tree={left} executionId={leftId} span={span} metric={metric} />
      <Side name="Right" tree={right} executionId={rightId} span={span} metric={metric} />
    </div>
  );
}

interface SideProps {
  readonly name: string;
  readonly tree: FlameNode | null;
  readonly executionId: string;
  readonly span: number;
  readonly metric: Metric;
}

function Side({ executionId, metric, name, span, tree }: SideProps) {
  const pick = ({ step }: FlameNode) => {
    if (step !== null) navigate(executionAddress(executionId, { step, axis: metric.toLowerCase() }));
  };
  return (
    <section aria-label={`${name} run: ${metric === "COST" ? "cost" : "tokens"}`}>
      <h3>
        {name} {tree !== null && <b>{amountWords(tree.amount, metric)}</b>}
      </h3>
      {tree === null && <p class="soft">Reading what it cost…</p>}
      {tree !== null && tree.amount === 0 && <p class="soft">No language model was called.</p>}
      {tree !== null && tree.amount > 0 && (
        <>
          <FlamePicture tree={tree} metric={metric} span={span} selected={null} onPick={pick} />
          <details>
            <summary>Parts, the dearest first</summary>
            <FlameList tree={tree} metric={metric} selected={null} onPick={pick} />
          </details>
        </>
      )}
    </section>
  );
}
