/** The filter of the list of executions and of its changes, as the schema has it, checked. */

import { folded } from "../../execution/search/search-text.ts";
import type { ExecutionListFilter } from "../../execution/views/execution-list.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import { requestError } from "../base/request-error.ts";
import type { ExecutionFilter, QueryExecutionsArgs } from "../base/schema.generated.ts";

/** Values of one condition. */
const MAX_VALUES = 16;
/** Longer than any name of an execution. A longer text is refused before the search. */
const MAX_LENGTH = 1_024;

/** UTF-16 code units of a search, and words in it. Each word is looked for in every execution that is looked at. */
const MAX_SEARCH = 256;
const MAX_WORDS = 16;

/** No object has it: stands for the parent that an unknown id names, of which there are no children. */
const NOBODY = "-";

/** No schedule has it. */
const NO_SCHEDULE = "";

/** A filter that leaves nothing out. */
export const everyExecution: ExecutionListFilter = {
  status: null,
  waitingFor: null,
  createdAfter: null,
  createdBefore: null,
  callableName: null,
  labels: [],
  contextId: null,
  root: null,
  parent: null,
};

/** The filter with every condition that is not given as null. Throws BAD_USER_INPUT for lists and texts out of bounds. */
export async function checkedFilter(
  filter: QueryExecutionsArgs["filter"],
  context: GraphContext,
): Promise<ExecutionListFilter> {
  const { childWaitIsRunning, derivedFromId, kinds, parentId, scheduled, scheduleId, text } = filter ?? {};
  const { callableName, contextId, createdAfter, createdBefore, labels, root, status, waitingFor } = filter ?? {};
  const lists = { status, waitingFor, labels, kinds };
  for (const [member, list] of Object.entries(lists)) checkLength(member, "values", list?.length ?? 0, MAX_VALUES);
  checkText("callableName", callableName);
  checkText("contextId", contextId);
  for (const { key, value } of labels ?? []) {
    checkText("labels", key);
    checkText("labels", value);
  }
  return {
    status: status ?? null,
    waitingFor: waitingFor ?? null,
    createdAfter: createdAfter ?? null,
    createdBefore: createdBefore ?? null,
    callableName: callableName ?? null,
    labels: (labels ?? []).map(({ key, value }) => ({ key, value })),
    contextId: contextId ?? null,
    root: root ?? null,
    parent: parentId == null ? null : ((await nodeNamed(parentId, "EXECUTION", context))?.execution ?? NOBODY),
    ...(derivedFromId != null && {
      derivedFrom: (await nodeNamed(derivedFromId, "EXECUTION", context))?.execution ?? NOBODY,
    }),
    ...(childWaitIsRunning === true && { childWaitIsRunning }),
    ...(scheduled != null && { scheduled }),
    ...(kinds != null && { kinds }),
    ...(text != null && { words: wordsOf(text) }),
    ...(scheduleId != null && {
      schedule: (await nodeNamed(scheduleId, "SCHEDULE", context))?.name ?? NO_SCHEDULE,
    }),
  };
}

function wordsOf(text: string): readonly string[] {
  checkLength("text", "characters", text.length, MAX_SEARCH);
  const words = [...new Set(folded(text).split(" "))].filter((word) => word !== "");
  if (words.length === 0) refuse("text", "at least one word", JSON.stringify(text));
  checkLength("text", "words", words.length, MAX_WORDS);
  return words;
}

function checkText(member: string, text: ExecutionFilter["callableName"]): void {
  if (text === null || text === undefined) return;
  checkLength(member, "characters", text.length, MAX_LENGTH);
  // The index keeps texts as UTF-8, which has one form for every unpaired surrogate.
  if (!text.isWellFormed()) refuse(member, "well-formed Unicode", "half of a surrogate pair");
}

function checkLength(member: string, what: string, found: number, maximum: number): void {
  if (found > maximum) refuse(member, `at most ${maximum} ${what}`, String(found));
}

function refuse(member: string, required: string, found: string): never {
  throw requestError("BAD_USER_INPUT", `Cannot use the filter ${member}: required ${required}, found ${found}`);
}
