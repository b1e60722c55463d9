/** The two compared runs, side by side: their subjects, ends, durations, and how one derives from the other. */
import { elapsed, instant, now } from "../api/clock.ts";
import { hasNoAgent } from "../execution/payload/run-parts.ts";
import { shortId } from "../execution/short-id.ts";
import type { ExecutionHead, ExecutionStore } from "../execution/store/execution-model.ts";
import { madeVisible } from "../parts/inert-text.tsx";
import { clockTime, duration, money, short } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { runStatus, Status } from "../parts/status.tsx";
import { setQuery } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";

export interface CompareHeadProps {
  readonly left: ExecutionStore | null;
  readonly right: ExecutionStore | null;
}

export function CompareHead({ left, right }: CompareHeadProps) {
  return (
    <>
      <div class="compare-runs">
        <Run name="left" store={left} />
        <Run name="right" store={right} />
      </div>
      {left !== null && right !== null && <Relation left={left} right={right} />}
    </>
  );
}

/** Empty until both sides are known, so that its buttons do not move behind its words. */
function Relation({ left, right }: { readonly left: ExecutionStore; readonly right: ExecutionStore }) {
  return (
    <p class="compare-relation">
      {isKnown(left) && isKnown(right) && (
        <>
          <span>{relationOf(left, right)}</span>
          <button
            class="btn small"
            type="button"
            onClick={() => setQuery({ left: right.executionId, right: left.executionId }, { replace: false })}
          >
            Swap the sides
          </button>
          <button class="btn small" type="button" onClick={() => setQuery({ right: null }, { replace: false })}>
            Choose another run
          </button>
        </>
      )}
    </p>
  );
}

function isKnown({ head, problem }: ExecutionStore): boolean {
  return head.value !== null || problem.value !== null;
}

function Run({ name, store }: { readonly name: "left" | "right"; readonly store: ExecutionStore | null }) {
  const title = name === "left" ? "Left" : "Right";
  const problem = store?.problem.value ?? null;
  const head = store?.head.value ?? null;
  return (
    <section
      class={`panel compare-run ${name}`}
      aria-label={`${title} run`}
      aria-busy={store !== null && !head && !problem}
    >
      <h2>{title}</h2>
      {store === null && <p class="soft">No run is chosen.</p>}
      {problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
      {head !== null && problem === null && <Facts head={head} />}
    </section>
  );
}

function Facts({ head }: { readonly head: ExecutionHead }) {
  const { finishedAt, id, startedAt, title, usage } = head;
  const from = instant(startedAt ?? head.createdAt);
  const to = instant(finishedAt);
  const isUnasked = hasNoAgent(head) && head.status === "SUCCEEDED";
  return (
    <>
      <p class="compare-title">
        <Status status={isUnasked ? "NO_AGENT" : runStatus(head)} pill />
        <a href={executionAddress(id)}>
          <bdi class="inert">{title === "" ? "Execution without words" : madeVisible(title)}</bdi>
        </a>
      </p>
      <dl class="compare-facts">
        <div>
          <dt>ID</dt>
          <dd class="mono">{shortId(id)}</dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>{clockTime(from, now.value)}</dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>{duration(elapsed(from, to ?? now.value))}</dd>
        </div>
        <div>
          <dt>Tokens</dt>
          <dd>{usage.modelCalls === 0 ? "–" : short(usage.inputTokens + usage.outputTokens)}</dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>{usage.modelCalls === 0 ? "–" : money(usage.costMicros)}</dd>
        </div>
      </dl>
    </>
  );
}

/** How one comes from the other, in words. */
function relationOf(left: ExecutionStore, right: ExecutionStore): string {
  if (left.executionId === right.executionId) return "Both sides are the same run.";
  const [leftHead, rightHead] = [left.head.value, right.head.value];
  const words = (head: ExecutionHead | null, from: string, side: string, other: string) => {
    const derived = head?.derivedFrom ?? null;
    if (derived === null || derived.executionId !== from) return null;
    const kind = derived.kind === "RETRY" ? "retry" : "fork";
    const at = derived.fromStepId === null ? "" : `, from ${madeVisible(derived.fromStepId)}`;
    const reused = derived.reusedStepIds.length;
    return `The ${side} run is a ${kind} of the ${other} one${at}; it reuses ${reused} ${reused === 1 ? "step" : "steps"}.`;
  };
  return (
    words(rightHead, left.executionId, "right", "left") ??
    words(leftHead, right.executionId, "left", "right") ??
    "Neither run is a retry or fork of the other."
  );
}
