/** New arguments of a step that runs again: a form from the schema of its callable, which begins with the planned arguments. */
import { useEffect, useState } from "preact/hooks";
import { sameJson } from "../../src/json/json.ts";
import type { FieldProblem } from "../parts/schema-form/field-problem.ts";
import { SchemaForm } from "../parts/schema-form/schema-form.tsx";
import { inputSchemaOf } from "../run/registry.ts";
import type { EarlierStep } from "./derive-steps.ts";

export interface ChangedArgumentsProps {
  readonly step: EarlierStep;
  /** Undefined while they are as they were. */
  readonly changed: Readonly<Record<string, unknown>> | undefined;
  readonly onChange: (changed: Readonly<Record<string, unknown>> | undefined) => void;
  /** Text that is no JSON is not sent, and must not be left out silently. */
  readonly onReadable: (isReadable: boolean) => void;
  readonly problems: readonly FieldProblem[];
}

export function ChangedArguments({ changed, onChange, onReadable, problems, step }: ChangedArgumentsProps) {
  const [schema, setSchema] = useState<unknown>(undefined);
  const { callableName, kind, stepId } = step;
  useEffect(() => {
    let isLeft = false;
    if (callableName === null || (kind !== "TOOL" && kind !== "AGENT" && kind !== "WORKFLOW")) setSchema({});
    else void inputSchemaOf({ kind, name: callableName }).then((found) => isLeft || setSchema(found ?? {}));
    return () => {
      isLeft = true;
    };
  }, [callableName, kind]);
  useEffect(() => () => onReadable(true), []);
  if (schema === undefined) return null;
  return (
    <div class="derive-below">
      <SchemaForm
        schema={schema}
        value={changed ?? step.arguments}
        onChange={(value, found) => {
          onReadable(!found.some(({ isUnread }) => isUnread === true));
          const next = (value ?? {}) as Readonly<Record<string, unknown>>;
          onChange(sameJson(next, step.arguments) ? undefined : next);
        }}
        problems={problems}
        idPrefix={`arguments-${stepId}`}
        label={`Arguments of ${stepId}`}
      />
      <p class="soft fine">
        Texts may refer to other steps, such as <code>{"{{steps.research.output.title}}"}</code>.
      </p>
      {changed !== undefined && (
        <button class="btn small" type="button" onClick={() => onChange(undefined)}>
          Reset
        </button>
      )}
    </div>
  );
}
