/** Says of a selected line of a child execution where the whole of it is. */
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { executionAddress } from "../shell/route.ts";
import type { TimelineLine } from "./timeline-lines.ts";
import { nameOfRow } from "./timeline-words.ts";

export function ChildLink({ line }: { readonly line: TimelineLine }) {
  const { childExecutionId, row } = line;
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
