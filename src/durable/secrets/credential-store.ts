/** The secrets of one tenant: storing them, and the headers of a call made of them. */
import { fitsHeader, unfitForHeader } from "../../catalog/credentials/credential-refusal.ts";
import { credentialOrigin } from "../../catalog/egress.ts";
import type { CredentialOwner, HeaderCredential } from "../../plan/credential.ts";
import type { CredentialAnswer, CredentialRequest } from "../ports/credential-port.ts";
import type { SecretSealer } from "./secret-sealer.ts";
import { type SecretOwner, type SecretRecord, SecretTable } from "./secret-table.ts";

/** A secret that is to be stored. It was checked by the caller. */
export interface SecretChange {
  readonly tenant: string;
  readonly owner: SecretOwner;
  readonly name: string;
  readonly origin: string;
  readonly value: string;
  readonly by: string;
}

export type SetSecretResult =
  | { readonly kind: "STORED"; readonly secret: SecretRecord }
  | { readonly kind: "LIMIT_EXCEEDED"; readonly of: "OWNER" | "TENANT"; readonly maximum: number };

/** For whom the value of a secret is used, and where. */
export interface SecretRequest extends Pick<CredentialRequest, "subject" | "tenant" | "url"> {
  readonly owner: CredentialOwner;
}

const maxOwnSecrets = 100;
const maxSecrets = 10_000;

export class CredentialStore {
  readonly #table: SecretTable;
  readonly #sealer: () => SecretSealer;

  constructor(sql: SqlStorage, sealer: () => SecretSealer) {
    this.#table = new SecretTable(sql);
    this.#sealer = sealer;
  }

  async set({ by, name, origin, owner, tenant, value }: SecretChange, now: number): Promise<SetSecretResult> {
    const sealed = await this.#sealer().seal(value, contextOf(tenant, owner, name, origin));
    if (this.#table.get(owner, name) === undefined) {
      const { all, own } = this.#table.count(owner);
      if (own >= maxOwnSecrets) return { kind: "LIMIT_EXCEEDED", of: "OWNER", maximum: maxOwnSecrets };
      if (all >= maxSecrets) return { kind: "LIMIT_EXCEEDED", of: "TENANT", maximum: maxSecrets };
    }
    const facts = { origin, updatedAt: now, updatedBy: by };
    this.#table.put(owner, name, { ...facts, sealed });
    return { kind: "STORED", secret: { ...facts, name, scope: owner.scope } };
  }

  remove(owner: SecretOwner, name: string): boolean {
    return this.#table.remove(owner, name);
  }

  /** Names, never values. */
  list(subject: string): readonly SecretRecord[] {
    return this.#table.list(subject);
  }

  /** The headers of a call. */
  async headers(request: CredentialRequest, { headers }: HeaderCredential): Promise<CredentialAnswer> {
    const values: [string, string][] = [];
    const secrets: string[] = [];
    for (const { name, prefix, secret } of headers) {
      const found = await this.value({ ...request, owner: "SUBJECT" }, secret);
      if (!found.ok) return { kind: "MISSING", finding: found.finding };
      // A private key has several lines.
      if (!fitsHeader(found.value)) return { kind: "MISSING", finding: `${unfitForHeader} in ${secret}` };
      values.push([name, `${prefix}${found.value}`]);
      secrets.push(found.value);
    }
    return { kind: "HEADERS", headers: values, secrets };
  }

  /**
   * That of the subject, or else that of the tenant, if it may be sent to the address of the request. Where the whole tenant is sent what is
   * made of it, that of the tenant alone: no subject decides what others are sent.
   */
  async value(
    { owner: whose, subject, tenant, url }: SecretRequest,
    name: string,
  ): Promise<{ readonly ok: true; readonly value: string } | { readonly ok: false; readonly finding: string }> {
    const origin = credentialOrigin(url);
    const ofTenant: SecretOwner = { scope: "TENANT" };
    const owners = whose === "TENANT" ? [ofTenant] : [{ scope: "SUBJECT", subject } as const, ofTenant];
    let elsewhere = false;
    for (const owner of owners) {
      const stored = this.#table.get(owner, name);
      if (stored === undefined) continue;
      if (stored.origin !== origin) {
        elsewhere = true;
        continue;
      }
      const context = contextOf(tenant, owner, name, stored.origin);
      const opened = await this.#sealer().open(stored.sealed, context);
      if (!opened.ok) return { ok: false, finding: unreadable(name, opened.reason) };
      if (!opened.isCurrent) await this.#renew(owner, name, stored.sealed, opened.text, context);
      return { ok: true, value: opened.text };
    }
    const found = elsewhere ? "found one that is for another address" : "found none";
    const ofWhom = whose === "TENANT" ? "of the tenant" : "of the subject or of the tenant";
    const finding = `required the secret ${name} for ${origin ?? "this address"}, ${ofWhom}, ${found}. Store it with setSecret`;
    return { ok: false, finding };
  }

  /** Encrypts secrets of an older key with the newest key, unless they have changed meanwhile. */
  async #renew(owner: SecretOwner, name: string, before: string, text: string, context: string): Promise<void> {
    const sealed = await this.#sealer().seal(text, context);
    const stored = this.#table.get(owner, name);
    if (stored?.sealed === before) this.#table.put(owner, name, { ...stored, sealed });
  }
}

/** The context of a stored text: a row that is moved to another owner, name or origin cannot be read. */
function contextOf(tenant: string, owner: SecretOwner, name: string, origin: string): string {
  return JSON.stringify([tenant, owner.scope, owner.scope === "SUBJECT" ? owner.subject : "", name, origin]);
}

function unreadable(name: string, reason: "NO_KEY" | "CHANGED"): string {
  const found =
    reason === "NO_KEY" ? "one encrypted with a key that SECRETS_KEY no longer names" : "one that was altered";
  return `required the secret ${name}, found ${found}. Store it again with setSecret`;
}
