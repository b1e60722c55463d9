/**
 * One server that is an MCP server, an A2A agent, an agent behind HTTP and a language model, and does to each call what its instruction
 * says. Its ledger holds every request of a call with the time during which its sender awaited headers, so that a test can tell how many
 * did so at any moment (E10). A second server, at another origin, is where redirects lead; it answers well.
 *
 * An instruction is a JSON text that stands where callees take words: the arguments of a tool, the text of a message, the query of an
 * agent, the prompt of a model.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { chaosCard, type DialectName, dialects } from "./chaos-dialects.ts";
import { Gathering, type GatheringSize } from "./gathering.ts";
import { type Mischief, perform } from "./mischief.ts";

export interface Instruction {
  /** `execution/step`. */
  readonly step: string;
  /** What is done; `GATHER` answers only when as many requests of the execution are there as may be. */
  readonly does: Mischief | "NONE" | "GATHER";
  /** To how many requests; the others are answered well. All if left out. */
  readonly times?: number;
  /** To which purpose of a model. To both if left out. */
  readonly on?: "PLAN" | "RESPOND";
  /** What a model plans. Nothing if left out. */
  readonly calls?: readonly object[];
  readonly gather?: GatheringSize;
}

/** A request of a call. Times are in milliseconds of one clock that only goes forward. */
export interface ChaosRequest {
  readonly step: string;
  readonly dialect: DialectName;
  /** What a model was asked for. Null for all others. */
  readonly purpose: "PLAN" | "RESPOND" | null;
  /** What was done to it. */
  readonly did: Instruction["does"];
  /** Whether a redirect led here. */
  readonly isRedirected: boolean;
  readonly key: string | null;
  readonly authorization: string | null;
  readonly arrivedAt: number;
  /** When headers were sent, or the connection was ended by either side. Null as long as neither is so. */
  headersAt: number | null;
}

/** A client that gives a request up is free at once, and the server sees that a little later. Milliseconds. */
const noticeMs = 500;

export class ChaosUpstream {
  readonly ledger: ChaosRequest[] = [];
  readonly #here = createServer((request, response) => this.#receive(request, response, false));
  readonly #elsewhere = createServer((request, response) => this.#receive(request, response, true));
  readonly #gathering = new Gathering();

  /** Listens until closed. */
  static async listening(): Promise<ChaosUpstream> {
    const upstream = new ChaosUpstream();
    for (const server of [upstream.#here, upstream.#elsewhere]) {
      // A connection that is closed for idleness just when it is used again would be one more mischief.
      server.keepAliveTimeout = 0;
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    }
    return upstream;
  }

  /** Address without a path. */
  get url(): string {
    return addressOf(this.#here);
  }

  /** What no message may hold: where the servers are. */
  get ports(): readonly string[] {
    return [this.#here, this.#elsewhere].map((server) => `:${(server.address() as AddressInfo).port}`);
  }

  /** The requests of one step of an execution, or of all its steps, oldest first. */
  of(execution: string, step?: string): readonly ChaosRequest[] {
    const isMeant = (name: string) =>
      step === undefined ? name.startsWith(`${execution}/`) : name === `${execution}/${step}`;
    return this.ledger.filter((request) => isMeant(request.step));
  }

  async close(): Promise<void> {
    for (const server of [this.#here, this.#elsewhere]) {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    }
  }

  async #receive(request: IncomingMessage, response: ServerResponse, isElsewhere: boolean): Promise<void> {
    // Awaited from now on, whatever the body says.
    const arrivedAt = performance.now();
    const parts = (request.url ?? "").slice(1).split("/");
    const isLoop = parts[0] === "loop" && parts.shift() !== undefined;
    const path = parts.join("/");
    if (path.endsWith("agent-card.json")) return sendJson(response, chaosCard(`${this.url}/${parts[0]}/${parts[1]}`));
    const name = parts[0] as DialectName;
    const dialect = dialects[name];
    if (request.method !== "POST" || dialect === undefined) return void response.writeHead(405).end();
    const body: unknown = JSON.parse(await textOf(request));
    const text = dialect.instruction(body);
    if (text === null) return void response.setHeader("content-type", "application/json").end(dialect.other(body).body);

    const instruction = JSON.parse(text) as Instruction;
    const purpose =
      name === "v1" ? ((body as { readonly stream?: boolean }).stream === true ? "RESPOND" : "PLAN") : null;
    const { step } = instruction;
    const isRedirected = isLoop || isElsewhere;
    const did = isElsewhere ? "NONE" : isLoop ? "REDIRECT_LOOP" : this.#next(instruction, purpose);
    const { authorization = null, "idempotency-key": key = null } = request.headers;
    const entry: ChaosRequest = {
      ...{ step, dialect: name, purpose, did, isRedirected, authorization, arrivedAt, headersAt: null },
      key: key === null ? null : String(key),
    };
    this.ledger.push(entry);
    response.once("close", () => {
      entry.headersAt ??= Math.max(arrivedAt, performance.now() - noticeMs);
    });
    if (did === "GATHER") await this.#gathering.wait(step, instruction.gather);
    await perform(did === "GATHER" ? "NONE" : did, {
      ...{ response, authorization: authorization ?? "nothing" },
      elsewhere: `${addressOf(this.#elsewhere)}/${path}`,
      loop: `${this.url}/loop/${path}`,
      answer: (kind) => dialect.answer(body, kind, { calls: instruction.calls }),
      headersEnd: () => {
        entry.headersAt ??= performance.now();
      },
    });
  }

  #next({ does, on, step, times = Number.POSITIVE_INFINITY }: Instruction, purpose: ChaosRequest["purpose"]) {
    if (purpose !== null && on !== undefined && on !== purpose) return "NONE";
    const before = this.ledger.filter(
      (request) => request.step === step && request.purpose === purpose && !request.isRedirected,
    );
    return before.length < times ? does : "NONE";
  }
}

/** The most of `requests` that awaited headers at one moment. */
export function mostAwaiting(requests: readonly ChaosRequest[]): number {
  const moments = requests.flatMap(({ arrivedAt, headersAt }) => [
    { at: arrivedAt, change: 1 },
    { at: headersAt ?? Number.POSITIVE_INFINITY, change: -1 },
  ]);
  let most = 0;
  let awaiting = 0;
  for (const { change } of moments.sort((one, other) => one.at - other.at || one.change - other.change)) {
    awaiting += change;
    most = Math.max(most, awaiting);
  }
  return most;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader("content-type", "application/json").end(JSON.stringify(value));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}
