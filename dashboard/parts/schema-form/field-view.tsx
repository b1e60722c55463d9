/** The field of a part of the value, by its kind. A part without the shape of its field is shown as JSON. */
import { isJsonArray, isJsonObject } from "../../../src/json/json.ts";
import { BranchFields } from "./branch-fields.tsx";
import { DateInput } from "./date-input.tsx";
import { pickedOf, pickerOf } from "./date-text.ts";
import type { TextField } from "./field.ts";
import { type FieldProps, useForm } from "./form-state.ts";
import { JsonInput } from "./json-input.tsx";
import { ListFields } from "./list-fields.tsx";
import { ObjectFields } from "./object-fields.tsx";
import { BooleanInput, ChoiceInput, ConstInput, NumberInput, TextInput } from "./scalar-fields.tsx";

export function FieldView(props: FieldProps) {
  const { field, value } = props;
  const { hasPickers } = useForm();
  const isPicked = ({ format, isSecret }: TextField, text: string) => {
    const picker = hasPickers && !isSecret ? pickerOf(format) : null;
    return picker !== null && pickedOf(picker, text) !== null;
  };
  const isNothing = value === undefined || (value === null && field.isNullable);
  switch (field.kind) {
    case "TEXT":
      if (!isNothing && typeof value !== "string") return <JsonInput {...props} />;
      return isPicked(field, typeof value === "string" ? value : "") ? (
        <DateInput {...props} field={field} />
      ) : (
        <TextInput {...props} field={field} />
      );
    case "NUMBER":
      return typeof value === "object" && !isNothing ? (
        <JsonInput {...props} />
      ) : (
        <NumberInput {...props} field={field} />
      );
    case "BOOLEAN":
      return <BooleanInput {...props} field={field} />;
    case "CHOICE":
      return <ChoiceInput {...props} field={field} />;
    case "CONST":
      return <ConstInput {...props} field={field} />;
    case "OBJECT":
      return isNothing || isJsonObject(value) ? <ObjectFields {...props} field={field} /> : <JsonInput {...props} />;
    case "LIST":
      return isNothing || isJsonArray(value) ? <ListFields {...props} field={field} /> : <JsonInput {...props} />;
    case "BRANCH":
      return <BranchFields {...props} field={field} />;
    case "JSON":
      return <JsonInput {...props} />;
  }
}
