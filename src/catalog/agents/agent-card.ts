/**
 * Room `catalog/agents`: agents as cards describe them, and as plans can call them.
 *
 * Owns: reading the card of an A2A agent (this file) in its older form (`agent-card-v03.ts`) and with its gaps (`card-gaps.ts`); the facts
 * that are taken from a card (`card-facts.ts`, `parse-agent-card.ts`); the card of an agent or workflow of this deployment
 * (`agent-card-document.ts`); the definitions under which agents and workflows are called (`generated-tool.ts`, `agent-callable.ts`,
 * `local-agent-callable.ts`). Leaves: the types of registrations to `catalog`; refusals that need the whole registration to
 * `catalog/snapshot`; fetching a card and calling an agent to `tools`.
 *
 * Invariants:
 * - A card is used whole or refused whole, never in part.
 * - A gap is filled only where its meaning is certain, and becomes a warning. Nothing is guessed.
 * - A card that is given out never holds credentials.
 *
 * This file reads a card as it was received, in the form of 1.0, of 0.3 or in both at once, into the form of 1.0. Unknown fields are ignored.
 * A card of any other version is refused.
 */
import * as z from "zod";
import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import type { CardWarning } from "../agent-registration.ts";
import { interfacesIn03, isVersion03, requirementsIn10, schemesIn10 } from "./agent-card-v03.ts";
import { filledCard } from "./card-gaps.ts";

export interface CardInterface {
  readonly url: string;
  readonly protocolBinding: string;
  readonly protocolVersion: string;
  /** To be sent back to the letter. Null if the card names none. */
  readonly tenant: string | null;
}

export interface CardExtension {
  readonly uri: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly params: JsonObject | null;
}

export interface CardSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
  /** Null where those of the card apply. */
  readonly inputModes: readonly string[] | null;
  readonly outputModes: readonly string[] | null;
}

export interface AgentCard {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** The preferred one first. Not empty. */
  readonly supportedInterfaces: readonly CardInterface[];
  readonly provider: { readonly organization: string; readonly url: string } | null;
  readonly documentationUrl: string | null;
  readonly iconUrl: string | null;
  readonly capabilities: {
    readonly streaming: boolean;
    readonly pushNotifications: boolean;
    readonly extendedAgentCard: boolean;
    readonly extensions: readonly CardExtension[];
  };
  readonly defaultInputModes: readonly string[];
  readonly defaultOutputModes: readonly string[];
  readonly skills: readonly CardSkill[];
  /** In the form of 1.0. Null if it names none. */
  readonly securitySchemes: JsonObject | null;
  readonly securityRequirements: readonly JsonObject[];
  /** Whether it carries signatures. None is verified. */
  readonly isSigned: boolean;
}

export type ParsedCard =
  | {
      readonly ok: true;
      readonly card: AgentCard;
      readonly document: JsonObject;
      /** Members that the card lacks, and how each is read. Empty for a card that follows the specification. */
      readonly warnings: readonly CardWarning[];
    }
  | { readonly ok: false; readonly message: string };

const cardShape = madeOnce(() => {
  const text = z.string();
  const texts = z.array(z.string());
  const anyObject = z.custom<JsonObject>(isJsonObject, "expected a JSON object");
  const objects = z.array(anyObject);

  const interfaceShape = z.object({
    url: text.min(1, "expected an address"),
    protocolBinding: text,
    protocolVersion: text,
    tenant: text.nullish(),
  });

  const extensionShape = z.object({
    uri: text,
    description: text.nullish(),
    required: z.boolean().nullish(),
    params: anyObject.nullish(),
  });

  const skillShape = z.object({
    id: text,
    name: text,
    description: text,
    tags: texts,
    examples: texts.nullish(),
    inputModes: texts.nullish(),
    outputModes: texts.nullish(),
  });

  return z.object({
    name: text,
    description: text,
    version: text,
    supportedInterfaces: z.array(interfaceShape).min(1, "expected at least one interface"),
    provider: z.object({ organization: text, url: text }).nullish(),
    documentationUrl: text.nullish(),
    iconUrl: text.nullish(),
    capabilities: z.object({
      streaming: z.boolean().nullish(),
      pushNotifications: z.boolean().nullish(),
      extendedAgentCard: z.boolean().nullish(),
      extensions: z.array(extensionShape).nullish(),
    }),
    defaultInputModes: texts,
    defaultOutputModes: texts,
    skills: z.array(skillShape),
    securitySchemes: anyObject.nullish(),
    securityRequirements: objects.nullish(),
    signatures: z.array(z.unknown()).nullish(),
  });
});

/**
 * Reads a card. `document` is the card in the form of 1.0, which reads back as the same card. Relative addresses are resolved against
 * `cardUrl`, where the card was read; null keeps them.
 */
