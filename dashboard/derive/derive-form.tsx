/** The choices for a retry or a fork: the first step, arguments, bindings, calls that may be repeated, options. */

import type { ComponentChildren } from "preact";
import { request } from "../api/request.ts";
import { plural } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { StartProblems } from "../run/problems/start-problems.tsx";
import { BindingsPanel } from "../run/start/bindings-panel.tsx";
import { OptionsPanel } from "../run/start/options-panel.tsx";
import { StartButton } from "../run/start/start-button.tsx";
import { payloadOf, useStart } from "../run/start/start-run.ts";
import { setQuery } from "../shell/location.ts";
import { startFork, startRetry } from "./derive.generated.ts";
import type { Meant } from "./derive-preview.ts";
import { isAtStep, problemsByStep } from "./derive-problems.ts";
import { type EarlierExecution, initialBindings } from "./derive-steps.ts";
import { DeriveStepsPanel } from "./derive-steps-panel.tsx";
import { type Derivation, useDerivation } from "./use-derivation.ts";

export interface DeriveFormProps {
  readonly earlier: EarlierExecution;
  readonly children: ComponentChildren;
}

export function DeriveForm({ children, earlier }: DeriveFormProps) {
  const starting = useStart();
  const derivation = useDerivation(earlier);
  const { bindings, kind, meant, options, parsedOptions, previewed, steps } = derivation;
  const errors = previewed.preview?.errors ?? [];
  const changedIds = [...derivation.changes.keys()];
  const shownIds = steps.map(({ stepId }) => stepId);
  const bindingsWrong = errors.filter(({ path }) => path.includes("bindings")).map(({ message }) => message);
  const elsewhere = errors.filter(
    (wrong) => !isAtStep(wrong, changedIds, shownIds) && !wrong.path.includes("bindings"),
  );
  // The steps come with what becomes of each, which takes lines of a phone.
  const isAwaited = meant !== null && previewed.preview === null && previewed.failure === null;
  const isPermitted = earlier.permittedActions.includes(kind === "fork" ? "FORK" : "RETRY");
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
          onStart={() => meant !== null && starting.start(meant, (key) => sent(meant, key))}
          whyNot={whyNot(derivation, isPermitted)}
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
          <DeriveStepsPanel derivation={derivation} problems={problemsByStep(errors, changedIds)} />
        </div>
        <div class="side">
          {kind === "fork" && (
            <>
              <BindingsPanel
                text={derivation.bindingsText}
                onText={derivation.setBindingsText}
                parsed={bindings}
                problems={bindingsWrong}
              />
              {initialBindings(earlier).length > 0 && (
                <p class="soft fine">
                  Given at first: {initialBindings(earlier).join(", ")}. What is named here is replaced.
                </p>
              )}
            </>
          )}
          <OptionsPanel
            options={options}
            onChange={derivation.setOptions}
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

/** The answer to the request that `meant` is, under the key that starts it once. */
async function sent(meant: Meant, idempotencyKey: string) {
  const settings = { options: { ...meant.input.options, idempotencyKey } };
  return meant.kind === "retry"
    ? payloadOf(await request(startRetry, { input: { ...meant.input, ...settings } }), (data) => data.retryExecution)
    : payloadOf(await request(startFork, { input: { ...meant.input, ...settings } }), (data) => data.forkExecution);
}

/** Why it cannot be started now. Null if it can. */
function whyNot(derivation: Derivation, isPermitted: boolean): string | null {
  const { fromStepId, inDoubt, isReadable, kind, previewed } = derivation;
  const { failure, isCurrent, preview } = previewed;
  if (kind === "fork" && fromStepId === null) return "It has no step to start from";
  if (!isReadable) return "Fix what cannot be read first";
  // A user who may not read the registry may still start it, and then gets the problems from the server.
  const isUnchecked = failure?.code === "FORBIDDEN";
  if (failure !== null && !isUnchecked) return "It could not be checked";
  if (!isCurrent || (preview === null && !isUnchecked)) return "Checking";
  if (inDoubt.length > 0) return `Permit ${plural(inDoubt.length, "call")} that may have had an effect first`;
  if (preview !== null && preview.errors.length > 0) return `Fix ${plural(preview.errors.length, "error")} first`;
  // A retry from a named step is possible where a retry of failed steps is not.
  return isPermitted || fromStepId !== null ? null : "Everything succeeded: choose a step to start from";
}
