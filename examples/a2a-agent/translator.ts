/**
 * The work of the example agent on the official SDK. It takes the input of a message as agents do: the content of an artifact that the
 * message points at, else its first data, else its text. Words of the text decide how it ends, so that each end can be had at will:
 *
 * | the text contains | the end |
 * |---|---|
 * | "fail" | FAILED |
 * | "decline" | REJECTED |
 * | "ask me" | INPUT_REQUIRED until a further message to the task names the language |
 * | "sign in" | AUTH_REQUIRED until a further message to the task |
 * | "directly" | a message, no task |
 * | anything else | COMPLETED with an artifact of data and text |
 *
 * With `delay_ms` the task works for so long, says in between what it does, and can be cancelled.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Message,
  Message as MessageJson,
  Task,
  TaskArtifactUpdateEvent,
  TaskStatusUpdateEvent,
} from "@a2a-js/sdk";
import { AgentEvent, type AgentExecutor, type ExecutionEventBus, type RequestContext } from "@a2a-js/sdk/server";
import type { A2aLedger } from "./ledger.ts";

interface Ids {
  readonly taskId: string;
  readonly contextId: string;
}

interface TranslationInput {
  readonly text: string;
  readonly language: string;
  readonly delayMs: number;
}

interface End {
  readonly state: "COMPLETED" | "FAILED" | "REJECTED" | "INPUT_REQUIRED" | "AUTH_REQUIRED";
  readonly words: string;
  readonly artifact?: object;
}

export class Translator implements AgentExecutor {
  readonly #ledger: A2aLedger;
  /** Inputs of tasks that wait for a further message. */
  readonly #paused = new Map<string, TranslationInput>();
  readonly #working = new Map<string, AbortController>();

  constructor(ledger: A2aLedger) {
    this.#ledger = ledger;
  }

  execute = async (context: RequestContext, bus: ExecutionEventBus): Promise<void> => {
    const { contextId, taskId, userMessage } = context;
    const ids = { taskId, contextId };
    const paused = this.#paused.get(taskId);
    const found = paused ?? (await inputOf(userMessage));
    const entry = {
      messageId: userMessage.messageId,
      taskId,
      input: found,
      metadata: userMessage.metadata,
      state: null,
    };
    const work = this.#ledger.works[this.#ledger.works.push(entry) - 1] ?? entry;
    const end = (state: string) => Object.assign(work, { state });
    if (typeof found === "string") return publishTask(bus, ids, { state: "FAILED", words: found }, end);
    const input =
      paused === undefined ? asked(found) : { ...paused, text: "an answered text", language: textOf(userMessage) };
    if (/\bdirectly\b/i.test(input.text)) {
      end("MESSAGE");
      bus.publish(AgentEvent.message(MessageJson.fromJSON({ ...said(ids, translated(input)), taskId: "" })));
      return;
    }
    const outcome = endOf(input);
    if (outcome.state.endsWith("_REQUIRED")) this.#paused.set(taskId, input);
    else this.#paused.delete(taskId);
    if (input.delayMs === 0) return publishTask(bus, ids, outcome, end);
    bus.publish(
      AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: statusOf(ids, "WORKING", "Reading the text") })),
    );
    const controller = new AbortController();
    this.#working.set(taskId, controller);
    try {
      await delay(input.delayMs / 2, undefined, { signal: controller.signal, ref: false });
      const status = statusOf(ids, "WORKING", `Translating into ${input.language}`);
      bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ ...ids, status })));
      await delay(input.delayMs / 2, undefined, { signal: controller.signal, ref: false });
    } catch {
      end("CANCELED");
      return;
    } finally {
      this.#working.delete(taskId);
    }
    const { artifact, state, words } = outcome;
    if (artifact !== undefined)
      bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON({ ...ids, artifact })));
    end(state);
    bus.publish(
      AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ ...ids, status: statusOf(ids, state, words) })),
    );
  };

  cancelTask = async (taskId: string, bus: ExecutionEventBus): Promise<void> => {
    this.#working.get(taskId)?.abort();
    this.#paused.delete(taskId);
    const ids = { taskId, contextId: "" };
    const status = statusOf(ids, "CANCELED", "Cancelled as asked");
    bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ ...ids, status })));
  };
}

function publishTask(
  bus: ExecutionEventBus,
  ids: Ids,
  { artifact, state, words }: End,
  end: (state: string) => void,
): void {
  end(state);
  const status = statusOf(ids, state, words);
  const artifacts = artifact === undefined ? [] : [artifact];
  bus.publish(AgentEvent.task(Task.fromJSON({ id: ids.taskId, contextId: ids.contextId, status, artifacts })));
}

function endOf(input: TranslationInput): End {
  if (/\bfail\b/i.test(input.text)) return { state: "FAILED", words: "The dictionary is lost" };
  if (/\bdecline\b/i.test(input.text)) return { state: "REJECTED", words: "Such texts are not translated" };
  if (/\bask me\b/i.test(input.text)) return { state: "INPUT_REQUIRED", words: "Into which language?" };
  if (/\bsign in\b/i.test(input.text)) return { state: "AUTH_REQUIRED", words: "Sign in to the dictionary" };
  const text = translated(input);
  const data = { text, language: input.language, characters: text.length };
  const artifact = { artifactId: randomUUID(), name: "translation.json", parts: [{ data }, { text }] };
  return { state: "COMPLETED", words: "Translated", artifact };
}

function translated({ language, text }: TranslationInput): string {
  return `[${language}] ${text}`;
}

/** The input, or why there is none. */
async function inputOf(message: Message): Promise<unknown> {
  const address = message.parts.find((part) => part.content?.$case === "url")?.content?.value;
  if (typeof address === "string") return fetched(address);
  const data = message.parts.find((part) => part.content?.$case === "data");
  return data === undefined ? { text: textOf(message) } : data.content?.value;
}

async function fetched(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) return `The artifact cannot be read: HTTP ${response.status}`;
    return (await response.json()) as unknown;
  } catch {
    return "The artifact cannot be read";
  }
}

function asked(input: unknown): TranslationInput {
  const { delay_ms, language, text } = (typeof input === "object" && input !== null ? input : {}) as {
    readonly [name: string]: unknown;
  };
  return {
    text: typeof text === "string" ? text : "",
    language: typeof language === "string" ? language : "de",
    delayMs: typeof delay_ms === "number" ? delay_ms : 0,
  };
}

function textOf(message: Message): string {
  return message.parts.flatMap(({ content }) => (content?.$case === "text" ? [content.value] : [])).join("\n");
}

function statusOf(ids: Ids, state: string, words: string | null): object {
  return {
    state: `TASK_STATE_${state}`,
    timestamp: new Date().toISOString(),
    ...(words === null ? {} : { message: said(ids, words) }),
  };
}

function said({ contextId, taskId }: Ids, text: string): object {
  return { messageId: randomUUID(), contextId, taskId, role: "ROLE_AGENT", parts: [{ text }] };
}
