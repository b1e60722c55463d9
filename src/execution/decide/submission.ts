/**
 * The output that is submitted for an agent elsewhere (T6), judged by the state alone: whether it is due, is a repetition, or is invalid.
 * Facts outside of the state are asked of the conversation (C9). As in the document, repetition is checked before everything else (C10).
 */

import { hashOfParts } from "../../json/effect-key.ts";
import { jsonDepth, utf8Bytes } from "../../json/json.ts";
import { builtInLimits } from "../../plan/limits.ts";
import { turnAgent } from "../../plan/turn-work.ts";
import { isPastAnswering } from "../effects/cancellation.ts";
import type { DecisionInputs } from "../events/decision-inputs.ts";
import type { ExecutionEvent } from "../events/event.ts";
import { type DuplicateSuppressed, type OutputSubmitted, turnSteps } from "../events/turn-event.ts";
import { turnEvent } from "../fold/fold-turn.ts";
import type { ExecutionState } from "../state/state.ts";
import { ordinalOf } from "../state/state-change.ts";
import type { TurnState } from "../state/turn-state.ts";
import { turnOfKey } from "../turns/turn-key.ts";
import { turnReply } from "../turns/turn-reply.ts";
import type { OutputSubmission, SubmissionResult, SubmittedReservation } from "../turns/turn-request.ts";

/** Bytes of an output as JSON. */
const maxOutputBytes = 1_048_576;

/** UTF-16 code units of a key of the caller's. */
const longestTurnKey = 500;

export type ParsedSubmission =
  | { readonly kind: "ANSWER"; readonly answer: SubmissionResult }
  /** The conversation has to say whether the key is free; `isDue` if the turn waits for this output. */
  | { readonly kind: "ASK"; readonly reservation: SubmittedReservation; readonly isDue: boolean };

/** Hex SHA-256 of the submission. The order of members does not count. */
function submittedHash({ agentName, modelName, structuredData }: OutputSubmission): string {
  return hashOfParts([agentName, modelName, structuredData]);
}

/** The meaning of `submission` to the execution at `now`, Unix milliseconds. */
export function readSubmission(state: ExecutionState, submission: OutputSubmission, now: number): ParsedSubmission {
  const { agentName, autoToolMode, modelName, structuredData, turnKey } = submission;
  const { turns: work } = state.pinned;
  if (!autoToolMode) return { kind: "ANSWER", answer: { kind: "IGNORED" } };
  if (work === null || state.turns === undefined)
    return notDue("required an execution whose agents take turns, found one that runs a plan");
  if (turnKey === "" || turnKey.length > longestTurnKey)
    return invalid("turnKey", `1 to ${longestTurnKey} characters`, `${turnKey.length}`);
  // Deeper values cannot be read safely, so this comes before anything is made of them.
  const { maxJsonDepth } = builtInLimits;
  if (jsonDepth(structuredData, maxJsonDepth) > maxJsonDepth)
    return invalid("structuredData", `at most ${maxJsonDepth} objects and arrays within one another`, "more");
  const bodyHash = submittedHash(submission);
  const before = state.turns.turns.find(({ bodyHash: taken, key }) => key === turnKey && taken !== undefined);
  if (before !== undefined) return repeated(before, bodyHash);
  const bytes = utf8Bytes(JSON.stringify(structuredData));
  if (bytes > maxOutputBytes) return invalid("structuredData", `at most ${maxOutputBytes} bytes of JSON`, `${bytes}`);
  const agent = turnAgent(work, agentName);
  if (agent === undefined) return invalid("agentName", "an agent of the manifest", JSON.stringify(agentName));
  if (agent.model !== null) return notDue(`required an agent that runs elsewhere, found ${agentName}, which runs here`);
  if (agent.output?.name !== modelName)
    return invalid("modelName", agent.output?.name ?? "an agent that has a model", JSON.stringify(modelName));
  if (state.finished !== undefined) return notDue("required an execution that runs, found one that has ended");
  const waiting = waitingTurn(state, now);
  const isOwnKey = waiting?.key === turnKey;
  if (isOwnKey && submission.turn !== null && submission.turn !== waiting.number)
    return invalid("turn", `the turn ${waiting.number} that the key is of`, String(submission.turn));
  const turn = isOwnKey ? waiting.number : (submission.turn ?? turnOfKey(turnKey));
  if (turn === undefined || !Number.isSafeInteger(turn) || turn < 1)
    return invalid("turn", "the number of the turn, which comes with every key of the caller's", String(turn));
  const isDue = waiting?.agentName === agentName && waiting.number === turn;
  const numbered = state.turns.turns.find(({ bodyHash: taken, number }) => number === turn && taken !== undefined);
  if (numbered !== undefined) return repeated(numbered, bodyHash);
  // Turns before those of this execution are known to the conversation alone.
  if (!isDue && turn >= work.start.turn) return notDue(dueMessage(waiting, agentName, turn));
  const { execution } = state.pinned;
  return { kind: "ASK", reservation: { execution, turn, agentName, key: turnKey, bodyHash }, isDue };
}

