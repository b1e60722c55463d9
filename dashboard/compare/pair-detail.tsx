/** The differences of one step: its entry in the plan, its arguments, its output, its error. */
import type { ComponentChildren } from "preact";
import type { StepRow } from "../execution/store/execution-model.ts";
import { TextDiffView } from "../parts/diff/text-diff-view.tsx";
import { ValueDiffView } from "../parts/diff/value-diff-view.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { PayloadDiff } from "./payload-diff.tsx";
import type { StepPair } from "./step-pairs.ts";
import type { Compared, Verdict } from "./step-verdict.ts";

export interface PairDetailProps {
  readonly pair: StepPair;
  readonly facts: Compared;
  readonly verdict: Verdict;
}

export function PairDetail({ facts, pair, verdict }: PairDetailProps) {
  const { left, right } = pair;
  const [leftPlan, rightPlan] = facts.plans;
  const [leftValues, rightValues] = facts.values;
  const hasValues = (left?.named ?? right?.named ?? null) !== null;
  const areRead = (left?.named == null || leftValues !== null) && (right?.named == null || rightValues !== null);
  return (
    <div class="pair-detail">
      {verdict.kind === "ADDED" && <p class="soft">Only the right run has this step.</p>}
      {verdict.kind === "REMOVED" && <p class="soft">Only the left run has this step.</p>}
      {(leftPlan !== undefined || rightPlan !== undefined) && (
        <Part name="Plan">
          {leftPlan !== undefined && rightPlan !== undefined ? (
            <ValueDiffView left={leftPlan} right={rightPlan} />
          ) : (
            <JsonView value={leftPlan ?? rightPlan} limit={2_000} />
          )}
        </Part>
      )}
      {hasValues && !areRead && <p class="soft">Reading arguments and output…</p>}
      {hasValues && areRead && (
        <>
          <Part name="Arguments">
            <PayloadDiff left={leftValues?.input ?? null} right={rightValues?.input ?? null} />
          </Part>
          <Part name="Output">
            <PayloadDiff left={leftValues?.output ?? null} right={rightValues?.output ?? null} />
          </Part>
        </>
      )}
      {(left?.failure ?? right?.failure ?? null) !== null && (
        <Part name="Error">
          <TextDiffView left={failureText(left)} right={failureText(right)} />
        </Part>
      )}
    </div>
  );
}

function Part({ children, name }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <section>
      <h3>{name}</h3>
      {children}
    </section>
  );
}

function failureText(row: StepRow | null): string {
  return row?.failure == null ? "" : `${row.failure.code}: ${row.failure.message}`;
}
