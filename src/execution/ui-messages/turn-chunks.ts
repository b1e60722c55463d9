/**
 * The events of a turn as chunks, in their order: one step of the SDK for each turn of an agent, with its text, its structured output and its
 * call. The turn of the person, as the SDK counts, is the whole execution: from the message to its end, or to a question to the person.
 */
import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { withoutContext } from "../../plan/context-parameter.ts";
import { isHumanInputTool } from "../../plan/human-input-callable.ts";
import type { AutoToolBinding } from "../../plan/turn-work.ts";
import type { ExecutionFinished, ExecutionStarted, RecordedEvent, StepFinished, StepStarted } from "../events/event.ts";
import { hasSucceeded } from "../events/has-succeeded.ts";
import { isHiddenEvent } from "../events/hidden-event.ts";
import type { StepWaiting } from "../events/step-waiting.ts";
import { turnSteps } from "../events/turn-event.ts";
import { CallChunks, type CallEnd, type CalledTool } from "./call-chunks.ts";
import { callIdOf } from "./call-id.ts";
import type { EventFacts } from "./event-facts.ts";
import { readableValue } from "./readable-value.ts";
import { TextChunks } from "./text-chunks.ts";
import type { DataChunk, TurnMetadata, UiChunk } from "./ui-chunk.ts";

/** The turn at hand. */
interface AgentTurn {
  readonly number: number;
  readonly agentName: string;
}

export class TurnChunks {
  readonly #execution: string;
  readonly #publicId: string;
  readonly #calls: CallChunks;
  readonly #text = new TextChunks(() => this.#freshStep());
  /** The tools that outputs of agents start, by the name of the agent. */
  readonly #bindings = new Map<string, AutoToolBinding>();
  /** Callables that a person answers. */
  readonly #answered = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #usage = { inputTokens: 0, outputTokens: 0 };
  #turn: AgentTurn | undefined;
  /** The open step of the SDK: whether it has parts, and whether one of them is a call that the person answers. */
  #step: { isFresh: boolean; hasAnswer: boolean } | undefined;
  #isOver = false;

  /** `execution` is the name of its object, `publicId` its id in the API. */
  constructor(execution: string, publicId: string) {
    this.#execution = execution;
    this.#publicId = publicId;
    this.#calls = new CallChunks(execution);
  }

  /** Whether the execution has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether it continues only when a person has answered. */
  get isAsking(): boolean {
    return this.#calls.isAsking;
  }

  /** Whether the question was asked so far. */
  hasAsked(requestId: string): boolean {
    return this.#asked.has(requestId);
  }

