/**
 * The title of an execution: the request in one line, for lists, unless the request gave one. It is made when the execution starts and
 * pinned with it, so that no value has to be read for it again (E14). It is text of a person or a model: control characters, and those that
 * change the direction of the text around it, are removed, but it is no more trusted than its source.
 */

import { shortened } from "../../json/short-text.ts";
import type { Plan } from "../../plan/plan.ts";
import type { CallableRun } from "../../plan/run-definition.ts";
import { planTitle } from "./plan-title.ts";

/** UTF-16 code units of a title. */
export const maxTitle = 200;

/** The input of an execution, as far as its title uses it. */
export interface Asked {
  /** The title that was given with the request. Absent for none. */
  readonly givenTitle?: string;
  /** The callable that it is a run of. Null for none. */
  readonly callable: Pick<CallableRun, "kind" | "name"> | null;
  /** The prompt, question or message. Null for none. */
  readonly message: string | null;
  /** Null if a model is to make it, and if the given one was refused. */
  readonly plan: Plan | null;
}

/**
 * The line for the request. Empty if there is nothing to show: neither words nor a plan that calls anything.
 *
 * @example
 * ```ts
 * titleOf({ callable: null, message: "  Compare\nthree rivers ", plan: null }); // "Compare three rivers"
 * ```
 */
export function titleOf({ callable, givenTitle = "", message, plan }: Asked): string {
  // Runs of orchestration all have one name, which does not state their purpose.
  const name = callable === null || callable.kind === "ORCHESTRATION" ? "" : callable.name;
  return lineOf(givenTitle) || lineOf(name) || lineOf(message ?? "") || lineOf(plan === null ? "" : planTitle(plan));
}

/** `text` as one line of `maxTitle` at most. Empty if nothing of it can be seen. */
export function lineOf(text: string): string {
  const line = text.toWellFormed().replace(directions, "").replace(blanks, " ").trim();
  if (!visible.test(line)) return "";
  return shortened(line, maxTitle);
}

/** Marks, embeddings, overrides and isolates: they show a text in another order than it is written in. */
const directions = /\p{Bidi_Control}/gu;

/** Joiners and the like belong to the characters beside them. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

const blanks = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
