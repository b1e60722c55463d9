/**
 * The assertion with which a client proves itself by a private key in the place of a secret (`private_key_jwt`, RFC 7523). Each is signed for
 * one request: it has an id of its own, its only audience is the issuer of the authorization server, and it ends soon.
 *
 * No finding has text of the key or of the library that reads it.
 */
import type { CryptoKey, JWK } from "jose";
import { isJsonObject, type JsonObject } from "../../json/json.ts";
import type { OAuthClient, SigningKey } from "./oauth-client.ts";

/** Adds to a request for tokens what proves the client. The library calls it for every request that it sends. */
export type ClientAuthentication = (headers: Headers, parameters: URLSearchParams) => Promise<void>;

type KeyResult =
  | { readonly ok: true; readonly key: CryptoKey; readonly keyId: string | undefined }
  | { readonly ok: false; readonly found: string };

/** For an authorization server whose clock is ahead by a minute, a minute of it is left. */
const assertionSeconds = 120;
/** RFC 7518 demands it, and the library refuses to sign with fewer. */
const leastModulusBits = 2_048;
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Why `given` cannot sign, as "required …, found …". Undefined if it can. */
export async function keyProblem(given: SigningKey): Promise<string | undefined> {
  const parsed = await keyOf(given);
  if (parsed.ok) return undefined;
  return `required a private key for ${given.algorithm}, as PEM of PKCS #8 or as JWK, found ${parsed.found}`;
}

/** What proves `client` to the issuer at `now`. Undefined for a client without a key. */
export function clientAuthentication(
  { client_id: id, issuer, key: given }: OAuthClient,
  now: number,
): ClientAuthentication | undefined {
  if (given === undefined) return undefined;
  return async (_, parameters) => {
    const parsed = await keyOf(given);
    if (!parsed.ok) throw new Error("A key that signs was read before it was used");
    const { key, keyId } = parsed;
    const issuedAt = Math.floor(now / 1_000);
    const { SignJWT } = await import("./signing-library.ts");
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: given.algorithm, typ: "JWT", ...(keyId !== undefined && { kid: keyId }) })
      .setIssuer(id)
      .setSubject(id)
      .setAudience(issuer)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + assertionSeconds)
      .setJti(crypto.randomUUID())
      .sign(key);
    parameters.set("client_id", id);
    parameters.set("client_assertion_type", assertionType);
    parameters.set("client_assertion", assertion);
  };
}

async function keyOf({ algorithm, text }: SigningKey): Promise<KeyResult> {
  const trimmed = text.trim();
  const isPem = trimmed.startsWith("-----BEGIN");
  const jwk = isPem ? undefined : jwkIn(trimmed);
  if (!isPem && jwk === undefined) return unfit("neither");
  if (jwk !== undefined && typeof jwk.alg === "string" && jwk.alg !== algorithm)
    return unfit("a key for another algorithm");
  const { importJWK, importPKCS8 } = await import("./signing-library.ts");
  try {
    const key = jwk === undefined ? await importPKCS8(trimmed, algorithm) : await importJWK(jwk as JWK, algorithm);
    if (key instanceof Uint8Array) return unfit("a symmetric key");
    if (key.type !== "private") return unfit("a public key");
    const { modulusLength } = key.algorithm as { readonly modulusLength?: number };
    if (modulusLength !== undefined && modulusLength < leastModulusBits)
      return unfit(`one of ${modulusLength} bits, where ${leastModulusBits} are needed`);
    return { ok: true, key, keyId: typeof jwk?.kid === "string" ? jwk.kid : undefined };
  } catch {
    // The text of the platform could quote the key.
    return unfit("one that is not fit for it");
  }
}

function jwkIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function unfit(found: string): KeyResult {
  return { ok: false, found };
}
