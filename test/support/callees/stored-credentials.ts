/** Secrets that callees are sent, kept in memory: nobody's, or those of a store over the real SQLite. */
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import { CredentialKeeper, type KeeperOptions } from "../../../src/durable/secrets/credential-keeper.ts";
import { SecretSealer } from "../../../src/durable/secrets/secret-sealer.ts";
import { memorySql } from "../engine/memory-sql.ts";

/** For calls that are sent no stored secret: asking is a fault of the test. */
export const noCredentials: ExecutionOptions["credentials"] = () => {
  throw new Error("no call of this test has a credential");
};

export const exampleKey = "k".repeat(32);

/** A keeper of its own, over `sql` if a test looks into its tables. */
export function storedCredentials(
  keys: readonly string[] = [exampleKey],
  sql: SqlStorage = memorySql(),
  options: Partial<KeeperOptions> = {},
) {
  const sealer = new SecretSealer(keys);
  return new CredentialKeeper(sql, {
    sealer: () => sealer,
    ways: () => ({ fetch, egress: { allowPrivate: true, allowHttp: true } }),
    now: Date.now,
    onNotify: () => undefined,
    ...options,
  });
}
