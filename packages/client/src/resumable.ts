/**
 * Subscriptions that lose nothing: a client of graphql-sse or graphql-ws that asks for the items after the last one it saw whenever it
 * connects again. The peers keep connecting, retrying and authenticating; this keeps the cursor.
 *
 * 1. The cursor is `extensions.cursor` of the last item that was handed out, put into the variable `after` of every connection.
 * 2. An item that says that the server lost its source (`UNAVAILABLE`, `RATE_LIMITED`) is not handed out: the subscription is made again, a
 *    little later. Every other error is the caller's.
 * 3. A connection on which nothing came for two and a half heartbeats is given up and made again: a laptop that slept, a network that
 *    forgot. A connection that others share is ended only if they hear nothing either. Heartbeats themselves are items without events
 *    and are handed out.
 */
import { declaresVariable, isSubscription } from "./operation-text.ts";

export { type ChatFrame, flattenAutoToolPayload, isSuppressedFrame } from "./auto-tool-frames.ts";

/** A GraphQL request as both peers take it. */
export interface ResumableRequest {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** One item of a subscription, or the answer to a query or mutation. */
export interface ResumableResult {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: Readonly<Record<string, unknown>> }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface ResumableSink {
  next(result: ResumableResult): void;
  error(error: unknown): void;
  complete(): void;
}

/** The used part of a client of graphql-sse or graphql-ws. */
export interface SubscribingClient {
  // A method, so that clients whose requests and sinks are typed more narrowly fit.
  subscribe(request: ResumableRequest, sink: ResumableSink): () => void;
  /** graphql-ws only: gives up a connection that does not answer. */
  terminate?(): void;
}

export interface ResumableOptions {
  /** Name of the variable that holds the cursor. `after` unless given. */
  readonly cursorVariable?: string;
  /** The value that the subscriptions pass as `heartbeatMs`; 15000, as the server assumes, unless given. */
  readonly heartbeatMs?: number;
  /** How often a subscription is made again without an item in between, before its error is handed out. 10 unless given. */
  readonly restartAttempts?: number;
  /** Waits before the subscription is made again for the `count`th time, from 1. Grows from 0.5 to 15 seconds unless given. */
  readonly restartDelay?: (count: number) => Promise<void>;
}

/** The client with subscriptions that resume. Everything else of `client` stays as it is. */
export function resumable<Client extends SubscribingClient>(client: Client, options: ResumableOptions = {}): Client {
  const silence: Silence = { since: Date.now() };
  const subscribe = (request: ResumableRequest, sink: ResumableSink, ...rest: unknown[]): (() => void) => {
    if (!isSubscription(request.query, request.operationName ?? null)) {
      return (client.subscribe as (...all: unknown[]) => () => void)(request, sink, ...rest);
    }
    const { cursorVariable = "after" } = options;
    if (!declaresVariable(request.query, cursorVariable)) {
      throw new Error(`Cannot resume the subscription: required a variable $${cursorVariable}, found none in its text`);
    }
    const subscription = new Subscription(client, request, sink, { ...options, cursorVariable }, silence);
    subscription.open();
    return () => subscription.leave();
  };
  return { ...client, subscribe, iterate: (request: ResumableRequest) => iterate(subscribe, request) };
}

const retryable: ReadonlySet<unknown> = new Set(["UNAVAILABLE", "RATE_LIMITED"]);
const silentHeartbeats = 2.5;

/** Close code of a connection that `terminate` gave up. The subscriptions that shared it get this code. */
const TERMINATED = 4499;

/** When something came last for any subscription of a client, Unix milliseconds. */
interface Silence {
  since: number;
}

class Subscription {
  readonly #client: SubscribingClient;
  readonly #request: ResumableRequest;
  readonly #sink: ResumableSink;
  readonly #options: ResumableOptions & { readonly cursorVariable: string };
  readonly #silence: Silence;
  #cursor: unknown;
  #close: (() => void) | null = null;
  /** Counts connections, so that later items of an old one are ignored. */
  #connection = 0;
  #restarts = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(
    client: SubscribingClient,
    request: ResumableRequest,
    sink: ResumableSink,
    options: ResumableOptions & { readonly cursorVariable: string },
    silence: Silence,
  ) {
    this.#client = client;
    this.#request = request;
    this.#sink = sink;
    this.#options = options;
    this.#silence = silence;
    this.#cursor = request.variables?.[options.cursorVariable];
  }