export function readAgentCard(received: unknown, cardUrl?: string): ParsedCard {
  if (!isJsonObject(received)) return refused("required a JSON object, found something else");
  const lifted = inForm10(received);
  if (!lifted.ok) return lifted;
  const filled = filledCard(lifted.card, cardUrl);
  const parsed = cardShape().safeParse(filled.card);
  if (!parsed.success) {
    const findings = parsed.error.issues.slice(0, 5).map(({ message, path }) => {
      const place = path.join(".");
      return Object.is(at(filled.card, path), undefined) ? `${place} is missing` : `${place}: ${message.toLowerCase()}`;
    });
    return refused(`required the fields of A2A 1.0 or 0.3, found that ${findings.join(", ")}`);
  }
  const card = cardOf(parsed.data);
  return { ok: true, card, document: documentOf(card), warnings: [...lifted.warnings, ...filled.warnings] };
}

function cardOf(parsed: z.infer<ReturnType<typeof cardShape>>): AgentCard {
  const { capabilities, securitySchemes } = parsed;
  return {
    name: parsed.name,
    description: parsed.description,
    version: parsed.version,
    // An empty tenant is how some serialisers write none.
    supportedInterfaces: parsed.supportedInterfaces.map((each) => ({ ...each, tenant: each.tenant || null })),
    provider: parsed.provider ?? null,
    documentationUrl: parsed.documentationUrl ?? null,
    iconUrl: parsed.iconUrl ?? null,
    capabilities: {
      streaming: capabilities.streaming ?? false,
      pushNotifications: capabilities.pushNotifications ?? false,
      extendedAgentCard: capabilities.extendedAgentCard ?? false,
      extensions: (capabilities.extensions ?? []).map(({ description, params, required, uri }) => {
        return { uri, description: description ?? null, required: required ?? false, params: params ?? null };
      }),
    },
    defaultInputModes: parsed.defaultInputModes,
    defaultOutputModes: parsed.defaultOutputModes,
    skills: parsed.skills.map(({ examples, inputModes, outputModes, ...skill }) => {
      return { ...skill, examples: examples ?? [], inputModes: inputModes ?? null, outputModes: outputModes ?? null };
    }),
    securitySchemes: securitySchemes == null ? null : schemesIn10(securitySchemes),
    securityRequirements: parsed.securityRequirements ?? [],
    isSigned: (parsed.signatures ?? []).length > 0,
  };
}

type Lifted =
  | { readonly ok: true; readonly card: JsonObject; readonly warnings: readonly CardWarning[] }
  | { readonly ok: false; readonly message: string };

/** The received object with the fields of 1.0, as far as an older form has them under other names. */
function inForm10(received: JsonObject): Lifted {
  if ((ownValue(received, "supportedInterfaces") ?? null) !== null) return { ok: true, card: received, warnings: [] };
  const version = ownValue(received, "protocolVersion") ?? null;
  const hasUrl = typeof ownValue(received, "url") === "string";
  if (version === null) {
    if (hasUrl) return { ok: true, card: liftedFrom03(received), warnings: [versionMissing] };
    return refused("required the address of the agent, found neither supportedInterfaces (A2A 1.0) nor url (A2A 0.3)");
  }
  const found = JSON.stringify(version).slice(0, 40);
  if (typeof version === "string" && /^1\.0(\.\d+)?$/.test(version))
    return refused("required supportedInterfaces in a card of A2A 1.0, found none");
  if (!isVersion03(version)) return refused(`required the protocol version 1.0 or 0.3, found ${found}`);
  if (!hasUrl) return refused(`required a url in a card of A2A 0.3, found the version ${found} and no url`);
  return { ok: true, card: liftedFrom03(received), warnings: [] };
}

const versionMissing: CardWarning = {
  code: "PROTOCOL_VERSION_MISSING",
  message: "The card has no protocolVersion: read as A2A 0.3, the only version whose cards have a url at the top",
};

function liftedFrom03(received: JsonObject): JsonObject {
  const capabilities = ownValue(received, "capabilities");
  const extended = ownValue(received, "supportsAuthenticatedExtendedCard");
  const security = ownValue(received, "security");
  return {
    ...received,
    supportedInterfaces: interfacesIn03(received),
    ...(isJsonObject(capabilities) && extended !== undefined
      ? { capabilities: { ...capabilities, extendedAgentCard: extended } }
      : {}),
    ...(security === undefined ? {} : { securityRequirements: requirementsIn10(security) }),
  };
}

/** The card in the form of 1.0, without members that were not understood. */
function documentOf({ isSigned, ...card }: AgentCard): JsonObject {
  return {
    ...(withoutNulls(card as unknown as JsonObject) as JsonObject),
    // Whether it was signed is kept, not the signature: it is not over this form.
    ...(isSigned ? { signatures: [{}] } : {}),
  };
}

/** Optional fields are left out, never null. Objects of other extensions stay unchanged. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return objectOf(kept.map(([key, member]) => [key, foreign.has(key) ? member : withoutNulls(member)]));
}

const foreign: ReadonlySet<string> = new Set(["params", "securitySchemes", "securityRequirements"]);

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    return typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined;
  }, value);
}

function refused(finding: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message: `Cannot read the agent card: ${finding}` };
}
