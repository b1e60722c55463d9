/** A fetched card with its facts, and the registration made of it (W1, W2). Pure. */
import type { JsonObject } from "../../json/json.ts";
import type { A2aAgentRegistration, CardWarning, RemoteAgentRequest } from "../agent-registration.ts";
import { type AgentCard, readAgentCard } from "./agent-card.ts";
import { type CardFacts, type CardRefusal, cardFacts, examplesOfCard, nameOfCard, tagsOfCard } from "./card-facts.ts";
import { schemaTakesText } from "./takes-text.ts";

/** Bytes of the largest card that is read. */
export const maxCardBytes = 256 * 1_024;

export interface ParsedAgentCard {
  /** Where the card was read. */
  readonly cardUrl: string;
  /** The card in the form of A2A 1.0, also if it was received in an older one. */
  readonly document: JsonObject;
  readonly card: AgentCard;
  readonly facts: CardFacts;
  /** Members that the card lacks, and how each is read. */
  readonly warnings: readonly CardWarning[];
}

export type AgentCardResult =
  | { readonly ok: true; readonly parsed: ParsedAgentCard }
  | { readonly ok: false; readonly refusal: CardRefusal };

/** Reads a card that was asked for at `cardUrl`. Redirects led to `base`, against which its relative addresses are resolved. */
export function parseAgentCard(cardUrl: string, received: unknown, base = cardUrl): AgentCardResult {
  const read = readAgentCard(received, base);
  if (!read.ok) return { ok: false, refusal: { code: "UPSTREAM_ERROR", message: read.message } };
  const { card, document, warnings } = read;
  const known = cardFacts(card, document);
  return known.ok ? { ok: true, parsed: { cardUrl, document, card, facts: known.facts, warnings } } : known;
}

/** The agent as it is stored. Facts in the request come before those of the card. */
export function remoteAgent(
  request: RemoteAgentRequest,
  { card, cardUrl, document, facts, warnings }: ParsedAgentCard,
  now: number,
): A2aAgentRegistration {
  const { bearerSecret, credential, effectClass, outputLabels, usageHints } = request;
  const name = request.name ?? nameOfCard(card);
  return {
    kind: "A2A",
    name,
    description: request.description ?? (card.description || name),
    tags: request.tags ?? tagsOfCard(card),
    exampleQueries: request.exampleQueries ?? examplesOfCard(card),
    cardUrl,
    card: document,
    cardReadAt: now,
    bearerSecret,
    ...(credential && { credential }),
    effectClass,
    usageHints,
    ...(outputLabels === undefined ? {} : { outputLabels }),
    routable: request.routable ?? schemaTakesText(facts),
    ...facts,
    warnings: warnings.filter(({ code }) => !isSupplied(code, request)),
  };
}

/** Whether the registration has the facts that the card lacks. */
function isSupplied(code: CardWarning["code"], { description, name }: RemoteAgentRequest): boolean {
  return (code === "NAME_MISSING" && name !== null) || (code === "DESCRIPTION_MISSING" && description !== null);
}

/**
 * Where the card of an agent is read: an address of a JSON file is that of the card itself, any other is the base below which the card has
 * its well-known place. Undefined for a text that is no address.
 */
export function agentCardUrl(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null) return undefined;
  if (parsed.pathname.endsWith(".json")) return parsed.href;
  if (!parsed.pathname.endsWith("/")) parsed.pathname += "/";
  parsed.search = "";
  parsed.hash = "";
  return new URL(".well-known/agent-card.json", parsed).href;
}
