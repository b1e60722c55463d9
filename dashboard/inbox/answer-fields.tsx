/** The fields of a person's answer: one of several choices, or a form by a schema. Nothing for a mere permission. */
import { useState } from "preact/hooks";
import { isJsonObject } from "../../src/json/json.ts";
import { InertText } from "../parts/inert-text.tsx";
import type { FieldProblem } from "../parts/schema-form/field-problem.ts";
import { fieldOf } from "../parts/schema-form/form-fields.ts";
import { SchemaForm } from "../parts/schema-form/schema-form.tsx";
import type { Draft } from "./draft.ts";
import type { RequestInFull } from "./use-request.ts";

export interface AnswerFieldsProps {
  readonly request: RequestInFull;
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** The problems that the server found. */
  readonly problems: readonly FieldProblem[];
  readonly attempt: number;
}

export function AnswerFields({ attempt, change, draft, problems, request }: AnswerFieldsProps) {
  // The request is read again when it ends; the fields stay those that somebody filled in.
  const [schema] = useState(request.responseSchema);
  const [choices] = useState(() => (request.kind === "CHOICE" ? choicesOf(schema) : null));
  if (schema === null) return null;
  if (choices !== null) {
    const chosen = isJsonObject(draft.value) ? draft.value.choice : undefined;
    const messages = [...problems, ...(attempt > 0 && chosen === undefined ? [pickOne] : [])];
    return (
      <fieldset class="form choices" aria-describedby={messages.length > 0 ? "ask-choice-error" : undefined}>
        <legend>Your choice</legend>
        {choices.map((choice, at) => (
          <label key={at} class="tick">
            <input
              type="radio"
              name="ask-choice"
              checked={chosen === choice}
              aria-invalid={messages.length > 0 || undefined}
              onChange={() => change({ value: { choice }, problems: [] })}
            />
            <span>
              <InertText text={choice} limit={600} />
            </span>
          </label>
        ))}
        {messages.length > 0 && (
          <ul class="wrong" id="ask-choice-error">
            {messages.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
      </fieldset>
    );
  }
  return (
    <div class="answer-form">
      <h3 id="ask-answer">Your answer</h3>
      <SchemaForm
        schema={schema}
        value={draft.value}
        onChange={(value, found) => change({ value, problems: found })}
        problems={problems}
        idPrefix="ask"
        attempt={attempt}
        label="Your answer"
        assertsFormats
      />
    </div>
  );
}

const pickOne: FieldProblem = { pointer: "/choice", message: "Choose one of them" };

/** The texts of a choice. Null if the schema is not one of a choice. */
function choicesOf(schema: unknown): readonly string[] | null {
  const field = fieldOf(schema);
  const choice = field.kind === "OBJECT" ? field.members.find(({ name }) => name === "choice")?.field : undefined;
  if (choice?.kind !== "CHOICE") return null;
  const texts = choice.options.map(({ value }) => value).filter((value) => typeof value === "string");
  return texts.length === choice.options.length ? texts : null;
}
