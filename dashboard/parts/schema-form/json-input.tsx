/**
 * A part of a value as JSON, for values that no field can express. Text that is no JSON yet stays unchanged, and shows the place of its
 * first error.
 */
import { useEffect, useState } from "preact/hooks";
import { type Json, sameJson } from "../../../src/json/json.ts";
import { pointerOf } from "./field-problem.ts";
import { type FieldProps, useForm } from "./form-state.ts";
import { readJson } from "./json-text.ts";
import { Labelled, tie } from "./labelled.tsx";

export function JsonInput(props: FieldProps) {
  const { path, value } = props;
  const form = useForm();
  const pointer = pointerOf(path);
  const [written, setWritten] = useState(() => shown(value));
  const parsed = readJson(written);
  // A value that was changed elsewhere replaces the text here, but never text that somebody is still writing.
  const text = parsed.ok && !sameJson(parsed.value, value) ? shown(value) : written;
  useEffect(() => () => form.hold(pointer, null), [pointer]);
  return (
    <Labelled {...props} isWide>
      <textarea
        {...tie(form, props)}
        class="mono"
        rows={Math.min(12, Math.max(3, text.split("\n", 13).length))}
        spellcheck={false}
        value={text}
        onBlur={() => form.touch(path)}
        onInput={({ currentTarget }) => {
          setWritten(currentTarget.value);
          const next = readJson(currentTarget.value);
          form.hold(pointer, next.ok ? null : next.message);
          if (next.ok) form.change(path, next.value);
        }}
      />
    </Labelled>
  );
}

function shown(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}
