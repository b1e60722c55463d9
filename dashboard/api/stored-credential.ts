/** The credential that this tab keeps, and the headers that prove it. Apart from the rest of the session, for what runs before the page does. */

export interface Credential {
  /** API key, token of an identity provider, or that of the operator. */
  readonly token: string;
  /** The tenant that the operator means. Empty for everybody else. */
  readonly tenant: string;
}

export const credentialKey = "planwright.credential";

/** Null where nobody has signed in, or storage is closed to the page. */
export function storedCredential(): Credential | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(credentialKey) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { tenant, token } = value as Partial<Credential>;
    return typeof token === "string" && typeof tenant === "string" ? { token, tenant } : null;
  } catch {
    return null;
  }
}

/** Empty without a credential. */
export function headersOf(credential: Credential | null): Record<string, string> {
  if (credential === null) return {};
  const authorization = `Bearer ${credential.token}`;
  return credential.tenant === "" ? { authorization } : { authorization, "planwright-tenant": credential.tenant };
}
