/**
 * Public ids of objects: the kind and name of an object with its tenant, sealed by the identity client. Invariant: an id that this
 * deployment did not make, or made for another tenant, names nothing and reaches no other object (E1; design: Security).
 */

import type { Caller } from "./graph-context.ts";
import type { IdentityClient } from "./ports.ts";

export type NodeName =
  | { readonly kind: "EXECUTION"; readonly execution: string }
  | { readonly kind: "STEP"; readonly execution: string; readonly stepId: string }
  | { readonly kind: "HUMAN_INPUT"; readonly execution: string; readonly requestId: string }
  | { readonly kind: "CONVERSATION"; readonly conversation: string }
  /** A message by its position in the conversation. */
  | { readonly kind: "MESSAGE"; readonly conversation: string; readonly position: number }
  | { readonly kind: "TOOL"; readonly name: string }
  | { readonly kind: "MCP_SERVER"; readonly name: string }
  | { readonly kind: "AGENT"; readonly name: string }
  | { readonly kind: "SCHEDULE"; readonly name: string }
  | { readonly kind: "WORKFLOW"; readonly name: string; readonly version: string }
  | { readonly kind: "MANIFEST"; readonly name: string; readonly hash: string }
  | { readonly kind: "ARTIFACT"; readonly owner: string; readonly name: string };

/** Whose ids are made. */
export interface Identities {
  readonly clients: { readonly identity: IdentityClient };
  readonly caller: Pick<Caller, "tenant">;
}

/** The id under which `name` is known outside. The same every time. */
export function nodeId(name: NodeName, { clients, caller }: Identities): Promise<string> {
  return clients.identity.seal(JSON.stringify([caller.tenant, name.kind, ...parts(name)]));
}

/**
 * The name in `id`, or undefined if it was forged, belongs to another tenant or names another kind than `kind`.
 *
 * @example
 * ```ts
 * const identity = { seal: async (text: string) => btoa(text), open: async (id: string) => atob(id) };
 * const context = { clients: { identity }, caller: { tenant: "acme" } };
 * const id = await nodeId({ kind: "TOOL", name: "search" }, context);
 * await nodeNamed(id, "TOOL", context); // { kind: "TOOL", name: "search" }
 * await nodeNamed(id, "AGENT", context); // undefined
 * ```
 */
export async function nodeNamed<Kind extends NodeName["kind"]>(
  id: string,
  kind: Kind,
  context: Identities,
): Promise<Extract<NodeName, { kind: Kind }> | undefined> {
  const name = await anyNodeNamed(id, context);
  return name?.kind === kind ? (name as Extract<NodeName, { kind: Kind }>) : undefined;
}

/** The object that `id` names, or undefined if it was forged or belongs to another tenant. */
export async function anyNodeNamed(id: string, { clients, caller }: Identities): Promise<NodeName | undefined> {
  const content = await clients.identity.open(id);
  if (content === undefined) return undefined;
  const [tenant, kind, first, second] = JSON.parse(content) as string[];
  if (tenant !== caller.tenant || first === undefined) return undefined;
  switch (kind) {
    case "EXECUTION":
      return { kind, execution: first };
    case "STEP":
      return second === undefined ? undefined : { kind, execution: first, stepId: second };
    case "HUMAN_INPUT":
      return second === undefined ? undefined : { kind, execution: first, requestId: second };
    case "CONVERSATION":
      return { kind, conversation: first };
    case "MESSAGE":
      return second === undefined ? undefined : { kind, conversation: first, position: Number(second) };
    case "TOOL":
    case "MCP_SERVER":
    case "AGENT":
    case "SCHEDULE":
      return { kind, name: first };
    case "WORKFLOW":
      return second === undefined ? undefined : { kind, name: first, version: second };
    case "MANIFEST":
      return second === undefined ? undefined : { kind, name: first, hash: second };
    case "ARTIFACT":
      return second === undefined ? undefined : { kind, owner: first, name: second };
    default:
      return undefined;
  }
}

function parts(name: NodeName): readonly string[] {
  switch (name.kind) {
    case "EXECUTION":
      return [name.execution];
    case "STEP":
      return [name.execution, name.stepId];
    case "HUMAN_INPUT":
      return [name.execution, name.requestId];
    case "CONVERSATION":
      return [name.conversation];
    case "MESSAGE":
      return [name.conversation, String(name.position)];
    case "TOOL":
    case "MCP_SERVER":
    case "AGENT":
    case "SCHEDULE":
      return [name.name];
    case "WORKFLOW":
      return [name.name, name.version];
    case "MANIFEST":
      return [name.name, name.hash];
    case "ARTIFACT":
      return [name.owner, name.name];
  }
}
