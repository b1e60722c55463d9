/** The catalog of a tenant that has the example MCP server, and the calls that reached the server. */
import { inject } from "vitest";
import { type CatalogSnapshot, catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { bindings } from "./executions.ts";

export interface LedgerEntry {
  readonly key: string;
  readonly tool: string;
  readonly completed: boolean;
}

/** Calls that reached the example server for the execution that `requestId` marks. */
export async function ledgerOf(requestId: string): Promise<readonly LedgerEntry[]> {
  const response = await fetch(`${inject("exampleUrl")}/ledger`);
  const entries = (await response.json()) as readonly (LedgerEntry & {
    readonly meta: Record<string, { requestId?: string }>;
  })[];
  return entries.filter((entry) => entry.meta["dev.planwright/execution"]?.requestId === requestId);
}

/** The catalog of the tenant `default`, which has the example server. */
export async function testCatalog(): Promise<CatalogSnapshot> {
  const catalog = bindings.CATALOG.getByName("default");
  const url = `${inject("exampleUrl")}/mcp`;
  const known = await catalog.contents(null);
  if (known.revision === "0") {
    const registration = {
      name: "example",
      url,
      bearerSecret: null,
      trusted: true,
      outputValidation: "STRICT",
    } as const;
    const answer = await catalog.register(registration);
    if (answer.kind !== "REGISTERED") throw new Error(answer.message);
  }
  const { contents, revision } = await catalog.contents(null);
  return catalogSnapshot(revision, { contents: contents ?? [] });
}
