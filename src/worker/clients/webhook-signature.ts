/**
 * The signature of webhooks: Standard Webhooks, with a key of the tenant that is derived from the secret of the deployment. Receivers get the
 * key from `Tenant.webhookSecret`; where the secret of the deployment is at hand, `scripts/webhook-secret.mjs` prints it too.
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

/** The key of `tenant` as its receivers need it: `whsec_` and the key in base64. */
export async function webhookSecret(secret: string, tenant: string): Promise<string> {
  const key = await webhookKey(secret, tenant, true);
  const bytes = new Uint8Array((await crypto.subtle.exportKey("raw", key)) as ArrayBuffer);
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

async function webhookKey(secret: string, tenant: string, isExtractable = false): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: encoder.encode("planwright webhooks"),
    info: encoder.encode(tenant),
  };
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  return crypto.subtle.deriveKey(derivation, material, hmac, isExtractable, ["sign"]);
}
