/** Who the page acts as, and what that permits. Read again after each sign-in. */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { request } from "../api/request.ts";
import { signIns } from "../api/session.ts";
import { type ViewerAndServerQuery, viewerAndServer } from "./viewer.generated.ts";

export type Viewer = NonNullable<ViewerAndServerQuery["viewer"]>;

const current = signal<Viewer | null>(null);
const version = signal("");

/** Null until it is known. */
export const viewer: ReadonlySignal<Viewer | null> = current;
export const serverVersion: ReadonlySignal<string> = version;

/** Whether the caller holds a scope. False until it is known. */
export function mayUse(scope: Viewer["scopes"][number]): boolean {
  return current.value?.scopes.includes(scope) ?? false;
}

/** Reads it now and after every sign-in. */
export function startViewer(): void {
  effect(() => {
    void signIns.value;
    void read();
  });
}

async function read(): Promise<void> {
  const answer = await request(viewerAndServer, {});
  if (!answer.ok) return;
  current.value = answer.data.viewer;
  version.value = answer.data.serverInfo?.version ?? "";
}
