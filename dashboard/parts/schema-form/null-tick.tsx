/** Null is a value of its own, distinct from nothing. */
import type { Json } from "../../../src/json/json.ts";
import { type FieldProps, idOf, useForm } from "./form-state.ts";

export function NullTick({ field, path, value }: FieldProps) {
  const form = useForm();
  if (!field.isNullable) return null;
  return (
    <label class="tick">
      <input
        type="checkbox"
        id={`${idOf(form, path)}-null`}
        checked={value === null}
        onChange={({ currentTarget }) => form.change(path, currentTarget.checked ? (null satisfies Json) : undefined)}
      />
      No value (null)
    </label>
  );
}
