/** Options of the catalog of a tenant: those of the deployment that it uses. */
import type { ExecutionOptions } from "../ports/execution-options.ts";

export type CatalogOptions = Pick<ExecutionOptions, "egress" | "maxResponseBytes" | "secret" | "clock">;
