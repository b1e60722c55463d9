/**
 * Room `worker/sockets`: GraphQL over WebSocket, by the `graphql-transport-ws` subprotocol. This file owns the handshake, the caller of a
 * connection and its end; `graphql-ws` implements the protocol, `socket-intake.ts` bounds the messages in work, `socket-operation.ts` runs
 * an operation, `socket-writer.ts` sends results and measures how fast the client takes them.
 *
 * It leaves to others: `graph/transport` has the pipeline that operations share with HTTP, `worker/auth` verifies the credential and counts
 * subscriptions, `worker/watch` follows feeds.
 *
 * How a connection ends: 4400 for a text that is no message, or too long; 4401 for an operation before `connection_ack`; 4403 for a
 * credential that proves nobody, or was revoked since; 4406 for another subprotocol; 4408 without `connection_init` in time; 4409 for an id
 * in use; 4429 for a second `connection_init`; 4500 for a fault of ours. One without an operation for a minute ends with 1000. When its
 * longest life is over it ends with 1001 (going away). It ends with 1013 (try again later) when no credential can be verified now, the
 * tenant or the address has too many, too many connections wait for `connection_init`, or too many messages are in work. Clients of the
 * protocol reconnect after 1001 and 1013.
 */
import { type ExecutionArgs, type ExecutionResult, type GraphQLError, GraphQLSchema, parse } from "graphql";
import {
  CloseCode,
  GRAPHQL_TRANSPORT_WS_PROTOCOL,
  handleProtocols,
  makeServer,
  type SubscribePayload,
} from "graphql-ws";
import type { Tracer } from "../../durable/ports/tracer.ts";
import type { Caller, RequestContext, SubscriptionGate } from "../../graph/base/graph-context.ts";
import { rateLimited } from "../../graph/base/request-error.ts";
import { requestLimits } from "../../graph/base/request-limits.ts";
import type { GraphEndpoint } from "../../graph/transport/endpoint.ts";
import { isNestedDeeperThan } from "../../graph/transport/json-depth.ts";
import { shownErrors, shownResult, shownText } from "../../graph/transport/shown-result.ts";
import { whenOver } from "../../graph/transport/stream-life.ts";
import { faultText } from "../../json/fault-text.ts";
import { boundsText, isWithin } from "../../json/json-count.ts";
import { maxJson } from "../../plan/limits.ts";
import type { Credential } from "../auth/authenticate.ts";
import type { Authentication } from "../auth/authentication.ts";
import { socketCredential } from "../auth/socket-credential.ts";
import type { LoadRefusal } from "../auth/tenant-loads.ts";
import { operationSpan } from "../request/request-span.ts";
import type { WatchClock } from "../watch/feed-pages.ts";
import { SocketIntake } from "./socket-intake.ts";
import { type OperationOutcome, runOperation, StreamFailure } from "./socket-operation.ts";
import { SocketWriter } from "./socket-writer.ts";

/** Length of a message before the caller is known: a credential fits, nothing that costs to read does. */
export const maxInitLength = 16_384;

const INIT_TIMEOUT_MS = 5_000;
/** How long a connection may be without an operation. Clients of the protocol connect when they begin one. */
export const idleMs = 60_000;
const RETRY_AFTER_SECONDS = 1;

/** The platform refuses to close with a longer reason. */
const MAX_REASON_BYTES = 123;

const NORMAL = 1000;
const GOING_AWAY = 1001;
const ABNORMAL = 1006;
const TRY_AGAIN_LATER = 1013;

/**
 * The platform compresses the messages of every WebSocket whose client offers it, unless the response names extensions that it does not
 * know. A compressor takes 220 KB for each connection, most of which wait, and compresses each message again for each of its watchers.
 */
const uncompressed = { "sec-websocket-extensions": "none" };

/** The options of a connection from its deployment. */
export interface SocketPorts {
  readonly endpoint: () => Promise<GraphEndpoint>;
  readonly authenticate: (credential: Credential) => Promise<Authentication>;
  /** Counts one operation of the caller. Why it may not begin now, or undefined if it may. A refusal may wait for a moment. */
  readonly rateRefusal: (caller: Caller) => Promise<LoadRefusal | undefined>;
  /** Lets operations and requests of other tenants go first. What it gives is called once the operation has been answered or follows something. */
  readonly takeTurn: (caller: Caller) => Promise<() => void>;
  /** The context of every operation of the connection, made once its caller is known. */
  readonly contextOf: (caller: Caller) => RequestContext;
  /** Counts the connections of the caller's tenant and address. */
  readonly gateOf: (caller: Caller) => Pick<SubscriptionGate, "enter">;
  /**
   * Counts a connection whose caller is not known, until the function that is given is called. `close` is called if it has to make room for
   * others.
   */
  readonly enterAsStranger: (close: () => void) => () => void;
  /** Subscriptions over one connection. */
  readonly maxSubscriptions: number;
  readonly clock: WatchClock;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Records the operations. */
  readonly tracer: Tracer;
}

