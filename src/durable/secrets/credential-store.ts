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

interface SecretLimit {
  readonly kind: "LIMIT_EXCEEDED";
  readonly of: "OWNER" | "TENANT";
  readonly maximum: number;
}

export type SetSecretResult = { readonly kind: "STORED"; readonly secret: SecretRecord } | SecretLimit;

/** For whom the value of a secret is used, and where. */
export interface SecretRequest extends Pick<CredentialRequest, "subject" | "tenant" | "url"> {
  readonly owner: CredentialOwner;
}

const maxOwnSecrets = 100;
const maxSecrets = 10_000;

/** A secret that is encrypted and not stored yet. */
export interface SealedSecret {
  readonly change: SecretChange;
  readonly sealed: string;
}

/** The value of a secret, or why there is none: ABSENT, for ANOTHER_ADDRESS, or UNREADABLE. */
export type SecretValue =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: "ABSENT" | "ANOTHER_ADDRESS" | "UNREADABLE"; readonly finding: string };

export interface CredentialStoreOptions {
  readonly sealer: () => SecretSealer;
  /** Called in the turn in which a secret is stored. */
  readonly onStored?: (owner: SecretOwner, origin: string) => void;
}

export class CredentialStore {
  readonly #table: SecretTable;
  readonly #options: CredentialStoreOptions;

  constructor(sql: SqlStorage, options: CredentialStoreOptions) {
    this.#table = new SecretTable(sql);
    this.#options = options;
  }

  async set(change: SecretChange, now: number): Promise<SetSecretResult> {
    return this.put(await this.seal(change), now);
  }

  async seal(change: SecretChange): Promise<SealedSecret> {
    const { name, origin, owner, tenant, value } = change;
    return { change, sealed: await this.#options.sealer().seal(value, contextOf(tenant, owner, name, origin)) };
  }

  /** Stores an encrypted secret in this turn. */
  put({ change, sealed }: SealedSecret, now: number): SetSecretResult {
    const { by, name, origin, owner } = change;
    const limit = this.#table.get(owner, name) === undefined ? this.limit(owner, 1) : undefined;
    if (limit !== undefined) return limit;
    const facts = { origin, updatedAt: now, updatedBy: by };
    this.#table.put(owner, name, { ...facts, sealed });
    this.#options.onStored?.(owner, origin);
    return { kind: "STORED", secret: { ...facts, name, scope: owner.scope } };
  }

  /** The cap that `added` further secrets of `owner` would pass. Undefined for none. */
  limit(owner: SecretOwner, added: number): SecretLimit | undefined {
    const { all, own } = this.#table.count(owner);
    if (own + added > maxOwnSecrets) return { kind: "LIMIT_EXCEEDED", of: "OWNER", maximum: maxOwnSecrets };
    if (all + added > maxSecrets) return { kind: "LIMIT_EXCEEDED", of: "TENANT", maximum: maxSecrets };
    return undefined;
  }

  remove(owner: SecretOwner, name: string): boolean {
    return this.#table.remove(owner, name);
  }

  /** Names, never values. */
  list(subject: string): readonly SecretRecord[] {
    return this.#table.list(subject);
  }

  /** Where a stored secret may be sent, and its text as it is stored. Undefined for none. */
  stored(owner: SecretOwner, name: string): { readonly origin: string; readonly sealed: string } | undefined {
    return this.#table.get(owner, name);
  }

  /** The headers of a call. Secrets of another owner than the one that a header names are not sent. */
  async headers(request: CredentialRequest, { headers }: HeaderCredential): Promise<CredentialAnswer> {
    const values: [string, string][] = [];
    const secrets: string[] = [];
    for (const { name, owner, prefix, secret } of headers) {
      const found =
        owner === "SUBJECT"
          ? await this.ownValue(request, secret)
          : await this.value({ ...request, owner: owner ?? "SUBJECT" }, secret);
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
  value({ owner, subject, ...request }: SecretRequest, name: string): Promise<SecretValue> {
    const ofTenant: SecretOwner = { scope: "TENANT" };
    return owner === "TENANT"
      ? this.#valueOf([ofTenant], "of the tenant", request, name)
      : this.#valueOf([{ scope: "SUBJECT", subject }, ofTenant], "of the subject or of the tenant", request, name);
  }

  /** That of the subject, and none of the tenant, if it may be sent to the address of the request. */
  ownValue({ subject, ...request }: Omit<SecretRequest, "owner">, name: string): Promise<SecretValue> {
    return this.#valueOf([{ scope: "SUBJECT", subject }], "of the subject", request, name);
  }

  async #valueOf(
    owners: readonly SecretOwner[],
    ofWhom: string,
    { tenant, url }: Pick<CredentialRequest, "tenant" | "url">,
    name: string,
  ): Promise<SecretValue> {
    const origin = credentialOrigin(url);
    let elsewhere = false;
    for (const owner of owners) {
      const stored = this.#table.get(owner, name);
      if (stored === undefined) continue;
      if (stored.origin !== origin) {
        elsewhere = true;
        continue;
      }
      const context = contextOf(tenant, owner, name, stored.origin);
      const opened = await this.#options.sealer().open(stored.sealed, context);
      if (!opened.ok) return { ok: false, reason: "UNREADABLE", finding: unreadable(name, opened.reason) };
      if (!opened.isCurrent) await this.#renew(owner, name, stored.sealed, opened.text, context);
      return { ok: true, value: opened.text };
    }
    const found = elsewhere ? "found one that is for another address" : "found none";
    const finding = `required the secret ${name} for ${origin ?? "this address"}, ${ofWhom}, ${found}. Store it with setSecret`;
    return { ok: false, reason: elsewhere ? "ANOTHER_ADDRESS" : "ABSENT", finding };
  }

  /** Encrypts secrets of an older key with the newest key, unless they have changed meanwhile. */
  async #renew(owner: SecretOwner, name: string, before: string, text: string, context: string): Promise<void> {
    const sealed = await this.#options.sealer().seal(text, context);
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
