/**
 * Room `catalog`: the registrations of a tenant, and the rules for every registration and every outgoing call.
 *
 * Owns: registrations of servers, agents, workflows and webhooks, as types with their refusals; the definition of a tool (this file) with
 * its effect class (`effect-class.ts`) and its compliance (`tool-compliance.ts`); names in plans (`plan-name.ts`); schemas that are
 * declared (`input-schema.ts`, `loose-schema.ts`); rules for outgoing addresses (`egress.ts`); bodies that are read under a signal
 * (`watched-body.ts`); secrets cut out of answers (`without-secret.ts`); artifacts in results (`artifact.ts`). Leaves: cards and
 * definitions of agents to `catalog/agents`; the catalog as one value, in which a tool that differs from the accepted one is `CHANGED`, to
 * `catalog/snapshot`; manifests to `catalog/manifests`; storage to `durable/catalog`; requests to `tools`.
 *
 * Invariants:
 * - The room is pure. Addresses are judged as text; no name is resolved.
 * - A hint that a call is harmless counts only for a server that is registered as trusted. A warning counts for any server (E7).
 * - A registration names the bearer secret that is sent. It never holds its value.
 *
 * This file makes the definition that plans are checked against, from a server's description of a tool and from the registration of the
 * server. `contractHash` covers all trusted facts about a tool.
 */

import { hashOfParts } from "../json/effect-key.ts";
import { type JsonObject, ownValue } from "../json/json.ts";
import type { CallableDefinition } from "../plan/callable.ts";
import { outputLabelsMember } from "../plan/labels/declared-labels.ts";
import type { DiscoveredTool } from "./discovered-tool.ts";
import { declaresDestructive, effectClassOf, keyedMetadataKey } from "./effect-class.ts";
import { type ReferableField, referableFields } from "./referable-fields.ts";
import type { ServerRegistration } from "./server-registration.ts";

/** Hints as the provider gave them. Null where it has none, so that a default is not mistaken for a statement. */
export interface ToolAnnotations {
  readonly readOnly: boolean | null;
  readonly destructive: boolean | null;
  readonly idempotent: boolean | null;
  readonly openWorld: boolean | null;
}

/** Facts of the catalog about a tool, all but its name in plans. */
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
      ...(given?.outputSchema === undefined ? {} : { outputSchemaIsGiven: true }),
      effectClass: effectClassOf(tool, server.trusted),
      declaredDestructive: declaresDestructive(tool),
      outputValidation: server.outputValidation,
      provider: server.name,
      remoteName: tool.name,
      ...outputLabelsMember(
        tool.outputLabels ?? given?.outputLabels ?? server.outputLabels,
        isTrustedOutput(tool, server),
      ),
      ...(tool.operation === undefined ? {} : { operation: tool.operation }),
    },
    title: tool.title ?? textOf(tool.annotations, "title") ?? null,
    description: tool.description ?? "",
    annotations: annotationsOf(tool),
    schemaHash: hashOfParts([tool.inputSchema, outputSchema]),
    referableFields: referableFields(outputSchema),
  };
}

/**
 * Whether the output of a tool counts as trusted where no label says so. An API document does not say who writes the results of its
 * operations. A tool that declares that it deals with the open world returns texts of others.
 */
function isTrustedOutput(tool: DiscoveredTool, { protocol, trusted }: ServerRegistration): boolean {
  return trusted && protocol !== "OPENAPI" && annotationsOf(tool).openWorld !== true;
}

/**
 * Hex SHA-256 over everything that a tool says and that is believed: both schemas, the description that language models read, and
 * every hint on effects. A title is only shown, so it may change.
 */
export function contractHash(tool: DiscoveredTool): string {
  const { destructive, idempotent, openWorld, readOnly } = annotationsOf(tool);
  const keyed = ownValue(tool.metadata, keyedMetadataKey) === true;
  const hints = { readOnly, destructive, idempotent, openWorld, keyed };
  const parts = [tool.inputSchema, tool.outputSchema, tool.description ?? "", hints];
  return hashOfParts(tool.operation === undefined ? parts : [...parts, tool.operation]);
}

function annotationsOf({ annotations }: DiscoveredTool): ToolAnnotations {
  return {
    readOnly: hint(annotations, "readOnlyHint") ?? null,
    destructive: hint(annotations, "destructiveHint") ?? null,
    idempotent: hint(annotations, "idempotentHint") ?? null,
    openWorld: hint(annotations, "openWorldHint") ?? null,
  };
}

function hint(annotations: JsonObject, name: string): boolean | undefined {
  const value = ownValue(annotations, name);
  return typeof value === "boolean" ? value : undefined;
}

function textOf(annotations: JsonObject, name: string): string | undefined {
  const value = ownValue(annotations, name);
  return typeof value === "string" ? value : undefined;
}