/** The used part of a WebSocket. */
export interface ClientSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** Answers the handshake of a WebSocket. Whether it is accepted is said by the subprotocol's own codes, once it is open. */
export function graphSocket(handshake: Request, ports: SocketPorts): Response {
  const offered = handshake.headers.get("sec-websocket-protocol") ?? "";
  const protocol = handleProtocols(offered) === false ? "" : GRAPHQL_TRANSPORT_WS_PROTOCOL;
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  const session = new SocketSession(server, protocol, handshake, ports);
  server.addEventListener("message", ({ data }) => session.receive(data));
  server.addEventListener("close", ({ code, reason }) => session.closed(code, reason));
  server.addEventListener("error", () => session.closed(ABNORMAL, ""));
  return new Response(null, {
    status: 101,
    webSocket: client,
    headers: protocol === "" ? uncompressed : { ...uncompressed, "sec-websocket-protocol": protocol },
  });
}

/** One connection, from its handshake to its end. */
export class SocketSession {
  readonly #socket: ClientSocket;
  readonly #handshake: Request;
  readonly #ports: SocketPorts;
  readonly #writer: SocketWriter;
  readonly #intake: SocketIntake;
  /** Set once the caller is known. */
  #context: RequestContext | undefined;
  #isOver = false;
  #handle: (text: string) => Promise<void> = async () => undefined;
  #stopLife: () => void = () => undefined;
  #stopIdle: () => void = () => undefined;
  /** Gives the place of the connection back: among those of strangers, then among those of its tenant. */
  #leave: () => void = () => undefined;
  #closeProtocol: (code: number, reason: string) => Promise<void> = async () => undefined;

