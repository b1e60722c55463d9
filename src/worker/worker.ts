/**
 * The entry of the Worker: serves the app, and gives the classes of objects their options. Settings are read here for the objects
 * too, so that `src/durable` reads none.
 */
import schemaText from "../../schema.graphql";
import { secretSettingName } from "../catalog/server-registration.ts";
import { CatalogObject as Catalog } from "../durable/catalog-object.ts";
import { ExecutionObject as Execution } from "../durable/execution-object.ts";
import { defaultLeaseMs, type ExecutionOptions, systemClock } from "../durable/execution-options.ts";
import { IndexObject } from "../durable/index-object.ts";
import { makeApp } from "./app.ts";
import { type Environment, indexName } from "./environment.ts";
import { readSettings } from "./settings.ts";
import { version } from "./version.ts";

const app = makeApp(schemaText);

export default { fetch: app.fetch } satisfies ExportedHandler<Environment>;

export class ExecutionObject extends Execution<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, objectOptions(environment));
  }
}

export class CatalogObject extends Catalog<Environment> {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment, objectOptions(environment));
  }
}

export { IndexObject };

/** What objects need of the deployment. Throws if it is misconfigured: the app has then refused every request already. */
function objectOptions(environment: Environment): ExecutionOptions {
  const reading = readSettings(environment);
  if (!reading.ok) throw new Error(reading.message);
  const { egress, maxResponseBytes, retentionMs } = reading.settings;
  return {
    egress,
    maxResponseBytes,
    retentionMs,
    leaseMs: defaultLeaseMs,
    codeVersion: version,
    clock: systemClock,
    random: Math.random,
    secret: (name) => {
      const value = environment[secretSettingName(name)];
      return typeof value === "string" ? value : null;
    },
    index: (tenant) => environment.INDEX.getByName(indexName(tenant)),
    journal: (journal) => journal,
  };
}
