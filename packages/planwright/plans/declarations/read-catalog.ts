/** How the catalog of a deployment is read for its declarations: by three queries of its API. */
import type { Catalog, CatalogEntry } from "./catalog-declarations.ts";

/** Asks the API: the `data` of the answer to an operation. Throws if there is none. */
export type AskApi = (query: string, variables: { readonly after: string | null }) => Promise<unknown>;

/** The operations, each of which reads a page. They need the scope `REGISTRY_READ`. */
export const catalogQueries = {
  tools: queryOf("tools", "name description inputSchema outputSchema"),
  agents: queryOf("agents", "name description inputSchema outputSchema"),
  workflows: queryOf("workflows", "name description inputSchema outputSchema"),
} as const;

function queryOf(field: keyof Catalog, selection: string): string {
  return `query Catalog($after: String) { page: ${field}(first: 100, after: $after) { nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`;
}

interface Page {
  readonly page: {
    readonly nodes: readonly CatalogEntry[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  } | null;
}

/** Everything that is registered. */
export async function readCatalog(ask: AskApi): Promise<Catalog> {
  const all = async (query: string): Promise<readonly CatalogEntry[]> => {
    const entries: CatalogEntry[] = [];
    for (let after: string | null = null; ; ) {
      const { page } = (await ask(query, { after })) as Page;
      if (page === null)
        throw new Error(
          "Cannot read the catalog: the deployment did not show it, and the key needs the scope REGISTRY_READ",
        );
      entries.push(...page.nodes);
      if (!page.pageInfo.hasNextPage || page.pageInfo.endCursor === null) return entries;
      after = page.pageInfo.endCursor;
    }
  };
  return {
    tools: await all(catalogQueries.tools),
    agents: await all(catalogQueries.agents),
    workflows: await all(catalogQueries.workflows),
  };
}
