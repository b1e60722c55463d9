/** Says of a selected step of a child execution where the whole of it is. */
import "./timeline-child.css";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { executionAddress } from "../../shell/route.ts";
import type { StepRow } from "../store/execution-model.ts";
import { nameOfRow } from "./timeline-words.ts";

export interface ChildLinkProps {
  readonly step: { readonly row: StepRow; readonly childExecutionId: string | null };
}

/** Nothing for a step of the execution on the page. */
export function ChildLink({ step: { childExecutionId, row } }: ChildLinkProps) {
  if (childExecutionId === null) return null;
  return (
    <p class="tl-child">
      <span>
        <b class="mono">{madeVisible(nameOfRow(row))}</b> is a step of a child execution.
      </span>
      <a href={executionAddress(childExecutionId, { step: row.stepId })}>
        <Icon name="right" small />
        Open it there
      </a>
    </p>
  );
}
