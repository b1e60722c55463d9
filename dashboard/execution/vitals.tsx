/** The vital signs of an execution, each a word and a value. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { elapsed, instant, minute } from "../api/clock.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { clockTime, duration, exact, money, plural, short } from "../parts/numbers.ts";
import { lookOf, StepStrip } from "../parts/status.tsx";
import { isGroupKind } from "../parts/step-kind.tsx";
import { setQuery } from "../shell/location.ts";
import { compareAddress, conversationAddress, executionAddress, registryAddress } from "../shell/route.ts";
import { useClock } from "./moment.ts";
import { shortId } from "./short-id.ts";
import { StepShares } from "./step-shares.tsx";
import type { ExecutionHead, ExecutionStore } from "./store/execution-model.ts";
import { fewLines } from "./timeline/timeline-choice.ts";

/** Of more steps a bar shows how many stand where. */
const listedSteps = 24;
/** Characters of a version, which may be a hash. */
const shownVersion = 12;
const ended: ReadonlySet<string> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "SKIPPED", "CANCELLED"]);

export function Vitals({ head, store }: { readonly store: ExecutionStore; readonly head: ExecutionHead }) {
  const { usage } = head;
  const waiting = waitsFor(head);
  return (
    <dl class="vitals">
      <Vital name="Duration">
        <Duration head={head} />
      </Vital>
      <Steps store={store} head={head} />
      {waiting !== "" && (
        <div>
          <dt>Waits for</dt>
          <dd class="st st-waiting">
            <Icon name="waiting" />
            {waiting}
          </dd>
        </div>
      )}
      {usage.inputTokens + usage.outputTokens > 0 && (
        <Vital name="Tokens">
          {short(usage.inputTokens + usage.outputTokens)}
          <span class="soft opt">
            {short(usage.inputTokens)} in, {short(usage.outputTokens)} out
          </span>
        </Vital>
      )}
      {(usage.costMicros === null || usage.costMicros > 0 || head.limits.maxCostMicros !== null) && (
        <Vital name="Cost">
          {money(usage.costMicros)}
          {head.limits.maxCostMicros !== null && <span class="soft">of {money(head.limits.maxCostMicros)}</span>}
        </Vital>
      )}
      <Vital name="Started" isOptional>
        <time dateTime={head.startedAt ?? head.createdAt}>
          {clockTime(instant(head.startedAt ?? head.createdAt), minute.value)}
        </time>
      </Vital>
      <Vital name="Trace" isOptional>
        <CopyButton text={head.traceId} what="trace ID">
          <span class="mono">
            {head.traceId.slice(0, 8)}…{head.traceId.slice(-6)}
          </span>
        </CopyButton>
      </Vital>
      <Vital name="ID" isOptional>
        <CopyButton text={head.id} what="ID">
          <span class="mono">{shortId(head.id)}</span>
        </CopyButton>
      </Vital>
      <Origins head={head} />
    </dl>
  );
}

interface VitalProps {
  readonly name: string;
  /** Left out on a narrow screen. */
  readonly isOptional?: boolean;
  readonly children: ComponentChildren;
}

