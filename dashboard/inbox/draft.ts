/** The text of an answer in progress, kept for each request as long as the page is open: also while another view is shown. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { FieldProblem } from "../parts/schema-form/field-problem.ts";

export interface Draft {
  /** Undefined until the form began. */
  readonly value: unknown;
  /** Problems that the page itself finds in the value. */
  readonly problems: readonly FieldProblem[];
  readonly reason: string;
  readonly isDeclining: boolean;
}

export const emptyDraft: Draft = { value: undefined, problems: [], reason: "", isDeclining: false };

const written = signal<ReadonlyMap<string, Draft>>(new Map());

/** By the ID of the request. */
export const drafts: ReadonlySignal<ReadonlyMap<string, Draft>> = written;

export function changeDraft(requestId: string, changes: Partial<Draft>): void {
  const before = written.peek();
  written.value = new Map(before).set(requestId, { ...(before.get(requestId) ?? emptyDraft), ...changes });
}

/** The answer was taken: nothing of it is kept. */
export function dropDraft(requestId: string): void {
  const left = new Map(written.peek());
  if (left.delete(requestId)) written.value = left;
}
