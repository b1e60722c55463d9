/** A plan without its JSON: its steps one below the other, each with its callable and a form for its arguments. */
import { applyEdits, modify } from "jsonc-parser";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Field } from "../parts/field.tsx";
import { InertText, madeVisible } from "../parts/inert-text.tsx";
import { SchemaForm } from "../parts/schema-form/schema-form.tsx";
import type { PlanCheck } from "./check/plan-check.ts";
import { type Callable, inputSchemaOf, registry } from "./registry.ts";

export interface PlanFormProps {
  readonly check: PlanCheck;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Whether the text in a field of the step `id` can be read. */
  readonly onReadable: (id: string, isReadable: boolean) => void;
}

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

export function PlanForm({ check, onReadable, onText, text }: PlanFormProps) {
  const steps = check.document?.steps;
  // Several forms may change it before it is rendered again.
  const latest = useRef(text);
  latest.current = text;
  if (!Array.isArray(steps)) return <p class="quiet-note">The plan has no list of steps that a form could show.</p>;
  const change = (path: readonly (string | number)[], value: unknown) => {
    latest.current = applyEdits(latest.current, modify(latest.current, ["steps", ...path], value, layout));
    onText(latest.current);
  };
  return (
    <>
      <ol class="step-forms">
        {steps.map((step: unknown, at) => {
          const tool = toolOf(step);
          const words = check.problems.filter(({ range }) => range !== null && isWithin(check, at, range.offset));
          return (
            <li key={`${steps.length}/${at}`}>
              <header>
                <span class="no">{at + 1}</span>
                <span class="name clip">
                  {tool === null ? "A step that a form cannot show" : madeVisible(tool.stepId)}
                </span>
                <button class="btn quiet small" type="button" onClick={() => change([at], undefined)}>
                  Remove
                </button>
              </header>
              {words.map((problem, index) => (
                <p key={index} class={problem.tone === "bad" ? "wrong" : "soft fine"}>
                  <InertText text={problem.words} limit={400} />
                </p>
              ))}
              {tool === null ? (
                <p class="soft fine">Groups and questions to people are written as JSON.</p>
              ) : (
                <ToolForm
                  id={`step-${at}`}
                  {...tool}
                  onReadable={(isReadable) => onReadable(`${at}`, isReadable)}
                  onCallable={(name) => change([at, "tool", "toolName"], name)}
                  onArguments={(value) => change([at, "tool", "arguments"], value)}
                />
              )}
            </li>
          );
        })}
        {steps.length === 0 && <li class="quiet-note">No step yet: add a call.</li>}
      </ol>
      <datalist id="callable-names">
        {[...registry.value.callables.keys()].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

interface ToolFormProps {
  readonly id: string;
  readonly callableName: string;
  readonly arguments: unknown;
  readonly onReadable: (isReadable: boolean) => void;
  readonly onCallable: (name: string) => void;
  readonly onArguments: (value: unknown) => void;
}

function ToolForm({ arguments: given, callableName, id, onArguments, onCallable, onReadable }: ToolFormProps) {
  const [schema, setSchema] = useState<unknown>(undefined);
  const callable: Callable | undefined = registry.value.callables.get(callableName);
  useEffect(() => {
    let isLeft = false;
    setSchema(undefined);
    if (callable !== undefined) void inputSchemaOf(callable).then((found) => isLeft || setSchema(found ?? {}));
    return () => {
      isLeft = true;
    };
  }, [callable?.kind, callable?.name]);
  useEffect(() => () => onReadable(true), []);
  // Kept apart from the plan, which is rendered again while somebody writes a name.
  const [written, setWritten] = useState(callableName);
  useLayoutEffect(() => setWritten(callableName), [callableName]);
  return (
    <>
      <Field id={`${id}-callable`} label="Calls">
        <input
          id={`${id}-callable`}
          list="callable-names"
          autocomplete="off"
          value={written}
          onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          onChange={({ currentTarget }) => onCallable(currentTarget.value)}
        />
      </Field>
      {schema !== undefined && (
        <SchemaForm
          schema={schema}
          value={given ?? {}}
          onChange={(value, found) => {
            onReadable(!found.some(({ isUnread }) => isUnread === true));
            onArguments(value);
          }}
          problems={[]}
          idPrefix={id}
          label={`Arguments of ${callableName}`}
          takesReferences
        />
      )}
    </>
  );
}

function toolOf(step: unknown) {
  const tool = isObject(step) ? step.tool : undefined;
  if (!isObject(tool) || typeof tool.toolName !== "string") return null;
  const stepId = typeof tool.stepId === "string" ? tool.stepId : tool.toolName;
  return { stepId, callableName: tool.toolName, arguments: tool.arguments };
}

function isWithin({ tree }: PlanCheck, step: number, offset: number): boolean {
  const steps = tree?.children?.find(({ children }) => children?.[0]?.value === "steps")?.children?.[1];
  const node = steps?.children?.[step];
  return node !== undefined && offset >= node.offset && offset < node.offset + node.length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
