/** Secrets that callees are sent, kept in memory: nobody's, or those of a store over the real SQLite. */
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import { CredentialStore } from "../../../src/durable/secrets/credential-store.ts";
import { SecretSealer } from "../../../src/durable/secrets/secret-sealer.ts";
import { memorySql } from "../engine/memory-sql.ts";

/** For calls that are sent no stored secret: asking is a fault of the test. */
export const noCredentials: ExecutionOptions["credentials"] = () => {
  throw new Error("no call of this test has a credential");
};

export const exampleKey = "k".repeat(32);

/** A store of its own, over `sql` if a test looks into its tables. */
export function storedCredentials(keys: readonly string[] = [exampleKey], sql: SqlStorage = memorySql()) {
  return new CredentialStore(sql, () => new SecretSealer(keys));
}