function Vital({ children, isOptional = false, name }: VitalProps) {
  return (
    <div class={isOptional ? "opt" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Alone, so that its ticking renders nothing else again. */
function Duration({ head }: { readonly head: ExecutionHead }) {
  const from = instant(head.startedAt ?? head.createdAt);
  const to = instant(head.finishedAt);
  const clock = useClock();
  return <>{to === null ? duration(elapsed(from, clock.value)) : duration(head.durationMs ?? elapsed(from, to))}</>;
}

function Steps({ head, store }: { readonly store: ExecutionStore; readonly head: ExecutionHead }) {
  const steps = store.rows.value.filter(({ kind }) => !isGroupKind(kind) && kind !== "MODEL");
  // Lines come a frame after the head, those of a long run later still: the bar has its place until then.
  const ofPart = useRef<typeof store.rows.value | null>(null);
  if (head.isPart) ofPart.current = store.rows.value;
  const isAwaited = store.live === undefined && (steps.length === 0 || store.rows.value === ofPart.current);
  if (isAwaited && head.stepCount > 0) return <StepsOf head={head} />;
  if (steps.length === 0) return null;
  const statuses = steps.map(({ status }) => status);
  // Maps and loops have more items than lines. For the past only the lines are known.
  const isPart = store.live === undefined && head.stepCount > steps.length;
  const endedCount = isPart ? head.endedStepCount : statuses.filter((status) => ended.has(status)).length;
  const failed = steps.filter(({ status }) => status === "FAILED");
  const children = steps.filter(({ childExecutionId }) => childExecutionId !== null).length;
  const showFailed = () => {
    store.selected.value = failed[0]?.stepId ?? null;
    // A short timeline has no choice of lines, and shows them all.
    if (store.rows.peek().length > fewLines) setQuery({ steps: "FAILED", view: null, axis: null });
  };
  return (
    <div class="wide">
      <dt>Steps</dt>
      <dd>
        {exact(endedCount)} of {exact(isPart ? head.stepCount : steps.length)} ended
        {children > 0 && <span class="soft">and {plural(children, "child run")}</span>}
        {failed.length > 1 && (
          <button class="link" type="button" onClick={showFailed}>
            {isPart ? "Failed steps" : `${exact(failed.length)} failed`}
          </button>
        )}
        {isPart ? null : steps.length > listedSteps ? (
          <StepShares statuses={statuses} ended={endedCount} />
        ) : (
          <StepStrip statuses={statuses} total={steps.length} ended={endedCount} />
        )}
      </dd>
    </div>
  );
}

/** The steps of a run, as the head alone counts them. */
function StepsOf({ head: { endedStepCount, stepCount } }: { readonly head: ExecutionHead }) {
  return (
    <div class="wide">
      <dt>Steps</dt>
      <dd>
        {exact(endedStepCount)} of {exact(stepCount)} ended
        {stepCount > listedSteps ? (
          <span class="shares" />
        ) : (
          <span class="strip awaited">
            {Array.from({ length: stepCount }, (_, at) => (
              <i key={at} />
            ))}
          </span>
        )}
      </dd>
    </div>
  );
}

/** Its origin and its callable. Nothing for a plan or a prompt of its own. */
function Origins({ head }: { readonly head: ExecutionHead }) {
  const { conversation, derivedFrom, parent, runOf, schedule } = head;
  return (
    <>
      {parent !== null && (
        <Vital name="Started by">
          <a href={executionAddress(parent.executionId, { step: parent.stepId })}>
            <span class="mono">{madeVisible(parent.stepId)}</span> of{" "}
            <span class="mono">{shortId(parent.executionId)}</span>
          </a>
        </Vital>
      )}
      {schedule !== null && (
        <Vital name="Schedule">
          <a href="/schedules">{madeVisible(schedule.name)}</a>
          <span class="soft opt">
            {schedule.cause === "TRIGGER" ? "by hand" : "for"}{" "}
            {clockTime(Date.parse(schedule.nominalTime), minute.value)}
          </span>
        </Vital>
      )}
      {derivedFrom !== null && (
        <Vital name={derivedFrom.kind === "RETRY" ? "Retry of" : "Fork of"}>
          <a href={executionAddress(derivedFrom.executionId)}>
            <span class="mono">{shortId(derivedFrom.executionId)}</span>
          </a>
          <a href={compareAddress(derivedFrom.executionId, head.id)}>Compare</a>
          {derivedFrom.reusedStepIds.length > 0 && (
            <span class="soft opt">{plural(derivedFrom.reusedStepIds.length, "step")} reused</span>
          )}
        </Vital>
      )}
      {runOf !== null && runOf.kind !== "ORCHESTRATION" && (
        <Vital name={runOf.kind === "WORKFLOW" ? "Workflow" : "Agent"} isOptional>
          <a href={registryAddress(runOf.kind === "WORKFLOW" ? "workflow" : "agent", runOf.name)}>{runOf.name}</a>
          {runOf.version !== null && (
            <CopyButton text={runOf.version} what="version">
              <span class="soft">{madeVisible(runOf.version.slice(0, shownVersion))}</span>
            </CopyButton>
          )}
        </Vital>
      )}
      {conversation !== null && (
        <Vital name="Conversation" isOptional>
          <a class="mono" href={conversationAddress(conversation.id)}>
            {madeVisible(conversation.chatId.slice(0, 24))}
          </a>
          <CopyButton text={conversation.chatId} what="name of the conversation" />
        </Vital>
      )}
    </>
  );
}

const awaited: Readonly<Record<string, string>> = {
  TIMER: "a point in time",
  EVENT: "an event",
  PERSON: "a person",
  REMOTE_TASK: "a remote task",
  SUBMISSION: "output from elsewhere",
};

/** Empty while it waits for nothing. */
function waitsFor({ pendingHumanInputs, waitingFor }: ExecutionHead): string {
  if (pendingHumanInputs.length === 1) return "1 person";
  if (pendingHumanInputs.length > 1) return `${pendingHumanInputs.length} answers`;
  if (waitingFor === null || waitingFor === "CHILD") return "";
  return Object.hasOwn(awaited, waitingFor) ? (awaited[waitingFor] ?? "") : lookOf("WAITING").word;
}
