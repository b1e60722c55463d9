/** Applies a manifest: the agents, tools, models, variables and handoffs of the document Auto-tools, as one JSON object. *Check* stores nothing. */
import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { LineField } from "../../parts/field.tsx";
import { FormDialog, useAct } from "../../parts/form-dialog.tsx";
import { reasonsOf } from "./refusals.tsx";
import { applyManifestEntry } from "./register.generated.ts";
import { TextOrFile } from "./text-or-file.tsx";

export interface ApplyManifestProps {
  readonly onClose: () => void;
  readonly onDone: (name: string) => void;
}

const mostBytes = 512 * 1_024;

export function ApplyManifest({ onClose, onDone }: ApplyManifestProps) {
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const act = useAct();
  const [isChecked, setIsChecked] = useState(false);
  const apply = async (dryRun: boolean) => {
    setIsChecked(false);
    const manifest = objectIn(text);
    if (typeof manifest === "string") {
      const message = `Cannot read the manifest: required is a JSON object, found ${manifest}`;
      return { code: "BAD_USER_INPUT", message };
    }
    const answer = await request(applyManifestEntry, { input: { name: name.trim(), manifest, dryRun } });
    const refused = reasonsOf(answer, (data) => data.applyManifest);
    const applied = answer.ok ? answer.data.applyManifest?.manifest : null;
    if (refused.length === 0 && dryRun) setIsChecked(true);
    else if (refused.length === 0 && applied) onDone(applied.name);
    return refused;
  };
  return (
    <FormDialog
      title="Apply a manifest"
      act={act}
      perform={() => apply(false)}
      words="Apply"
      onClose={onClose}
      moreActs={
        <button class="btn" type="button" aria-disabled={act.isBusy} onClick={() => void act.run(() => apply(true))}>
          Check
        </button>
      }
    >
      <LineField
        id="manifest-name"
        label="Name"
        hint="Letters, digits, _ and -. A manifest of the same name is replaced."
        required
        maxLength={48}
        spellcheck={false}
        autocomplete="off"
        value={name}
        onText={(next) => {
          setName(next);
          setIsChecked(false);
        }}
      />
      <TextOrFile
        id="manifest-text"
        label="Manifest as JSON"
        hint="The members agents, tools, structured_outputs, context_variables and handoffs; 512 KB at most."
        accept=".json"
        value={text}
        onText={(next) => {
          setText(next);
          setIsChecked(false);
          act.show([]);
        }}
        mostBytes={mostBytes}
        onTooLarge={(problem) => act.show([problem])}
      />
      {isChecked && (
        <p class="note ok" role="status">
          Nothing wrong. The manifest can be applied.
        </p>
      )}
    </FormDialog>
  );
}

/** The object, or the value that was found instead of one. */
function objectIn(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return "a list";
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : typeof value;
  } catch (error) {
    return `a text that is no JSON (${error instanceof Error ? error.message.slice(0, 200) : "unknown"})`;
  }
}
