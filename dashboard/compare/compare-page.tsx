/**
 * Room `compare`: two runs as one picture. It owns the pairs of steps, their differences, and the view of both; it leaves reading and
 * following a run to the store of `execution`, and the differences of values and texts to `parts/diff`. The address names both runs:
 * `/compare?left=…&right=…`. Invariant: a value that is not read, or too large to be compared, is never called the same.
 */
import "../execution/summary.css";
import "./compare.css";
import { useEffect, useState } from "preact/hooks";
import { useRunPayload } from "../execution/payload/run-payload.ts";
import type { ExecutionStore } from "../execution/store/execution-model.ts";
import { openExecution } from "../execution/store/execution-store.ts";
import { usePageTitle } from "../shell/arrival.ts";
import { place } from "../shell/location.ts";
import { CompareChoice } from "./compare-choice.tsx";
import { CompareHead } from "./compare-head.tsx";
import { CompareResult } from "./compare-result.tsx";
import { CompareSteps, type CompareStepsProps } from "./compare-steps.tsx";
import { usePlans } from "./use-plans.ts";

export function ComparePage() {
  const { query } = place.value;
  const [left, right] = [query.get("left") ?? "", query.get("right") ?? ""];
  const [leftStore, rightStore] = [useStore(left), useStore(right)];
  usePageTitle("Compare two runs");
  return (
    <div class="page compare">
      <div class="page-head">
        <h1>Compare</h1>
      </div>
      <CompareHead left={leftStore} right={rightStore} />
      {left === "" || right === "" ? (
        <CompareChoice left={left} right={right} />
      ) : (
        <Compared key={`${left} ${right}`} left={leftStore} right={rightStore} />
      )}
    </div>
  );
}

interface ComparedProps {
  readonly left: ExecutionStore | null;
  readonly right: ExecutionStore | null;
}

function Compared({ left, right }: ComparedProps) {
  if (left === null || right === null || left.problem.value !== null || right.problem.value !== null) return null;
  const [leftHead, rightHead] = [left.head.value, right.head.value];
  if (leftHead === null || rightHead === null || leftHead.isPart || rightHead.isPart) return null;
  return <BothRead left={left} right={right} leftHead={leftHead} rightHead={rightHead} />;
}

function BothRead(sides: Omit<CompareStepsProps, "plans">) {
  const { left, leftHead, right, rightHead } = sides;
  const plans = usePlans([left, leftHead], [right, rightHead]);
  const [leftPayload, rightPayload] = [useRunPayload(left), useRunPayload(right)];
  // What is shown below a part that is still read would move.
  if (leftPayload === undefined || rightPayload === undefined || !plans.areSettled) {
    return <p class="compare-reading soft">Reading what went in and came out…</p>;
  }
  return (
    <>
      <CompareResult {...sides} renamed={plans.renamed} payloads={[leftPayload, rightPayload]} />
      <CompareSteps {...sides} plans={plans} />
    </>
  );
}

/** Null for no run, and until it is opened. */
function useStore(executionId: string): ExecutionStore | null {
  const [store, setStore] = useState<ExecutionStore | null>(null);
  useEffect(() => {
    if (executionId === "") return setStore(null);
    const opened = openExecution(executionId);
    setStore(opened);
    return opened.close;
  }, [executionId]);
  return store?.executionId === executionId ? store : null;
}
