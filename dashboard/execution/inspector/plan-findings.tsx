/** The findings of the check of a plan: why it was refused, or its warnings. */
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import type { ExecutionHead } from "../store/execution-model.ts";

interface PlanFindingsProps {
  readonly id: string;
  readonly name: string;
  readonly findings: ExecutionHead["planErrors"] | ExecutionHead["planWarnings"];
}

/** The findings of the check of a plan. Nothing without findings. */
export function PlanFindings({ findings, id, name }: PlanFindingsProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        {name} <span class="end">{findings.length}</span>
      </h3>
      <ul class="faults">
        {findings.map(({ code, message, path }, at) => (
          <li key={at}>
            <InertText text={message} limit={300} /> <code>{code}</code>
            {path.length > 0 && <span class="soft small"> {madeVisible(path.join("."))}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
