/** Accepting a tool that changed, after a question that shows which contract is accepted. Refused if it changed once more meanwhile. */
import { request } from "../../api/request.ts";
import { announce } from "../../parts/announce.tsx";
import { FormDialog, useAct } from "../../parts/form-dialog.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { refused } from "../refused.ts";
import { EffectBadge } from "./effect-badge.tsx";
import { acceptChangedTool } from "./tool-entry.generated.ts";
import type { Tool } from "./tool-entry.tsx";

export interface AcceptToolProps {
  readonly tool: Tool;
  readonly onClose: () => void;
  readonly onAccepted: (tool: Tool) => void;
  /** It differs from the shown contract by now. */
  readonly onRefused: () => void;
}

export function AcceptTool({ onAccepted, onClose, onRefused, tool }: AcceptToolProps) {
  const act = useAct();
  const accept = async () => {
    const input = { toolId: tool.id, contractHash: tool.contractHash };
    const answer = await request(acceptChangedTool, { input });
    const refusal = refused(answer, (data) => data.acceptTool);
    const next = answer.ok ? (answer.data.acceptTool?.tool ?? null) : null;
    if (refusal !== null || next === null) {
      onRefused();
      return refusal;
    }
    announce(`Accepted ${tool.name}`);
    onAccepted(next);
    onClose();
    return null;
  };
  return (
    <FormDialog
      title="Accept this tool as it is now?"
      act={act}
      perform={accept}
      words="Accept"
      leave="Not now"
      onClose={onClose}
    >
      <p>
        Plans can call{" "}
        <b class="name">
          <InertText text={tool.name} />
        </b>{" "}
        again, with the schemas, the description and the hints that its entry shows.
      </p>
      <dl class="facts">
        <dt>Effect class</dt>
        <dd>
          <EffectBadge name={tool.effectClass} />
        </dd>
        <dt>Contract hash</dt>
        <dd>
          <code>{tool.contractHash}</code>
        </dd>
      </dl>
    </FormDialog>
  );
}
