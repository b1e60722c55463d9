/** A status: an icon of a shape of its own, with its word (never a colour alone). */
import { Icon, type IconName } from "./icon.tsx";
import { exact } from "./numbers.ts";
import { stripWindow } from "./strip-window.ts";

/** Of executions and of steps; RUNNING while it backs off has a look of its own. */
export type ShownStatus =
  | "PENDING"
  | "RUNNING"
  | "BACKING_OFF"
  | "WAITING"
  | "SUCCEEDED"
  | "PARTIAL"
  | "FAILED"
  | "SKIPPED"
  | "CANCELLED"
  /** Of an execution whose question no agent fits. */
  | "NO_AGENT";

interface Look {
  readonly icon: IconName;
  readonly tone: string;
  readonly word: string;
}

const looks: Readonly<Record<ShownStatus, Look>> = {
  PENDING: { icon: "pending", tone: "st-pending", word: "Pending" },
  RUNNING: { icon: "running", tone: "st-running", word: "Running" },
  BACKING_OFF: { icon: "backoff", tone: "st-backoff", word: "Backing off" },
  WAITING: { icon: "waiting", tone: "st-waiting", word: "Waiting" },
  SUCCEEDED: { icon: "succeeded", tone: "st-succeeded", word: "Succeeded" },
  PARTIAL: { icon: "partial", tone: "st-partial", word: "Partial" },
  FAILED: { icon: "failed", tone: "st-failed", word: "Failed" },
  SKIPPED: { icon: "skipped", tone: "st-skipped", word: "Skipped" },
  CANCELLED: { icon: "cancelled", tone: "st-cancelled", word: "Cancelled" },
  NO_AGENT: { icon: "warn", tone: "st-partial", word: "No agent fits" },
};

/** How a status looks; a newer server may know others, which look as something to come. */
export function lookOf(status: ShownStatus | (string & {})): Look {
  if (Object.hasOwn(looks, status)) return looks[status as ShownStatus];
  return { ...looks.PENDING, word: status };
}

/** The status of an execution as it is shown: one that waits for an execution it started works there. */
export function runStatus<Known extends string>(run: {
  readonly status: Known;
  readonly waitingFor: string | null;
}): Known | "RUNNING" {
  return run.status === "WAITING" && run.waitingFor === "CHILD" ? "RUNNING" : run.status;
}

export interface StatusProps {
  readonly status: ShownStatus | (string & {});
  /** On a tint, for one that stands alone. */
  readonly pill?: boolean;
  /** The word is spoken but not shown, where the icon stands beside a name. */
  readonly bare?: boolean;
}

export function Status({ status, pill = false, bare = false }: StatusProps) {
  const { icon, tone, word } = lookOf(status);
  return (
    <span class={`st ${tone}${pill ? " pill" : ""}`}>
      <Icon name={icon} class={status === "RUNNING" ? "spin" : ""} />
      {bare ? <span class="sr">{word}</span> : word}
    </span>
  );
}

export interface StepStripProps {
  /** Statuses of steps in the order of the plan. */
  readonly statuses: readonly (ShownStatus | (string & {}))[];
  /** How many steps there are, if more than `statuses`. */
  readonly total: number;
  readonly ended: number;
}

/** The plan in one line: a mark for each step, of a long plan for those around where it is. */
export function StepStrip({ statuses, total, ended }: StepStripProps) {
  if (total === 0) return null;
  const { left, right, statuses: shown } = stripWindow(statuses, total);
  return (
    <span class="strip" role="img" aria-label={`${exact(ended)} of ${exact(total)} steps ended`}>
      {left > 0 && <span class="more">{exact(left)}+</span>}
      {shown.map((status, at) => (
        <i key={at} class={lookOf(status).tone} />
      ))}
      {right > 0 && <span class="more">+{exact(right)}</span>}
    </span>
  );
}
