/**
 * The links of one object to MCP servers: one per provider, opened from the pinned connection without a handshake (E15).
 * A server that has forgotten its session gets a new one, which this object keeps to itself; the pinned definition stays.
 */
import type { ProviderDefinition } from "../../plan/callable.ts";
import { type McpLink, openLink } from "./mcp-client.ts";
import { parseConnection } from "./mcp-connection.ts";
import type { McpCaller } from "./mcp-exchange.ts";

export class McpSessions {
  readonly #links = new Map<string, Promise<McpLink>>();

  /** The link to `provider`. Opened on behalf of `caller` if there is none yet; a link that could not be opened is forgotten. */
  link(provider: ProviderDefinition, caller: McpCaller): Promise<McpLink> {
    const known = this.#links.get(provider.name);
    return known ?? this.#open(provider, parseConnection(provider.connection), caller);
  }

  /** A link with a new session in place of `stale`. Calls that lost the same session at the same time share the handshake. */
  async renewed(provider: ProviderDefinition, stale: McpLink, caller: McpCaller): Promise<McpLink> {
    const known = this.#links.get(provider.name);
    if (known !== undefined && (await known) !== stale) return known;
    // Another call that lost the same session may have begun the handshake during the wait above.
    const current = this.#links.get(provider.name);
    if (current !== undefined && current !== known) return current;
    return this.#open(provider, null, caller);
  }

  #open(provider: ProviderDefinition, connection: Parameters<typeof openLink>[1], caller: McpCaller): Promise<McpLink> {
    const opening = openLink(provider.url, connection, caller);
    this.#links.set(provider.name, opening);
    opening.catch(() => {
      if (this.#links.get(provider.name) === opening) this.#links.delete(provider.name);
    });
    return opening;
  }
}
