/**
 * The card of an agent or workflow of ours by GET: in the form of 1.0 or 0.3, as the header `A2A-Version` asks, made once for each catalog
 * and form, with its `ETag`. One that is public is shown to everybody; all others to callers of the tenant. Every other request gets the
 * same answer (E1).
 */
import { cardIn03 } from "../../catalog/agents/agent-card-document.ts";
import type { CatalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import { type ServedCallable, servedNamed } from "../../catalog/snapshot/served-callable.ts";
import { sha256Hex } from "../../json/digest.ts";
import type { JsonObject } from "../../json/json.ts";
import { servedCard } from "../clients/card-client.ts";
import type { Settings } from "../settings/settings.ts";

/** Seconds for which a card may be kept without asking. */
export const cardMaxAge = 60;

/** A card as it is sent. */
export interface CardBody {
  readonly text: string;
  readonly etag: string;
  readonly isPublic: boolean;
}

type CardForm = "1.0" | "0.3" | "HYBRID";

/** Cards by the catalog that they were made of, so that a changed catalog forgets them. */
const bodies = new WeakMap<CatalogSnapshot, Map<string, CardBody>>();

/** The card named `name`, in the form that the header asks for. Null if nothing of this name is served. */
export function cardBody(
  catalog: CatalogSnapshot,
  name: string,
  requestedVersion: string | null,
  place: { readonly origin: string; readonly tenant: string },
  settings: Pick<Settings, "auth">,
): CardBody | undefined {
  const form = formOf(requestedVersion);
  const known = bodies.get(catalog) ?? new Map<string, CardBody>();
  bodies.set(catalog, known);
  const key = JSON.stringify([place.origin, name, form]);
  const made = known.get(key);
  if (made !== undefined) return made;
  const served = servedNamed(catalog, name);
  if (served === undefined) return undefined;
  const body = bodyOf(servedCard(served.callable, place.origin, place.tenant, settings), form, served);
  // An origin comes from the request. A client that sends many different ones must not fill the memory.
  if (known.size < 1_000) known.set(key, body);
  return body;
}

function bodyOf(card: JsonObject, form: CardForm, { callable }: ServedCallable): CardBody {
  const text = JSON.stringify(form === "1.0" ? card : form === "0.3" ? cardIn03(card) : hybrid(card));
  return { text, etag: `"${sha256Hex(text).slice(0, 32)}"`, isPublic: callable.public };
}

/** Who names no version may know 0.3 alone, or look for the interfaces of 1.0. */
function hybrid(card: JsonObject): JsonObject {
  const { capabilities = {}, supportedInterfaces = [] } = card;
  // Those of 1.0 have a member more, which readers of 0.3 ignore.
  return { ...cardIn03(card), capabilities, supportedInterfaces };
}

function formOf(requestedVersion: string | null): CardForm {
  const asked = requestedVersion?.trim() ?? "";
  if (asked === "") return "HYBRID";
  return /^0\./.test(asked) ? "0.3" : "1.0";
}

/** Whether the caller has this very card already. */
export function hasCard(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
