/**
 * Names of objects (E1): where an execution or a conversation is, from its tenant and the key or name that the caller gave it. The same key
 * always means the same object.
 */
import { hashOfParts } from "./effect-key.ts";

/**
 * Name of the object of an execution. `surface` is the way in, which keeps the keys of GraphQL, A2A, MCP and others apart.
 *
 * @example
 * ```ts
 * executionName("acme", "graphql", "order-17") === executionName("acme", "graphql", "order-17"); // true
 * ```
 */
export function executionName(tenant: string, surface: string, key: string): string {
  return hashOfParts([tenant, surface, key]);
}

/** Name of the object of a conversation, from the name that its creator gave it. No surface is called so. */
export function conversationName(tenant: string, chatId: string): string {
  return hashOfParts([tenant, "conversations", chatId]);
}
