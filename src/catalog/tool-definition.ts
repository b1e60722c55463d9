/** From what a server says of a tool and what the registration says of the server to the definition that plans are checked against. */

import { hashOfParts } from "../json/effect-key.ts";
import { type JsonObject, ownValue } from "../json/json.ts";
import type { CallableDefinition } from "../plan/callable.ts";
import type { DiscoveredTool } from "./discovered-tool.ts";
import { declaresDestructive, effectClassOf, keyedMetadataKey } from "./effect-class.ts";
import { type ReferableField, referableFields } from "./referable-fields.ts";
import type { ServerRegistration } from "./server-registration.ts";

/** Hints as the provider gave them; null where it says nothing, so that nobody mistakes a default for a statement. */
export interface ToolAnnotations {
  readonly readOnly: boolean | null;
  readonly destructive: boolean | null;
  readonly idempotent: boolean | null;
  readonly openWorld: boolean | null;
}

/** What the catalog knows of a tool, all but its name in plans. */
export interface ToolDefinition {
  readonly callable: Omit<CallableDefinition, "name">;
  readonly title: string | null;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** Hex SHA-256 over the canonical JSON of both schemas. */
  readonly schemaHash: string;
  readonly referableFields: readonly ReferableField[];
}

export function toolDefinition(tool: DiscoveredTool, server: ServerRegistration): ToolDefinition {
  const given = server.tools?.find(({ name }) => name === tool.name);
  const outputSchema = given?.outputSchema ?? tool.outputSchema;
  return {
    callable: {
      kind: "TOOL",
      description: tool.description ?? "",
      usageHints: "",
      inputSchema: tool.inputSchema,
      outputSchema,
      ...(given === undefined ? {} : { outputSchemaIsGiven: true }),
      effectClass: effectClassOf(tool, server.trusted),
      declaredDestructive: declaresDestructive(tool),
      outputValidation: server.outputValidation,
      provider: server.name,
      remoteName: tool.name,
    },
    title: tool.title ?? textOf(tool.annotations, "title"),
    description: tool.description ?? "",
    annotations: annotationsOf(tool),
    schemaHash: hashOfParts([tool.inputSchema, outputSchema]),
    referableFields: referableFields(outputSchema),
  };
}

/**
 * Hex SHA-256 over everything that a tool says and that is believed: both schemas, the description that language models read, and
 * every hint on effects. A title is only shown, so it may change.
 */
export function contractHash(tool: DiscoveredTool): string {
  const { destructive, idempotent, openWorld, readOnly } = annotationsOf(tool);
  const keyed = ownValue(tool.metadata, keyedMetadataKey) === true;
  const hints = { readOnly, destructive, idempotent, openWorld, keyed };
  return hashOfParts([tool.inputSchema, tool.outputSchema, tool.description ?? "", hints]);
}

function annotationsOf({ annotations }: DiscoveredTool): ToolAnnotations {
  return {
    readOnly: hint(annotations, "readOnlyHint"),
    destructive: hint(annotations, "destructiveHint"),
    idempotent: hint(annotations, "idempotentHint"),
    openWorld: hint(annotations, "openWorldHint"),
  };
}

function hint(annotations: JsonObject, name: string): boolean | null {
  const value = ownValue(annotations, name);
  return typeof value === "boolean" ? value : null;
}

function textOf(annotations: JsonObject, name: string): string | null {
  const value = ownValue(annotations, name);
  return typeof value === "string" ? value : null;
}
