/**
 * Room `catalog/deployed`: definitions in the code of the deployment, for every tenant. It owns the definitions as the catalog sees them
 * (this file) and the names that they take (`deployed-names.ts`).
 *
 * It leaves to others: `tools/code` calls such a tool, `catalog/snapshot` merges the definitions into the catalog of a tenant, and the
 * package `planwright` reads them from the project's code.
 *
 * Invariants:
 *
 * - A name that the deployment defines has one meaning. No tenant can take it, change it or remove it.
 * - The definitions are the same in every object and every request of one version of the code.
 */
import type { RegisteredAgent } from "../agent-registration.ts";
import type { DiscoveredTool } from "../discovered-tool.ts";
import type { ServerRegistration } from "../server-registration.ts";
import type { RegisteredWorkflow } from "../workflow-registration.ts";

export interface DeployedDefinitions {
  /** Described as a server that is trusted describes its own. */
  readonly tools: readonly DiscoveredTool[];
  /** Agents of ours alone. */
  readonly agents: readonly RegisteredAgent[];
  readonly workflows: readonly RegisteredWorkflow[];
}

export const nothingDeployed: DeployedDefinitions = { tools: [], agents: [], workflows: [] };

/** Stands for the server of tools in code. Names of servers hold no colon, so that no tenant has one of this name. */
export const codeServerName = "planwright:code";

/** Address of the tools in code: they are called where the execution runs, and nothing is sent. */
const codeServerUrl = "code:tools";

export const codeServer: ServerRegistration = {
  name: codeServerName,
  url: codeServerUrl,
  bearerSecret: null,
  trusted: true,
  outputValidation: "STRICT",
};
