/** A value of one of several shapes: which one, and its field. */
import { useState } from "preact/hooks";
import type { Json } from "../../../src/json/json.ts";
import type { BranchField } from "./field.ts";
import { type FieldProps, idOf, useForm } from "./form-state.ts";
import { branchOf, couldBe, initialValue } from "./form-value.ts";
import { Labelled, shortened, tie } from "./labelled.tsx";

export function BranchFields(props: FieldProps<BranchField>) {
  const { field, isRequired, label, path, value } = props;
  const form = useForm();
  const [picked, setPicked] = useState<number | null>(null);
  // The value of each branch, so that a look at another one loses nothing.
  const [left] = useState(() => new Map<number, Json | undefined>());
  const isNull = value === null && field.isNullable;
  const chosen = isNull ? -1 : (picked ?? branchOf(field, value));
  const branch = field.branches[chosen];
  return (
    <div class="wide branch">
      <Labelled {...props}>
        <select
          {...tie(form, props)}
          value={isNull ? "null" : chosen < 0 ? "" : String(chosen)}
          onBlur={() => form.touch(path)}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value;
            left.set(chosen, value);
            const at = next === "" || next === "null" ? null : Number(next);
            setPicked(at);
            const target = at === null ? undefined : field.branches[at]?.field;
            if (at === null) form.change(path, next === "null" ? null : undefined);
            else if (left.has(at)) form.change(path, left.get(at));
            else if (value === undefined || target === undefined || !couldBe(target, value)) {
              form.change(path, target === undefined ? undefined : initialValue(target));
            }
          }}
        >
          <option value="">{isRequired ? "Choose" : "Not given"}</option>
          {field.isNullable && <option value="null">No value (null)</option>}
          {field.branches.map(({ label: name }, at) => (
            <option key={at} value={String(at)}>
              {shortened(name)}
            </option>
          ))}
        </select>
      </Labelled>
      {branch !== undefined && (
        <div id={`${idOf(form, path)}-branch${chosen}`}>
          <form.Part
            key={chosen}
            field={branch.field}
            path={path}
            label={branch.field.title ?? label}
            isRequired={isRequired}
            value={value}
          />
        </div>
      )}
      {branch === undefined && value !== undefined && !isNull && (
        <form.Part field={{ ...field, kind: "JSON" }} path={path} label={label} isRequired={isRequired} value={value} />
      )}
    </div>
  );
}
