/** The credential that the provider of a callable is sent with each request. It names secrets and never holds one. */

/** Whose secret or connection is meant: that of the tenant, or that of the subject for whom the call is made. */
export type CredentialOwner = "TENANT" | "SUBJECT";

export type ProviderCredential = HeaderCredential | TokenCredential;

/** A credential whose tokens come from an authorization server. */
export type TokenCredential = OAuthCredential | ClientCredentials | JwtBearer;

/** Headers whose values are secrets that were stored with `setSecret`. */
export interface HeaderCredential {
  readonly kind: "HEADERS";
  readonly headers: readonly SecretHeader[];
}

export interface SecretHeader {
  /** As it is sent. */
  readonly name: string;
  /** Name of the secret. */
  readonly secret: string;
  /** Whose secret is sent, and nobody else's. Absent for that of the subject, or else that of the tenant. */
  readonly owner?: CredentialOwner;
  /** The text before the secret, such as `Bearer `. Empty for none. */
  readonly prefix: string;
}

/** A person consents at the authorization server that the provider names (OAuth 2.1, authorization code). */
export interface OAuthCredential {
  readonly kind: "OAUTH";
  /** Whether every subject connects for itself, or one connection is that of the tenant. */
  readonly owner: CredentialOwner;
  /** Scopes to ask for where the provider demands none. Empty for those that it names. */
  readonly scopes: readonly string[];
  /** Client that was registered at the authorization server. Absent where Planwright registers itself. */
  readonly client?: OAuthClientName;
}

/** Planwright is the client and acts for itself (OAuth 2.1, client credentials). */
export interface ClientCredentials {
  readonly kind: "CLIENT_CREDENTIALS";
  /** That of the tenant; any other is refused. */
  readonly owner: CredentialOwner;
  readonly scopes: readonly string[];
  /** With a secret or a key. */
  readonly client: OAuthClientName;
}

/** Planwright hands in what somebody else asserts about who asks (the JWT bearer grant of RFC 7523). No person takes part. */
export interface JwtBearer {
  readonly kind: "JWT_BEARER";
  /** Whose assertion it is, and whose tokens. */
  readonly owner: CredentialOwner;
  readonly scopes: readonly string[];
  readonly client: OAuthClientName;
  readonly assertion: Assertion;
}

/** A JWT about who asks, which its issuer signed. */
export type Assertion = StoredAssertion | ExchangedIdentity;

export interface StoredAssertion {
  readonly kind: "STORED";
  /** Name of the stored secret that is the assertion. */
  readonly secret: string;
}

/** The identity provider gives the assertion for an identity token (MCP's enterprise-managed authorization). */
export interface ExchangedIdentity {
  readonly kind: "IDENTITY";
  /** Name of the stored secret that is the identity token. */
  readonly secret: string;
  /** Token endpoint of the identity provider. */
  readonly tokenEndpoint: string;
  /** The client that Planwright is there, with the name of its stored secret if it has one. */
  readonly client: Omit<OAuthClientName, "key">;
}

/** A client that a person registered. It proves itself by a secret, by a key, or not at all. */
export interface OAuthClientName {
  readonly id: string;
  /** Name of the stored secret. Absent for a client without one. */
  readonly secret?: string;
  /** Private key with which it signs assertions about itself (RFC 7523). Absent for a client without one. */
  readonly key?: ClientKey;
}

export interface ClientKey {
  /** Name of the stored secret that is the key. */
  readonly secret: string;
  readonly algorithm: SignatureAlgorithm;
}

/** Algorithms of RFC 7518 by which a client signs. */
export type SignatureAlgorithm = `${"ES" | "RS" | "PS"}${256 | 384 | 512}`;
