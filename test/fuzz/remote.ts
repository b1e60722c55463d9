/** The families that can be sent, against a Worker that runs elsewhere. */
import type { Family, Observation, WireRequest } from "./family.ts";
import { graphDepth } from "./graphql.ts";
import { requestOf } from "./http-requests.ts";

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
    return [{ ...family, run, deep: [...family.deep, "ANSWERED", "HTTP 200"] }];
  });
}

async function sent(origin: string, asked: WireRequest): Promise<Observation> {
  // A client of HTTP cannot ask for another protocol.
  const headers = asked.headers.filter(([name]) => name !== "upgrade");
  const request = requestOf(origin, { ...asked, headers });
  if (request === null) return { depth: "UNSENDABLE", shown: "" };
  const startedAt = performance.now();
  const response = await fetch(request, { signal: AbortSignal.timeout(mostMs), redirect: "manual" });
  const shown = await textOf(response);
  const elapsedMs = performance.now() - startedAt;
  const finding =
    elapsedMs > mostMs ? { finding: `required an answer within ${mostMs} ms, found it after ${elapsedMs}` } : {};
  return { depth: depthOf(asked, response.status, shown), shown, status: response.status, ...finding };
}

function depthOf({ path }: WireRequest, status: number, text: string): string {
  if (path.startsWith("/graphql")) return graphDepth(status, text);
  return /"result":/.test(text) ? "ANSWERED" : `HTTP ${status}`;
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
