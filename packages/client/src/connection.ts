/** The address of the deployment and the credential: the common part of every request and every stream of a client. */
import type { Operation } from "./operation.ts";
import { type ClientError, type GraphError, type Result, unreachable } from "./result.ts";

/** A bearer token, or how to get the one of now: it is asked for each request and each connection. */
export type Token = string | (() => string | Promise<string>);

export interface Connection {
  /** Address of the GraphQL endpoint. */
  readonly endpoint: string;
  readonly token: Token | undefined;
  readonly fetch: typeof fetch;
  /** How often a request is sent before its failure is given, the first time included. */
  readonly attempts: number;
  /** A request that takes longer counts as unanswered. */
  readonly timeoutMs: number;
  /** A stream that is silent for two and a half of these counts as broken. Streams ask for them. */
  readonly heartbeatMs: number;
  /** Waits before the `count`th repetition, from 1. */
  readonly delay: (count: number, atLeastMs: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** One item of a subscription, or the answer to a query or mutation. */
export interface GraphItem {
  readonly data?: unknown;
  readonly errors?: readonly GraphError[];
  readonly extensions?: { readonly cursor?: unknown };
}

/** What a server sent, in the shape of GraphQL. Undefined for what is none. */
export function graphItemOf(value: unknown): GraphItem | undefined {
  if (!isObject(value)) return undefined;
  const { errors } = value;
  if (errors === undefined) return "data" in value ? value : undefined;
  return Array.isArray(errors) && errors.every(isObject) ? (value as GraphItem) : undefined;
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}

export interface GraphRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** How subscriptions are connected. */
export interface Streams {
  /** One connection of a subscription. It ends when the server completes it. A failure is thrown as `Broken`. */
  open(request: GraphRequest, signal: AbortSignal): AsyncIterable<GraphItem>;
  /** Closes the connection that subscriptions share, so that the next one presents the current credential. */
  reset(): void;
}

/** Why a stream ended without being completed. */
export class Broken extends Error {
  readonly reason: ClientError;

  constructor(reason: ClientError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Sends one operation and gives its answer. */
export type Send = <Data, Variables>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  options?: SendOptions,
) => Promise<Result<Data>>;

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether it may be sent again although it may have been done. False for a mutation and true for a query unless given. */
  readonly isRepeatable?: boolean;
  /** As `Connection.attempts`. */
  readonly attempts?: number;
}

/** The credential of a request. Throws `Broken` if the token cannot be had. */
export async function headersOf({ token }: Connection): Promise<Record<string, string>> {
  try {
    const value = typeof token === "function" ? await token() : token;
    return value === undefined || value === "" ? {} : { authorization: `Bearer ${value}` };
  } catch (error) {
    throw new Broken(unreachable(`Cannot get a token: ${error instanceof Error ? error.message : String(error)}`));
  }
}

/** An answer to a credential that may have run out is not the last one if another one can be had. */
export function mayBeRenewed({ token }: Connection, error: ClientError): boolean {
  return typeof token === "function" && error.kind === "GRAPHQL" && error.code === "UNAUTHENTICATED";
}

/** Half a second, doubled each time up to fifteen seconds, a little apart from others that lost the same server. */
export function growingDelay(count: number, atLeastMs: number, signal: AbortSignal | undefined): Promise<void> {
  const ms = Math.min(15_000, 250 * 2 ** Math.min(count, 10)) * (0.5 + Math.random() / 2);
  return pause(Math.max(atLeastMs, ms), signal);
}

/** Rejects with the reason of the signal once it is aborted: what does not heed a signal is not waited for. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
  });
}

/** Ends early when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted === true) end();
  });
}

/** A signal that is aborted when `outer` is, and by `abort`. `release` forgets `outer`. */
export function linkedSignal(outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  if (outer?.aborted === true) abort();
  outer?.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    abort: (reason?: unknown) => controller.abort(reason),
    release: () => outer?.removeEventListener("abort", abort),
  };
}
