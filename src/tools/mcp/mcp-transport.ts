/**
 * The transport under one library client: every message gets an exchange of its own, so that concurrent calls share a client
 * and still have their own signal, observation and bearer token. Owns the request ids on the wire and the session id.
 *
 * A call announces itself with `announce` and passes the id it gets as `relatedRequestId`, which the library hands through to
 * `send`. That id is also the id on the wire.
 *
 * The bytes leave in `mcp-exchange.ts`. Those of a usual `tools/call` do not pass here: they leave in `lean-call.ts`.
 */
import type { JSONRPCMessage, JSONRPCRequest, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import { newObservation } from "../call-observation.ts";
import type { McpConnection } from "./mcp-connection.ts";
import { exchange, type McpAddress, type McpCaller, oneShotTransport } from "./mcp-exchange.ts";
import { RequestIds } from "./request-ids.ts";

type RequestId = JSONRPCRequest["id"];

/** How long a server may take to accept the notice that a call was given up. */
const cancelNoticeMs = 2_000;

export class McpTransport implements Transport {
  readonly hasPerRequestStream = true;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #url: URL;
  /** On whose behalf the handshake is made, and everything else that belongs to no call. */
  readonly #negotiator: McpCaller;
  /** A session that is resumed. The library skips its handshake iff the transport has a session id, be it empty. */
  readonly #resumed: boolean;
  readonly #callers = new Map<RequestId, McpCaller>();
  /** Id on the wire by the library's own id. */
  readonly #wireIds = new Map<RequestId, RequestId>();
  /** The last list of tools, before the library judged it. */
  #listed: unknown;
  /** Results of calls by their id on the wire, before the library judged them. */
  readonly #results = new Map<RequestId, unknown>();
  #sessionId: string | null;
  #protocolVersion: string | null;
  readonly #ids = new RequestIds();

  constructor(url: string, connection: McpConnection | null, negotiator: McpCaller) {
    this.#url = new URL(url);
    this.#negotiator = negotiator;
    this.#resumed = connection?.era === "legacy";
    this.#sessionId = connection?.era === "legacy" ? connection.sessionId : null;
    this.#protocolVersion = connection?.protocolVersion ?? null;
  }

  get sessionId(): string | undefined {
    return this.#sessionId ?? (this.#resumed ? "" : undefined);
  }

  /** True if the server answers only within a session, which it may forget. */
  get hasSession(): boolean {
    return this.#sessionId !== null;
  }

  /** The last list of tools as the server sent it. The library would refuse all of it for one tool. */
  get listed(): unknown {
    return this.#listed;
  }

  setProtocolVersion(version: string): void {
    this.#protocolVersion = version;
  }

  /** Where the server is, and in which session. */
  get address(): McpAddress {
    return { url: this.#url, sessionId: this.#sessionId, protocolVersion: this.#protocolVersion };
  }

  /**
   * Registers a call. Pass the id as `relatedRequestId`, and to `forget` when the call has ended. A call that was sent by other means has
   * its `id` on the wire already.
   */
  announce(caller: McpCaller, id: number = this.#ids.next()): number {
    this.#callers.set(id, caller);
    return id;
  }

  /** Notifies the server that the call with `id` on the wire was aborted, for `reason`. Rejects if the server cannot be reached. */
  giveUp(id: number, reason: string, caller: McpCaller): Promise<void> {
    const params = { requestId: id, reason };
    const notice = { jsonrpc: "2.0", method: "notifications/cancelled", params } as const;
    return this.#sendOneWay(notice, caller, AbortSignal.timeout(cancelNoticeMs));
  }

  forget(id: number): void {
    this.#callers.delete(id);
    this.#results.delete(id);
  }

  /** The result that came to the call with `id` on the wire, as the server sent it. Undefined if none came. */
  resultOf(id: number): unknown {
    return this.#results.get(id);
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const related = options.relatedRequestId;
    const caller = related === undefined ? undefined : this.#callers.get(related);
    if ("method" in message && "id" in message) {
      const wireId = caller === undefined || related === undefined ? this.#ids.next() : related;
      return this.#request(message, options, wireId);
    }
    if ("method" in message && message.method === "notifications/cancelled") return this.#cancel(message, caller);
    await this.#sendOneWay(message, this.#negotiator, this.#negotiator.signal);
  }

  async #request(message: JSONRPCRequest, options: TransportSendOptions, wireId: RequestId): Promise<void> {
    const caller = this.#callers.get(wireId) ?? this.#negotiator;
    // A negotiation is judged by its last exchange, not by the first probe.
    if (caller === this.#negotiator) Object.assign(caller.observation, newObservation());
    let delivered = false;
    this.#wireIds.set(message.id, wireId);
    try {
      const sessionId = await exchange({ ...message, id: wireId }, options, this.address, caller, (received) => {
        if ("method" in received) return this.onmessage?.(received);
        delivered = true;
        const isList = message.method === "tools/list" && "result" in received;
        if (isList) this.#listed = received.result;
        if (message.method === "tools/call" && "result" in received) this.#results.set(wireId, received.result);
        const shown = isList ? { ...received, result: emptyList } : received;
        this.onmessage?.({ ...shown, id: message.id } as JSONRPCMessage);
      });
      if (message.method === "initialize") this.#sessionId = sessionId;
    } finally {
      this.#wireIds.delete(message.id);
    }
    // The library knows no end without an answer: it is given one, so that its timer and handler are released.
    const error = { code: -32_000, message: "The exchange ended without an answer" };
    if (!delivered) this.onmessage?.({ jsonrpc: "2.0", id: message.id, error });
  }

  /** Notifies a server of the older era, for which a closed connection is no cancellation, that a call was aborted. */
  async #cancel(message: JSONRPCMessage, caller: McpCaller | undefined): Promise<void> {
    const params = "params" in message ? message.params : undefined;
    const wireId = this.#wireIds.get(params?.requestId as RequestId);
    if (wireId === undefined || caller?.observation.requestSent !== true) return;
    const notice = { ...message, params: { ...params, requestId: wireId } } as JSONRPCMessage;
    await this.#sendOneWay(notice, caller, AbortSignal.timeout(cancelNoticeMs));
  }

  async #sendOneWay(message: JSONRPCMessage, caller: McpCaller, signal: AbortSignal): Promise<void> {
    const transport = oneShotTransport(this.address, caller.bearer, (url, init) =>
      init?.method === "GET"
        ? Promise.resolve(new Response(null, { status: 405 }))
        : caller.fetch(url, { ...init, signal }),
    );
    await transport.send(message);
  }
}

/**
 * The list in a form that the library accepts from every server: without tools and without a cursor, which are judged where they are read.
 */
const emptyList = { resultType: "complete", ttlMs: 0, cacheScope: "private", tools: [] };
