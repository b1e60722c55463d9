/**
 * A front of `/mcp` for the conformance suite, which calls tools by names of its own: workflows are tools named `workflow_NAME`, and here
 * they are named `NAME`. Nothing else of a request or an answer is changed.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { isJsonObject, type Json } from "../../src/plan/json.ts";

const prefix = "workflow_";

export interface Front {
  readonly url: string;
  close(): Promise<void>;
}

/** Names without the prefix that are those of workflows. */
export async function startRenamingFront(origin: string, names: readonly string[]): Promise<Front> {
  const server = createServer((incoming, outgoing) => {
    forward(origin, new Set(names), incoming, outgoing).catch(() => outgoing.destroy());
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
  names: ReadonlySet<string>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = renamedCall(await textOf(incoming), names);
  const headers = incoming.rawHeaders.map((text, index, all) => {
    const header = all[index - 1]?.toLowerCase();
    if (index % 2 === 0) return text;
    // A compressed list could not be changed.
    if (header === "accept-encoding") return "identity";
    if (header === "content-length") return String(Buffer.byteLength(body));
    return header === "mcp-name" && names.has(text) ? `${prefix}${text}` : text;
  });
  const { method = "GET", url = "/" } = incoming;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(new URL(url, origin), { method, headers, setHost: false }, resolve);
    sent.once("error", reject);
    outgoing.once("close", () => sent.destroy());
    sent.end(body === "" ? undefined : body);
  });
  const isList = body.includes('"tools/list"');
  const kept = answer.rawHeaders.filter((_, index, all) => {
    const header = all[index - (index % 2)]?.toLowerCase();
    return !(isList && (header === "content-length" || header === "transfer-encoding"));
  });
  outgoing.writeHead(answer.statusCode ?? 502, kept);
  if (isList) outgoing.end((await textOf(answer)).replaceAll(`"name":"${prefix}`, '"name":"'));
  else answer.pipe(outgoing);
}

function renamedCall(text: string, names: ReadonlySet<string>): string {
  let message: Json;
  try {
    message = JSON.parse(text);
  } catch {
    return text;
  }
  if (!isJsonObject(message) || !isJsonObject(message.params ?? null)) return text;
  const params = message.params as { readonly [name: string]: Json };
  if (message.method !== "tools/call" || typeof params.name !== "string" || !names.has(params.name)) return text;
  return JSON.stringify({ ...message, params: { ...params, name: `${prefix}${params.name}` } });
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
