/**
 * Calls and questions of a turn as chunks. A call is a dynamic tool part: made here (`providerExecuted`), or answered by the person, who is then
 * the client of the SDK. A question about a call is an approval of its part. A question of a callee is a part of its own, which the person
 * answers.
 */
import type { Json, JsonObject } from "../../json/json.ts";
import type { HumanInputResolved } from "../events/event.ts";
import type { WaitingForPerson } from "../events/step-waiting.ts";
import { questionCallIdOf } from "./call-id.ts";
import type { UiChunk } from "./ui-chunk.ts";

/** Facts about a call beside its arguments. */
export interface CalledTool {
  readonly toolCallId: string;
  readonly toolName: string;
  /** Whether the call is a question to the person. */
  readonly isAnswered: boolean;
  readonly metadata: JsonObject;
}

interface OpenCall {
  /** The approval that was asked for last. Undefined for none. */
  approvalId?: string;
  /** The person's answer, where the call is the question. */
  answer?: Json;
  isOpen: boolean;
}

interface OpenQuestion {
  readonly kind: "APPROVAL" | "CALL" | "CALLEE";
  readonly toolCallId: string;
  readonly questionId: string;
}

/** Name of the tool that a question of a callee is shown as. */
const questionTool = "planwright_question";

export class CallChunks {
  readonly #execution: string;
  readonly #calls = new Map<string, OpenCall>();
  readonly #questions = new Map<string, OpenQuestion>();

  /** `execution` is the name of its object. */
  constructor(execution: string) {
    this.#execution = execution;
  }

  /** Whether somebody is asked. */
  get isAsking(): boolean {
    return this.#questions.size > 0;
  }

  has(toolCallId: string): boolean {
    return this.#calls.has(toolCallId);
  }

  /** A call with its arguments, once. */
  *begun({ isAnswered, metadata, toolCallId, toolName }: CalledTool, input: Json): Iterable<UiChunk> {
    if (this.has(toolCallId)) return;
    this.#calls.set(toolCallId, { isOpen: true });
    const toolMetadata = metadata;
    yield {
      type: "tool-input-available",
      toolCallId,
      toolName,
      input,
      dynamic: true,
      providerExecuted: !isAnswered,
      toolMetadata,
    };
  }

  /** A question of which `tool` is the call. `questionId` names it in answers. */
  *asked({ request, until }: WaitingForPerson, tool: CalledTool, questionId: string, shown: Shown): Iterable<UiChunk> {
    const { kind, prompt, purpose, requestId, ui } = request;
    const details: JsonObject = {
      questionId,
      kind,
      prompt,
      ...(shown.responseSchema === undefined ? {} : { responseSchema: shown.responseSchema }),
      ...(ui === null ? {} : { component: ui.component, mode: ui.mode }),
      ...(until === undefined ? {} : { expiresAt: new Date(until).toISOString() }),
    };
    if (purpose === "APPROVAL" || purpose === "IN_DOUBT") {
      yield* this.begun(tool, shown.arguments ?? {});
      const { toolCallId } = tool;
      if (this.#calls.get(toolCallId)?.isOpen !== true) return;
      this.#questions.set(requestId, { kind: "APPROVAL", toolCallId, questionId });
      this.#calls.set(toolCallId, { isOpen: true, approvalId: questionId });
      yield { type: "tool-approval-request", approvalId: questionId, toolCallId, reason: prompt };
    } else if (purpose === "CALLEE") {
      const toolCallId = questionCallIdOf(this.#execution, requestId);
      this.#questions.set(requestId, { kind: "CALLEE", toolCallId, questionId });
      const input = { prompt, ...(shown.arguments === undefined ? {} : { context: shown.arguments }) };
      const metadata = { ...tool.metadata, ...details };
      yield* this.begun({ toolCallId, toolName: questionTool, isAnswered: true, metadata }, input);
    } else {
      const { toolCallId } = tool;
      this.#questions.set(requestId, { kind: "CALL", toolCallId, questionId });
      const metadata = { ...tool.metadata, ...details };
      yield* this.begun({ ...tool, isAnswered: true, metadata }, shown.arguments ?? {});
    }
  }

  /** The result of a question. That of a call which the person answers shows in the end of its step. */
  *resolved({ reason, requestId, resolution }: HumanInputResolved, response: Json | undefined): Iterable<UiChunk> {
    const question = this.#questions.get(requestId);
    this.#questions.delete(requestId);
    if (question === undefined) return;
    const approved = resolution === "ACCEPTED";
    const { questionId, toolCallId } = question;
    const call = this.#calls.get(toolCallId);
    const why = reason ?? (resolution === "DECLINED" ? undefined : resolution.toLowerCase());
    if (question.kind === "CALL") {
      if (approved && response !== undefined && call !== undefined) call.answer = response;
    } else if (question.kind === "CALLEE") {
      if (approved) yield* this.ended(toolCallId, { output: response ?? {} });
      else yield* this.ended(toolCallId, { errorText: why ?? "declined" });
    } else if (call?.isOpen === true && call.approvalId === questionId) {
      const given = approved || why === undefined ? {} : { reason: why };
      yield { type: "tool-approval-response", approvalId: questionId, approved, ...given };
    }
  }

  /** The end of a call that was begun, once. */
  *ended(toolCallId: string, end: CallEnd): Iterable<UiChunk> {
    const call = this.#calls.get(toolCallId);
    if (call === undefined || !call.isOpen) return;
    call.isOpen = false;
    // The step has the answer in an envelope, which the client did not send.
    if ("output" in end) yield { type: "tool-output-available", toolCallId, output: call.answer ?? end.output };
    else if (end.isDenied === true && call.approvalId !== undefined) yield { type: "tool-output-denied", toolCallId };
    else yield { type: "tool-output-error", toolCallId, errorText: end.errorText };
  }

  /** A call that never got arguments. */
  *failed({ isAnswered, metadata, toolCallId, toolName }: CalledTool, errorText: string): Iterable<UiChunk> {
    this.#calls.set(toolCallId, { isOpen: false });
    const given = {
      toolCallId,
      toolName,
      dynamic: true,
      providerExecuted: !isAnswered,
      toolMetadata: metadata,
    } as const;
    yield { type: "tool-input-error", input: {}, errorText, ...given };
  }

  /** No call is made and no person is asked any more. */
  *allEnded(errorText: string): Iterable<UiChunk> {
    this.#questions.clear();
    for (const toolCallId of this.#calls.keys()) yield* this.ended(toolCallId, { errorText });
  }
}

/** Values of a question that the person is shown. */
export interface Shown {
  readonly arguments?: Json | undefined;
  readonly responseSchema?: Json | undefined;
}

export type CallEnd =
  | { readonly output: Json }
  /** `isDenied` for a call that a person did not permit. */
  | { readonly errorText: string; readonly isDenied?: boolean };
