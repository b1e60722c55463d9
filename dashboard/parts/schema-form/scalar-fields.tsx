/** Fields of one value: texts, numbers, yes or no, one of several, and fixed values. */
import { useState } from "preact/hooks";
import { sameJson } from "../../../src/json/json.ts";
import type { BooleanField, ChoiceField, ConstField, NumberField, TextField } from "./field.ts";
import { type FieldProps, useForm } from "./form-state.ts";
import { isItemAt, readNumber, readText, textOf } from "./form-value.ts";
import { Labelled, LabelText, shortened, tie, Words } from "./labelled.tsx";
import { NullTick } from "./null-tick.tsx";

/** Texts that may be longer are written over several lines. */
const longestLine = 120;

export function TextInput(props: FieldProps<TextField>) {
  const { field, path, value } = props;
  const form = useForm();
  const text = textOf(value);
  // A line of input would remove line breaks from pasted text. Once there are any, the field stays one of several lines.
  const [hasBroken, setBroken] = useState(false);
  const isLong = hasBroken || (field.maxLength ?? 0) > longestLine || text.length > longestLine || text.includes("\n");
  const write = (next: string) => form.change(path, readText(next, isItemAt(path)));
  const common = {
    ...tie(form, props),
    value: text,
    spellcheck: false,
    autocomplete: "off",
    onBlur: () => form.touch(path),
  } as const;
  return (
    <Labelled {...props} isWide={isLong}>
      {field.isSecret ? (
        <input {...common} type="password" onInput={({ currentTarget }) => write(currentTarget.value)} />
      ) : isLong ? (
        <textarea {...common} rows={3} onInput={({ currentTarget }) => write(currentTarget.value)} />
      ) : (
        <input
          {...common}
          type="text"
          inputMode={field.format === "email" ? "email" : "text"}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData("text/plain").replaceAll("\r\n", "\n") ?? "";
            if (!pasted.includes("\n")) return;
            event.preventDefault();
            const { selectionEnd, selectionStart } = event.currentTarget;
            setBroken(true);
            write(text.slice(0, selectionStart ?? text.length) + pasted + text.slice(selectionEnd ?? text.length));
          }}
        />
      )}
      <NullTick {...props} />
    </Labelled>
  );
}

export function NumberInput(props: FieldProps<NumberField>) {
  const { field, path, value } = props;
  const form = useForm();
  const [written, setWritten] = useState(() => textOf(value));
  // `1.50` stays as it is written as long as it means the value.
  const text = sameJson(readNumber(written), value ?? undefined) ? written : textOf(value);
  return (
    <Labelled {...props}>
      <input
        {...tie(form, props)}
        type="text"
        inputMode={field.isInteger && (field.least ?? -1) >= 0 ? "numeric" : "decimal"}
        autocomplete="off"
        value={text}
        onBlur={() => form.touch(path)}
        onInput={({ currentTarget }) => {
          setWritten(currentTarget.value);
          form.change(path, readNumber(currentTarget.value));
        }}
      />
      <NullTick {...props} />
    </Labelled>
  );
}

export function BooleanInput(props: FieldProps<BooleanField>) {
  const { field, label, path, isRequired, value } = props;
  const form = useForm();
  if (typeof value !== "boolean" || field.isNullable || (!isRequired && field.default === undefined)) {
    const options = [
      { label: "Yes", value: true },
      { label: "No", value: false },
    ];
    return <ChoiceInput {...props} field={{ ...field, kind: "CHOICE", options }} />;
  }
  return (
    <div class="field">
      <label class="tick">
        <input
          {...tie(form, { ...props, isRequired: false })}
          type="checkbox"
          checked={value}
          onBlur={() => form.touch(path)}
          onChange={({ currentTarget }) => form.change(path, currentTarget.checked)}
        />
        <bdi>{shortened(label)}</bdi>
      </label>
      <Words field={field} path={path} />
    </div>
  );
}

export function ChoiceInput(props: FieldProps<ChoiceField>) {
  const { field, path, isRequired, value } = props;
  const form = useForm();
  const isNull = value === null && field.isNullable;
  const chosen =
    value === undefined || isNull ? -1 : field.options.findIndex((option) => sameJson(option.value, value));
  const isOther = value !== undefined && !isNull && chosen < 0;
  return (
    <Labelled {...props}>
      <select
        {...tie(form, props)}
        value={isNull ? "null" : isOther ? "other" : chosen < 0 ? "" : String(chosen)}
        onBlur={() => form.touch(path)}
        onChange={({ currentTarget }) => {
          const picked = currentTarget.value;
          if (picked !== "other")
            form.change(path, picked === "null" ? null : field.options[Number(picked || -1)]?.value);
        }}
      >
        <option value="">{isRequired ? "Choose" : "Not given"}</option>
        {isOther && <option value="other">{shortened(textOf(value))}</option>}
        {field.isNullable && <option value="null">No value (null)</option>}
        {field.options.map((option, at) => (
          <option key={at} value={String(at)}>
            {shortened(option.label)}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A value that can only be the one it is: given or left out. */
export function ConstInput(props: FieldProps<ConstField>) {
  const { field, label, path, isRequired, value } = props;
  const form = useForm();
  return (
    <div class="field">
      <label class="tick">
        <input
          {...tie(form, { ...props, isRequired: false })}
          type="checkbox"
          checked={value !== undefined && sameJson(value, field.value)}
          onBlur={() => form.touch(path)}
          onChange={({ currentTarget }) => form.change(path, currentTarget.checked ? field.value : undefined)}
        />
        <span>
          <LabelText label={label} isRequired={isRequired} /> <code>{shortened(JSON.stringify(field.value))}</code>
        </span>
      </label>
      <Words field={field} path={path} />
    </div>
  );
}
