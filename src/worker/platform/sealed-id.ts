/**
 * Public ids: text sealed under the deployment's secret, so that an id can neither be made nor read outside. A construct with a
 * synthetic initialisation vector: the first 16 bytes of HMAC-SHA256 over the text are both the vector of AES-CTR and the proof
 * of origin, so that equal text gives equal ids and no nonce is needed. Both keys are derived from the secret by HKDF.
 */
import type { IdentityClient } from "../../graph/base/ports.ts";

const TAG_BYTES = 16;
const encoder = new TextEncoder();

interface Keys {
  readonly mac: CryptoKey;
  readonly cipher: CryptoKey;
}

/** Seals and opens ids with keys of `secret`, which are derived once, at the first use. */
export function sealedIdentity(secret: string): IdentityClient {
  let derived: Keys | null = null;
  // Requests share the keys, never the deriving: the platform forbids to wait for another request's work.
  const keys = async () => {
    derived ??= await deriveKeys(secret);
    return derived;
  };
  return {
    seal: async (content) => seal(await keys(), encoder.encode(content)),
    open: async (id) => open(await keys(), id),
  };
}

async function seal({ cipher, mac }: Keys, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const tag = await tagOf(mac, content);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(counterMode(tag), cipher, content));
  const id = new Uint8Array(TAG_BYTES + sealed.byteLength);
  id.set(tag);
  id.set(sealed, TAG_BYTES);
  return base64Url(id);
}

async function open({ cipher, mac }: Keys, id: string): Promise<string | null> {
  const bytes = bytesOf(id);
  if (bytes === null || bytes.byteLength <= TAG_BYTES) return null;
  const tag = bytes.slice(0, TAG_BYTES);
  const content = new Uint8Array(await crypto.subtle.decrypt(counterMode(tag), cipher, bytes.slice(TAG_BYTES)));
  return isSame(tag, await tagOf(mac, content)) ? new TextDecoder().decode(content) : null;
}

async function deriveKeys(secret: string): Promise<Keys> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const derivation = (purpose: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: encoder.encode("planwright sealed ids"),
    info: encoder.encode(purpose),
  });
  const [mac, cipher] = await Promise.all([
    crypto.subtle.deriveKey(derivation("tag"), material, { name: "HMAC", hash: "SHA-256", length: 256 }, false, [
      "sign",
    ]),
    crypto.subtle.deriveKey(derivation("cipher"), material, { name: "AES-CTR", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]),
  ]);
  return { mac, cipher };
}

async function tagOf(mac: CryptoKey, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", mac, content)).slice(0, TAG_BYTES);
}

function counterMode(tag: Uint8Array<ArrayBuffer>) {
  return { name: "AES-CTR", counter: tag, length: 64 };
}

/** Looks at every byte whatever it finds, so that time tells nothing. */
function isSame(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.byteLength ^ right.byteLength;
  for (const [position, byte] of left.entries()) difference |= byte ^ (right[position] ?? 0);
  return difference === 0;
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Null for text that `base64Url` never writes, other spellings of the same bytes included. */
function bytesOf(id: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]{1,2000}$/.test(id) || id.length % 4 === 1) return null;
  const text = atob(id.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return base64Url(bytes) === id ? bytes : null;
}
