/**
 * Who the page acts as. The credential is kept for this tab alone (`sessionStorage`), is sent in a header and stands in no address.
 * Deployments without credentials, and those where something in front of them signs people in, need none.
 */
import { signal } from "@preact/signals";

export interface Credential {
  /** API key, token of an identity provider, or that of the operator. */
  readonly token: string;
  /** The tenant that the operator means. Empty for everybody else. */
  readonly tenant: string;
}

const storageKey = "planwright.credential";

export const credential = signal<Credential | null>(stored());

/** Why the API refused the credential last, until it accepts one. Null while nothing is refused. */
export const refusal = signal<string | null>(null);

/** Counts sign-ins, so that what was refused before can be tried again. */
export const signIns = signal(0);

export function signIn(given: Credential): void {
  credential.value = given;
  refusal.value = null;
  signIns.value += 1;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(given));
  } catch {
    // Storage may be closed to the page; the credential then lasts until it is reloaded.
  }
}

export function signOut(): void {
  credential.value = null;
  refusal.value = "You signed out.";
  try {
    // Drafts too, which may hold what nobody else should read.
    sessionStorage.clear();
  } catch {
    // Nothing was stored then.
  }
}

/** Headers that prove who asks. Empty without a credential. */
export function credentialHeaders(): Record<string, string> {
  const current = credential.value;
  if (current === null) return {};
  const authorization = `Bearer ${current.token}`;
  return current.tenant === "" ? { authorization } : { authorization, "planwright-tenant": current.tenant };
}

function stored(): Credential | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { tenant, token } = value as Partial<Credential>;
    return typeof token === "string" && typeof tenant === "string" ? { token, tenant } : null;
  } catch {
    return null;
  }
}
