/** Everything that is wrong with a plan, or that its author should know, in one list that leads to the lines. */
import { Icon } from "../../parts/icon.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { plural } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import type { PlanCheck } from "./plan-check.ts";

export interface CheckPanelProps {
  readonly check: PlanCheck;
  readonly onShow: (index: number) => void;
}

export function CheckPanel({
  check: { failure, isCurrent, problems, stepCount, validation },
  onShow,
}: CheckPanelProps) {
  const errors = problems.filter(({ tone }) => tone === "bad").length;
  const warnings = problems.length - errors;
  const isChecked = isCurrent && validation !== null;
  return (
    <section class="panel" aria-labelledby="h-check">
      <header>
        <h2 id="h-check">Check</h2>
        <div class="end row" role="status">
          {errors > 0 && (
            <span class="tag bad">
              <Icon name="failed" small />
              {plural(errors, "error")}
            </span>
          )}
          {warnings > 0 && (
            <span class="tag warn">
              <Icon name="warn" small />
              {plural(warnings, "warning")}
            </span>
          )}
          {problems.length === 0 && isChecked && (
            <span class="tag ok">
              <Icon name="succeeded" small />
              Nothing wrong
            </span>
          )}
        </div>
      </header>
      {failure !== null && <ProblemNote code={failure.code} message={failure.message} />}
      {problems.length === 0 && failure === null && (
        <p class="quiet-note">
          {stepCount === 0 ? "No step yet. Search a callable to begin." : checkedWords(isChecked)}
        </p>
      )}
      {problems.length > 0 && (
        <ul class="problems">
          {problems.map(({ line, stepId, tone, words }, index) => (
            <li key={index}>
              <button type="button" onClick={() => onShow(index)}>
                <span class={`st ${tone === "bad" ? "st-failed" : "st-backoff"}`}>
                  <Icon name={tone === "bad" ? "failed" : "warn"} />
                  <span class="sr">{tone === "bad" ? "Error" : "Warning"}</span>
                </span>
                <span>
                  {stepId !== null && (
                    <>
                      <b>
                        <InertText text={stepId} limit={80} />
                      </b>{" "}
                    </>
                  )}
                  <InertText text={words} limit={300} />
                </span>
                <span class="at">
                  {line !== null && (
                    <>
                      <span class="sr">line </span>
                      {line + 1}
                    </>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function checkedWords(isChecked: boolean): string {
  return isChecked ? "Callables, references, types, order and limits hold." : "Checking";
}
