/** The options of objects out of the settings of the deployment, so that `src/durable` reads none. */
import { secretSettingName } from "../catalog/server-registration.ts";
import { defaultLeaseMs, type ExecutionOptions, systemClock } from "../durable/execution-options.ts";
import { type Environment, indexName } from "./environment.ts";
import { readSettings, type Settings } from "./settings.ts";
import { version } from "./version.ts";

type ObjectSettings = Pick<Settings, "egress" | "logLevel" | "maxResponseBytes" | "retentionMs">;

/** What stands in for settings that cannot be read. Executions are parked meanwhile, so that nothing is decided by it. */
const closed: ObjectSettings = {
  egress: { allowPrivate: false, allowHttp: false },
  logLevel: "info",
  maxResponseBytes: 0,
  retentionMs: Number.POSITIVE_INFINITY,
};

/**
 * What objects need of the deployment. Never throws: an object that cannot be made loses its alarm after a few tries, and with it
 * an execution in flight (E6).
 */
export function objectOptions(environment: Environment): ExecutionOptions {
  const reading = readSettings(environment);
  const { egress, logLevel, maxResponseBytes, retentionMs } = reading.ok ? reading.settings : closed;
  return {
    egress,
    maxResponseBytes,
    retentionMs,
    leaseMs: defaultLeaseMs,
    codeVersion: version,
    misconfigured: reading.ok ? null : reading.message,
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
