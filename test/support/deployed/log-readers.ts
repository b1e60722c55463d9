/**
 * Clients that follow the log of an execution over each transport and keep its events, by the rule of `docs/clients.md`: an event with a
 * known number means that the known events from that number on are lost.
 */
import { createClient as createSseClient } from "graphql-sse";
import { createClient as createWsClient } from "graphql-ws";

export interface LoggedEvent {
  readonly sequence: number;
  readonly type: string;
  readonly streamId?: string;
  readonly offset?: number;
  readonly text?: string;
}

interface Item {
  readonly data?: { readonly executionEvents: { readonly events: readonly LoggedEvent[] } } | null;
  readonly errors?: unknown;
  readonly extensions?: unknown;
}

const query = `subscription ($executionId: ID!, $after: EventCursor) {
  executionEvents(executionId: $executionId, after: $after) {
    events { sequence type ... on TextProduced { streamId offset text } }
  }
}`;

export class LogReader {
  readonly log: LoggedEvent[] = [];
  /** What must never happen to a client: an event twice, or one that is missing. */
  readonly faults: string[] = [];
  /** How often events showed that text is lost. */
  retold = 0;
  cursor: string | null = null;

  take({ data, errors, extensions }: Item): void {
    if (data == null) throw new Error(`the subscription gave an error: ${JSON.stringify(errors)}`);
    this.cursor = (extensions as { readonly cursor?: string } | undefined)?.cursor ?? this.cursor;
    for (const event of data.executionEvents.events) this.#keep(event);
  }

  get hasText(): boolean {
    return this.log.some(({ type }) => type === "TEXT_PRODUCED");
  }

  get hasEnd(): boolean {
    return this.log.at(-1)?.type === "EXECUTION_FINISHED";
  }

  #keep(event: LoggedEvent): void {
    const last = this.log.at(-1)?.sequence ?? 0;
    if (event.sequence > last + 1) this.faults.push(`${event.sequence} after ${last}`);
    const known = this.log[event.sequence - 1];
    if (known?.type === event.type) this.faults.push(`${event.sequence} twice`);
    if (known !== undefined) {
      this.retold += 1;
      this.log.splice(event.sequence - 1);
    }
    this.log.push(event);
  }
}

/** Reads until the stream ends, over SSE. Rejects where it breaks. */
export async function readOverSse(endpoint: string, executionId: string, reader: LogReader): Promise<void> {
  const client = createSseClient({ url: endpoint, retryAttempts: 0 });
  const variables = { executionId, after: reader.cursor };
  for await (const item of client.iterate({ query, variables })) reader.take(item as Item);
}

/** The same as a browser's `EventSource` reconnects: the cursor is in the header `Last-Event-ID` alone. */
export async function readByLastEventId(endpoint: string, executionId: string, reader: LogReader): Promise<void> {
  const body = JSON.stringify({ query, variables: { executionId } });
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  const resumed = reader.cursor === null ? {} : { "last-event-id": reader.cursor };
  const response = await fetch(endpoint, { method: "POST", headers: { ...headers, ...resumed }, body });
  for await (const part of partsOf(response, /\n\n/)) {
    const data = /^data: ?(\{.*\})$/m.exec(part)?.[1];
    if (/^event: ?next$/m.test(part) && data !== undefined) reader.take(JSON.parse(data) as Item);
  }
}

/** The same over a WebSocket. */
export async function readOverWebSocket(endpoint: string, executionId: string, reader: LogReader): Promise<void> {
  const client = createWsClient({ url: endpoint.replace(/^http/, "ws"), retryAttempts: 0 });
  const variables = { executionId, after: reader.cursor };
  for await (const item of client.iterate({ query, variables })) reader.take(item as Item);
  await client.dispose();
}

/** The same over multipart answers. */
export async function readOverMultipart(endpoint: string, executionId: string, reader: LogReader): Promise<void> {
  const body = JSON.stringify({ query, variables: { executionId, after: reader.cursor } });
  const headers = { "content-type": "application/json", accept: "multipart/mixed;subscriptionSpec=1.0" };
  const response = await fetch(endpoint, { method: "POST", headers, body });
  for await (const part of partsOf(response, /--graphql/)) {
    const [json] = /\{.*\}/.exec(part) ?? ["{}"];
    const { payload } = JSON.parse(json) as { readonly payload?: Item | null };
    if (payload != null) reader.take(payload);
  }
}

async function* partsOf(response: Response, border: RegExp): AsyncGenerator<string> {
  if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
  let text = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (text + piece).split(border);
    text = parts.pop() ?? "";
    yield* parts;
  }
}
