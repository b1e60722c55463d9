/** A field that holds others: its legend, its words, and how one that may be left out is added and taken away. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { exact } from "../numbers.ts";
import { type FieldProps, useForm } from "./form-state.ts";
import { LabelText, shortened, tie, Words } from "./labelled.tsx";
import { NullTick } from "./null-tick.tsx";

export interface GroupProps extends FieldProps {
  /** The initial value of the part once it is added. */
  readonly begin: () => void;
  readonly children: ComponentChildren;
}

export function Group({ begin, children, ...props }: GroupProps) {
  const { field, isRequired, label, path, value } = props;
  const form = useForm();
  const { id, "aria-describedby": described } = tie(form, props);
  // The page that shows a form gives it its heading.
  const isWhole = path.length === 0;
  const isThere = value !== undefined && value !== null;
  return (
    <fieldset class={`form wide${isWhole ? "" : " inner"}`} id={id} aria-describedby={described} tabIndex={-1}>
      <legend class={isWhole ? "sr" : ""}>
        <LabelText label={label} isRequired={isRequired} />
      </legend>
      <Words field={field} path={path} />
      {isThere && children}
      {!isWhole && (!isThere || !isRequired) && (
        <div class="row">
          <button class="btn small" type="button" onClick={() => (isThere ? form.change(path, undefined) : begin())}>
            {isThere ? "Leave out" : "Add"} <bdi class="sr">{shortened(label)}</bdi>
          </button>
          {!isThere && <NullTick {...props} />}
        </div>
      )}
    </fieldset>
  );
}

const mostAtFirst = 100;

/** How many of many fields are shown: a hundred, until somebody wants all, or one of the others is wrong. */
export function useShare(
  total: number,
  isWrong: (at: number) => boolean,
  what: string,
): readonly [shown: number, more: ComponentChildren] {
  const [isAll, setAll] = useState(false);
  if (isAll || total <= mostAtFirst) return [total, null];
  for (let at = mostAtFirst; at < total; at += 1) if (isWrong(at)) return [total, null];
  const more = (
    <button class="btn" type="button" onClick={() => setAll(true)}>
      Show all {exact(total)} {what}
    </button>
  );
  return [mostAtFirst, more];
}
