/** Every attempt of a call, the newest first, with the pause after it. */
import { elapsed, instant, now } from "../../api/clock.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { duration, plural } from "../../parts/numbers.ts";
import { lookOf } from "../../parts/status.tsx";
import type { CallStep, StepAttempt } from "./step-detail.ts";

export interface StepAttemptsProps {
  readonly detail: CallStep;
  /** Start of the execution, Unix milliseconds. Shown times are relative to it. */
  readonly since: number;
}

export function StepAttempts({ detail, since }: StepAttemptsProps) {
  const { attempts, callId } = detail;
  if (attempts.length === 0) return null;
  return (
    <section aria-labelledby="insp-attempts">
      {/* The button stands beside the heading, which would be called after it too. */}
      <div class="heading">
        <h3 id="insp-attempts">Attempts</h3>
        <span class="end">
          {plural(attempts.length, "attempt")}
          {callId !== null && (
            <>
              {", "}
              <CopyButton text={callId} what="key of the call">
                {attempts.length > 1 ? "same key" : "key"}
              </CopyButton>
            </>
          )}
        </span>
      </div>
      <ol class="tries" reversed>
        {attempts.toReversed().map((attempt) => (
          <Attempt
            key={attempt.number}
            attempt={attempt}
            since={since}
            isWaiting={detail.status === "WAITING"}
            isOver={detail.finishedAt !== null}
          />
        ))}
      </ol>
    </section>
  );
}

interface AttemptProps {
  readonly attempt: StepAttempt;
  readonly since: number;
  readonly isWaiting: boolean;
  /** Whether the step has ended: no further attempt comes. */
  readonly isOver: boolean;
}

function Attempt({ attempt, isOver, isWaiting, since }: AttemptProps) {
  const { failure, finishedAt, number } = attempt;
  const from = instant(attempt.startedAt);
  const to = instant(finishedAt);
  const { icon, tone, word } = howEnded(attempt, isWaiting);
  const offset = (at: number) => `+${duration(elapsed(since, at))}`;
  return (
    <li class={tone}>
      <Icon name={icon} class={icon === "running" ? "spin" : ""} />
      <div>
        <div class="l1">
          <span>
            Attempt {number}, {word}
          </span>
          <span class="soft">{duration(elapsed(from, to ?? now.value))}</span>
        </div>
        <p class="l2">
          {to === null ? `since ${offset(from)}` : `${offset(from)} to ${offset(to)}`}
          <Followed attempt={attempt} isOver={isOver} />
        </p>
        {failure !== null && (
          <p class="l2">
            <InertText text={failure.message} limit={300} /> <code>{failure.code}</code>
          </p>
        )}
      </div>
    </li>
  );
}

/** The pause until the next attempt. */
function Followed({ attempt, isOver }: Pick<AttemptProps, "attempt" | "isOver">) {
  const { finishedAt, retryAt } = attempt;
  const next = instant(retryAt);
  const ended = instant(finishedAt);
  if (next === null || ended === null) return null;
  const left = elapsed(now.value, next);
  // A step that ended before then, such as a cancelled one, is not tried again.
  if (isOver && left > 0) return null;
  return <>{left > 0 ? `, tries again in ${duration(left)}` : `, then backed off ${duration(elapsed(ended, next))}`}</>;
}

interface Ending {
  readonly icon: IconName;
  readonly tone: string;
  readonly word: string;
}

const ends: Readonly<Record<string, string>> = {
  NOT_SENT: "not sent",
  REJECTED: "refused",
  UNKNOWN: "answer lost",
  ANSWERED: "failed",
};

function howEnded({ failure, finishedAt, outcome }: StepAttempt, isWaiting: boolean): Ending {
  if (finishedAt === null)
    return { ...lookOf(isWaiting ? "WAITING" : "RUNNING"), word: isWaiting ? "waiting" : "running" };
  if (failure === null) return { ...lookOf("SUCCEEDED"), word: "answered" };
  const word = outcome !== null && Object.hasOwn(ends, outcome) ? ends[outcome] : undefined;
  return { ...lookOf(failure.code === "CANCELLED" ? "CANCELLED" : "FAILED"), word: word ?? "failed" };
}
