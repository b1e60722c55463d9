/**
 * The signature of webhooks: Standard Webhooks, with a key of the tenant that is derived from the secret of the deployment. The operator
 * gives the key to the tenant's receivers; `scripts/webhook-secret.mjs` prints it.
 */
import { BoundedMap } from "../../json/bounded-map.ts";

const encoder = new TextEncoder();

/** Signs in the name of tenants. Keys are derived when they are first needed and kept, the newest hundred of them. */
export function webhookSigner(secret: string): (tenant: string, content: string) => Promise<string> {
  const keys = new BoundedMap<CryptoKey>(100);
  return async (tenant, content) => {
    const key = keys.get(tenant) ?? (await webhookKey(secret, tenant));
    keys.set(tenant, key);
    const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(content));
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
  };
}

async function webhookKey(secret: string, tenant: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: encoder.encode("planwright webhooks"),
    info: encoder.encode(tenant),
  };
  return crypto.subtle.deriveKey(derivation, material, { name: "HMAC", hash: "SHA-256", length: 256 }, false, ["sign"]);
}
