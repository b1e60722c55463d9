/**
 * Room `catalog/credentials`: the rules for credentials that callees are sent.
 *
 * It leaves to others: `plan` has the shape of a credential, `durable/secrets` keeps the secrets, `catalog` says where requests may go.
 *
 * This file has the reasons to refuse the credential of a registration: headers that are invalid or belong to the protocol.
 */
import type {
  HeaderCredential,
  JwtBearer,
  OAuthClientName,
  ProviderCredential,
  SecretHeader,
  TokenCredential,
} from "../../plan/credential.ts";

const maxHeaders = 10;
const headerName = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Text that may be before a secret in a header. */
const prefixPattern = /^(?:[!-~](?:[ -~]{0,62}[ -~])?)?$/;
/** Names of secrets that are stored. */
const storedSecretName = /^[A-Z0-9_]{1,64}$/;
/** Headers that a call says itself, or that only the connection may say. */
const reserved = new Set(
  `host content-length content-type content-encoding transfer-encoding connection keep-alive upgrade te trailer expect accept accept-encoding
   idempotency-key traceparent tracestate last-event-id proxy-authorization proxy-connection`.split(/\s+/),
);

/**
 * The problem of a credential, as the end of "Cannot use the credential: …". Undefined if there is none. `bearerSecret` is named beside it.
 */
export function credentialProblem(
  credential: ProviderCredential | undefined,
  bearerSecret: string | null,
): string | undefined {
  if (credential === undefined) return undefined;
  return credential.kind === "HEADERS"
    ? headersProblem(credential, bearerSecret)
    : (tokenProblem(credential) ??
        (bearerSecret === null ? undefined : "required one of bearerSecret and OAuth, found both"));
}

const scopePattern = /^[!#-[\]-~]{1,200}$/;
const maxScopes = 50;
const clientIdPattern = /^[ -~]{1,500}$/;

function tokenProblem(credential: TokenCredential): string | undefined {
  const { client, kind, owner, scopes } = credential;
  if (kind === "CLIENT_CREDENTIALS" && owner !== "TENANT")
    return "required the scope TENANT with client credentials, whose tokens no subject has, found SUBJECT";
  if (scopes.length > maxScopes) return `required at most ${maxScopes} scopes, found ${scopes.length}`;
  const wrong = scopes.find((scope) => !scopePattern.test(scope));
  if (wrong !== undefined) return `required scopes as OAuth has them, found ${shown(wrong)}`;
  if (client === undefined) return undefined;
  if (!clientIdPattern.test(client.id))
    return `required a client id of 1 to 500 printable ASCII characters, found ${shown(client.id)}`;
  return provingProblem(client, kind) ?? (credential.kind === "JWT_BEARER" ? assertionProblem(credential) : undefined);
}

const longestAddress = 2_000;

function assertionProblem({ assertion }: JwtBearer): string | undefined {
  const ofSecret = secretNameProblem(assertion.secret);
  if (ofSecret !== undefined || assertion.kind === "STORED") return ofSecret;
  const { client, tokenEndpoint } = assertion;
  if (tokenEndpoint.length > longestAddress || !/^https?:$/.test(URL.parse(tokenEndpoint)?.protocol ?? ""))
    return `required the address of a token endpoint, found ${shown(tokenEndpoint)}`;
  if (!clientIdPattern.test(client.id))
    return `required a client id of 1 to 500 printable ASCII characters at the identity provider, found ${shown(client.id)}`;
  return client.secret === undefined ? undefined : secretNameProblem(client.secret);
}

/** The problem of what a client proves itself with. */
function provingProblem({ key, secret }: OAuthClientName, kind: TokenCredential["kind"]): string | undefined {
  if (key !== undefined && secret !== undefined) return "required one of clientSecret and clientKey, found both";
  const name = key?.secret ?? secret;
  if (name !== undefined) return secretNameProblem(name);
  return kind === "CLIENT_CREDENTIALS"
    ? "required clientSecret or clientKey with client credentials, found neither"
    : undefined;
}

function headersProblem({ headers }: HeaderCredential, bearerSecret: string | null): string | undefined {
  if (headers.length === 0 || headers.length > maxHeaders)
    return `required 1 to ${maxHeaders} headers, found ${headers.length}`;
  const names = headers.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `required each header once, found ${shown(twice)} again`;
  if (bearerSecret !== null && names.includes("authorization"))
    return "required one of bearerSecret and a header Authorization, found both";
  for (const header of headers) {
    const problem = headerProblem(header);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function headerProblem({ name, prefix, secret }: SecretHeader): string | undefined {
  if (!headerName.test(name)) return `required the name of a header, found ${shown(name)}`;
  if (reserved.has(name.toLowerCase()) || /^(?:mcp-|sec-|cf-)/i.test(name))
    return `required a header that no call says itself, found ${shown(name)}`;
  if (!prefixPattern.test(prefix))
    return `required a prefix of at most 64 printable ASCII characters, found ${shown(prefix)}`;
  return secretNameProblem(secret);
}

/** Whether a secret can stand in a header. White space around it is not sent. */
export function fitsHeader(secret: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(secret.trim());
}

/** The end of a message about one that cannot. */
export const unfitForHeader =
  "required a secret of characters that a header can have, such as visible ASCII, found others";

/** Shorter secrets cannot be distinguished from ordinary words of a result, and so cannot be removed from it. */
export const fewestSecretCharacters = 8;
export const mostSecretCharacters = 8_000;
/** Characters that a header may have. */
const headerValue = /^[!-~](?:[ -~]*[!-~])?$/;

export function secretLengthProblem({ length }: string): string | undefined {
  if (length >= fewestSecretCharacters && length <= mostSecretCharacters) return undefined;
  return `required ${fewestSecretCharacters} to ${mostSecretCharacters} characters, found ${length}`;
}

/** The problem of a secret that is to be stored for a header, without the value. Undefined if there is none. */
export function secretValueProblem(value: string): string | undefined {
  const ofLength = secretLengthProblem(value);
  if (ofLength !== undefined || headerValue.test(value)) return ofLength;
  return "required printable ASCII characters without white space at either end, found others";
}

/** Names of the secrets that each subject has to have of its own for a credential, each once. */
export function ownSecrets({ headers }: HeaderCredential): readonly string[] {
  return [...new Set(headers.flatMap(({ owner, secret }) => (owner === "SUBJECT" ? secret : [])))];
}

/** Whether a request that a server refused may be sent once more with another credential, or after a person has connected. */
export function isRenewable(credential: ProviderCredential): boolean {
  return credential.kind !== "HEADERS" || ownSecrets(credential).length > 0;
}

/** The problem of the name of a stored secret. Undefined if there is none. */
export function secretNameProblem(name: string): string | undefined {
  if (storedSecretName.test(name)) return undefined;
  return `required the name of a secret, 1 to 64 capital letters, digits or \`_\`, found ${shown(name)}`;
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
