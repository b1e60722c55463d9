/**
 * Room `durable/secrets`: the credentials that servers and agents are sent. It owns the encryption of secrets at rest (this file), their
 * table (`secret-table.ts`) and the headers of a call (`credential-store.ts`).
 *
 * It leaves to others: `catalog` has the rules for credentials, `durable/tenant` is the object that keeps them, `durable/calls` sends them,
 * `tools` cuts them out of answers.
 *
 * Invariants:
 *
 * - No secret is stored in clear. A stored text can be read only with a key of the deployment, and only in its own context.
 * - A secret leaves the object for a call alone, and only for the origin that it was stored for. It cannot be read back.
 *
 * This file encrypts with AES-256-GCM. Keys are derived from the secrets of the deployment by HKDF, the newest first: it encrypts, the others
 * only decrypt.
 */
import { bytesToHex } from "@noble/hashes/utils.js";
import { sha256Hex } from "../../json/digest.ts";

const nonceBytes = 12;
const encoder = new TextEncoder();

export type OpenedSecret =
  | {
      readonly ok: true;
      readonly text: string;
      /** Whether the newest key encrypted it. */
      readonly isCurrent: boolean;
    }
  /** NO_KEY: the deployment no longer has the key. CHANGED: it was stored otherwise, or as another secret. */
  | { readonly ok: false; readonly reason: "NO_KEY" | "CHANGED" };

interface NamedKey {
  /** Identifies a key, and reveals nothing else about it. */
  readonly id: string;
  readonly secret: string;
}

/** Encrypts secrets with keys of a deployment. */
export class SecretSealer {
  readonly #keys: readonly NamedKey[];
  readonly #derived = new Map<string, CryptoKey>();

  /** `secrets` are those that the keys are made of, the newest first. */
  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => ({
      id: sha256Hex(`planwright secrets key id\n${secret}`).slice(0, 8),
      secret,
    }));
  }

  /** `context` identifies the text. It is not stored, and needed to read the text. */
  async seal(text: string, context: string): Promise<string> {
    const [newest] = this.#keys;
    if (newest === undefined) throw new Error("Cannot keep a secret: required a key of the deployment, found none");
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
    const sealed = await crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData: encoder.encode(context) },
      await this.#key(newest),
      encoder.encode(text),
    );
    return `1.${newest.id}.${bytesToHex(iv)}${bytesToHex(new Uint8Array(sealed))}`;
  }

  async open(sealed: string, context: string): Promise<OpenedSecret> {
    const [, id, hex] = /^1\.([0-9a-f]{8})\.((?:[0-9a-f]{2}){28,})$/.exec(sealed) ?? [];
    if (id === undefined || hex === undefined) return { ok: false, reason: "CHANGED" };
    const key = this.#keys.find((known) => known.id === id);
    if (key === undefined) return { ok: false, reason: "NO_KEY" };
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    const [iv, content] = [bytes.slice(0, nonceBytes), bytes.slice(nonceBytes)];
    try {
      const algorithm = { name: "AES-GCM", iv, additionalData: encoder.encode(context) };
      const text = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await this.#key(key), content));
      return { ok: true, text, isCurrent: key === this.#keys[0] };
    } catch {
      // The platform throws for a wrong tag and for nothing else: key and lengths are right by now.
      return { ok: false, reason: "CHANGED" };
    }
  }

  async #key({ id, secret }: NamedKey): Promise<CryptoKey> {
    const known = this.#derived.get(id);
    if (known !== undefined) return known;
    const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
    const derivation = {
      name: "HKDF",
      hash: "SHA-256",
      salt: encoder.encode("planwright secrets"),
      info: encoder.encode("at rest"),
    };
    const key = await crypto.subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
    this.#derived.set(id, key);
    return key;
  }
}
