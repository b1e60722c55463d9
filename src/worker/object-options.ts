/** The options of objects out of the settings of the deployment, so that `src/durable` reads none. */
import { secretSettingName } from "../catalog/server-registration.ts";
import { defaultLeaseMs, type ExecutionOptions, systemClock } from "../durable/execution-options.ts";
import { type Environment, indexName } from "./environment.ts";
import { readSettings } from "./settings.ts";
import { version } from "./version.ts";

/** What objects need of the deployment. Throws if it is misconfigured: the app has then refused every request already. */
export function objectOptions(environment: Environment): ExecutionOptions {
  const reading = readSettings(environment);
  if (!reading.ok) throw new Error(reading.message);
  const { egress, logLevel, maxResponseBytes, retentionMs } = reading.settings;
  return {
    egress,
    maxResponseBytes,
    retentionMs,
    leaseMs: defaultLeaseMs,
    codeVersion: version,
    logLevel,
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
