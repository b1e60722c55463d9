/** A day or a moment, chosen in the picker of the browser. A moment is chosen in the time zone of the person and kept in UTC. */
import { pickedOf, pickerOf, textOfPicked } from "./date-text.ts";
import type { TextField } from "./field.ts";
import { type FieldProps, useForm } from "./form-state.ts";
import { isItemAt, readText, textOf } from "./form-value.ts";
import { Labelled, tie } from "./labelled.tsx";
import { NullTick } from "./null-tick.tsx";

export function DateInput(props: FieldProps<TextField>) {
  const { field, path, value } = props;
  const form = useForm();
  const picker = pickerOf(field.format) ?? "date";
  const text = textOf(value);
  return (
    <Labelled {...props}>
      <input
        {...tie(form, props)}
        type={picker}
        max={picker === "date" ? "9999-12-31" : "9999-12-31T23:59:59"}
        value={pickedOf(picker, text) ?? ""}
        onBlur={() => form.touch(path)}
        onInput={({ currentTarget }) =>
          form.change(path, readText(textOfPicked(picker, currentTarget.value), isItemAt(path)))
        }
      />
      {picker === "datetime-local" && (
        <div class="hint">{text === "" ? `In your time zone, ${zoneOf()}` : <code>{text}</code>}</div>
      )}
      <NullTick {...props} />
    </Labelled>
  );
}

function zoneOf(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "local time";
}
