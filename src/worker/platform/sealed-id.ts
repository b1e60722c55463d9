/**
 * Public ids: text sealed under the deployment's secret by AES-SIV (RFC 5297), so that an id can neither be made nor read outside.
 * Equal text gives an equal id, and no nonce is needed. Ids that 0.8.0 and earlier versions sealed by a construction of their own stay
 * readable. The keys of both are derived from the secret by HKDF.
 */
import type { IdentityClient } from "../../graph/base/ports.ts";

const TAG_BYTES = 16;
const encoder = new TextEncoder();

type Siv = typeof import("@noble/ciphers/aes.js")["aessiv"];

interface Keys {
  /** The cipher. Its module makes tables of half a megabyte when it is loaded, so that is done with the first id. */
  readonly aessiv: Siv;
  /** 64 bytes: AES-256 for the vector, AES-256 for the text. */
  readonly siv: Uint8Array;
  readonly earlier: EarlierKeys;
}

/** Keys of ids that 0.8.0 and earlier versions sealed: the first 16 bytes of HMAC-SHA256 over the text are the vector of AES-CTR. */
interface EarlierKeys {
  readonly mac: CryptoKey;
  readonly cipher: CryptoKey;
}

/** Seals and opens ids with keys of `secret`, which are derived once, at the first use. */
export function sealedIdentity(secret: string): IdentityClient {
  let derived: Keys | undefined;
  // Requests share the keys, never the derivation: the platform forbids waiting for the work of another request.
  const keys = async () => {
    derived ??= await deriveKeys(secret);
    return derived;
  };
  return {
    seal: async (content) => {
      const { aessiv, siv } = await keys();
      return base64Url(aessiv(siv).encrypt(encoder.encode(content)));
    },
    open: async (id) => open(await keys(), id),
  };
}

/** Returns undefined for text that was not sealed under these keys. */
async function open({ aessiv, earlier, siv }: Keys, id: string): Promise<string | undefined> {
  const bytes = bytesOf(id);
  if (bytes === undefined || bytes.byteLength <= TAG_BYTES) return undefined;
  const content = openSiv(aessiv(siv), bytes) ?? (await openEarlier(earlier, bytes));
  return content && new TextDecoder().decode(content);
}

function openSiv(cipher: ReturnType<Siv>, bytes: Uint8Array): Uint8Array | undefined {
  try {
    return cipher.decrypt(bytes);
  } catch {
    // The library throws for a wrong tag and for nothing else: keys and lengths are right by now.
    return undefined;
  }
}

async function openEarlier(
  { cipher, mac }: EarlierKeys,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array | undefined> {
  const tag = bytes.slice(0, TAG_BYTES);
  const content = new Uint8Array(await crypto.subtle.decrypt(counterMode(tag), cipher, bytes.slice(TAG_BYTES)));
  const expected = new Uint8Array(await crypto.subtle.sign("HMAC", mac, content)).slice(0, TAG_BYTES);
  return isSame(tag, expected) ? content : undefined;
}

async function deriveKeys(secret: string): Promise<Keys> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, [
    "deriveKey",
    "deriveBits",
  ]);
  const derivation = (purpose: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: encoder.encode("planwright sealed ids"),
    info: encoder.encode(purpose),
  });
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  const [{ aessiv }, siv, mac, cipher] = await Promise.all([
    import("@noble/ciphers/aes.js"),
    crypto.subtle.deriveBits(derivation("siv"), material, 512),
    crypto.subtle.deriveKey(derivation("tag"), material, hmac, false, ["sign"]),
    crypto.subtle.deriveKey(derivation("cipher"), material, { name: "AES-CTR", length: 256 }, false, ["decrypt"]),
  ]);
  return { aessiv, siv: new Uint8Array(siv), earlier: { mac, cipher } };
}

function counterMode(tag: Uint8Array<ArrayBuffer>) {
  return { name: "AES-CTR", counter: tag, length: 64 };
}

/** Compares every byte, so that the time does not depend on the first difference. */
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

/** Returns undefined for text that `base64Url` never writes, other spellings of the same bytes included. */
function bytesOf(id: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]{1,4000}$/.test(id) || id.length % 4 === 1) return undefined;
  const text = atob(id.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  return base64Url(bytes) === id ? bytes : undefined;
}
