/**
 * The links of one object to MCP servers: one per provider, opened from the pinned connection without a handshake (E15).
 * A server that has forgotten its session gets a new one, which this object keeps to itself; the pinned definition stays.
 * A usual call needs no link but only the address that a link would have.
 */
import type { ProviderDefinition } from "../../plan/callable.ts";
import { type LeanAddress, negotiatedAddress, pinnedAddress } from "./lean-address.ts";
import type { McpLink } from "./mcp-client.ts";
import type { McpCaller } from "./mcp-exchange.ts";
import { RequestIds } from "./request-ids.ts";

export class McpSessions {
  /** Of requests that are sent without a link. */
  readonly ids = new RequestIds();
  readonly #links = new Map<string, Promise<McpLink>>();
  /** Null while a handshake is made, and for a connection that only the library understands. */
  readonly #addresses = new Map<string, LeanAddress | null>();

  /** Where and in which session `provider` is called now. Null if only a link can find out. */
  address(provider: ProviderDefinition): LeanAddress | null {
    const known = this.#addresses.get(provider.name);
    if (known !== undefined) return known;
    const pinned = pinnedAddress(provider);
    this.#addresses.set(provider.name, pinned);
    return pinned;
  }

  /** The link to `provider`. Opened on behalf of `caller` if there is none yet; a link that could not be opened is forgotten. */
  link(provider: ProviderDefinition, caller: McpCaller): Promise<McpLink> {
    const known = this.#links.get(provider.name);
    return known ?? this.#open(provider, false, caller);
  }

  /** A link with a new session in place of `stale`. Calls that lost the same session at the same time share the handshake. */
  async renewed(provider: ProviderDefinition, stale: McpLink, caller: McpCaller): Promise<McpLink> {
    const known = this.#links.get(provider.name);
    if (known !== undefined && (await known) !== stale) return known;
    // Another call that lost the same session may have begun the handshake during the wait above.
    const current = this.#links.get(provider.name);
    if (current !== undefined && current !== known) return current;
    return this.#open(provider, true, caller);
  }

  #open(provider: ProviderDefinition, isNew: boolean, caller: McpCaller): Promise<McpLink> {
    const opening = opened(provider, isNew, caller);
    this.#links.set(provider.name, opening);
    if (isNew) this.#addresses.set(provider.name, null);
    opening.then(
      (link) => {
        if (isNew && this.#links.get(provider.name) === opening)
          this.#addresses.set(provider.name, negotiatedAddress(link));
      },
      () => {
        if (this.#links.get(provider.name) !== opening) return;
        this.#links.delete(provider.name);
        this.#addresses.delete(provider.name);
      },
    );
    return opening;
  }
}

/** The library is loaded with the first link. */
async function opened(provider: ProviderDefinition, isNew: boolean, caller: McpCaller): Promise<McpLink> {
  const [{ openLink }, { parseConnection }] = await Promise.all([
    import("./mcp-client.ts"),
    import("./mcp-connection.ts"),
  ]);
  return openLink(provider.url, isNew ? null : parseConnection(provider.connection), caller);
}