  /** The end of a stream at a question. */
  rest(): readonly UiChunk[] {
    return [{ type: "finish", finishReason: "tool-calls", messageMetadata: this.#metadata({ status: "WAITING" }) }];
  }

  /** The chunks of the next event. None for events that only agents may read. */
  next(recorded: RecordedEvent, facts: EventFacts): readonly UiChunk[] {
    if (this.#isOver || recorded.hidden || isHiddenEvent(recorded.event)) return [];
    const values = new Map([...facts.values].map(([slot, value]) => [slot, readableValue(value)]));
    return [...this.#chunksOf(recorded, { ...facts, values })];
  }

  *#chunksOf({ event, occurredAt }: RecordedEvent, facts: EventFacts): Iterable<UiChunk> {
    switch (event.kind) {
      case "ExecutionStarted":
        yield* this.#started(event, occurredAt);
        break;
      case "TurnStarted": {
        const { agentName, cause, isElsewhere, turn } = event;
        yield* this.#text.takenBack();
        yield* this.#stepEnd();
        this.#turn = { number: turn, agentName };
        yield data("data-planwright-turn", String(turn), { turn, agentName, cause, isElsewhere });
        yield* this.#newStep();
        break;
      }
      case "TextProduced":
        yield* this.#text.more(event);
        break;
      case "MessageAdded": {
        const text = facts.values.get("text");
        if (event.author !== "AGENT" || text === undefined) break;
        yield* this.#text.whole(`message/${event.turn}`, typeof text === "string" ? text : JSON.stringify(text));
        this.#used();
        break;
      }
      case "StructuredOutputChecked": {
        const { agentName, modelName, turn, violations, willCorrect } = event;
        const output = { turn, agentName, modelName, data: facts.values.get("data") ?? null };
        const checked = { ...output, violations: violations.map((found) => ({ ...found })), willCorrect };
        yield* this.#part([data("data-planwright-output", String(turn), checked)]);
        break;
      }
      case "StepStarted":
        yield* this.#stepStarted(event, facts);
        break;
      case "StepProgressed": {
        const { message, progress, step, total } = event;
        const news = { progress: progress ?? null, total: total ?? null, message: message ?? null };
        const toolCallId = callIdOf(this.#execution, step);
        yield { ...data("data-planwright-progress", toolCallId, { toolCallId, ...news }), transient: true };
        break;
      }
      case "StepWaiting":
        yield* this.#waiting(event, facts);
        break;
      case "HumanInputResolved":
        yield* this.#part(this.#calls.resolved(event, facts.values.get("response")));
        break;
      case "StepFinished":
        yield* this.#stepFinished(event, facts);
        break;
      case "HandoffMade": {
        const { from, target } = event;
        const agentName = target.kind === "AGENT" ? target.agentName : null;
        const id = `${event.turn}/${event.rule}`;
        yield* this.#part([data("data-planwright-handoff", id, { from, target: target.kind, agentName })]);
        break;
      }
      case "ModelCalled":
        this.#usage.inputTokens += event.usage.inputTokens;
        this.#usage.outputTokens += event.usage.outputTokens;
        break;
      case "ExecutionFinished":
        yield* this.#finished(event, occurredAt);
        break;
      default:
        break;
    }
  }

  *#started({ definitions, turns }: ExecutionStarted, occurredAt: number): Iterable<UiChunk> {
    for (const { binding, name } of turns?.agents ?? []) if (binding !== null) this.#bindings.set(name, binding);
    for (const callable of definitions.callables) if (isHumanInputTool(callable)) this.#answered.add(callable.name);
    const createdAt = new Date(occurredAt).toISOString();
    const messageMetadata = { executionId: this.#publicId, status: "RUNNING", createdAt } as const;
    yield { type: "start", messageId: this.#publicId, messageMetadata };
  }

  *#stepStarted(event: StepStarted, facts: EventFacts): Iterable<UiChunk> {
    const tool = this.#toolOf(event.step, event);
    // That of a person is shown with the question.
    if (tool === undefined || tool.isAnswered) return;
    yield* this.#part(this.#calls.begun(tool, withoutContext(facts.values.get("arguments") ?? {})));
  }

  *#waiting(event: StepWaiting, { childId, questionId, values }: EventFacts): Iterable<UiChunk> {
    if (event.step === null) return;
    if (event.waitsFor === "CHILD" && childId !== undefined) {
      const toolCallId = callIdOf(this.#execution, event.step);
      yield* this.#part([data("data-planwright-child", toolCallId, { toolCallId, executionId: childId })]);
    }
    const tool = this.#toolOf(event.step, undefined);
    if (event.waitsFor !== "PERSON" || questionId === undefined || tool === undefined) return;
    this.#asked.add(event.request.requestId);
    const given = values.get("arguments");
    const shown = {
      arguments: given === undefined ? undefined : withoutContext(given),
      responseSchema: values.get("responseSchema"),
    };
    yield* this.#part(this.#calls.asked(event, tool, questionId, shown));
  }

  *#stepFinished(event: StepFinished, facts: EventFacts): Iterable<UiChunk> {
    const tool = this.#toolOf(event.step, event);
    if (tool === undefined) {
      if (!hasSucceeded(event.status)) yield* this.#text.takenBack();
      return;
    }
    const end = callEnd(event, facts);
    if (!this.#calls.has(tool.toolCallId)) {
      if ("errorText" in end) return yield* this.#part(this.#calls.failed(tool, end.errorText));
      yield* this.#part(this.#calls.begun(tool, {}));
    }
    yield* this.#part(this.#calls.ended(tool.toolCallId, end));
  }

  *#finished({ failure, status }: ExecutionFinished, occurredAt: number): Iterable<UiChunk> {
    yield* this.#text.takenBack();
    yield* this.#part(this.#calls.allEnded(status === "CANCELLED" ? "cancelled" : "the turn has ended"));
    // A client that sends a person's answers by itself looks at the calls of the last step. There are none left to send.
    const hasAnswer = this.#step?.hasAnswer === true;
    yield* this.#stepEnd();
    if (hasAnswer) {
      yield* this.#newStep();
      yield* this.#stepEnd();
    }
    this.#isOver = true;
    const why = failure === null ? {} : { failure: { code: failure.code, message: failure.message } };
    const finishedAt = new Date(occurredAt).toISOString();
    const messageMetadata = this.#metadata({ status, finishedAt, ...why });
    if (status === "CANCELLED") {
      yield { type: "abort", reason: "the execution was cancelled" };
      yield { type: "finish", finishReason: "interrupted", messageMetadata };
    } else if (status === "FAILED") {
      // The client of the SDK reads nothing behind an error.
      yield { type: "message-metadata", messageMetadata };
      yield { type: "error", errorText: failure?.message ?? "The turn failed" };
      yield { type: "finish", finishReason: "error", messageMetadata };
    } else yield { type: "finish", finishReason: "stop", messageMetadata };
  }

  #metadata(facts: TurnMetadata): TurnMetadata {
    return { executionId: this.#publicId, usage: { ...this.#usage }, ...facts };
  }

  /** The callable of `step`. Undefined for the step of an agent itself. */
  #toolOf(
    step: string,
    event: (Pick<StepStarted, "autoTool"> & { callableName?: string }) | undefined,
  ): CalledTool | undefined {
    if (this.#turn !== undefined && turnSteps(this.#turn.number).agent === step) return undefined;
    const isBound = this.#turn !== undefined && turnSteps(this.#turn.number).tool === step;
    const binding = isBound ? this.#bindings.get(this.#turn?.agentName ?? "") : undefined;
    const { autoTool } = event ?? {};
    const toolName = autoTool?.toolName ?? binding?.toolName ?? event?.callableName ?? step;
    const component = autoTool?.component ?? binding?.ui?.component;
    const mode = autoTool?.mode ?? binding?.ui?.mode;
    return {
      toolCallId: callIdOf(this.#execution, step),
      toolName,
      isAnswered: binding !== undefined && this.#answered.has(binding.callableName),
      metadata: {
        step,
        ...(isBound ? { agentName: this.#turn?.agentName ?? null } : {}),
        ...(component == null ? {} : { component }),
        ...(mode == null ? {} : { mode }),
      },
    };
  }

  /** Chunks that are no text. The sent part of a text stays before them. */
  *#part(chunks: Iterable<UiChunk>): Iterable<UiChunk> {
    for (const chunk of chunks) {
      yield* this.#text.closed();
      if (this.#step === undefined) yield* this.#newStep();
      this.#used();
      if ("providerExecuted" in chunk && !chunk.providerExecuted && this.#step !== undefined)
        this.#step.hasAnswer = true;
      yield chunk;
    }
  }

  #used(): void {
    if (this.#step !== undefined) this.#step.isFresh = false;
  }

  *#freshStep(): Iterable<UiChunk> {
    if (this.#step?.isFresh === true) return;
    yield* this.#stepEnd();
    yield* this.#newStep();
  }

  *#newStep(): Iterable<UiChunk> {
    this.#step = { isFresh: true, hasAnswer: false };
    yield { type: "start-step" };
  }

  *#stepEnd(): Iterable<UiChunk> {
    if (this.#step !== undefined) yield { type: "finish-step" };
    this.#step = undefined;
  }
}

function data(type: DataChunk["type"], id: string, content: JsonObject): DataChunk {
  return { type, id, data: content };
}

function callEnd(event: StepFinished, { values }: EventFacts): CallEnd {
  if (hasSucceeded(event.status))
    return { output: outputOf(event, values.get(event.output === null ? "content" : "output")) };
  return { errorText: reasonOf(event.failure, event.status), isDenied: event.failure?.code === "REJECTED_BY_HUMAN" };
}

/** The structured output, otherwise the text of the tool, which is stored with the metadata of its answer. */
function outputOf({ output }: StepFinished, value: Json | undefined): Json {
  if (value === undefined) return null;
  return output === null && isJsonObject(value) ? (ownValue(value, "content") ?? value) : value;
}

function reasonOf(failure: Failure | null, status: StepFinished["status"]): string {
  return failure?.message ?? `the call was ${status.toLowerCase()}`;
}
