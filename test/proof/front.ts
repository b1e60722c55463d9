/**
 * A front of the Worker for suites that expect a system under test of their own making: forwards every request, headers to the letter, and
 * changes no more of bodies than it is told.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

export interface FrontChanges {
  /** The body that is forwarded. */
  requestBody(text: string): string;
  /** The path that is asked for. */
  requestPath?(path: string): string;
  /** The value of a header of the request; `name` is in lower case. */
  requestHeader?(name: string, value: string): string;
  /** Changes the body of the answer to a request. Null leaves it as it is, whatever it is. */
  answerBody?(requestBody: string): ((text: string) => string) | null;
}

export interface Front {
  /** Origin of the front. */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback address. */
export async function startFront(origin: string, changes: FrontChanges): Promise<Front> {
  const server = createServer((incoming, outgoing) => {
    forward(origin, changes, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

async function forward(
  origin: string,
  { answerBody, requestBody, requestHeader, requestPath }: FrontChanges,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = requestBody(await textOf(incoming));
  const headers = incoming.rawHeaders.map((text, index, all) => {
    if (index % 2 === 0) return text;
    const name = all[index - 1]?.toLowerCase() ?? "";
    if (name === "content-length") return String(Buffer.byteLength(body));
    // A compressed answer could not be changed.
    return name === "accept-encoding" ? "identity" : (requestHeader?.(name, text) ?? text);
  });
  const { method = "GET", url = "/" } = incoming;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(new URL(requestPath?.(url) ?? url, origin), { method, headers, setHost: false }, resolve);
    sent.once("error", reject);
    outgoing.once("close", () => sent.destroy());
    sent.end(body === "" ? undefined : body);
  });
  const change = answerBody?.(body) ?? null;
  const ofLength = ["content-length", "transfer-encoding"];
  const kept = answer.rawHeaders.filter(
    (_, index, all) => change === null || !ofLength.includes(all[index - (index % 2)]?.toLowerCase() ?? ""),
  );
  outgoing.writeHead(answer.statusCode ?? 502, kept);
  if (change === null) answer.pipe(outgoing);
  else outgoing.end(change(await textOf(answer)));
}

/** The whole body of a message. */
export async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A JSON object of the body; null for everything else. */
export function objectIn(text: string): { readonly [name: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
