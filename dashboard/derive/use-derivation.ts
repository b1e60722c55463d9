/**
 * The choices of a retry or fork on the page, the request that they make, and the answer of its preview. Another first step takes back the
 * permissions to call again, which were given for the steps before.
 */
import { useState } from "preact/hooks";
import { emptyDraft, type OptionsDraft } from "../run/start/draft.ts";
import { type ParsedObject, readObject } from "../run/start/json-object-text.ts";
import { useReadableFields, withMember } from "../run/start/readable-fields.ts";
import { type ParsedOptions, readOptions } from "../run/start/run-options-input.ts";
import { place, setQuery } from "../shell/location.ts";
import { type Meant, type Previewed, usePreview } from "./derive-preview.ts";
import { type EarlierExecution, type EarlierStep, earlierSteps } from "./derive-steps.ts";

export type Arguments = Readonly<Record<string, unknown>>;

export interface Derivation {
  readonly kind: "retry" | "fork";
  readonly steps: readonly EarlierStep[];
  /** The step that runs first. Null for all that did not succeed. */
  readonly fromStepId: string | null;
  /** Null while it names no step to start from. */
  readonly meant: Meant | null;
  readonly previewed: Previewed;
  /** Whether all texts can be read. */
  readonly isReadable: boolean;
  /** Changed arguments by step, in the order in which they are sent. */
  readonly changes: ReadonlyMap<string, Arguments>;
  readonly bindingsText: string;
  readonly bindings: ParsedObject;
  readonly options: OptionsDraft;
  readonly parsedOptions: ParsedOptions;
  /** Steps that may have had an effect, so that somebody has to permit to call them again. */
  readonly doubted: ReadonlySet<string>;
  /** Those of them that the preview still asks about. */
  readonly inDoubt: readonly string[];
  readonly callAgain: ReadonlySet<string>;
  chooseFirst(stepId: string | null): void;
  /** Undefined `given` for the arguments as they were. */
  change(stepId: string, given: Arguments | undefined): void;
  setReadable(stepId: string, isReadable: boolean): void;
  permit(stepId: string, isPermitted: boolean): void;
  setBindingsText(text: string): void;
  setOptions(part: Partial<OptionsDraft>): void;
}

export function useDerivation(earlier: EarlierExecution): Derivation {
  const { query } = place.value;
  const kind = query.get("kind") === "fork" ? "fork" : "retry";
  const steps = earlierSteps(earlier);
  const fromStepId = fromStep(steps, kind, query.get("step"));
  const [changes, setChanges] = useState<ReadonlyMap<string, Arguments>>(new Map());
  const [bindingsText, setBindingsText] = useState("");
  const [callAgain, setCallAgain] = useState<ReadonlySet<string>>(new Set());
  const [doubted, setDoubted] = useState<ReadonlySet<string>>(new Set());
  const { areReadable, setReadable } = useReadableFields();
  const [options, setOptions] = useState<OptionsDraft>(emptyDraft.options);
  const bindings = readObject(bindingsText);
  const parsedOptions = readOptions(options);

  const meaning = (): Meant | null => {
    const shared = {
      executionId: earlier.id,
      ...(callAgain.size > 0 && { callAgain: [...callAgain] }),
      ...(parsedOptions.ok && Object.keys(parsedOptions.input).length > 0 && { options: parsedOptions.input }),
    };
    if (kind === "retry") return { kind, input: { ...shared, ...(fromStepId !== null && { fromStepId }) } };
    if (fromStepId === null) return null;
    const given = bindings.ok && bindings.value !== null ? { bindings: bindings.value } : {};
    const changed = [...changes].map(([stepId, own]) => ({ stepId, arguments: own }));
    return { kind, input: { ...shared, ...given, fromStepId, ...(changed.length > 0 && { arguments: changed }) } };
  };
  const meant = meaning();
  const previewed = usePreview(meant);
  const errors = previewed.preview?.errors ?? [];
  const inDoubt = errors.flatMap((wrong) => (wrong.__typename === "OutcomeUnknownError" ? wrong.stepIds : []));
  if (inDoubt.some((stepId) => !doubted.has(stepId))) setDoubted(new Set([...doubted, ...inDoubt]));

  return {
    kind,
    steps,
    fromStepId,
    meant,
    previewed,
    isReadable: bindings.ok && parsedOptions.ok && areReadable,
    changes,
    bindingsText,
    bindings,
    options,
    parsedOptions,
    doubted,
    inDoubt,
    callAgain,
    chooseFirst(stepId) {
      setCallAgain(new Set());
      setDoubted(new Set());
      setQuery({ step: stepId });
    },
    change(stepId, given) {
      setChanges((before) => {
        const next = new Map(before);
        if (given === undefined) next.delete(stepId);
        else next.set(stepId, given);
        return next;
      });
    },
    setReadable,
    permit: (stepId, isPermitted) => setCallAgain(withMember(callAgain, stepId, isPermitted)),
    setBindingsText,
    setOptions: (part) => setOptions({ ...options, ...part }),
  };
}

/** A fork begins somewhere: at the step that is named, else at the first that did not succeed, else at the first. */
function fromStep(steps: readonly EarlierStep[], kind: "retry" | "fork", named: string | null): string | null {
  const top = steps.filter(({ level }) => level === 1);
  if (named !== null && steps.some(({ stepId }) => stepId === named)) return named;
  if (kind === "retry") return null;
  return (top.find(({ status }) => status !== "SUCCEEDED") ?? top[0])?.stepId ?? null;
}
