/**
 * What retention removes of an ended execution, and when: first its events and values, later everything.
 */
export interface RetentionTimes {
  readonly eventRetentionMs: number;
  readonly retentionMs: number;
}

export interface Retention {
  /** What is to be done now. */
  readonly due: "ARCHIVE" | "REMOVE" | null;
  /** When that was due, or the next will be; Unix milliseconds. */
  readonly at: number;
}

/**
 * What is due for an execution that has ended, now or next. `finishedAt` and `now` are Unix milliseconds.
 *
 * @example
 * ```ts
 * const times = { eventRetentionMs: 100, retentionMs: 1_000 };
 * retentionOf({ finishedAt: 0, isArchived: false }, times, 50); // { due: null, at: 100 }
 * retentionOf({ finishedAt: 0, isArchived: false }, times, 150); // { due: "ARCHIVE", at: 100 }
 * retentionOf({ finishedAt: 0, isArchived: true }, times, 1_000); // { due: "REMOVE", at: 1_000 }
 * ```
 */
export function retentionOf(
  { finishedAt, isArchived }: { readonly finishedAt: number; readonly isArchived: boolean },
  { eventRetentionMs, retentionMs }: RetentionTimes,
  now: number,
): Retention {
  const removeAt = finishedAt + retentionMs;
  if (now >= removeAt) return { due: "REMOVE", at: removeAt };
  const archiveAt = finishedAt + eventRetentionMs;
  if (isArchived || archiveAt >= removeAt) return { due: null, at: removeAt };
  return { due: now >= archiveAt ? "ARCHIVE" : null, at: archiveAt };
}
