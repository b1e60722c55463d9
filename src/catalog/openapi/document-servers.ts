/** Addresses of servers in an OpenAPI document: that of the document, and those that operations have for themselves. */
import { type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { type EgressRules, egressRefusal } from "../egress.ts";
import { longestUrl } from "../server-registration.ts";
import { listAt, objectAt, textAt } from "./document-parts.ts";

export interface ServerOptions {
  /** Address of the server instead of the first that the document names. */
  readonly baseUrl?: string | undefined;
  /** Where the document was read, for addresses relative to it. */
  readonly readFrom?: string | undefined;
  /** Rules for the addresses of servers that operations have for themselves. They are judged again at each call. */
  readonly egress?: EgressRules | undefined;
}

/** The address of the server of the document. Undefined where it is none. */
export function serverAddress(document: JsonObject, { baseUrl, readFrom }: ServerOptions): string | undefined {
  const [server] = listAt(document, "servers");
  return addressOf(server, baseUrl, readFrom);
}

export type OwnServer =
  /** No address for the server of the document. */
  { readonly ok: true; readonly server: string | undefined } | { readonly ok: false; readonly reason: string };

/** Where an operation is called that has a server of its own. */
export function ownServer(
  own: Json | undefined,
  document: JsonObject,
  baseUrl: string,
  { baseUrl: given, egress, readFrom }: ServerOptions,
): OwnServer {
  if (own === undefined) return { ok: true, server: undefined };
  const refused = (finding: string): OwnServer => ({ ok: false, reason: `its own server: ${finding}` });
  const found = (textAt(own, "url") ?? "none").slice(0, 200);
  const server = addressOf(own, undefined, readFrom);
  if (server === undefined) return refused(`required an absolute address, found ${found}`);
  if (server === baseUrl || server === serverAddress(document, { readFrom })) return { ok: true, server: undefined };
  // Whoever gives an address means no other: it may be that of a copy for tests.
  if (given !== undefined) return refused(`required none beside baseUrl, which was given, found ${found}`);
  if (server.length > longestUrl) return refused(`required an address of at most ${longestUrl} characters`);
  const refusal = egress && egressRefusal(server, egress);
  return refusal === undefined ? { ok: true, server } : refused(refusal.finding);
}

/** The address of a server, its variables at their defaults, or `baseUrl` in its place. */
function addressOf(
  server: Json | undefined,
  baseUrl: string | undefined,
  readFrom: string | undefined,
): string | undefined {
  const variables = objectAt(server, "variables");
  const said = (textAt(server, "url") ?? (readFrom === undefined ? "" : "/")).replace(
    /\{([^{}]*)\}/g,
    (whole, name: string) => textAt(ownValue(variables, name), "default") ?? whole,
  );
  const given = baseUrl ?? said;
  if (given === "" || /[{}]/.test(given)) return undefined;
  try {
    const url = new URL(given, baseUrl === undefined ? readFrom : undefined);
    if (url.search !== "" || url.hash !== "") return undefined;
    return url.href.replace(/(?<!\/)\/+$/, "");
  } catch {
    return undefined;
  }
}
