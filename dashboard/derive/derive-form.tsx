/** The choices for a retry or a fork: the first step, arguments, bindings, calls that may be repeated, options. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { request } from "../api/request.ts";
import { exact, plural } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { isGroupKind } from "../parts/step-kind.tsx";
import { StartProblems } from "../run/problems/start-problems.tsx";
import { BindingsPanel } from "../run/start/bindings-panel.tsx";
import { emptyDraft, type OptionsDraft } from "../run/start/draft.ts";
import { readObject } from "../run/start/json-object-text.ts";
import { OptionsPanel } from "../run/start/options-panel.tsx";
import { readOptions } from "../run/start/run-options-input.ts";
import { StartButton } from "../run/start/start-button.tsx";
import { payloadOf, useStart } from "../run/start/start-run.ts";
import { place, setQuery } from "../shell/location.ts";
import { startFork, startRetry } from "./derive.generated.ts";
import { type Meant, type Previewed, usePreview } from "./derive-preview.ts";
import { isAtStep, problemsByStep } from "./derive-problems.ts";
import { DeriveRow } from "./derive-row.tsx";
import { type EarlierExecution, type EarlierStep, earlierSteps, initialBindings } from "./derive-steps.ts";

type Arguments = Readonly<Record<string, unknown>>;

export function DeriveForm({
  children,
  earlier,
}: {
  readonly earlier: EarlierExecution;
  readonly children: ComponentChildren;
}) {
  const { query } = place.value;
  const kind = query.get("kind") === "fork" ? "fork" : "retry";
  const steps = earlierSteps(earlier);
  const fromStepId = fromStep(steps, kind, query.get("step"));
  const [changes, setChanges] = useState<ReadonlyMap<string, Arguments>>(new Map());
  const [bindingsText, setBindingsText] = useState("");
  const [callAgain, setCallAgain] = useState<ReadonlySet<string>>(new Set());
  const [doubted, setDoubted] = useState<ReadonlySet<string>>(new Set());
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  const [options, setOptions] = useState<OptionsDraft>(emptyDraft.options);
  const starting = useStart();
  const bindings = readObject(bindingsText);
  const parsedOptions = readOptions(options);

  const shared = {
    executionId: earlier.id,
    ...(callAgain.size > 0 && { callAgain: [...callAgain] }),
    ...(parsedOptions.ok && Object.keys(parsedOptions.input).length > 0 && { options: parsedOptions.input }),
  };
  const changed = [...changes].map(([stepId, given]) => ({ stepId, arguments: given }));
  const meant = meaning();
  const previewed = usePreview(meant);
  const { preview } = previewed;
  const errors = preview?.errors ?? [];
  const inDoubt = errors.flatMap((wrong) => (wrong.__typename === "OutcomeUnknownError" ? wrong.stepIds : []));
  if (inDoubt.some((stepId) => !doubted.has(stepId))) setDoubted(new Set([...doubted, ...inDoubt]));
  const changedIds = changed.map(({ stepId }) => stepId);
  const atSteps = problemsByStep(errors, changedIds);
  const bindingsWrong = errors.filter(({ path }) => path.includes("bindings")).map(({ message }) => message);
  const shownIds = steps.map(({ stepId }) => stepId);
  const elsewhere = errors.filter(
    (wrong) => !isAtStep(wrong, changedIds, shownIds) && !wrong.path.includes("bindings"),
  );
  // The steps come with what becomes of each, which takes lines of a phone.
  const isAwaited = meant !== null && preview === null && previewed.failure === null;
  const permitted = earlier.permittedActions.includes(kind === "fork" ? "FORK" : "RETRY");

  function meaning(): Meant | null {
    if (kind === "retry") return { kind, input: { ...shared, ...(fromStepId !== null && { fromStepId }) } };
    if (fromStepId === null) return null;
    const given = bindings.ok && bindings.value !== null ? { bindings: bindings.value } : {};
    return { kind, input: { ...shared, ...given, fromStepId, ...(changed.length > 0 && { arguments: changed }) } };
  }
  const start = () => {
    if (meant === null) return;
    starting.start(meant, async (idempotencyKey) => {
      const settings = { options: { ...meant.input.options, idempotencyKey } };
      return meant.kind === "retry"
        ? payloadOf(
            await request(startRetry, { input: { ...meant.input, ...settings } }),
            (data) => data.retryExecution,
          )
        : payloadOf(await request(startFork, { input: { ...meant.input, ...settings } }), (data) => data.forkExecution);
    });
  };
  const choose = (stepId: string | null) => {
    setCallAgain(new Set());
    setDoubted(new Set());
    setQuery({ step: stepId });
  };
  return (
    <>
      <div class="page-head">
        <h1>{kind === "fork" ? "Fork" : "Retry"}</h1>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has looks and a legend; these are toggles in a row */}
        <div class="seg" role="group" aria-label="How to run it again">
          <button type="button" aria-pressed={kind === "retry"} onClick={() => setQuery({ kind: "retry" })}>
            As it was
          </button>
          <button type="button" aria-pressed={kind === "fork"} onClick={() => setQuery({ kind: "fork" })}>
            With changes
          </button>
        </div>
        <StartButton
          autoFocus
          isStarting={starting.isStarting}
          onStart={start}
          whyNot={whyNot(
            previewed,
            permitted,
            kind,
            fromStepId,
            bindings.ok && parsedOptions.ok && unreadable.size === 0,
            inDoubt.length,
          )}
        />
      </div>
      {children}
      <StartProblems errors={starting.errors} />
      {previewed.failure !== null && <ProblemNote {...previewed.failure} />}
      {elsewhere.map(({ code, message }, at) => (
        <ProblemNote key={at} code={code} message={message} />
      ))}
      <div class="compose" hidden={isAwaited}>
        <div class="written">
          <section class="panel" aria-labelledby="h-steps">
            <header>
              <h2 id="h-steps">Steps</h2>
              <span class="end soft fine" role="status">
                {summary(previewed)}
              </span>
            </header>
            <ul class="derive-rows">
              {kind === "retry" && (
                <li class="derive-row">
                  <label class="tick derive-line everything">
                    <input type="radio" name="from-step" checked={fromStepId === null} onChange={() => choose(null)} />
                    Steps that did not succeed, and the steps that depend on them
                  </label>
                </li>
              )}
              {steps.map((step) => (
                <DeriveRow
                  key={step.stepId}
                  step={step}
                  fate={fateOf(step.stepId, previewed)}
                  isFirst={step.stepId === fromStepId}
                  onFirst={() => choose(step.stepId)}
                  isChangeable={kind === "fork" && !isGroupKind(step.kind)}
                  changed={changes.get(step.stepId)}
                  onChange={(given) =>
                    setChanges((before) => {
                      const next = new Map(before);
                      if (given === undefined) next.delete(step.stepId);
                      else next.set(step.stepId, given);
                      return next;
                    })
                  }
                  onReadable={(isReadable) =>
                    setUnreadable((before) => {
                      if (before.has(step.stepId) === !isReadable) return before;
                      const next = new Set(before);
                      if (isReadable) next.delete(step.stepId);
                      else next.add(step.stepId);
                      return next;
                    })
                  }
                  problems={atSteps.get(step.stepId) ?? []}
                  isInDoubt={doubted.has(step.stepId)}
                  isPermitted={callAgain.has(step.stepId)}
                  onPermit={(isPermitted) => {
                    const next = new Set(callAgain);
                    if (isPermitted) next.add(step.stepId);
                    else next.delete(step.stepId);
                    setCallAgain(next);
                  }}
                />
              ))}
            </ul>
            {steps.length === 0 && <p class="quiet-note">It never had a plan: everything is done again.</p>}
          </section>
        </div>
        <div class="side">
          {kind === "fork" && (
            <>
              <BindingsPanel text={bindingsText} onText={setBindingsText} parsed={bindings} problems={bindingsWrong} />
              {initialBindings(earlier).length > 0 && (
                <p class="soft fine">
                  Given at first: {initialBindings(earlier).join(", ")}. What is named here is replaced.
                </p>
              )}
            </>
          )}
          <OptionsPanel
            options={options}
            onChange={(some) => setOptions({ ...options, ...some })}
            otherwise="As in the earlier execution"
            parsed={parsedOptions}
            composed={meant}
            hasSchedule={false}
          />
        </div>
      </div>
    </>
  );
}

