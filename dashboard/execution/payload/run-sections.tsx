/** Outputs and inputs of the run, as sections of the inspector. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { madeVisible } from "../../parts/inert-text.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { plural } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { editorAddress } from "../../shell/route.ts";
import type { ExecutionHead } from "../store/execution-model.ts";
import { hasPlanToEdit, type RunPart } from "./run-parts.ts";
import { runPlan } from "./run-payload.generated.ts";
import { PartView } from "./run-result.tsx";

/** A prompt may be a book: an inspector shows its beginning. */
const limit = 700;

export interface PartsSectionProps {
  readonly id: string;
  readonly name: string;
  readonly head: ExecutionHead;
  readonly parts: readonly RunPart[];
  readonly children?: preact.ComponentChildren;
}

export function PartsSection({ children, head, id, name, parts }: PartsSectionProps) {
  const [first] = parts;
  const isAlone = parts.length === 1 && (first?.kind === "TEXT" || first?.name === name);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{isAlone && first !== undefined ? madeVisible(first.name) : name}</h3>
      {parts.map((part) => (
        <PartView key={part.name} head={head} part={part} isAlone={isAlone} limit={limit} />
      ))}
      {children}
    </section>
  );
}

/** The plan as it was checked, read when somebody wants to see it. */
export function PlanDocument({ head }: { readonly head: ExecutionHead }) {
  const [read, setRead] = useState<{ readonly value: unknown } | { readonly problem: Problem } | null>(null);
  const { plan } = head;
  if (plan === null || !hasPlanToEdit(head)) return null;
  const show = async () => {
    const answer = await request(runPlan, { id: head.id });
    if (answer.ok) setRead({ value: answer.data.execution?.plan?.document ?? null });
    else setRead(answer);
  };
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && read === null && void show()}>
      <summary>
        Plan <span class="soft">{plural(plan.steps.length, "step")}</span>
      </summary>
      <p>
        <a class="btn small" href={editorAddress({ of: head.id })}>
          Open in the editor
        </a>
      </p>
      {read !== null && "value" in read && <JsonView value={read.value} />}
      {read !== null && "problem" in read && <ProblemNote code={read.problem.code} message={read.problem.message} />}
    </details>
  );
}
