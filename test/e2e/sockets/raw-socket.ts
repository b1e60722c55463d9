/** A WebSocket that sends what it is told to, rules or not, and keeps what it gets in order. */

export interface Message {
  readonly id?: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads are read member by member, and each test says what it expects of them.
  readonly payload?: any;
}

export class RawSocket {
  readonly socket: WebSocket;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly #messages: Message[] = [];
  #wake: () => void = () => undefined;

  /** `url` is the address of the endpoint over HTTP. */
  constructor(url: string, protocols: readonly string[] = ["graphql-transport-ws"]) {
    this.socket = new WebSocket(url.replace(/^http/, "ws"), [...protocols]);
    this.socket.addEventListener("message", ({ data }) => {
      this.#messages.push(JSON.parse(String(data)) as Message);
      this.#wake();
    });
    this.closed = new Promise((resolve) =>
      this.socket.addEventListener("close", ({ code, reason }) => resolve({ code, reason })),
    );
  }

  async opened(): Promise<this> {
    await new Promise((resolve, reject) => {
      this.socket.addEventListener("open", resolve);
      this.socket.addEventListener("error", reject);
    });
    return this;
  }

  send(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** The next message in order. */
  async next(): Promise<Message> {
    for (;;) {
      const message = this.#messages.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
