/**
 * Prints the secret by which a tenant's receivers check the signature of webhooks (Standard Webhooks): `whsec_` and the key in base64.
 *
 *   ID_SEALING_SECRET=... node scripts/webhook-secret.mjs <tenant>
 */
import { hkdfSync } from "node:crypto";
import { pathToFileURL } from "node:url";

/** The key of `tenant` under the secret of a deployment, derived as `src/worker/clients/webhook-signature.ts` does. */
export function webhookSecret(sealingSecret, tenant) {
  const key = hkdfSync("sha256", sealingSecret, "planwright webhooks", tenant, 32);
  return `whsec_${Buffer.from(key).toString("base64")}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { ID_SEALING_SECRET: secret } = process.env;
  const tenant = process.argv[2];
  if (secret === undefined || secret === "" || tenant === undefined) {
    console.error("Cannot derive the secret: required ID_SEALING_SECRET in the environment and the name of a tenant");
    process.exit(1);
  }
  console.log(webhookSecret(secret, tenant));
}