/** A fork begins somewhere: at the step that is named, else at the first that did not succeed, else at the first. */
function fromStep(steps: readonly EarlierStep[], kind: "retry" | "fork", named: string | null): string | null {
  const top = steps.filter(({ level }) => level === 1);
  if (named !== null && steps.some(({ stepId }) => stepId === named)) return named;
  if (kind === "retry") return null;
  return (top.find(({ status }) => status !== "SUCCEEDED") ?? top[0])?.stepId ?? null;
}

function fateOf(stepId: string, { repeated, reused }: Previewed): "REUSED" | "REPEATED" | null {
  if (reused.has(stepId)) return "REUSED";
  return repeated.has(stepId) ? "REPEATED" : null;
}

function summary({ preview, repeated, reused }: Previewed): string {
  if (preview === null) return "";
  if (preview.plansAgain) return "A model makes the plan again";
  return `${exact(reused.size)} reused, ${plural(repeated.size, "call")} will run`;
}

function whyNot(
  { failure, isCurrent, preview }: Previewed,
  isPermitted: boolean,
  kind: "retry" | "fork",
  fromStepId: string | null,
  isReadable: boolean,
  inDoubt: number,
): string | null {
  if (kind === "fork" && fromStepId === null) return "It has no step to start from";
  if (!isReadable) return "Fix what cannot be read first";
  // A user who may not read the registry may still start it, and then gets the problems from the server.
  const isUnchecked = failure?.code === "FORBIDDEN";
  if (failure !== null && !isUnchecked) return "It could not be checked";
  if (!isCurrent || (preview === null && !isUnchecked)) return "Checking";
  if (inDoubt > 0) return `Permit ${plural(inDoubt, "call")} that may have had an effect first`;
  if (preview !== null && preview.errors.length > 0) return `Fix ${plural(preview.errors.length, "error")} first`;
  // A retry from a named step is possible where a retry of failed steps is not.
  return isPermitted || fromStepId !== null ? null : "Everything succeeded: choose a step to start from";
}
