/** The result of a model's work for the whole run: the answer, the plan, the choice of an agent. */
import { answerOf } from "../payload/run-parts.ts";
import { PartsSection, PlanDocument } from "../payload/run-sections.tsx";
import type { ExecutionHead, WrittenText } from "../store/execution-model.ts";
import { Routed, Texts } from "./whole-run.tsx";

export interface ModelWorkProps {
  readonly purpose: string;
  readonly head: ExecutionHead;
  readonly texts: readonly WrittenText[];
}

export function ModelWork({ head, purpose, texts }: ModelWorkProps) {
  const { plan, routing } = head;
  if (purpose === "RESPOND") {
    const answer = answerOf(head, texts);
    return answer === null ? null : <PartsSection id="insp-answer" name="Answer" head={head} parts={[answer]} />;
  }
  if (purpose === "ROUTE") {
    return routing === null ? null : (
      <section aria-labelledby="insp-routed">
        <h3 id="insp-routed">Agent</h3>
        <div>
          <Routed routing={routing} />
        </div>
      </section>
    );
  }
  if (purpose !== "PLAN" || plan === null) return null;
  return (
    <>
      {plan.reasoning !== null && <Texts id="insp-reasoning" name="Reasoning of the planner" text={plan.reasoning} />}
      {plan.steps.length > 0 && (
        <section aria-label="Plan">
          <PlanDocument head={head} />
        </section>
      )}
    </>
  );
}
