/** Applies a manifest: the agents, tools, models, variables and handoffs of the document Auto-tools, as one JSON object. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Refusals, reasonsOf } from "./refusals.tsx";
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
  const [isAsking, setAsking] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const apply = async () => {
    if (isAsking) return;
    const manifest = objectIn(text);
    if (typeof manifest === "string") {
      setProblems([
        { code: "BAD_USER_INPUT", message: `Cannot read the manifest: required is a JSON object, found ${manifest}` },
      ]);
      return;
    }
    setAsking(true);
    const answer = await request(applyManifestEntry, { input: { name: name.trim(), manifest } });
    setAsking(false);
    const refused = reasonsOf(answer, (data) => data.applyManifest);
    setProblems(refused);
    const applied = answer.ok ? answer.data.applyManifest?.manifest : null;
    if (refused.length === 0 && applied) onDone(applied.name);
  };
  return (
    <FormDialog title="Apply a manifest" act="Apply" isDisabled={isAsking} onSubmit={apply} onClose={onClose}>
      <div class="field">
        <label for="manifest-name">Name</label>
        <input
          id="manifest-name"
          required
          maxLength={48}
          spellcheck={false}
          autocomplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <span class="hint">Letters, digits, _ and -. A manifest of the same name is replaced.</span>
      </div>
      <TextOrFile
        id="manifest-text"
        label="Manifest as JSON"
        hint="The members agents, tools, structured_outputs, context_variables and handoffs; 512 KB at most."
        accept=".json"
        value={text}
        onText={(next) => {
          setText(next);
          setProblems([]);
        }}
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
    </FormDialog>
  );
}

/** The object, or what was found instead of one. */
function objectIn(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return "a list";
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : typeof value;
  } catch (error) {
    return `a text that is no JSON (${error instanceof Error ? error.message.slice(0, 200) : "unknown"})`;
  }
}
