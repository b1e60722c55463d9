/** Fields of forms: a label, its control, and a hint below. */
import type { ComponentChildren, JSX } from "preact";

interface Labelled {
  readonly id: string;
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
}

export function Field({ children, hint, id, label }: Labelled & { readonly children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </div>
  );
}

interface Written {
  readonly value: string;
  readonly onText: (text: string) => void;
}

interface LineProps extends Labelled, Written {
  readonly type?: "text" | "url" | "password";
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autocomplete?: "off";
  readonly spellcheck?: false;
  readonly placeholder?: string;
}

type TextProps = Labelled & Written & Omit<JSX.IntrinsicElements["textarea"], keyof Labelled | "onInput" | "value">;

/** One line of text. */
export function LineField({ hint, id, label, onText, type = "text", ...input }: LineProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      {/* The types of Preact know each type of input by itself, and no choice of them. */}
      <input id={id} type={type as "text"} {...input} onInput={({ currentTarget }) => onText(currentTarget.value)} />
    </Field>
  );
}

/** Several lines of text. */
export function TextField({ hint, id, label, onText, ...input }: TextProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      <textarea id={id} {...input} onInput={({ currentTarget }) => onText(currentTarget.value)} />
    </Field>
  );
}

interface ChoiceProps extends Labelled {
  /** Each with its words. */
  readonly choices: readonly (readonly [string, string])[];
  readonly value: string;
  readonly isRequired?: boolean;
  readonly onChoice: (value: string) => void;
}

/** One of several. */
export function ChoiceField({ choices, hint, id, isRequired = false, label, onChoice, value }: ChoiceProps) {
  return (
    <Field id={id} label={label} hint={hint}>
      <select
        id={id}
        required={isRequired}
        value={value}
        onChange={({ currentTarget }) => onChoice(currentTarget.value)}
      >
        {choices.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}
