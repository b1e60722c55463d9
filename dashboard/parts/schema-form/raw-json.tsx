/** The whole value as JSON. Problems are listed below it, each with the pointer to where it is. */

import type { Json } from "../../../src/json/json.ts";
import { InertText } from "../inert-text.tsx";
import type { Field } from "./field.ts";
import type { FieldProblem } from "./field-problem.ts";
import { JsonInput } from "./json-input.tsx";

export interface RawJsonProps {
  readonly field: Field;
  readonly label: string;
  readonly value: Json | undefined;
  readonly problems: readonly FieldProblem[];
  readonly given: readonly FieldProblem[];
}

const mostListed = 20;

export function RawJson({ field, given, label, problems, value }: RawJsonProps) {
  const below = [...given, ...problems].filter(({ pointer }) => pointer !== "");
  return (
    <>
      <JsonInput field={{ ...field, kind: "JSON" }} path={[]} label={label} isRequired value={value} />
      {below.length > 0 && (
        <ul class="wrong">
          {below.slice(0, mostListed).map(({ message, pointer }) => (
            <li key={`${pointer}\n${message}`}>
              <code>
                <InertText text={pointer} limit={200} />
              </code>{" "}
              <InertText text={message} limit={400} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
