/** A plan of many steps in one line: a bar with a share for each status, those that went wrong first. */
import { exact } from "../parts/numbers.ts";
import { lookOf, type ShownStatus } from "../parts/status.tsx";

const order: readonly ShownStatus[] = [
  "FAILED",
  "PARTIAL",
  "CANCELLED",
  "SKIPPED",
  "SUCCEEDED",
  "RUNNING",
  "BACKING_OFF",
  "WAITING",
  "PENDING",
];

export interface Share {
  readonly status: ShownStatus;
  readonly count: number;
}

/** How many steps have each status, in the order of the bar. */
export function sharesOf(statuses: readonly ShownStatus[]): readonly Share[] {
  const counts = new Map<ShownStatus, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return order.flatMap((status) => {
    const count = counts.get(status);
    return count === undefined ? [] : [{ status, count }];
  });
}

export function StepShares({ ended, statuses }: { readonly statuses: readonly ShownStatus[]; readonly ended: number }) {
  const shares = sharesOf(statuses);
  const words = shares.map(({ count, status }) => `${exact(count)} ${lookOf(status).word.toLowerCase()}`).join(", ");
  return (
    <span
      class="shares"
      role="img"
      aria-label={`${exact(ended)} of ${exact(statuses.length)} steps ended: ${words}`}
      title={words}
    >
      {shares.map(({ count, status }) => (
        <i key={status} class={lookOf(status).tone} style={{ "--share": count }} />
      ))}
    </span>
  );
}
