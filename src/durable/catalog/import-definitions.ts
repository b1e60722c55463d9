/** The storing of the agents and workflows of one file: all of them, or none. */
import type { Definition } from "../../catalog/snapshot/compile-definitions.ts";
import type { ImportRefusal } from "../../catalog/snapshot/registry-result.ts";
import type { CatalogAgents } from "./catalog-agents.ts";
import type { CatalogTables } from "./catalog-tables.ts";
import { saveWorkflow } from "./catalog-workflows.ts";
import type { Registrar } from "./registration-credential.ts";

/** Why nothing was stored; undefined if all was. `mostWorkflows` is how many the tenant may have. */
export function importDefinitions(
  tables: CatalogTables,
  agents: Pick<CatalogAgents, "store">,
  definitions: readonly Definition[],
  now: number,
  by: Registrar | undefined,
  mostWorkflows: number,
): ImportRefusal | undefined {
  return tables.unless(() => {
    for (const [at, definition] of definitions.entries()) {
      const result =
        definition.kind === "AGENT"
          ? agents.store(definition.agent, by)
          : saveWorkflow(tables, definition.workflow, now, by, mostWorkflows);
      if (result.kind === "REFUSED") return { ...result, at };
    }
    return undefined;
  });
}
