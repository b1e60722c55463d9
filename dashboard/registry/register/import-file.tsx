/** Registers the agents and workflows of one file, all of them or none. *Check* lists the registrations beforehand. */
import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { FormDialog, useAct } from "../../parts/form-dialog.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { namesIn } from "./names-in.ts";
import { reasonsOf } from "./refusals.tsx";
import { importWorkflowsEntry } from "./register.generated.ts";
import { TextOrFile } from "./text-or-file.tsx";

export interface ImportFileProps {
  readonly onClose: () => void;
  readonly onDone: (kind: "agent" | "workflow", name: string) => void;
}

const mostBytes = 256 * 1_024;

export function ImportFile({ onClose, onDone }: ImportFileProps) {
  const [text, setText] = useState("");
  const act = useAct();
  const [checked, setChecked] = useState<readonly string[] | null>(null);
  const change = (next: string) => {
    setText(next);
    setChecked(null);
    act.show([]);
  };
  const ask = async (dryRun: boolean) => {
    if (text.trim() === "") return null;
    const source = text.trimStart().startsWith("{") ? { json: text } : { yaml: text };
    const answer = await request(importWorkflowsEntry, { input: { source, dryRun } });
    const refused = reasonsOf(answer, (data) => data.importWorkflows);
    const done = answer.ok ? answer.data.importWorkflows : null;
    if (refused.length > 0 || done === null) return refused;
    if (dryRun) setChecked(namesIn(done.document));
    else {
      const [workflow] = done.workflows;
      const [agent] = done.agents;
      if (workflow !== undefined) onDone("workflow", workflow.name);
      else if (agent !== undefined) onDone("agent", agent.name);
    }
    return null;
  };
  return (
    <FormDialog
      title="Import agents and workflows"
      act={act}
      perform={() => ask(false)}
      words="Register"
      onClose={onClose}
      moreActs={
        <button class="btn" type="button" aria-disabled={act.isBusy} onClick={() => void act.run(() => ask(true))}>
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
        onTooLarge={(problem) => act.show([problem])}
      />
      {checked !== null && (
        <p class="note ok" role="status">
          Nothing wrong. {checked.length === 1 ? "1 entry" : `${checked.length} entries`} would be registered:{" "}
          {madeVisible(checked.join(", "))}
        </p>
      )}
    </FormDialog>
  );
}
