/**
 * Messages of people: the answer to each, and the start of its execution.
 *
 * - E1: a message is identified by the execution that it starts, whose name is made from its idempotency key. The same message gets the
 *   same answer.
 * - One execution at a time: the next message waits for it (BUSY). An execution that has ended or is gone, and could not report that, does
 *   not block others: it is asked.
 * - The execution is started once the message is stored, and again until that is acknowledged. If the first start is refused, the message is
 *   deleted, because no reader has seen it; a message that was reported as sent is never deleted.
 */
import { audienceOf, mayAccess } from "../../access/audience.ts";
import type {
  ConversationLimit,
  ConversationReport,
  SendRequest,
  SendResult,
} from "../../execution/commands/conversation-peer.ts";
import type { StartRequest, StartResult } from "../../execution/commands/start-request.ts";
import { isFinalExecution } from "../../execution/state/status.ts";
import type { ConversationExecution, ConversationOptions } from "../ports/conversation-options.ts";
import { variablesRefusal } from "./conversation-facts.ts";
import { ConversationStarts, noteUnreached, type StartsPorts } from "./conversation-starts.ts";
import type { AcceptedMessage, SentMessage } from "./conversation-store.ts";

export interface SendingPorts extends StartsPorts {
  /** Called when there may be something to do later. */
  readonly arm: () => void;
  readonly options: StartsPorts["options"] & Pick<ConversationOptions, "admit">;
}

type Refusal = Extract<SendResult, { readonly kind: "BUSY" | "ENDED" | "LIMIT_EXCEEDED" | "MISMATCH" | "NOT_FOUND" }>;

export class ConversationSending {
  readonly #ports: SendingPorts;
  readonly starts: ConversationStarts;

  constructor(ports: SendingPorts) {
    this.#ports = ports;
    this.starts = new ConversationStarts(ports);
  }

  async send(request: SendRequest): Promise<SendResult> {
    const { options, store } = this.#ports;
    const limit = await this.#limit(request);
    if (limit !== undefined && store.facts === undefined) return { kind: "TOO_MANY", ...limit };
    for (let asked: string | undefined; ; ) {
      const sent = store.sent(request.request.execution);
      if (sent !== undefined) return this.#again(request, sent);
      const refusal = this.#refusal(request);
      if (refusal === undefined) break;
      // The execution may have ended meanwhile, and other messages may have been sent.
      if (refusal.kind !== "BUSY" || asked === refusal.execution || !(await this.#hasLeft(refusal.execution))) {
        return refusal;
      }
      asked = refusal.execution;
    }
    const accepted = store.accept(request, options.clock.now());
    this.#ports.arm();
    return this.#first(accepted);
  }

  /** Whether an execution runs in the conversation, which it is asked if it could not say so by itself. */
  async isBusy(): Promise<boolean> {
    const { store } = this.#ports;
    for (let asked: string | undefined; store.facts?.status === "RUNNING"; ) {
      const { execution } = store.facts;
      if (asked === execution || !(await this.#hasLeft(execution))) return true;
      asked = execution;
    }
    return false;
  }

  /** The cap that a conversation would pass that begins with the message. */
  async #limit({ conversation, mustExist, subject, tenant }: SendRequest): Promise<ConversationLimit | undefined> {
    const { options, store } = this.#ports;
    if (store.facts !== undefined || store.tombstone !== undefined || mustExist) return undefined;
    return options.admit(tenant, { conversation, subject });
  }

  #refusal(request: SendRequest): Refusal | undefined {
    const { appId, manifest, mustExist, tenant } = request;
    const { facts, tombstone } = this.#ports.store;
    if (facts === undefined && !mustExist && tombstone !== undefined) {
      return mismatch("one that was not deleted, or another chatId", "one that was");
    }
    if (facts === undefined) return mustExist ? { kind: "NOT_FOUND" } : variablesRefusal(request, undefined);
    const { accessor, group, visibility } = request;
    if (accessor !== undefined && !mayAccess(accessor, audienceOf(facts), "USE")) {
      return mustExist ? { kind: "NOT_FOUND" } : mismatch("a chatId that is free", "one that is not");
    }
    const has = { visibility: facts.visibility ?? "TENANT", group: facts.group };
    if (visibility !== undefined && (visibility !== has.visibility || group !== has.group)) {
      return mismatch("the visibility that it was begun with", "another");
    }
    if (facts.tenant !== tenant) return mismatch("the tenant that it was begun by", "another");
    if (facts.manifest.name !== manifest.name) {
      return mismatch(`the manifest ${JSON.stringify(facts.manifest.name)}`, JSON.stringify(manifest.name));
    }
    if (facts.appId !== appId) {
      return mismatch(`the application ${JSON.stringify(facts.appId)}`, JSON.stringify(appId));
    }
    if (facts.status === "ENDED") return { kind: "ENDED" };
    return facts.status === "RUNNING" ? { kind: "BUSY", execution: facts.execution } : variablesRefusal(request, facts);
  }

  /** Starts the execution of a message that is not answered yet. */
  async #first(accepted: AcceptedMessage): Promise<SendResult> {
    const { store } = this.#ports;
    const { message, request } = accepted;
    const answer = await this.starts.first(accepted);
    if (answer !== undefined && answer.kind !== "STARTED") return refused(answer, request.execution);
    await this.#hearEnd(request.execution, answer);
    const view = store.view();
    if (view === undefined && store.tombstone !== undefined) return { kind: "NOT_FOUND" };
    if (view === undefined) throw new Error("a conversation that was just written to is gone");
    return { kind: "SENT", replayed: false, view, message, execution: request.execution, started: answer ?? null };
  }