/** The turn was taken before, under this key or another one. */
function repeated({ bodyHash: taken }: TurnState, bodyHash: string): ParsedSubmission {
  return { kind: "ANSWER", answer: { kind: taken === bodyHash ? "DUPLICATE" : "CONFLICT" } };
}

/** The answer to a submission that is not due although its key is unused. */
export function submissionNotDue(
  state: ExecutionState,
  { agentName, turn }: Pick<SubmittedReservation, "agentName" | "turn">,
  now: number,
): SubmissionResult {
  const message = `Cannot take the output: ${dueMessage(waitingTurn(state, now), agentName, turn)}`;
  return { kind: "NOT_DUE", message };
}

/** The turn that waits for a submission; undefined if none does, and if nothing can come of an answer any more. */
function waitingTurn(state: ExecutionState, now: number): TurnState | undefined {
  const last = state.turns?.turns.at(-1);
  if (last === undefined || !last.isElsewhere || last.reply !== undefined || state.finished !== undefined)
    return undefined;
  return isPastAnswering(state, ordinalOf(state, turnSteps(last.number).agent), now) ? undefined : last;
}

function dueMessage(waiting: TurnState | undefined, agentName: string, turn: number): string {
  const required =
    waiting === undefined ? "a turn that waits for output" : `turn ${waiting.number} of ${waiting.agentName}`;
  return `required ${required}, found turn ${turn} of ${agentName}`;
}

function notDue(message: string): ParsedSubmission {
  return { kind: "ANSWER", answer: { kind: "NOT_DUE", message: `Cannot take the output: ${message}` } };
}

function invalid(field: keyof OutputSubmission, required: string, found: string): ParsedSubmission {
  const message = `Cannot take the output: required ${required}, found ${found}`;
  return { kind: "ANSWER", answer: { kind: "INVALID", field, message } };
}

/** Rows about duplicates that a turn leaves at most; more are only logged. */
const maxDuplicateRows = 8;

/** The row of a submission that came before. Undefined if it leaves none. */
export function duplicateRow(state: ExecutionState, submission: OutputSubmission): DuplicateSuppressed | undefined {
  const { finished, turns } = state;
  if (turns === undefined || finished !== undefined || turns.duplicates >= maxDuplicateRows) return undefined;
  const { agentName, turnKey: key } = submission;
  const known = turns.turns.find((turn) => turn.key === key);
  return { kind: "DuplicateSuppressed", key, agentName: known?.agentName ?? agentName };
}

/** The rows of output that is taken for the turn that waits for it; one transaction. */
export function submissionRows(
  state: ExecutionState,
  { agentName, structuredData, submittedBy, turnKey: key }: OutputSubmission,
  { bodyHash, turn }: SubmittedReservation,
  stored: DecisionInputs["stored"],
): readonly ExecutionEvent[] {
  const submitted: OutputSubmitted = {
    kind: "OutputSubmitted",
    turn,
    key,
    agentName,
    bodyHash,
    submittedBy,
  };
  // The following events carry the key of the submission.
  const taken = turnEvent(state, submitted, state.updatedAt);
  return [submitted, ...turnReply(taken, { kind: "OUTPUT", data: structuredData }, stored)];
}
