/** Registers the agents and workflows of one file, all of them or none. *Check* says what would be registered. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { namesIn } from "./names-in.ts";
import { Refusals, reasonsOf } from "./refusals.tsx";
import { importWorkflowsEntry } from "./register.generated.ts";
import { TextOrFile } from "./text-or-file.tsx";

export interface ImportFileProps {
  readonly onClose: () => void;
  readonly onDone: (kind: "agent" | "workflow", name: string) => void;
}

const mostBytes = 256 * 1_024;

export function ImportFile({ onClose, onDone }: ImportFileProps) {
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [checked, setChecked] = useState<readonly string[] | null>(null);
  const change = (next: string) => {
    setText(next);
    setChecked(null);
    setProblems([]);
  };
  const ask = async (dryRun: boolean) => {
    if (isAsking || text.trim() === "") return;
    setAsking(true);
    const source = text.trimStart().startsWith("{") ? { json: text } : { yaml: text };
    const answer = await request(importWorkflowsEntry, { input: { source, dryRun } });
    setAsking(false);
    const refused = reasonsOf(answer, (data) => data.importWorkflows);
    setProblems(refused);
    const done = answer.ok ? answer.data.importWorkflows : null;
    if (refused.length > 0 || done === null) return;
    if (dryRun) setChecked(namesIn(done.document));
    else {
      const [workflow] = done.workflows;
      const [agent] = done.agents;
      if (workflow !== undefined) onDone("workflow", workflow.name);
      else if (agent !== undefined) onDone("agent", agent.name);
    }
  };
  return (
    <FormDialog
      title="Import agents and workflows"
      act="Register"
      isDisabled={isAsking}
      onSubmit={() => ask(false)}
      onClose={onClose}
      moreActs={
        <button class="btn" type="button" aria-disabled={isAsking} onClick={() => void ask(true)}>
          Check
        </button>
      }
    >
      <TextOrFile
        id="import-text"
        label="YAML or JSON"
        hint="A file of Planwright, or one of Solace Agent Mesh, 256 KB at most. What has a name that is registered takes its place."
        accept=".yaml,.yml,.json"
        value={text}
        onText={change}
        mostBytes={mostBytes}
        onTooLarge={(found) =>
          setProblems([
            {
              code: "LIMIT_EXCEEDED",
              message: `Cannot read the file: required are at most ${mostBytes} bytes, found ${found}`,
            },
          ])
        }
      />
      <Refusals problems={problems} />
      {checked !== null && (
        <p class="note ok" role="status">
          Nothing wrong. {checked.length === 1 ? "1 entry" : `${checked.length} entries`} would be registered:{" "}
          {madeVisible(checked.join(", "))}
        </p>
      )}
    </FormDialog>
  );
}
