/** The surroundings of a field's control: its label, its description, and its problem, tied to the control. */
import type { ComponentChildren } from "preact";
import { InertText, madeVisible } from "../inert-text.tsx";
import type { Field } from "./field.ts";
import { hintOf } from "./field-hint.ts";
import { pointerOf } from "./field-problem.ts";
import { type FieldProps, type FormState, idOf, useForm } from "./form-state.ts";

const longestLabel = 200;
const longestDescription = 600;

/** Attributes that tie a control to its words. */
export interface Tied {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-required": true | undefined;
}

export function tie(form: FormState, { field, isRequired, path }: FieldProps): Tied {
  const id = idOf(form, path);
  const isWrong = form.messagesAt(pointerOf(path)).length > 0;
  const described = [...(hasHint(field) ? [`${id}-hint`] : []), ...(isWrong ? [`${id}-error`] : [])];
  return {
    id,
    "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
    "aria-invalid": isWrong || undefined,
    "aria-required": isRequired || undefined,
  };
}

export interface LabelledProps extends FieldProps {
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** A field of one control. */
export function Labelled({ children, isWide = false, ...field }: LabelledProps) {
  const id = idOf(useForm(), field.path);
  return (
    <div class={`field${isWide ? " wide" : ""}`}>
      <label for={id}>
        <LabelText label={field.label} isRequired={field.isRequired} />
      </label>
      {children}
      <Words {...field} />
    </div>
  );
}

export function LabelText({ label, isRequired }: { readonly label: string; readonly isRequired: boolean }) {
  return (
    <>
      <bdi>{shortened(label)}</bdi> <span class="req">{isRequired ? "required" : "optional"}</span>
    </>
  );
}

export function shortened(label: string): string {
  const text = madeVisible(label).replace(/\s+/g, " ");
  return text.length > longestLabel ? `${text.slice(0, longestLabel)}…` : text;
}

/** Description, bounds and problems of a field. */
export function Words({ field, path }: Pick<FieldProps, "field" | "path">) {
  const form = useForm();
  const id = idOf(form, path);
  const messages = form.messagesAt(pointerOf(path));
  const hint = hintOf(field);
  return (
    <>
      {hasHint(field) && (
        <div class="hint" id={`${id}-hint`}>
          {field.description !== "" && <InertText text={field.description} limit={longestDescription} />}
          {field.description !== "" && hint !== "" && " · "}
          {hint !== "" && <bdi>{madeVisible(hint)}</bdi>}
        </div>
      )}
      {messages.length > 0 && (
        <ul class="wrong" id={`${id}-error`}>
          {messages.slice(0, 5).map((message) => (
            <li key={message}>
              <InertText text={message} limit={400} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function hasHint(field: Field): boolean {
  return field.description !== "" || hintOf(field) !== "";
}
