/** What becomes due for an execution after its end: its events and values go first, then all of it. */
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

/** `finishedAt` and `now` in Unix milliseconds. */
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
