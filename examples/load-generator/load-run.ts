/**
 * One load: begins executions in an open loop, follows some, answers people, cancels some, and sees to it that every accepted
 * execution ended. A start that nobody answered is sent again under its key until it is, so that it counts once.
 */
import { setTimeout as delay } from "node:timers/promises";
import { figuresOf, type LoadFigures, type LoadRecord } from "./figures.ts";
import { GraphqlEndpoint, isPassing } from "./graphql-endpoint.ts";
import { answeredPrompt, type Kind, kinds } from "./kinds.ts";
import { openLoop } from "./open-loop.ts";
import type { LoadOptions } from "./options.ts";
import { randomOf } from "./random.ts";
import { compared, storedSequences, type Transport, type Watchers, watchersOf } from "./watching.ts";

/** How long a start is repeated. */
const acceptWithinMs = 120_000;
const pauseMs = 500;
const inboxMs = 500;
const cancelWithinMs = 600;

const final: ReadonlySet<string> = new Set(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"]);

export interface LoadHooks {
  /** Notified of each execution when it was accepted. */
  readonly accepted?: (record: LoadRecord) => void;
}

export interface FinishedLoad {
  readonly figures: LoadFigures;
  readonly records: readonly LoadRecord[];
}

export class LoadRun {
  readonly #options: LoadOptions;
  readonly #runId: string;
  readonly #endpoint: GraphqlEndpoint;
  readonly #watchers: Watchers;
  readonly #random: () => number;
  readonly #hooks: LoadHooks;
  readonly #records: LoadRecord[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #errors: { [code: string]: number } = {};
  readonly #answered = new Set<string>();
  #watching = 0;
  #watchedEver = 0;
  #isOver = false;

  /** `runId` must differ between two loads of one tenant: keys, labels and prompts are made of it. */
  constructor(options: LoadOptions, runId: string, hooks: LoadHooks = {}) {
    this.#options = options;
    this.#runId = runId;
    this.#hooks = hooks;
    this.#endpoint = new GraphqlEndpoint(options.url, options.token);
    this.#watchers = watchersOf(this.#endpoint);
    this.#random = randomOf(options.seed);
  }

  /** Resolves when every execution has ended, or the time to drain is over. */
  async finish(): Promise<FinishedLoad> {
    const startedAt = performance.now();
    const people = this.#answerPeople();
    await openLoop(this.#options, (number, dueAt) => this.#arrive(number, dueAt), {
      now: () => performance.now(),
      sleep: (ms) => delay(ms),
    });
    const loadMs = performance.now() - startedAt;
    await this.#drain();
    const drainedMs = performance.now() - startedAt;
    this.#isOver = true;
    await people;
    this.#watchers.close();
    const figures = figuresOf(this.#records, this.#errors, { loadMs, drainedMs }, this.#watching);
    return { figures, records: this.#records };
  }

  #arrive(number: number, dueAt: number): void {
    const kind = this.#options.mix[number % this.#options.mix.length] as Kind;
    const record: LoadRecord = {
      ...{ number, kind, key: `${this.#runId}-${number}`, lateByMs: performance.now() - dueAt },
      ...{ acceptedAfterMs: null, executionId: null, refusal: null, repeats: 0, isCancelled: false },
      ...{ status: null, watched: null },
    };
    this.#records.push(record);
    // Drawn here, in the order of arrivals, so that a seed repeats them regardless of the answers.
    const isCancelled = this.#random() < this.#options.cancelShare;
    const cancelAfterMs = this.#random() * cancelWithinMs;
    this.#track(this.#live(record, dueAt, isCancelled ? cancelAfterMs : null));
  }

  async #live(record: LoadRecord, dueAt: number, cancelAfterMs: number | null): Promise<void> {
    await this.#start(record, dueAt);
    if (record.executionId === null) return;
    this.#hooks.accepted?.(record);
    if (this.#watching < this.#options.watchers) this.#track(this.#watch(record, record.executionId, dueAt));
    if (cancelAfterMs === null) return;
    await delay(cancelAfterMs);
    record.isCancelled = true;
    await this.#repeat(record.executionId);
  }

  async #start(record: LoadRecord, dueAt: number): Promise<void> {
    const { key, kind, number } = record;
    const labels = [
      { key: "load", value: this.#runId },
      { key: "kind", value: kind },
    ];
    const { field, input, query } = kinds[kind as Kind]({
      ...{ runId: this.#runId, number },
      options: { idempotencyKey: key, labels },
    });
    interface Payload {
      readonly execution: { readonly id: string } | null;
      readonly errors: readonly { readonly code: string }[];
    }
    const giveUpAt = performance.now() + acceptWithinMs;
    for (;;) {
      const answer = await this.#endpoint.send<{ [field: string]: Payload }>(query, { input });
      const payload = answer.kind === "DATA" ? answer.data[field] : undefined;
      if (payload?.execution != null) {
        record.executionId = payload.execution.id;
        record.acceptedAfterMs = performance.now() - dueAt;
        return;
      }
      const code = answer.kind === "FAILED" ? answer.code : (payload?.errors[0]?.code ?? "NO_EXECUTION");
      this.#count(code);
      if (!isPassing(code) || performance.now() > giveUpAt) {
        record.refusal = code;
        return;
      }
      record.repeats += 1;
      await delay(pauseMs);
    }
  }

  /** Cancels, again until it was answered. */
  async #repeat(executionId: string): Promise<void> {
    const query = "mutation ($input: CancelExecutionInput!) { cancelExecution(input: $input) { errors { code } } }";
    for (let tries = 0; tries < 20; tries += 1) {
      const answer = await this.#endpoint.send(query, { input: { executionId, reason: "load" } });
      if (answer.kind === "DATA") return;
      this.#count(answer.code);
      if (!isPassing(answer.code)) return;
      await delay(pauseMs);
    }
  }

  async #watch(record: LoadRecord, executionId: string, dueAt: number): Promise<void> {
    const { transport } = this.#options;
    const inTurn: Transport = this.#watchedEver % 2 === 0 ? "sse" : "ws";
    this.#watching += 1;
    this.#watchedEver += 1;
    const { completedAt, failure, firstEventAt, sequences } = await this.#watchers.follow(
      executionId,
      transport === "both" ? inTurn : transport,
    );
    const stored = await this.#stored(executionId);
    this.#watching -= 1;
    const after = (at: number | null) => (at === null ? null : at - dueAt);
    record.watched = {
      ...{ firstEventAfterMs: after(firstEventAt), endAfterMs: after(completedAt), events: sequences.length },
      failure: failure ?? (stored === null ? "the stored log could not be read" : null),
      ...compared(sequences, stored ?? sequences),
    };
  }

  /** The log, read again while nobody can be reached; null if that goes on for half a minute. */
  async #stored(executionId: string): Promise<readonly number[] | null> {
    for (let tries = 0; tries < 60; tries += 1) {
      try {
        return await storedSequences(this.#endpoint, executionId);
      } catch {
        await delay(pauseMs);
      }
    }
    return null;
  }

  /** Answers each question of this load once, by chance with yes or no. */
  async #answerPeople(): Promise<void> {
    const { declineShare, mix } = this.#options;
    if (!mix.includes("person")) return;
    const random = randomOf(this.#options.seed + 1);
    const prompt = answeredPrompt(this.#runId);
    const respond =
      "mutation ($input: RespondToHumanInputInput!) { respondToHumanInput(input: $input) { errors { code } } }";
    while (!this.#isOver) {
      await delay(inboxMs);
      const inbox = await this.#endpoint.send<{
        humanInputRequests: { nodes: readonly { id: string; prompt: string }[] };
      }>("{ humanInputRequests(first: 100) { nodes { id prompt } } }", {});
      if (inbox.kind === "FAILED") {
        this.#count(inbox.code);
        continue;
      }
      for (const { id, prompt: found } of inbox.data.humanInputRequests.nodes) {
        if (found !== prompt || this.#answered.has(id)) continue;
        const response = random() < declineShare ? { decline: "No" } : { accept: {} };
        const answer = await this.#endpoint.send(respond, { input: { requestId: id, response } });
        if (answer.kind === "DATA") this.#answered.add(id);
        else this.#count(answer.code);
      }
    }
  }

  /** Waits for what is under way and asks for the end of every accepted execution. */
  async #drain(): Promise<void> {
    const giveUpAt = performance.now() + this.#options.drainMs;
    const isInTime = () => performance.now() < giveUpAt;
    while (this.#pending.size > 0 && isInTime()) await Promise.race([...this.#pending, delay(1_000)]);
    for (;;) {
      const open = this.#records.filter(({ executionId, status }) => executionId !== null && status === null);
      if (open.length === 0) return;
      for (let at = 0; at < open.length; at += 50) await this.#readStatuses(open.slice(at, at + 50));
      if (!isInTime()) return;
      if (open.some(({ status }) => status === null)) await delay(pauseMs);
    }
  }

  async #readStatuses(records: readonly LoadRecord[]): Promise<void> {
    const answer = await this.#endpoint.send<{ nodes: readonly ({ status?: string } | null)[] }>(
      "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Execution { status } } }",
      { ids: records.map(({ executionId }) => executionId) },
    );
    if (answer.kind === "FAILED") return this.#count(answer.code);
    for (const [at, record] of records.entries()) {
      const status = answer.data.nodes[at]?.status;
      if (status !== undefined && final.has(status)) record.status = status;
    }
  }

  #count(code: string): void {
    this.#errors[code] = (this.#errors[code] ?? 0) + 1;
  }

  #track(work: Promise<void>): void {
    const done = work.finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }
}