  /** Answers a message that was sent before. */
  async #again({ fingerprint, request, subject }: SendRequest, sent: SentMessage): Promise<SendResult> {
    const { store } = this.#ports;
    const { execution } = request;
    if (sent.fingerprint !== fingerprint || sent.subject !== subject)
      return { kind: "IDEMPOTENCY_CONFLICT", execution };
    const pending = store.pending();
    const answer =
      pending?.execution === execution
        ? await this.starts.again({ ...pending, waitMs: request.waitMs })
        : await this.#known(request);
    await this.#hearEnd(execution, answer);
    const view = store.view();
    const message = store.sent(execution) === undefined ? undefined : store.messages.at(sent.position);
    if (view === undefined && store.tombstone !== undefined) return { kind: "NOT_FOUND" };
    if (message === undefined || view === undefined) {
      // It was taken back while this waited for its start.
      if (answer === undefined || answer.kind === "STARTED")
        throw new Error("a message was taken back though it was sent");
      return refused(answer, execution);
    }
    const started = answer?.kind === "STARTED" ? { ...answer, replayed: true } : null;
    return { kind: "SENT", replayed: true, view, message, execution, started };
  }

  /** A caller that waited for the end of an execution sees the conversation after that end, even if the report of it is still under way. */
  async #hearEnd(execution: string, answer: StartResult | undefined): Promise<void> {
    const { facts } = this.#ports.store;
    const isRunning = facts?.execution === execution && facts.status === "RUNNING";
    if (isRunning && answer?.kind === "STARTED" && isFinalExecution(answer.view.status)) await this.#hasLeft(execution);
  }

  /** How an execution that was started stands. It is never started here: one that retention removed does not come back. */
  async #known(request: StartRequest): Promise<StartResult | undefined> {
    const { execution, fingerprint, subject, waitMs, withValues } = request;
    try {
      const answer = await this.#execution(execution).lookup(fingerprint, subject, withValues);
      const isOver = answer?.kind !== "STARTED" || isFinalExecution(answer.view.status);
      return isOver || waitMs === 0 ? (answer ?? undefined) : await this.#execution(execution).start(request);
    } catch (error) {
      await noteUnreached(this.#ports.options, request, error);
      return undefined;
    }
  }

  /** Asks the execution that holds the conversation up whether it still does, and stores its report. */
  async #hasLeft(execution: string): Promise<boolean> {
    const { options, store } = this.#ports;
    if (store.isPending) return false;
    try {
      for (;;) {
        const report = await this.#execution(execution).conversationReport(store.facts?.reported ?? 0);
        if (store.facts?.execution !== execution || store.facts.status !== "RUNNING") return true;
        if (report === null) store.release(execution, options.clock.now());
        else store.report(report, options.clock.now());
        this.#ports.changed();
        if (report === null || report.hasFinished) return true;
        if (isAllOfIt(report)) return false;
      }
    } catch (error) {
      await noteUnreached(options, { execution, tenant: store.facts?.tenant ?? "" }, error);
      return false;
    }
  }

  #execution(name: string): ConversationExecution {
    const { options, store } = this.#ports;
    return options.execution(store.facts?.tenant ?? "", name);
  }
}

function isAllOfIt({ hasFinished, messages }: ConversationReport): boolean {
  return !hasFinished && messages.length === 0;
}

function refused(answer: Exclude<StartResult, { readonly kind: "STARTED" }>, execution: string): SendResult {
  // The key was used for something else, or for something that was deleted: either way it is not free.
  return answer.kind === "TENANT_LIMIT" ? answer : { kind: "IDEMPOTENCY_CONFLICT", execution };
}

function mismatch(required: string, found: string): Refusal {
  return { kind: "MISMATCH", message: `Cannot go on with the conversation: required ${required}, found ${found}` };
}
