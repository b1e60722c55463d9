/**
 * A form for a JSON Schema, or its JSON as it is, with one value behind both. It is checked while somebody writes; problems that the server
 * found are shown at the same places.
 */
import { loadPart } from "../loaded-part.tsx";
import "./schema-form.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Json } from "../../../src/json/json.ts";
import type { checkValue } from "./field-check.ts";
import { type FieldProblem, pointerOf } from "./field-problem.ts";
import { FieldView } from "./field-view.tsx";
import { fieldOf } from "./form-fields.ts";
import { FormContext, type FormState } from "./form-state.ts";
import { initialValue, withPart } from "./form-value.ts";
import { placed } from "./problem-places.ts";
import { RawJson } from "./raw-json.tsx";

export interface SchemaFormProps {
  /** Any JSON. The same object as long as it is the same schema. */
  readonly schema: unknown;
  /** Undefined at first: the form then begins with the defaults of the schema. */
  readonly value: unknown;
  /** Called with each change and the problems that the page itself finds; none until its check is loaded. */
  readonly onChange: (value: unknown, problems: readonly FieldProblem[]) => void;
  /** Problems that the server found. The page that passes them removes them when the value changes. */
  readonly problems: readonly FieldProblem[];
  /** Beginning of the ids of all controls, unique on the page. */
  readonly idPrefix: string;
  /** How often it was tried to send the value. From the first time on every problem is shown; each time the first one gets the focus. */
  readonly attempt?: number;
  /** The subject of the form, for screen readers. */
  readonly label?: string;
  /** Whether texts have to be of the formats that the schema names, as the server asks of answers. */
  readonly assertsFormats?: boolean;
  /** Whether texts may be references, which a picker of dates could not take. */
  readonly takesReferences?: boolean;
}

type Check = typeof checkValue;

export function SchemaForm({
  schema,
  value,
  onChange,
  problems,
  idPrefix,
  attempt = 0,
  label = "Data",
  assertsFormats = false,
  takesReferences = false,
}: SchemaFormProps) {
  const field = useMemo(() => fieldOf(schema), [schema]);
  const [isRaw, setRaw] = useState(false);
  const [check, setCheck] = useState<Check | null>(null);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [held, setHeld] = useState<ReadonlyMap<string, string>>(new Map());
  const root = useRef<HTMLDivElement>(null);
  const current = value as Json | undefined;
  const latest = useRef(current);
  latest.current = current;
  const heldNow = useRef(held);

  const found = useMemo(
    () => (check === null || current === undefined ? [] : check(schema, current, assertsFormats)),
    [assertsFormats, check, schema, current],
  );
  const own = useMemo(() => [...asProblems(held), ...found], [held, found]);
  const report = (next: Json | undefined) => {
    latest.current = next;
    const checked = check === null || next === undefined ? [] : check(schema, next, assertsFormats);
    onChange(next, [...asProblems(heldNow.current), ...checked]);
  };

  useEffect(() => {
    // Without it the server alone checks.
    loadPart(() => import("./field-check.ts")).then(
      (part) => setCheck(() => part.checkValue),
      () => undefined,
    );
  }, []);
  // At once: `onChange` of an earlier rendering would undo changes that were made beside this form since.
  useLayoutEffect(() => {
    if (latest.current === undefined) {
      const first = initialValue(field);
      if (first !== undefined) report(first);
    } else if (check !== null) report(latest.current);
  }, [field, check]);
  useLayoutEffect(() => {
    // The server may have found it while somebody writes already, who is left to it.
    if (attempt > 0 && !isWriting()) root.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempt]);

  const ownPlaces = useMemo(() => placed(own, field, current), [own, field, current]);
  const givenPlaces = useMemo(() => placed(problems, field, current), [problems, field, current]);
  const isTouched = (pointer: string) =>
    attempt > 0 ||
    held.has(pointer) ||
    [...touched].some((place) => place === pointer || place.startsWith(`${pointer}/`));
  const state: FormState = {
    idPrefix,
    hasPickers: !takesReferences,
    Part: FieldView,
    messagesAt: (pointer) => [
      ...new Set([...(givenPlaces.get(pointer) ?? []), ...(isTouched(pointer) ? (ownPlaces.get(pointer) ?? []) : [])]),
    ],
    isWrongWithin: (pointer) => {
      const isWithin = (place: string) => place === pointer || place.startsWith(`${pointer}/`);
      return [...givenPlaces.keys()].some(isWithin) || (attempt > 0 && [...ownPlaces.keys()].some(isWithin));
    },
    change: (path, part) => report(withPart(latest.current, path, part)),
    touch: (path) => {
      const pointer = pointerOf(path);
      if (!touched.has(pointer)) setTouched(new Set(touched).add(pointer));
    },
    hold: (pointer, message) => {
      if ((heldNow.current.get(pointer) ?? null) === message) return;
      const next = new Map(heldNow.current);
      if (message === null) next.delete(pointer);
      else next.set(pointer, message);
      heldNow.current = next;
      setHeld(next);
      if (message !== null) report(latest.current);
    },
  };

  return (
    <FormContext.Provider value={state}>
      <div class="schema-form" ref={root}>
        {field.kind !== "JSON" && (
          <div class="form-switch seg">
            <button type="button" aria-pressed={!isRaw} onClick={() => setRaw(false)}>
              Form <span class="sr">for {label}</span>
            </button>
            <button type="button" aria-pressed={isRaw} onClick={() => setRaw(true)}>
              JSON <span class="sr">of {label}</span>
            </button>
          </div>
        )}
        {isRaw || field.kind === "JSON" ? (
          <RawJson field={field} label={field.title ?? label} value={current} problems={own} given={problems} />
        ) : (
          <FieldView field={field} path={[]} label={field.title ?? label} isRequired value={current} />
        )}
      </div>
    </FormContext.Provider>
  );
}

function isWriting(): boolean {
  return document.activeElement?.matches("input, textarea, select, [contenteditable]") ?? false;
}

function asProblems(held: ReadonlyMap<string, string>): readonly FieldProblem[] {
  return [...held].map(([pointer, message]) => ({ pointer, message, isUnread: true }));
}
