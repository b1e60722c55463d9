/** The identity of the page's user, and the permissions. Read again after each sign-in. */
import { batch, effect, type ReadonlySignal, signal } from "@preact/signals";
import { requestUntilAnswered } from "../api/request.ts";
import { signIns } from "../api/session.ts";
import { type CurrentViewerQuery, currentViewer } from "./viewer.generated.ts";

export type Viewer = NonNullable<CurrentViewerQuery["viewer"]>;

const current = signal<Viewer | null>(null);

/** Null until it is known. */
export const viewer: ReadonlySignal<Viewer | null> = current;

const read = signal(false);

/** Whether it was read, or cannot be. Until then a page does not know what to offer. */
export const isViewerRead: ReadonlySignal<boolean> = read;

/** Whether the caller holds a scope. False until it is known. */
export function mayUse(scope: Viewer["scopes"][number]): boolean {
  return current.value?.scopes.includes(scope) ?? false;
}

/** Reads it now and after every sign-in. */
export function startViewer(): void {
  effect(() => {
    void signIns.value;
    const controller = new AbortController();
    void readInto(controller.signal);
    return () => controller.abort();
  });
}

async function readInto(signal: AbortSignal): Promise<void> {
  const answer = await requestUntilAnswered(currentViewer, {}, signal);
  if (signal.aborted) return;
  batch(() => {
    if (answer.ok) current.value = answer.data.viewer;
    read.value = true;
  });
}