  open(): void {
    const connection = ++this.#connection;
    const isCurrent = () => connection === this.#connection && !this.#isOver;
    this.#watch();
    this.#close = this.#client.subscribe(this.#resumedRequest(), {
      next: (result) => {
        if (isCurrent()) this.#received(result);
      },
      error: (error) => {
        if (isCurrent()) this.#failed(error);
      },
      complete: () => {
        if (isCurrent()) this.#end(() => this.#sink.complete());
      },
    });
  }

  /** The caller has had enough. The sink is notified, as the peers do. */
  leave(): void {
    if (!this.#isOver) this.#end(() => this.#sink.complete());
  }

  /** The peers write the request out anew whenever they connect; the accessor gives them the cursor of that moment. */
  #resumedRequest(): ResumableRequest {
    const { variables, ...request } = this.#request;
    const withCursor = () => ({ ...variables, [this.#options.cursorVariable]: this.#cursor });
    return Object.defineProperty(request, "variables", { enumerable: true, get: withCursor }) as ResumableRequest;
  }

  #received(result: ResumableResult): void {
    this.#silence.since = Date.now();
    const broken = result.errors?.find(({ extensions }) => retryable.has(extensions?.code));
    if (broken !== undefined) {
      this.#restart(result.errors);
      return;
    }
    const cursor = result.extensions?.cursor;
    if (cursor !== undefined) this.#cursor = cursor;
    this.#restarts = 0;
    this.#watch();
    this.#sink.next(result);
  }

  #failed(error: unknown): void {
    if (isRetryable(error)) this.#restart(error);
    else this.#end(() => this.#sink.error(error));
  }

  /** Rule 3. */
  #watch(): void {
    const { heartbeatMs = 15_000 } = this.#options;
    clearTimeout(this.#watchdog);
    const watchedSince = Date.now();
    this.#watchdog = setTimeout(() => {
      if (this.#silence.since <= watchedSince) this.#client.terminate?.();
      this.#restart(new Error("Cannot follow the subscription: nothing came over its connection"));
    }, heartbeatMs * silentHeartbeats);
  }

  #restart(reason: unknown): void {
    const { restartAttempts = 10, restartDelay = growingDelay } = this.#options;
    this.#restarts += 1;
    if (this.#restarts > restartAttempts) {
      this.#end(() => this.#sink.error(reason));
      return;
    }
    const waited = ++this.#connection;
    clearTimeout(this.#watchdog);
    this.#close?.();
    this.#close = null;
    void restartDelay(this.#restarts).then(() => {
      if (!this.#isOver && waited === this.#connection) this.open();
    });
  }

  #end(notify: () => void): void {
    this.#isOver = true;
    clearTimeout(this.#watchdog);
    this.#close?.();
    notify();
  }
}

/**
 * Errors of the server come as a list. Of the other ones, those with a response or a close code were retried by the peer as often as its
 * options say; the rest is a stream that broke while nobody read it, which graphql-sse does not retry, and a connection that another
 * subscription gave up, which graphql-ws does not retry if its options say so.
 */
function isRetryable(error: unknown): boolean {
  if (Array.isArray(error)) return error.some(({ extensions }) => retryable.has(extensions?.code));
  if (error instanceof Error && "code" in error && error.code === TERMINATED) return true;
  return error instanceof Error && !("response" in error) && !("code" in error);
}

function growingDelay(count: number): Promise<void> {
  const delayMs = Math.min(15_000, 500 * 2 ** (count - 1)) * (0.5 + Math.random() / 2);
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

/** The items one after another. Leaving the loop ends the subscription. */
function iterate(
  subscribe: (request: ResumableRequest, sink: ResumableSink) => () => void,
  request: ResumableRequest,
): AsyncIterableIterator<ResumableResult, undefined> {
  const results: ResumableResult[] = [];
  let end: { readonly error: unknown } | "COMPLETE" | null = null;
  let wake: () => void = () => undefined;
  const leave = subscribe(request, {
    next: (result) => {
      results.push(result);
      wake();
    },
    error: (error) => {
      end = { error };
      wake();
    },
    complete: () => {
      end ??= "COMPLETE";
      wake();
    },
  });
  return {
    async next() {
      while (results.length === 0 && end === null) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const result = results.shift();
      if (result !== undefined) return { done: false, value: result };
      if (end !== null && end !== "COMPLETE") throw end.error;
      return { done: true, value: undefined };
    },
    async return() {
      leave();
      results.length = 0;
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
