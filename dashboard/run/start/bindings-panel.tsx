/** Initial bindings: values that templates refer to by name. */
import { InertText } from "../../parts/inert-text.tsx";
import type { ParsedObject } from "./json-object-text.ts";
import { useOpenPanel } from "./open-panel.ts";

export interface BindingsPanelProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly parsed: ParsedObject;
  /** Their problems from the API. */
  readonly problems: readonly string[];
}

export function BindingsPanel({ onText, problems, parsed, text }: BindingsPanelProps) {
  const wrong = parsed.ok ? problems : [parsed.message];
  const panel = useOpenPanel(wrong.length > 0 || text.trim() !== "");
  return (
    <details class="panel options" ref={panel}>
      <summary>
        <h2>Bindings</h2>
        <span class="soft fine">{text.trim() === "" ? "None" : "Values that templates refer to"}</span>
      </summary>
      <div class="fields">
        <div class="field wide">
          <label for="bindings">Bindings as JSON</label>
          <textarea
            id="bindings"
            class="mono"
            rows={Math.min(12, Math.max(3, text.split("\n", 13).length))}
            spellcheck={false}
            value={text}
            placeholder={'{"topic": "tides"}'}
            aria-invalid={wrong.length > 0}
            aria-describedby="bindings-hint"
            onInput={({ currentTarget }) => onText(currentTarget.value)}
          />
          <span class="hint" id="bindings-hint">
            Referred to as <code>{"{{bindings.topic}}"}</code>
          </span>
          {wrong.map((message) => (
            <span key={message} class="wrong">
              <InertText text={message} limit={400} />
            </span>
          ))}
        </div>
      </div>
    </details>
  );
}
