/** The steps of the earlier execution in a retry or fork: which runs first, and what becomes of each. */
import { exact, plural } from "../parts/numbers.ts";
import type { FieldProblem } from "../parts/schema-form/field-problem.ts";
import { isGroupKind } from "../parts/step-kind.tsx";
import type { Previewed } from "./derive-preview.ts";
import { DeriveRow } from "./derive-row.tsx";
import type { Derivation } from "./use-derivation.ts";

export interface DeriveStepsPanelProps {
  readonly derivation: Derivation;
  /** Problems of the changed arguments of each step. */
  readonly problems: ReadonlyMap<string, readonly FieldProblem[]>;
}

export function DeriveStepsPanel({ derivation, problems }: DeriveStepsPanelProps) {
  const { callAgain, changes, chooseFirst, doubted, fromStepId, kind, previewed, steps } = derivation;
  return (
    <section class="panel" aria-labelledby="h-steps">
      <header>
        <h2 id="h-steps">Steps</h2>
        <span class="end soft fine" role="status">
          {summary(previewed)}
        </span>
      </header>
      <ul class="derive-rows">
        {kind === "retry" && (
          <li class="derive-row">
            <label class="tick derive-line everything">
              <input type="radio" name="from-step" checked={fromStepId === null} onChange={() => chooseFirst(null)} />
              Steps that did not succeed, and the steps that depend on them
            </label>
          </li>
        )}
        {steps.map((step) => (
          <DeriveRow
            key={step.stepId}
            step={step}
            fate={fateOf(step.stepId, previewed)}
            isFirst={step.stepId === fromStepId}
            onFirst={() => chooseFirst(step.stepId)}
            isChangeable={kind === "fork" && !isGroupKind(step.kind)}
            changed={changes.get(step.stepId)}
            onChange={(given) => derivation.change(step.stepId, given)}
            onReadable={(isReadable) => derivation.setReadable(step.stepId, isReadable)}
            problems={problems.get(step.stepId) ?? []}
            isInDoubt={doubted.has(step.stepId)}
            isPermitted={callAgain.has(step.stepId)}
            onPermit={(isPermitted) => derivation.permit(step.stepId, isPermitted)}
          />
        ))}
      </ul>
      {steps.length === 0 && <p class="quiet-note">It never had a plan: everything is done again.</p>}
    </section>
  );
}

function fateOf(stepId: string, { repeated, reused }: Previewed): "REUSED" | "REPEATED" | null {
  if (reused.has(stepId)) return "REUSED";
  return repeated.has(stepId) ? "REPEATED" : null;
}

function summary({ preview, repeated, reused }: Previewed): string {
  if (preview === null) return "";
  if (preview.plansAgain) return "A model makes the plan again";
  return `${exact(reused.size)} reused, ${plural(repeated.size, "call")} will run`;
}
