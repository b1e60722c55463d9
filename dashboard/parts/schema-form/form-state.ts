/** The common state of the fields of one form: the places of their messages, and the function that changes a part of the value. */
import { createContext, type FunctionComponent } from "preact";
import { useContext } from "preact/hooks";
import type { Json } from "../../../src/json/json.ts";
import type { Field } from "./field.ts";
import { pointerOf } from "./field-problem.ts";
import type { Path } from "./form-value.ts";

export interface FormState {
  readonly idPrefix: string;
  /** Whether days and moments are chosen in pickers, which take no references. */
  readonly hasPickers: boolean;
  /** The field of any kind, for those that hold others. */
  readonly Part: FunctionComponent<FieldProps>;
  /** Messages that are shown at a field: of one that somebody touched, of all once it was tried to send the form. */
  messagesAt(pointer: string): readonly string[];
  /** Whether something within a part is wrong and must be seen. */
  isWrongWithin(pointer: string): boolean;
  /** Undefined leaves the part out. */
  change(path: Path, part: Json | undefined): void;
  touch(path: Path): void;
  /** Says that the text of a field is no value yet, or null that it is one again. */
  hold(pointer: string, message: string | null): void;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (form === null) throw new Error("A field stands outside of a form");
  return form;
}

/** One field at its place in the value. */
export interface FieldProps<Kind extends Field = Field> {
  readonly field: Kind;
  readonly path: Path;
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: Json | undefined;
}

/** Ids of a field: keys come from schemas, and blanks would split a list of ids. */
export function idOf(form: FormState, path: Path): string {
  return `${form.idPrefix}-field${encodeURIComponent(pointerOf(path))}`;
}
