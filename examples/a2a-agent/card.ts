/** The card of the example agent, in the form of A2A 1.0 and in that of 0.3. Its schemas are advertised by the existing extension (W2). */
import { AgentCard } from "@a2a-js/sdk";

/** Versions of A2A that the agent speaks. */
export type A2aVersion = "1.0" | "0.3";

export const schemasExtension = "https://solace.com/a2a/extensions/sam/schemas";

export const translatorInput = {
  type: "object",
  properties: {
    text: { type: "string", description: "What is to be translated" },
    language: { type: "string", description: "Into which language, such as de" },
    delay_ms: { type: "integer", minimum: 0, description: "How long the translation takes, in milliseconds" },
  },
  required: ["text", "language"],
};

export const translatorOutput = {
  type: "object",
  properties: {
    text: { type: "string", description: "The translation" },
    language: { type: "string" },
    characters: { type: "integer", description: "Length of the translation" },
  },
  required: ["text", "language", "characters"],
};

const facts = {
  name: "translator",
  description: "Translates texts such as blog posts.",
  version: "1.0.0",
  defaultInputModes: ["application/json", "text/plain"],
  defaultOutputModes: ["application/json", "text/plain"],
  skills: [
    {
      id: "translate",
      name: "Translate",
      description: "Translates a text into a language.",
      tags: ["language", "blog"],
      examples: ["Translate the post into German"],
    },
  ],
};

function capabilities(requiredExtension: string | null) {
  const schemas = {
    uri: schemasExtension,
    description: "Schemas of input and output",
    required: false,
    params: { input_schema: translatorInput, output_schema: translatorOutput },
  };
  const required = { uri: requiredExtension, description: "Must be activated", required: true, params: {} };
  return {
    streaming: false,
    pushNotifications: false,
    extensions: requiredExtension === null ? [schemas] : [schemas, required],
  };
}

/** What of the agent can be chosen. */
export interface CardChoices {
  /** In the order of preference. */
  readonly versions: readonly A2aVersion[];
  /** Sent back by clients to the letter. Null for none. */
  readonly tenant: string | null;
  /** URI of an extension that clients must activate. Null for none. */
  readonly requiredExtension: string | null;
}

/** The card of an agent whose JSON-RPC interface is at `url`. */
export function translatorCard(url: string, { requiredExtension, tenant, versions }: CardChoices): AgentCard {
  return AgentCard.fromJSON({
    ...facts,
    capabilities: capabilities(requiredExtension),
    supportedInterfaces: versions.map((protocolVersion) => ({
      url,
      protocolBinding: "JSONRPC",
      protocolVersion,
      tenant: tenant ?? "",
    })),
  });
}

/** The same in the form of 0.3, which knows one version and no tenants. */
export function legacyTranslatorCard(url: string, { requiredExtension }: CardChoices): object {
  return {
    protocolVersion: "0.3.0",
    url,
    preferredTransport: "JSONRPC",
    ...facts,
    capabilities: capabilities(requiredExtension),
  };
}