  constructor(socket: ClientSocket, protocol: string, handshake: Request, ports: SocketPorts) {
    this.#socket = socket;
    this.#handshake = handshake;
    this.#ports = ports;
    this.#intake = new SocketIntake(ports.maxSubscriptions);
    this.#writer = new SocketWriter(
      (text) => {
        this.#context?.load.answered(text.length);
        socket.send(text);
      },
      () => this.#end(GOING_AWAY, "Cannot keep the connection: required a pong, found none in time"),
      ports.clock,
    );
    // Another request may say so, and may not touch this socket: the continuation of a promise runs in the request that waits for it.
    const { promise: hasToGo, resolve: go } = Promise.withResolvers<void>();
    this.#leave = ports.enterAsStranger(go);
    void hasToGo.then(() => this.#end(TRY_AGAIN_LATER, "Too many connections wait for connection_init"));
    this.#closeProtocol = this.#protocol().opened(
      {
        protocol,
        send: (text) => this.#writer.send(text),
        close: (code = NORMAL, reason = "") => this.#end(code, reason),
        onMessage: (listener) => {
          this.#handle = listener;
        },
        onPong: () => this.#writer.pong(),
      },
      undefined,
    );
  }

  /** Takes a message of the client. */
  receive(data: unknown): void {
    if (this.#isOver) return;
    const maximum = this.#context === undefined ? maxInitLength : requestLimits.bytes;
    if (typeof data !== "string" || data.length > maximum) {
      this.#end(CloseCode.BadRequest, `Cannot read the message: required text of at most ${maximum} characters`);
      return;
    }
    if (isNestedDeeperThan(data, requestLimits.jsonDepth)) {
      const required = `required at most ${requestLimits.jsonDepth} objects and arrays within one another`;
      this.#end(CloseCode.BadRequest, `Cannot read the message: ${required}`);
      return;
    }
    if (!isWithin(data, maxJson)) {
      this.#end(CloseCode.BadRequest, `Cannot read the message: required ${boundsText(maxJson)}`);
      return;
    }
    const intake = this.#intake.take(data);
    if (intake.kind === "REFUSED") {
      this.#end(intake.code, intake.reason);
      return;
    }
    this.#handle(data)
      .catch((error: unknown) => {
        logFault(error);
        this.#end(CloseCode.InternalServerError, "Internal server error");
      })
      .finally(() => {
        const { operations } = this.#intake;
        intake.done();
        if (operations > 0 && this.#intake.operations === 0) this.#idle();
      });
  }

  /** The connection is over, by whomever: everything that it held ends. */
  closed(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#writer.closed();
    this.#stopLife();
    this.#stopIdle();
    this.#leave();
    this.#closeProtocol(code, reason).catch(logFault);
  }

  /** Ends it from this side. A client that is gone never answers, so its close event is not waited for. */
  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    try {
      this.#socket.close(code, cutToBytes(reason, MAX_REASON_BYTES));
    } catch {
      // The client has closed it already.
    }
    this.closed(code, reason);
  }

  /** A server of `graphql-ws` is a handful of closures, so each connection has its own. */
  #protocol() {
    return makeServer({
      connectionInitWaitTimeout: INIT_TIMEOUT_MS,
      onConnect: ({ connectionParams }) => this.#connect(connectionParams),
      onSubscribe: (_, id, operation) => this.#begin(id, operation),
      execute: ({ contextValue }) => contextValue as Exclude<OperationOutcome, readonly GraphQLError[]>,
      onNext: (_, __, ___, ____, result) => shownResult(result as ExecutionResult),
      onError: (_, __, ___, errors) => {
        const cause = errors[0]?.cause;
        return shownErrors(cause instanceof StreamFailure ? cause.errors : errors);
      },
    });
  }

  /** Whether the caller may connect. */
  async #connect(payload: unknown): Promise<boolean> {
    const answer = await this.#ports.authenticate(socketCredential(payload, this.#handshake));
    if (!answer.ok) {
      if (answer.retryAfterSeconds !== null) this.#end(TRY_AGAIN_LATER, answer.code);
      else this.#end(CloseCode.Forbidden, answer.message);
      return false;
    }
    if (this.#isOver) return false;
    const place = this.#ports.gateOf(answer.caller).enter();
    if (place.kind === "REFUSED") {
      this.#end(TRY_AGAIN_LATER, `Cannot connect: required at most ${place.maximum} connections of one ${place.cap}`);
      return false;
    }
    this.#leave();
    this.#leave = place.leave;
    const context = this.#ports.contextOf(answer.caller);
    this.#context = context;
    const clock = { now: this.#ports.now, after: this.#ports.clock.after.bind(this.#ports.clock) };
    this.#stopLife = whenOver(
      context.subscriptions,
      (cause) => {
        if (cause === "LIFE") this.#end(GOING_AWAY, "The longest life is over");
        else this.#end(CloseCode.Forbidden, "The credential was revoked");
      },
      clock,
    );
    this.#idle();
    return true;
  }

  /** No operation is open from now on. */
  #idle(): void {
    this.#stopIdle();
    if (this.#isOver || this.#context === undefined) return;
    this.#stopIdle = this.#ports.clock.after(idleMs, () => {
      if (this.#intake.operations === 0) this.#end(NORMAL, "Cannot keep the connection: required an operation");
    });
  }

  async #begin(id: string, operation: SubscribePayload): Promise<ExecutionArgs | readonly GraphQLError[]> {
    const { endpoint, maxSubscriptions, rateRefusal, takeTurn, tracer } = this.#ports;
    if (this.#context === undefined) throw new Error("An operation was let through before its caller was known");
    if (this.#intake.operations > maxSubscriptions) {
      const required = `required at most ${maxSubscriptions} operations over one connection, found as many`;
      return [rateLimited(`Cannot begin the operation: ${required}`, RETRY_AFTER_SECONDS)];
    }
    // Each operation counts as a request does: otherwise one connection would let any number pass.
    const refusal = await rateRefusal(this.#context.caller);
    if (refusal !== undefined)
      return [rateLimited(`Cannot begin the operation: ${refusal.message}`, refusal.retryAfterSeconds)];
    const context = { ...this.#context, platformTrace: tracer.current };
    // Written here and not by `graphql-ws`, because the payload is the same text for all who watch the same.
    const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
    const send = (result: ExecutionResult) => this.#writer.send(`${head}${shownText(result)}}`);
    const answered = await takeTurn(context.caller);
    const outcome = await operationSpan(tracer, this.#handshake.headers, async (onOperation) =>
      runOperation(await endpoint(), operation, { ...context, onOperation }, this.#handshake, send),
    ).finally(answered);
    return isErrors(outcome) ? outcome : { schema: anySchema, document: anyDocument, contextValue: outcome };
  }
}

/** The facts of an operation that `graphql-ws` needs. It has been run already, as `contextValue` holds. */
const anyDocument = parse("{ __typename }");
const anySchema = new GraphQLSchema({});

function isErrors(outcome: OperationOutcome): outcome is readonly GraphQLError[] {
  return Array.isArray(outcome);
}

/** As many of the first characters as fit into so many bytes. */
function cutToBytes(text: string, maxBytes: number): string {
  const bytes = new Uint8Array(maxBytes);
  const { read } = new TextEncoder().encodeInto(text, bytes);
  return text.slice(0, read);
}

function logFault(error: unknown): void {
  console.error(JSON.stringify({ log: "connection_failed", error: faultText(error) }));
}
