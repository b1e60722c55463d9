/** Accepting a tool that changed, after a question that shows which contract is accepted. Refused if it changed once more meanwhile. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { announce } from "../../parts/announce.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { refused } from "../refused.ts";
import { EffectClass } from "./effect-class.tsx";
import { acceptChangedTool } from "./tool-entry.generated.ts";
import type { Tool } from "./tool-entry.tsx";

export interface AcceptToolProps {
  readonly tool: Tool;
  readonly onClose: () => void;
  readonly onAccepted: (tool: Tool) => void;
  /** It is not what is shown any more. */
  readonly onRefused: () => void;
}

export function AcceptTool({ onAccepted, onClose, onRefused, tool }: AcceptToolProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsking, setAsking] = useState(false);
  const accept = async () => {
    if (isAsking) return;
    setAsking(true);
    const input = { toolId: tool.id, contractHash: tool.contractHash };
    const answer = await request(acceptChangedTool, { input });
    setAsking(false);
    const refusal = refused(answer, (data) => data.acceptTool);
    setProblem(refusal);
    const next = answer.ok ? (answer.data.acceptTool?.tool ?? null) : null;
    if (refusal !== null || next === null) {
      onRefused();
      return;
    }
    announce(`Accepted ${tool.name}`);
    onAccepted(next);
    onClose();
  };
  return (
    <Dialog title="Accept this tool as it is now?" onClose={onClose}>
      <div class="ask">
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
            <EffectClass name={tool.effectClass} />
          </dd>
          <dt>Contract hash</dt>
          <dd>
            <code>{tool.contractHash}</code>
          </dd>
        </dl>
        {problem !== null && <ProblemNote {...problem} />}
        <div class="row">
          <button class="btn primary" type="button" aria-disabled={isAsking} onClick={() => void accept()}>
            Accept
          </button>
          <button class="btn" type="button" onClick={onClose}>
            Not now
          </button>
        </div>
      </div>
    </Dialog>
  );
}
