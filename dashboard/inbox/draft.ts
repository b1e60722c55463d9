/** What somebody has written as an answer, kept for each request as long as the inbox is open. */
import type { FieldProblem } from "../parts/schema-form/field-problem.ts";

export interface Draft {
  /** Undefined until the form began. */
  readonly value: unknown;
  /** What the page itself finds wrong with the value. */
  readonly problems: readonly FieldProblem[];
  readonly reason: string;
  readonly isDeclining: boolean;
}

export const emptyDraft: Draft = { value: undefined, problems: [], reason: "", isDeclining: false };
