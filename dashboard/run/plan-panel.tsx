/** The text of a plan, as JSON in an editor or as a form, with its size and what can be done to it. */
import { applyEdits, format } from "jsonc-parser";
import { useMemo } from "preact/hooks";
import { announce } from "../parts/announce.tsx";
import { plural } from "../parts/numbers.ts";
import { outputSchemas } from "./callable-schemas.ts";
import type { PlanCheck } from "./check/plan-check.ts";
import { CodeEditor, type CodeEditorHandle } from "./editor/code-editor.tsx";
import { noteId } from "./editor/code-lines.tsx";
import { completionAt } from "./editor/completion.ts";
import { PlanForm } from "./plan-form.tsx";
import { ProblemBox } from "./problems/problem-box.tsx";
import { registry } from "./registry.ts";
import { changeDraft } from "./start/draft.ts";
import { readObject } from "./start/json-object-text.ts";

const mostPlanBytes = 100_000;

export interface PlanPanelProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly check: PlanCheck;
  /** The bindings that references of the plan may name, as JSON. */
  readonly bindingsText: string;
  readonly isForm: boolean;
  readonly onForm: (isForm: boolean) => void;
  /** Whether the text in a field of the form of step `id` can be read. */
  readonly onReadable: (id: string, isReadable: boolean) => void;
  readonly onSearch: () => void;
  readonly editor: { current: CodeEditorHandle | null };
}

export function PlanPanel(props: PlanPanelProps) {
  const { bindingsText, check, editor, isForm, onForm, onReadable, onSearch, onText, text } = props;
  const complete = useKnownCompletion(bindingsText, check);
  const size = new TextEncoder().encode(text).byteLength;
  return (
    <section class="panel editor" aria-labelledby="h-plan">
      <header>
        <h2 id="h-plan">Plan</h2>
        <span class="tag">
          {plural(check.validation?.valid ? check.validation.steps.length : check.stepCount, "call")}
        </span>
        <span class={`tag wide-only${size > mostPlanBytes ? " bad" : ""}`}>
          {(size / 1_000).toFixed(1)} of {mostPlanBytes / 1_000} KB
        </span>
        {!isForm && <span class="tag wide-only">Ctrl+Space completes</span>}
        <div class="end row">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has looks and a legend; these are toggles in a row */}
          <div class="seg" role="group" aria-label="How the plan is shown">
            <button type="button" aria-pressed={isForm} onClick={() => onForm(true)}>
              Form
            </button>
            <button type="button" aria-pressed={!isForm} onClick={() => onForm(false)}>
              JSON
            </button>
          </div>
          <button class="btn small" type="button" onClick={onSearch}>
            Add a call
          </button>
          {!isForm && (
            <button class="btn small" type="button" onClick={() => changeDraft({ planText: formatted(text) })}>
              Format
            </button>
          )}
        </div>
      </header>
      {isForm ? (
        <PlanForm check={check} text={text} onText={onText} onReadable={onReadable} />
      ) : (
        <CodeEditor
          text={text}
          onText={onText}
          label="Plan as JSON"
          complete={complete}
          problems={check.problems}
          handle={editor}
          note={(problem, index) => (
            <ProblemBox
              key={index}
              id={noteId(index)}
              problem={problem}
              onTake={({ range, text: taken }) => {
                editor.current?.apply({ ...range, text: taken });
                announce("Taken");
              }}
            />
          )}
        />
      )}
    </section>
  );
}

/** The completions of a plan with these bindings, of everything that is registered. */
function useKnownCompletion(bindingsText: string, { schemas }: PlanCheck) {
  const { callables } = registry.value;
  const outputs = outputSchemas.value;
  return useMemo(() => {
    const given = readObject(bindingsText);
    const known = {
      callables: [...callables.values()],
      inputs: schemas,
      outputs,
      bindings: given.ok && given.value !== null ? Object.keys(given.value) : [],
    };
    return (text: string, cursor: number) => completionAt(text, cursor, known);
  }, [callables, schemas, outputs, bindingsText]);
}

function formatted(text: string): string {
  return applyEdits(text, format(text, undefined, { insertSpaces: true, tabSize: 2, eol: "\n" }));
}
