/**
 * A program that speaks MCP over its standard streams, served over HTTP (Streamable HTTP) on a loopback port. The program has one session,
 * which begins here; every client is given the result of that beginning. Each request is one POST: its answer is JSON, or an event stream
 * if the caller asked for progress. The address holds a secret, so no page and no other user of the machine can guess it.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const maxBodyBytes = 32_000_000;
const startMs = 60_000;
const protocolVersion = "2025-11-25";

type Message = { readonly [member: string]: unknown };

export interface BridgedProgram {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
  readonly cwd: string;
}

export interface Bridge {
  readonly url: string;
  /** Resolves with words when the program has ended by itself. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

interface Pending {
  /** Id and token of progress, as the caller wrote them. */
  readonly id: unknown;
  readonly progressToken: unknown;
  readonly respond: (message: Message) => void;
  readonly progress: (message: Message) => void;
}

/** Starts the program and serves it. Rejects if it does not begin a session within a minute. `onLine` is called with its other output. */
export async function startBridge(program: BridgedProgram, onLine: (line: string) => void): Promise<Bridge> {
  const transport = new StdioClientTransport({
    command: program.command,
    args: [...program.args],
    cwd: program.cwd,
    env: { ...getDefaultEnvironment(), ...program.env },
    stderr: "pipe",
  });
  transport.stderr?.on("data", (text: Buffer) => {
    for (const line of String(text).split("\n")) if (line.trim() !== "") onLine(line);
  });
  const pending = new Map<number, Pending>();
  let last = 0;
  const over = Promise.withResolvers<string>();
  transport.onclose = () => {
    over.resolve(`the program of the MCP server ${program.name} has ended`);
    for (const { id, respond } of pending.values()) respond(failure(id, "The program has ended"));
    pending.clear();
  };
  transport.onerror = (error) => onLine(error.message);
  transport.onmessage = (received) => receive(received as unknown as Message);
  const send = (message: Message) => transport.send(message as never).catch((error: Error) => unsent(message, error));

  /** A request that the program cannot be sent any more is answered here. */
  function unsent({ id }: Message, error: Error): void {
    onLine(error.message);
    const waiting = pending.get(Number(id));
    pending.delete(Number(id));
    waiting?.respond(failure(waiting.id, "The program has ended"));
  }

  function receive(message: Message): void {
    const { id, method, params } = message;
    if (method === undefined) {
      const waiting = pending.get(Number(id));
      pending.delete(Number(id));
      waiting?.respond({ ...message, id: waiting.id });
    } else if (method === "notifications/progress") {
      const { progressToken, ...facts } = params as { progressToken: unknown };
      const waiting = pending.get(Number(progressToken));
      waiting?.progress({ ...message, params: { ...facts, progressToken: waiting.progressToken } });
    } else if (id !== undefined) {
      // The session was begun without client abilities, but a ping is always answered.
      void send(
        method === "ping"
          ? { jsonrpc: "2.0", id, result: {} }
          : failure(id, `There is nobody for ${String(method)}`, -32_601),
      );
    }
  }

  /** Sends a request under an id of our own: callers of different sessions use the same ones. Gives that id. */
  function request(message: Message, respond: Pending["respond"], progress: Pending["progress"]): number {
    const own = ++last;
    const { _meta: meta, ...params } = (message.params ?? {}) as { _meta?: { progressToken?: unknown } };
    pending.set(own, { id: message.id, progressToken: meta?.progressToken, respond, progress });
    const withMeta =
      meta === undefined
        ? params
        : { ...params, _meta: { ...meta, ...(meta.progressToken !== undefined && { progressToken: own }) } };
    void send({ ...message, id: own, ...(message.params !== undefined && { params: withMeta }) });
    return own;
  }

  await transport.start();
  const begun = await beginning(request, over.promise, program.name).catch(async (error: unknown) => {
    await transport.close();
    throw error;
  });
  void send({ jsonrpc: "2.0", method: "notifications/initialized" });

  const path = `/${randomBytes(16).toString("hex")}/mcp`;
  const server = createServer((incoming, response) => {
    void serve(incoming, response).catch((error: Error) => {
      onLine(error.message);
      response.destroy();
    });
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // A page of a browser sends an origin; a name that leads here by DNS is not this address.
    if (
      incoming.url !== path ||
      incoming.headers.origin !== undefined ||
      !/^127\.0\.0\.1:\d+$/.test(incoming.headers.host ?? "")
    )
      return void response.writeHead(404).end();
    if (incoming.method !== "POST") return void response.writeHead(405, { allow: "POST" }).end();
    const message = await bodyOf(incoming);
    if (message === undefined) return void answer(response, failure(null, "Cannot read the message", -32_700), 400);
    const { id, method } = message;
    // A notification of a client: its session is ours already, and a call ends with its connection.
    if (id === undefined || method === undefined) return void response.writeHead(202).end();
    if (method === "initialize") return void answer(response, { jsonrpc: "2.0", id, result: begun });
    const wantsProgress =
      (message.params as { _meta?: { progressToken?: unknown } } | undefined)?._meta?.progressToken !== undefined;
    const streams = wantsProgress && /text\/event-stream/.test(incoming.headers.accept ?? "");
    if (streams)
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" }).flushHeaders();
    const event = (one: Message) => `event: message\ndata: ${JSON.stringify(one)}\n\n`;
    const own = request(
      message,
      (result) => (streams ? void response.end(event(result)) : answer(response, result)),
      (progress) => streams && response.write(event(progress)),
    );
    response.once("close", () => {
      if (!pending.delete(own)) return;
      void send({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: own, reason: "the caller left" },
      });
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, ended: over.promise, close: () => closeAll(server, transport) };
}

/** The result of `initialize`, which every client is given. */
function beginning(
  request: (message: Message, respond: (message: Message) => void, progress: () => void) => number,
  over: Promise<string>,
  name: string,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cannot = (finding: string) => reject(new Error(`Cannot use the MCP server ${name}: ${finding}`));
    const timer = setTimeout(() => cannot(`it did not begin a session within ${startMs / 1_000} s`), startMs);
    const settle = (message: Message) => {
      clearTimeout(timer);
      if (message.error === undefined) resolve(message.result);
      else cannot(`it refused to begin a session: ${JSON.stringify(message.error)}`);
    };
    void over.then((words) => {
      clearTimeout(timer);
      cannot(words);
    });
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "planwright-dev", version: "1" } };
    request({ jsonrpc: "2.0", id: 0, method: "initialize", params }, settle, () => undefined);
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<Message | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming) {
    size += piece.length;
    if (size > maxBodyBytes) return undefined;
    pieces.push(piece);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function answer(response: ServerResponse, message: Message, status = 200): void {
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(JSON.stringify(message));
}

function failure(id: unknown, message: string, code = -32_000): Message {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

async function closeAll(server: Server, transport: StdioClientTransport): Promise<void> {
  server.closeAllConnections();
  await Promise.all([new Promise((resolve) => server.close(resolve)), transport.close()]);
}
