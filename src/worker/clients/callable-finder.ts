/** The search that planners ask for, as executions make it: the tenant's catalog as it stands now, with the models and limits of the deployment. */
import { searchedOffer } from "../../catalog/search/searched-offer.ts";
import { systemClock } from "../../durable/ports/system-clock.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { ModelDefinition } from "../../plan/model-definition.ts";
import type { Environment } from "../platform/environment.ts";
import { modelLacks } from "../platform/model-lacks.ts";
import { objectsOf } from "../platform/placement.ts";
import type { Settings } from "../settings/settings.ts";
import { CatalogCache, catalogClient } from "./catalog-client.ts";

/** Those of the objects of this isolate. */
const catalogs = new CatalogCache();

/** The best matches for `query` in the catalog of `tenant`, without those of `known`. Rejects if the catalog cannot be reached. */
export async function foundFor(
  environment: Environment,
  { allowOrchestration, limits, models }: Pick<Settings, "allowOrchestration" | "limits" | "models">,
  tenant: string,
  query: string,
  known: ReadonlySet<string>,
): Promise<ExecutionDefinitions> {
  const catalog = catalogClient(objectsOf(environment, "CATALOG", tenant), tenant, catalogs, systemClock.now);
  const snapshot = await catalog.snapshot({ kind: "CACHED" });
  if (snapshot === undefined) throw new Error("The catalog gave no snapshot although no revision was demanded");
  const { maxJsonDepth, maxPlanBytes } = limits;
  const pinning = {
    maxJsonDepth,
    maxPlanBytes,
    allowOrchestration,
    modelLacks: (model: ModelDefinition) => modelLacks(environment, model),
  };
  return searchedOffer(snapshot, [{ text: query, weight: 1 }], { models, pinning }, known);
}
