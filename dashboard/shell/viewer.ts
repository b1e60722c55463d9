/** The identity of the page's user, and the permissions. Read again after each sign-in. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { requestUntilAnswered } from "../api/request.ts";
import { signIns } from "../api/session.ts";
import { type CurrentViewerQuery, currentViewer } from "./viewer.generated.ts";

export type Viewer = NonNullable<CurrentViewerQuery["viewer"]>;

const current = signal<Viewer | null>(null);

/** Null until it is known. */
export const viewer: ReadonlySignal<Viewer | null> = current;

/** Whether the caller holds a scope. False until it is known. */
export function mayUse(scope: Viewer["scopes"][number]): boolean {
  return current.value?.scopes.includes(scope) ?? false;
}

/** Reads it now and after every sign-in. */
export function startViewer(): void {
  effect(() => {
    void signIns.value;
    const reading = new AbortController();
    void read(reading.signal);
    return () => reading.abort();
  });
}

async function read(signal: AbortSignal): Promise<void> {
  const answer = await requestUntilAnswered(currentViewer, {}, signal);
  if (signal.aborted || !answer.ok) return;
  current.value = answer.data.viewer;
}
