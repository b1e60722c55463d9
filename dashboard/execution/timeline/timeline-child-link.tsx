/** Says of a step that it is of a child execution, which step started that, and where the whole of it is. */
import "./timeline-child.css";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { place } from "../../shell/location.ts";
import { executionAddress } from "../../shell/route.ts";
import { shortId } from "../short-id.ts";
import { stepOf } from "./timeline-lines.ts";
import { nameOfRow } from "./timeline-words.ts";

export interface ChildLinkProps {
  /** Key of the line that started the child. */
  readonly opener: string;
  readonly executionId: string;
  readonly stepId: string;
}

export function ChildLink({ executionId, opener, stepId }: ChildLinkProps) {
  const { path, query } = place.value;
  const starter = new URLSearchParams(query);
  starter.set("step", opener.includes("/") ? opener : stepOf(opener));
  return (
    <p class="tl-child">
      <span>
        In the child execution <span class="mono">{shortId(executionId)}</span> of{" "}
        <a class="mono" href={`${path}?${starter}`}>
          {madeVisible(nameOfRow({ stepId: stepOf(opener) }))}
        </a>
      </span>
      <a href={executionAddress(executionId, { step: stepId })}>
        <Icon name="right" small />
        Open it there
      </a>
    </p>
  );
}
