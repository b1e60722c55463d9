/** Name, status and kind of the selected step. */
import { EffectClass } from "../../parts/effect-class.tsx";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { Status } from "../../parts/status.tsx";
import { StepKind } from "../../parts/step-kind.tsx";
import type { StepRow } from "../store/execution-model.ts";
import { nameOfRow } from "../timeline/timeline-words.ts";
import type { StepDetail } from "./step-detail.ts";

export interface InspectorHeadProps {
  readonly row: StepRow;
  readonly detail: StepDetail | null;
  readonly onShowRun: () => void;
}

export function InspectorHead({ detail, onShowRun, row }: InspectorHeadProps) {
  const server = detail !== null && "tool" in detail ? (detail.tool?.mcpServer.name ?? null) : null;
  return (
    <header class="insp-head">
      <div class="line">
        <h2 id="insp-name" class="clip">
          {madeVisible(nameOfRow(row))}
        </h2>
        <Status status={row.status} pill />
        <button class="btn quiet small icon" type="button" aria-label="Show the whole run instead" onClick={onShowRun}>
          <Icon name="close" />
        </button>
      </div>
      <p class="kind">
        <StepKind kind={row.kind} />
        {Object.hasOwn(works, row.stepId) && <span>{works[row.stepId]}</span>}
        <span>{madeVisible(row.callableName)}</span>
        {server !== null && <span class="soft">on {madeVisible(server)}</span>}
        {row.groupId !== null && <span class="soft">in group {madeVisible(row.groupId)}</span>}
        {detail !== null && "effectClass" in detail && <EffectClass name={detail.effectClass} />}
        {row.isFinally === true && <span class="tag">finally</span>}
        {row.reused && <span class="tag">reused</span>}
      </p>
    </header>
  );
}

/** The work of a model for the whole run; its line has a name of one word. */
const works: Readonly<Record<string, string>> = {
  "model/ROUTE": "chooses an agent",
  "model/PLAN": "makes the plan",
  "model/RESPOND": "writes the answer",
};
