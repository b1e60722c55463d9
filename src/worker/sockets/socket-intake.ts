/**
 * The unfinished messages of a client's WebSocket. `graphql-ws` processes each message as it comes, so a client that sends without reading,
 * or that opens operations and drops them at once, would accumulate them without bound.
 *
 * 1. An operation is open until its processing has ended, even if the client completed it before. Its id is in use for as long, because
 *    `graphql-ws` would mistake the end of one operation for the end of another with the same id.
 * 2. Unfinished messages are bounded in number and in total length. A client that exceeds a bound is disconnected.
 */
import { CloseCode } from "graphql-ws";

/** Messages that only a server sends. `graphql-ws` would throw at one, as if the fault were ours. */
const typesOfServers: readonly unknown[] = ["connection_ack", "next", "error"];

/** Length of an id: it is repeated with every result. */
const maxIdLength = 200;

/** Messages in work beside the operations that may be open. */
const maxOtherMessages = 100;

/** Characters of all messages in work. */
const maxLengthInWork = 8_388_608;

const TRY_AGAIN_LATER = 1013;

export type Intake =
  /** `done` is to be called when the message was dealt with, however. */
  | { readonly kind: "TAKEN"; readonly done: () => void }
  /** The connection is to be closed. */
  | { readonly kind: "REFUSED"; readonly code: number; readonly reason: string };

export class SocketIntake {
  readonly #maxMessages: number;
  readonly #operations = new Set<string>();
  #messages = 0;
  #length = 0;

  /** `maxOperations` are those that may be open at a time; whether they are is for others to ask (`operations`). */
  constructor(maxOperations: number) {
    this.#maxMessages = maxOperations + maxOtherMessages;
  }

  /** Operations that are open. */
  get operations(): number {
    return this.#operations.size;
  }

  /** Accepts a message unless it breaks a rule. `graphql-ws` refuses texts that are no message. */
  take(text: string): Intake {
    const { id, type } = headOf(text);
    if (typesOfServers.includes(type)) {
      const reason = `Cannot take the message: required one that clients send, found the type ${String(type)}`;
      return { kind: "REFUSED", code: CloseCode.BadRequest, reason };
    }
    if (id !== undefined && id.length > maxIdLength) {
      const reason = `Cannot begin the operation: required an id of at most ${maxIdLength} characters`;
      return { kind: "REFUSED", code: CloseCode.BadRequest, reason };
    }
    if (id !== undefined && this.#operations.has(id)) {
      return {
        kind: "REFUSED",
        code: CloseCode.SubscriberAlreadyExists,
        reason: `Subscriber for ${id} already exists`,
      };
    }
    if (this.#messages >= this.#maxMessages || this.#length + text.length > maxLengthInWork) {
      return { kind: "REFUSED", code: TRY_AGAIN_LATER, reason: "Cannot take more messages: too many are in work" };
    }
    if (id !== undefined) this.#operations.add(id);
    this.#messages += 1;
    this.#length += text.length;
    const done = () => {
      if (id !== undefined) this.#operations.delete(id);
      this.#messages -= 1;
      this.#length -= text.length;
    };
    return { kind: "TAKEN", done };
  }
}

/** The type of a message, and the id of the operation that it begins. Undefined for every other message. */
function headOf(text: string): { readonly type: unknown; readonly id: string | undefined } {
  try {
    const { id, type } = (JSON.parse(text) ?? {}) as { readonly id?: unknown; readonly type?: unknown };
    return { type, id: type === "subscribe" && typeof id === "string" ? id : undefined };
  } catch {
    return { type: null, id: undefined };
  }
}
