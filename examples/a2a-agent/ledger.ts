/** What reached the example agent, and what it really worked on: a repeated message is two requests and one work. */

export interface A2aRequestEntry {
  /** JSON-RPC method, such as `SendMessage` or `message/send`. */
  readonly method: unknown;
  readonly params: unknown;
  /** The headers that A2A and this software give a meaning to; null for those that were not sent. */
  readonly headers: {
    readonly version: string | null;
    readonly extensions: string | null;
    readonly legacyExtensions: string | null;
    readonly idempotencyKey: string | null;
    readonly traceparent: string | null;
  };
  readonly authorized: boolean;
  /** When it arrived, Unix milliseconds. */
  readonly at: number;
}

export interface A2aWorkEntry {
  readonly messageId: string;
  readonly taskId: string;
  /** What the agent took for its input: content of the artifact, data, or `{text}`. */
  readonly input: unknown;
  /** Metadata of the message as received. */
  readonly metadata: unknown;
  /** State in which it ended or paused. Null while it works. */
  state: string | null;
}

export class A2aLedger {
  requests: A2aRequestEntry[] = [];
  works: A2aWorkEntry[] = [];

  reset(): void {
    this.requests = [];
    this.works = [];
  }
}
