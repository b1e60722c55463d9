/**
 * What if a step had been given other arguments: a fork that is not started. While somebody writes, the server says which results would be
 * reused, which calls would run again and what they could do and cost. A refusal is shown in its words. *Run it* starts the fork.
 */
import "./what-if.css";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { request } from "../api/request.ts";
import { signIns } from "../api/session.ts";
import { useAnswer } from "../api/use-answer.ts";
import { announce } from "../parts/announce.tsx";
import { EffectClass } from "../parts/effect-class.tsx";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { exact, money, plural, upTo } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { StartProblems } from "../run/problems/start-problems.tsx";
import { readRegistry } from "../run/registry.ts";
import { StartButton } from "../run/start/start-button.tsx";
import { payloadOf, useStart } from "../run/start/start-run.ts";
import { useKeys } from "../shell/keys.ts";
import { setQuery } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import { ChangedArguments } from "./changed-arguments.tsx";
import { deriveSource, startFork } from "./derive.generated.ts";
import { type Meant, type Previewed, usePreview } from "./derive-preview.ts";
import { problemsByStep } from "./derive-problems.ts";
import { type EarlierStep, earlierSteps } from "./derive-steps.ts";

/** The supposed outcome of each step, for views that mark them. */
export interface Ghost {
  readonly reused: ReadonlySet<string>;
  readonly repeated: ReadonlySet<string>;
}

export interface WhatIfDockProps {
  readonly executionId: string;
  /** The step whose arguments are changed. */
  readonly stepId: string;
  readonly onGhost: (ghost: Ghost | null) => void;
}

export function WhatIfDock({ executionId, onGhost, stepId }: WhatIfDockProps) {
  const { data, problem } = useAnswer(deriveSource, { id: executionId });
  const signedIn = signIns.value;
  useEffect(() => readRegistry(), [signedIn]);
  const leave = () => setQuery({ whatif: null });
  useKeys([{ keys: "Escape", label: "Close what-if", section: "Watch", run: leave }]);
  const steps = data?.execution == null ? [] : earlierSteps(data.execution);
  const at = steps.findIndex((step) => step.stepId === stepId);
  const step = steps[at];
  // A fork begins at a step of the plan: of one in a group, at the group.
  const first = steps.slice(0, at + 1).findLast(({ level }) => level === 1);
  return (
    // It scrolls, so that it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    <section class="what-if" aria-labelledby="what-if-name" tabIndex={0}>
      <header>
        <h2 id="what-if-name">
          <Icon name="fork" small /> What if <b>{madeVisible(stepId.slice(0, 120))}</b> had other arguments?
        </h2>
        <button class="btn small" type="button" onClick={leave}>
          Close <kbd>Esc</kbd>
        </button>
      </header>
      {problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
      {data !== null && step === undefined && <p>The plan of this run has no such step.</p>}
      {step !== undefined && first !== undefined && (
        <WhatIf
          key={stepId}
          executionId={executionId}
          step={step}
          steps={steps}
          fromStepId={first.stepId}
          onGhost={onGhost}
        />
      )}
    </section>
  );
}

interface WhatIfProps extends Pick<WhatIfDockProps, "executionId" | "onGhost"> {
  readonly step: EarlierStep;
  readonly steps: readonly EarlierStep[];
  readonly fromStepId: string;
}

function WhatIf({ executionId, fromStepId, onGhost, step, steps }: WhatIfProps) {
  const { stepId } = step;
  const [changed, setChanged] = useState<Readonly<Record<string, unknown>> | undefined>(undefined);
  const [isReadable, setReadable] = useState(true);
  const starting = useStart();
  const given = changed === undefined ? {} : { arguments: [{ stepId, arguments: changed }] };
  const meant: Meant = { kind: "fork", input: { executionId, fromStepId, ...given } };
  const previewed = usePreview(meant);
  const { failure, preview, repeated, reused } = previewed;
  const errors = preview?.errors ?? [];
  const atStep = problemsByStep(errors, [stepId]).get(stepId) ?? [];
  const ghost = `${[...reused].join()}\n${[...repeated].join()}`;
  useLayoutEffect(() => {
    onGhost(errors.length === 0 && preview !== null ? { reused, repeated } : null);
    return () => onGhost(null);
  }, [ghost, errors.length]);
  const says = summary(previewed, steps);
  useEffect(() => {
    if (says !== "") announce(says);
  }, [says]);
  const start = () =>
    starting.start(meant, async (idempotencyKey) => {
      const input = { executionId, fromStepId, ...given, options: { idempotencyKey } };
      return payloadOf(await request(startFork, { input }), (data) => data.forkExecution);
    });
  const fated = steps.filter((one) => reused.has(one.stepId) || repeated.has(one.stepId));
  return (
    <div class="what-if-body">
      <div>
        <ChangedArguments
          step={step}
          changed={changed}
          onChange={setChanged}
          onReadable={setReadable}
          problems={atStep}
        />
      </div>
      <div>
        <p>{says}</p>
        {failure !== null && <ProblemNote code={failure.code} message={failure.message} />}
        {errors.map(({ code, message }, at) => (
          <ProblemNote key={at} code={code} message={message} />
        ))}
        {errors.some(({ __typename }) => __typename === "OutcomeUnknownError") && (
          <p>
            <a href={executionAddress(executionId, { view: "derive", kind: "fork", step: fromStepId })}>
              Permit calls on the page of the fork
            </a>
          </p>
        )}
        {errors.length === 0 && (
          <ol class="what-if-steps">
            {fated.map((one) => (
              <li key={one.stepId}>
                <span class={`tag${reused.has(one.stepId) ? " ok" : ""}`}>
                  {reused.has(one.stepId) ? "reused" : "will run"}
                </span>
                <b class="name">{madeVisible(one.stepId)}</b>
                <span class="soft">{madeVisible(one.callableName ?? "")}</span>
                {repeated.has(one.stepId) && one.effectClass !== null && <EffectClass name={one.effectClass} />}
              </li>
            ))}
          </ol>
        )}
        <StartProblems errors={starting.errors} />
        <StartButton
          label="Run it"
          isStarting={starting.isStarting}
          onStart={start}
          whyNot={whyNot(previewed, isReadable)}
        />
      </div>
    </div>
  );
}

function summary({ preview, repeated, reused }: Previewed, steps: readonly EarlierStep[]): string {
  if (preview === null || preview.errors.length > 0) return "";
  if (preview.plansAgain) return "A model would make the plan again.";
  const unsafe = steps.filter(({ effectClass, stepId }) => effectClass === "UNSAFE" && repeated.has(stepId)).length;
  const worst = preview.worstCase;
  const models =
    worst === null || worst.modelCalls === 0
      ? ""
      : ` and ${plural(worst.modelCalls, "call")} of models, ${worst.costMicros === null ? "at an unknown price" : money(worst.costMicros)}`;
  const most =
    worst === null
      ? "How much it can consume is not known."
      : `It can make ${upTo(worst.toolCalls, "call")}${models} at most.`;
  const harm = unsafe === 0 ? "" : ` (${unsafe} UNSAFE)`;
  return `${exact(reused.size)} reused, ${plural(repeated.size, "call")} would run${harm}. ${most}`;
}

function whyNot({ failure, isCurrent, preview }: Previewed, isReadable: boolean): string | null {
  if (!isReadable) return "Fix what cannot be read first";
  if (failure !== null) return "It could not be checked";
  if (!isCurrent || preview === null) return "Checking";
  return preview.errors.length > 0 ? `Fix ${plural(preview.errors.length, "error")} first` : null;
}
