/**
 * The card by which an A2A agent describes itself, as it was received: in the form of 1.0, of 0.3, or in both at once (the hybrid that
 * servers with both send to a client without version). It is read into the form of 1.0; fields that are not known are ignored, missing
 * ones are named, and no other version is guessed at. `agent-card-v03.ts` knows the older form.
 */
import * as z from "zod";
import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../plan/json.ts";
import { interfacesIn03, isVersion03, requirementsIn10, schemesIn10 } from "./agent-card-v03.ts";

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

export type CardReading =
  | { readonly ok: true; readonly card: AgentCard; readonly document: JsonObject }
  | { readonly ok: false; readonly message: string };

const text = z.string();
const texts = z.array(z.string());
const anyObject = z.custom<JsonObject>(isJsonObject, "expected a JSON object");
const objects = z.array(anyObject);

const interfaceShape = z.object({
  url: text,
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

const cardShape = z.object({
  name: text.min(1, "expected a name"),
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

/** Reads a card. `document` is the card in the form of 1.0, which reads back as the same card. */
export function readAgentCard(received: unknown): CardReading {
  if (!isJsonObject(received)) return refused("required a JSON object, found something else");
  const lifted = inForm10(received);
  if (!lifted.ok) return lifted;
  const parsed = cardShape.safeParse(lifted.card);
  if (!parsed.success) {
    const findings = parsed.error.issues.slice(0, 5).map(({ message, path }) => {
      const place = path.join(".");
      return Object.is(at(lifted.card, path), undefined) ? `${place} is missing` : `${place}: ${message.toLowerCase()}`;
    });
    return refused(`required the fields of A2A 1.0 or 0.3, found that ${findings.join(", ")}`);
  }
  const card = cardOf(parsed.data);
  return { ok: true, card, document: documentOf(card) };
}

function cardOf(parsed: z.infer<typeof cardShape>): AgentCard {
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

type Lifted = { readonly ok: true; readonly card: JsonObject } | { readonly ok: false; readonly message: string };

/** The received object with the fields of 1.0, as far as an older form has them under other names. */
function inForm10(received: JsonObject): Lifted {
  if (Object.hasOwn(received, "supportedInterfaces")) return { ok: true, card: received };
  const version = ownValue(received, "protocolVersion");
  if (version === undefined) return { ok: true, card: received };
  if (!isVersion03(version)) {
    const found = JSON.stringify(version)?.slice(0, 40);
    return refused(`required the protocol version 1.0 or 0.3, found ${found}`);
  }
  const capabilities = ownValue(received, "capabilities");
  const extended = ownValue(received, "supportsAuthenticatedExtendedCard");
  const security = ownValue(received, "security");
  return {
    ok: true,
    card: {
      ...received,
      supportedInterfaces: interfacesIn03(received),
      ...(isJsonObject(capabilities) && extended !== undefined
        ? { capabilities: { ...capabilities, extendedAgentCard: extended } }
        : {}),
      ...(security === undefined ? {} : { securityRequirements: requirementsIn10(security) }),
    },
  };
}

/** What the card says, in the form of 1.0 and without what was not understood. */
function documentOf({ isSigned, ...card }: AgentCard): JsonObject {
  return {
    ...(withoutNulls(card as unknown as JsonObject) as JsonObject),
    // Whether it was signed is kept, not the signature: it is not over this form.
    ...(isSigned ? { signatures: [{}] } : {}),
  };
}

/** Optional fields are left out, never null. What foreign objects hold is not ours to change. */
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
