/** The families that can be sent, against a Worker that runs elsewhere. */

import { graphDepth } from "./families/graphql.ts";
import { requestOf } from "./families/http-requests.ts";
import { rpcDepth } from "./families/rpc.ts";
import type { Family, Observation, WireRequest } from "./family.ts";

const mostMs = 10_000;
/** A stream is given up when nothing came for so long. */
const quietMs = 150;

/** Sends what each family makes to `origin`; the CPU of this side says nothing then, so the wall time is bounded too. */
export function remoteFamilies(families: readonly Family[], origin: string): readonly Family[] {
  return families.flatMap((family) => {
    const { wire } = family;
    if (wire === undefined) return [];
    const run = async (input: unknown): Promise<Observation> => {
      const asked = wire(input);
      return asked === null ? { depth: "UNSENDABLE", shown: "" } : sent(origin, asked);
    };
    return [{ ...family, run }];
  });
}

async function sent(origin: string, asked: WireRequest): Promise<Observation> {
  // A client of HTTP cannot ask for another protocol.
  const headers = asked.headers.filter(([name]) => name !== "upgrade");
  const request = () => requestOf(origin, { ...asked, headers });
  if (request() === null) return { depth: "UNSENDABLE", shown: "" };
  const startedAt = performance.now();
  const answer = (await unlessCut(request)) ?? (await unlessCut(request));
  if (answer === null) return cut(origin, asked);
  const { response, shown } = answer;
  const elapsedMs = performance.now() - startedAt;
  const finding =
    elapsedMs > mostMs ? { finding: `required an answer within ${mostMs} ms, found it after ${elapsedMs}` } : {};
  return { depth: depthOf(asked, response.status, shown), shown, status: response.status, ...finding };
}

/** Null if the connection was cut, or the local proxy in front of the Worker says so with a 500 of its own. */
async function unlessCut(made: () => Request | null) {
  try {
    const answer = await answered(made);
    return answer.response.status === 500 && answer.shown === "Error: Network connection lost." ? null : answer;
  } catch (error) {
    if (error instanceof TypeError && /terminated|fetch failed/.test(error.message)) return null;
    throw error;
  }
}

/**
 * Bodies of which nothing is read, because the path or their size is refused before, make the local runtime close the connection while the
 * client still sends. That is no fault as long as the Worker goes on; after a body that fits into the first packets it would be one.
 */
async function cut(origin: string, { body }: WireRequest): Promise<Observation> {
  const health = await fetch(`${origin}/health`).catch(() => null);
  const isLarge = (body?.length ?? 0) > 16_384;
  const finding = `the connection was cut twice, after a body of ${body?.length ?? 0}, and /health says ${health?.status}`;
  return { depth: "CUT", shown: "", ...(isLarge && health?.ok ? {} : { finding }) };
}

async function answered(made: () => Request | null): Promise<{ readonly response: Response; readonly shown: string }> {
  const request = made();
  if (request === null) throw new Error("Cannot send the request a second time");
  const response = await fetch(request, { signal: AbortSignal.timeout(mostMs), redirect: "manual" });
  return { response, shown: await textOf(response) };
}

function depthOf({ path }: WireRequest, status: number, text: string): string {
  if (path.startsWith("/graphql")) return graphDepth(status, text);
  return /^\/(?:a2a|mcp)/.test(path) && status < 403 ? rpcDepth(status, text) : `HTTP ${status}`;
}

async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const isStream = /event-stream|multipart/.test(response.headers.get("content-type") ?? "");
  const decoder = new TextDecoder();
  for (let text = ""; ; ) {
    const quiet = new Promise<null>((resolve) => setTimeout(() => resolve(null), isStream ? quietMs : mostMs));
    const piece = await Promise.race([reader.read(), quiet]);
    if (piece === null || piece.done) {
      await reader.cancel().catch(() => undefined);
      return text + decoder.decode();
    }
    text += decoder.decode(piece.value, { stream: true });
  }
}
