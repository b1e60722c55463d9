/**
 * Connections to servers that demand OAuth: the token of a call, its renewal, and the consent of a person.
 *
 * All of a tenant are in one object, so that a refresh token, which works once, is used once however many steps find the access token
 * expired. The result of a request is stored before it is used.
 */
import type { EndConnectionResult } from "../../catalog/credentials/connection-end.ts";
import { sha256Hex } from "../../json/digest.ts";
import type { TokenCredential } from "../../plan/credential.ts";
import { oauthClient } from "../../tools/oauth/oauth-client.ts";
import {
  type Challenge,
  challengeIn,
  findOAuthServer,
  type OAuthServer,
  type OAuthWays,
  scopeOf,
} from "../../tools/oauth/oauth-server.ts";
import { consentRequest, exchangedTokens, type KeptTokens, refreshedTokens } from "../../tools/oauth/oauth-tokens.ts";
import {
  lastingFailure,
  type RevocationAttempt,
  revocationEndpoint,
  revokedTokens,
} from "../../tools/oauth/token-revocation.ts";
import type { CredentialAnswer, CredentialRefusal, CredentialRequest } from "../ports/credential-port.ts";
import { type ConnectionSecrets, ConnectionVault, type PendingConsent } from "./connection-secrets.ts";
import {
  type ConnectionFacts,
  type ConnectionRecord,
  ConnectionTable,
  connectionId,
  maxConnections,
  type StoredConnection,
  serverOf,
  withWaiting,
} from "./connection-table.ts";
import {
  type ConsentReturn,
  consentMs,
  endedMeanwhile,
  errorFinding,
  notTheOwner,
  returnRefusal,
  unknownConnection,
  usedAnswer,
} from "./consent-return.ts";
import { clientOf, keptClient, type SecretLookup } from "./given-client.ts";
import type { SecretSealer } from "./secret-sealer.ts";
import { ownerKey, type SecretOwner } from "./secret-table.ts";
import { TokenRevocations } from "./token-revocations.ts";
import { tokensWithoutPerson } from "./unattended-tokens.ts";

export interface ConnectionOptions {
  readonly sealer: () => SecretSealer;
  /** How authorization servers are reached. Throws if the settings cannot be read. */
  readonly ways: () => OAuthWays;
  readonly now: () => number;
  readonly secret: SecretLookup;
  /** Called when waiting executions are to be notified. */
  readonly onNotify: () => void;
}

/** A person begins to connect. */
export interface ConsentStart {
  readonly tenant: string;
  readonly connection: string;
  /** Subject who connects. */
  readonly by: string;
  /** Whether it may connect for the tenant. */
  readonly mayForTenant: boolean;
  /** Random; comes back with the person. */
  readonly state: string;
  /** The parameter that the authorization server sends back, made from `state`. */
  readonly sealedState: string;
  /** Hash of the cookie of the person's browser. */
  readonly browserHash: string;
  readonly redirectUri: string;
  readonly documentUrl: string | null;
}

export type ConsentStartResult =
  /** `issuer` and `server` are shown to the person. */
  | { readonly kind: "BEGUN"; readonly url: string; readonly issuer: string; readonly server: string }
  | { readonly kind: "REFUSED"; readonly finding: string };

export type ConsentResult =
  | { readonly kind: "CONNECTED"; readonly server: string }
  | { readonly kind: "REFUSED"; readonly finding: string };

/** A token that ends so soon is renewed before it is sent. */
const earlyMs = 30_000;

type Renewal =
  | { readonly kind: "RENEWED"; readonly tokens: KeptTokens }
  /** A person has to connect again. */
  | { readonly kind: "CONNECT" }
  | Extract<CredentialAnswer, { readonly kind: "MISSING" | "UNAVAILABLE" }>;

export class Connections {
  readonly table: ConnectionTable;
  readonly revocations: TokenRevocations;
  readonly #vault: ConnectionVault;
  readonly #options: ConnectionOptions;
  /** Renewals on their way, by connection. */
  readonly #renewals = new Map<string, Promise<Renewal>>();
  /** How often each connection was ended: work that began before comes too late. */
  readonly #endings = new Map<string, number>();
  /** Verifiers of people who came back to this instance. */
  readonly #takenBack = new Set<string>();

  constructor(sql: SqlStorage, options: ConnectionOptions) {
    this.table = new ConnectionTable(sql);
    this.#vault = new ConnectionVault(options.sealer);
    this.#options = options;
    const { now, onNotify } = options;
    this.revocations = new TokenRevocations(sql, { now, onNotify, revoke: (ended) => this.#revocationOf(ended) });
  }

  /** The credential of a call. A provider that was never called states its demands itself: the first request has no token. */
  async headers(request: OAuthRequest): Promise<CredentialAnswer> {
    const { credential, refusal, tenant, url } = request;
    const owner = ownerOf(request);
    const id = connectionId(owner, url, credential);
    if (refusal !== undefined) return this.#afterRefusal(request, id, owner, refusal);
    const known = this.table.get(id);
    if (known === undefined) return noHeaders;
    const { tokens } = await this.#vault.open(tenant, known);
    const current = this.table.get(id);
    // What was stored meanwhile is what counts.
    if (current?.sealed !== known.sealed) return this.headers(request);
    if (tokens === undefined) {
      if (!current.isWanted) return noHeaders;
      return credential.kind === "OAUTH" ? this.#wanted(request, current) : this.#renewed(request, id);
    }
    const isEnding = tokens.expiresAt !== undefined && tokens.expiresAt - earlyMs <= this.#options.now();
    if (!isEnding || (credential.kind === "OAUTH" && tokens.refresh === undefined)) return headersOf(tokens);
    return this.#renewed(request, id);
  }

  async #afterRefusal(
    request: OAuthRequest,
    id: string,
    owner: SecretOwner,
    refusal: CredentialRefusal,
  ): Promise<CredentialAnswer> {
    const { credential, tenant, url } = request;
    const store = this.#storing(tenant, id);
    const challenge = await challengeIn(refusalOf(refusal));
    const known = this.table.get(id);
    if (known === undefined && this.table.count >= maxConnections)
      return missing(`required at most ${maxConnections} connections of a tenant, found more`);
    const { tokens } = known === undefined ? ({} as ConnectionSecrets) : await this.#vault.open(tenant, known);
    const current = this.table.get(id);
    if (current?.sealed !== known?.sealed) return this.#afterRefusal(request, id, owner, refusal);
    // Another step has renewed the token since this one was sent.
    if (tokens !== undefined && refusal.sent !== authorizationOf(tokens)) return headersOf(tokens);
    const isForScope = refusal.status === 403;
    if (isForScope && tokens !== undefined && covers(tokens.scope, challenge.scope))
      return missing("the server demands a scope that the token has already");
    const facts: ConnectionFacts = {
      waiting: [],
      ...current,
      tenant,
      owner,
      url,
      credential,
      isWanted: true,
      // A demand for scopes need not repeat what else the server demands.
      challenge: isForScope
        ? { ...current?.challenge, ...challenge, scope: union(tokens?.scope, challenge.scope) }
        : challenge,
    };
    this.table.put({ ...facts, id, sealed: current?.sealed ?? "" });
    if (credential.kind !== "OAUTH") return this.#renewed(request, id);
    // No refresh binds a token to a key.
    const isUnbound = facts.challenge.proofs === "DEMANDED" && tokens?.proofKey === undefined;
    if (!isForScope && tokens?.refresh !== undefined && !isUnbound) return this.#renewed(request, id);
    // A token that was refused and cannot be renewed is of no use to the steps to come.
    if (!isForScope && tokens !== undefined)
      await store(({ tokens: latest, ...rest }) => (latest?.access === tokens.access ? rest : undefined), {});
    return this.#wantedNow(request, id);
  }

  /**
   * Like the next one, unless the connection has been ended meanwhile, when the server states its demands again, or a person has connected.
   */
  async #wantedNow({ refusal: _, ...request }: OAuthRequest, id: string): Promise<CredentialAnswer> {
    const known = this.table.get(id);
    if (known === undefined) return noHeaders;
    return known.isWanted && request.credential.kind === "OAUTH" ? this.#wanted(request, known) : this.headers(request);
  }

  /** A person has to connect; the execution waits until then. */
  #wanted({ execution, url }: OAuthRequest, connection: StoredConnection): CredentialAnswer {
    if (execution !== undefined) {
      const waiting = withWaiting(connection.waiting, execution, this.#options.now());
      this.table.put({ ...connection, waiting });
    }
    const whose = connection.owner.scope === "TENANT" ? "the tenant" : connection.owner.subject;
    const finding = `${serverOf(url)} demands that ${whose} connects first`;
    return { kind: "CONNECT", connection: connection.id, finding };
  }

  /** New tokens, which all who ask meanwhile get. */
  async #renewed(request: OAuthRequest, id: string): Promise<CredentialAnswer> {
    const renewal = this.#renewals.get(id) ?? this.#renew(request, id).finally(() => this.#renewals.delete(id));
    this.#renewals.set(id, renewal);
    const renewed = await renewal;
    switch (renewed.kind) {
      case "RENEWED":
        return headersOf(renewed.tokens);
      case "CONNECT":
        return this.#wantedNow(request, id);
      default:
        return renewed;
    }
  }

  async #renew(request: OAuthRequest, id: string): Promise<Renewal> {
    const { credential, tenant, url } = request;
    const known = this.table.get(id);
    if (known === undefined) return { kind: "CONNECT" };
    const store = this.#storing(tenant, id);
    const secrets = await this.#vault.open(tenant, known);
    const ways = this.#options.ways();
    const now = this.#options.now();
    if (credential.kind === "OAUTH") {
      const { server, tokens } = secrets;
      if (server === undefined || tokens?.refresh === undefined) return { kind: "CONNECT" };
      const client = await clientOf(known, server, secrets.client, this.#options.secret);
      if (client === undefined) return { kind: "CONNECT" };
      if (!client.ok) return { kind: "MISSING", finding: client.finding };
      const result = await refreshedTokens(server, client.value, tokens, ways, now);
      // Tokens that a person has connected with meanwhile stay.
      const isLatest = (latest: ConnectionSecrets) => latest.tokens?.refresh === tokens.refresh;
      if (result.ok) return this.#kept(known, store, { ...secrets, server, tokens: result.value }, isLatest);
      const finding = `the token could not be refreshed: ${result.finding}`;
      if (!("isRefused" in result && result.isRefused)) return { kind: "UNAVAILABLE", finding };
      // Its secret is not that of the server, for example because it was changed at one of the two: another consent would not help.
      if (result.isClientRefused === true && credential.client !== undefined) return { kind: "MISSING", finding };
      // The server may not know the client any more: the next consent registers another. A new demand for proofs is one that the next request
      // without a token is answered with.
      const isWanted = result.isProofDemanded !== true;
      await store((latest) => (isLatest(latest) ? pendingOf(latest) : undefined), { isWanted });
      return { kind: "CONNECT" };
    }
    const wanted = { tenant, subject: request.subject, url, credential, challenge: known.challenge };
    const given = await tokensWithoutPerson(wanted, { ways, secret: this.#options.secret, now });
    if (given.kind !== "GIVEN") return given;
    return this.#kept(known, store, { server: given.server, tokens: given.tokens }, () => true);
  }

  async #kept(
    connection: StoredConnection,
    store: Store,
    secrets: ConnectionSecrets & { readonly server: OAuthServer; readonly tokens: KeptTokens },
    isLatest: (latest: ConnectionSecrets) => boolean,
  ): Promise<Renewal> {
    const { server, tokens } = secrets;
    const kept = ({ client, ...latest }: ConnectionSecrets) =>
      isLatest(latest) ? { ...latest, ...keptClient(connection, client), server, tokens } : undefined;
    if (await store(kept, { isWanted: false })) return { kind: "RENEWED", tokens };
    // Tokens of a connection that has been ended are not used.
    await this.#revokeUnstored(connection, secrets);
    return { kind: "CONNECT" };
  }

  /**
   * A function that changes the secrets and facts of that moment. It returns false, and stores nothing, once the connection has been ended.
   */
  #storing(tenant: string, id: string): Store {
    const endings = this.#endings.get(id);
    const current = () => (this.#endings.get(id) === endings ? this.table.get(id) : undefined);
    return async (change, changed) => {
      for (;;) {
        const known = current();
        if (known === undefined) return false;
        const secrets = change(await this.#vault.open(tenant, known));
        if (secrets === undefined) return true;
        const sealed = await this.#vault.seal(tenant, known, secrets);
        const latest = current();
        if (latest === undefined) return false;
        // Others were stored meanwhile: they are what is changed.
        if (latest.sealed !== known.sealed) continue;
        this.table.put({ ...latest, ...changed, sealed });
        return true;
      }
    };
  }

  /** The public facts of connections for a tenant and a subject: never a token. Those of the tenant come first. */
  list(subject: string): readonly ConnectionRecord[] {
    const owners: readonly SecretOwner[] = [{ scope: "TENANT" }, { scope: "SUBJECT", subject }];
    const left = new Map(owners.flatMap((owner) => [...this.revocations.ofOwner(owner)]));
    const listed = this.table.ofSubject(subject).filter(({ credential }) => credential.kind !== "HEADERS");
    const known = new Set(listed.map(({ id }) => id));
    const ended = [...left.values()].flatMap(([connection]) =>
      known.has(connection.id) ? [] : { ...connection, sealed: "", waiting: [] },
    );
    return [...listed, ...ended].map(({ id, isWanted, owner, sealed, url, waiting }) => ({
      id,
      url,
      scope: owner.scope,
      isConnected: sealed !== "" && !isWanted,
      waitingExecutions: waiting.length,
      pendingRevocation: left.get(id)?.[1] ?? null,
    }));
  }

  /**
   * Removes the tokens, the client and all work under way of a connection of one of `owners`. Where executions wait, the connection stays
   * as one that a person has to connect, so that their links work. Then the authorization server is notified, again if need be: nothing
   * else is left here. Of a connection that was ended before, the remaining revocations are sent at once.
   */
  async end(id: string, owners: readonly SecretOwner[]): Promise<EndConnectionResult> {
    const isOwn = ({ owner }: StoredConnection) => owners.some((one) => ownerKey(one) === ownerKey(owner));
    const known = this.table.get(id);
    if (known !== undefined && (!isOwn(known) || known.credential.kind === "HEADERS")) return { kind: "NOT_FOUND" };
    if (known === undefined || known.sealed === "") {
      const isLeft = owners.some((owner) => this.revocations.ofOwner(owner).has(id));
      const again = isLeft ? await this.revocations.again(id) : undefined;
      if (again !== undefined) return { kind: "ENDED", revocation: again };
      if (known === undefined) return { kind: "NOT_FOUND" };
    }
    this.#endings.set(id, (this.#endings.get(id) ?? 0) + 1);
    if (known.waiting.length === 0) this.table.remove(id);
    else this.table.put({ ...known, isWanted: true, sealed: "" });
    return { kind: "ENDED", revocation: await this.revocations.revoke(known) };
  }

  /** Revokes tokens that were not stored because their connection had been ended. */
  async #revokeUnstored(connection: StoredConnection, secrets: ConnectionSecrets): Promise<void> {
    const sealed = await this.#vault.seal(connection.tenant, connection, secrets);
    await this.revocations.revoke({ ...connection, waiting: [], sealed });
  }

  async #revocationOf(connection: StoredConnection): Promise<RevocationAttempt> {
    const secrets = await this.#vault.read(connection.tenant, connection);
    if (secrets === undefined) return lastingFailure("no key of the deployment decrypts the tokens");
    const { server, tokens } = secrets;
    if (server === undefined || tokens === undefined) return { kind: "NOTHING" };
    const endpoint = revocationEndpoint(server);
    if (endpoint === undefined) return { kind: "NOT_OFFERED" };
    const client = await clientOf(connection, server, secrets.client, this.#options.secret, endpoint);
    if (client === undefined) return { kind: "NOTHING" };
    if (!client.ok) return lastingFailure(client.finding);
    return revokedTokens(server, client.value, tokens, this.#options.ways(), this.#options.now());
  }

  /** Finds the authorization server and says where the person is sent. The latest begin counts. */
  async begin(start: ConsentStart): Promise<ConsentStartResult> {
    const { by, connection: id, documentUrl, redirectUri, tenant } = start;
    const known = this.table.get(id);
    if (known === undefined || known.credential.kind !== "OAUTH")
      return { kind: "REFUSED", finding: unknownConnection };
    const { owner } = known;
    if (owner.scope === "TENANT" ? !start.mayForTenant : owner.subject !== by)
      return { kind: "REFUSED", finding: notTheOwner };
    const store = this.#storing(tenant, id);
    const ways = this.#options.ways();
    const server = await findOAuthServer(known.url, known.challenge, ways, "AUTHORIZATION_CODE");
    if (!server.ok) return { kind: "REFUSED", finding: server.finding };
    const { credential } = known;
    const scope = scopeOf(server.value, known.challenge.scope, credential.scopes, "AUTHORIZATION_CODE");
    const given = await clientOf(known, server.value, undefined, this.#options.secret);
    if (given?.ok === false) return { kind: "REFUSED", finding: given.finding };
    const secrets = await this.#vault.open(tenant, known);
    const wishes = { given: given?.value, redirectUri, documentUrl: documentUrl ?? undefined, scope };
    const client = await oauthClient(server.value, secrets.client, wishes, ways);
    if (!client.ok) return { kind: "REFUSED", finding: client.finding };
    const consent = await consentRequest(server.value, client.value, { redirectUri, scope, state: start.sealedState });
    if (!consent.ok) return { kind: "REFUSED", finding: consent.finding };
    const kept = keptClient(known, client.value);
    const pending: PendingConsent = {
      ...kept,
      state: start.state,
      browserHash: start.browserHash,
      verifier: consent.value.verifier,
      server: server.value,
      redirectUri,
      ...(scope !== undefined && { scope }),
      by,
      until: this.#options.now() + consentMs,
    };
    const isStored = await store(({ client: _, ...latest }) => ({ ...latest, ...kept, pending }), {});
    if (!isStored) return { kind: "REFUSED", finding: endedMeanwhile };
    const { issuer } = server.value;
    return { kind: "BEGUN", url: consent.value.url, issuer, server: serverOf(known.url) };
  }

  /** Exchanges the code that a person came back with. Each request for a code works once. */
  async finish(given: ConsentReturn): Promise<ConsentResult> {
    const { connection: id, tenant } = given;
    const known = this.table.get(id);
    if (known === undefined) return { kind: "REFUSED", finding: unknownConnection };
    const store = this.#storing(tenant, id);
    const { pending } = await this.#vault.open(tenant, known);
    const refusal = returnRefusal(pending, given, this.#options.now());
    if (refusal !== undefined || pending === undefined)
      return { kind: "REFUSED", finding: refusal ?? unknownConnection };
    // In the turn of the check, and stored before anything is sent: an answer that comes twice finds nothing.
    if (this.#takenBack.has(pending.verifier)) return { kind: "REFUSED", finding: usedAnswer };
    this.#takenBack.add(pending.verifier);
    const taken = ({ pending: latest, ...others }: ConnectionSecrets) =>
      latest?.verifier === pending.verifier ? others : undefined;
    if (!(await store(taken, {}))) return { kind: "REFUSED", finding: endedMeanwhile };
    if (given.code === null) return { kind: "REFUSED", finding: errorFinding(given.error) };
    const { redirectUri, scope, server, verifier } = pending;
    const client = await clientOf(known, server, pending.client, this.#options.secret);
    if (client?.ok !== true) return { kind: "REFUSED", finding: client?.finding ?? usedAnswer };
    const answer = { code: given.code, iss: given.iss ?? undefined, redirectUri, scope, verifier };
    const tokens = await exchangedTokens(server, client.value, answer, this.#options.ways(), this.#options.now());
    if (!tokens.ok) return { kind: "REFUSED", finding: tokens.finding };
    const notifyAt = this.#options.now();
    const secrets = { ...keptClient(known, client.value), server, tokens: tokens.value };
    const isStored = await store(() => secrets, { isWanted: false, notifyAt });
    if (!isStored) {
      await this.#revokeUnstored(known, secrets);
      return { kind: "REFUSED", finding: endedMeanwhile };
    }
    this.#options.onNotify();
    return { kind: "CONNECTED", server: serverOf(known.url) };
  }
}

type OAuthRequest = CredentialRequest & { readonly credential: TokenCredential };

/** Changes the secrets of one connection, and facts with them, or nothing where `change` returns nothing; false if it has been ended. */
type Store = (
  change: (latest: ConnectionSecrets) => ConnectionSecrets | undefined,
  changed: Partial<ConnectionFacts>,
) => Promise<boolean>;

const noHeaders: CredentialAnswer = { kind: "HEADERS", headers: [], secrets: [] };

function ownerOf({ credential, subject }: OAuthRequest): SecretOwner {
  return credential.owner === "TENANT" ? { scope: "TENANT" } : { scope: "SUBJECT", subject };
}

function refusalOf({ challenge, status }: CredentialRefusal): Response {
  return new Response(null, { status, headers: challenge === "" ? {} : { "www-authenticate": challenge } });
}

function headersOf(tokens: KeptTokens): CredentialAnswer {
  const { access, proofKey, refresh } = tokens;
  const secrets = refresh === undefined ? [access] : [access, refresh];
  const headers = [["Authorization", authorizationOf(tokens)]] as const;
  return { kind: "HEADERS", headers, secrets, ...(proofKey !== undefined && { proofKey }) };
}

function authorizationOf({ access, proofKey }: KeptTokens): string {
  return `${proofKey === undefined ? "Bearer" : "DPoP"} ${access}`;
}

function missing(finding: string): CredentialAnswer {
  return { kind: "MISSING", finding };
}

/** The rest of a connection whose tokens and client are useless. */
function pendingOf({ pending }: ConnectionSecrets): ConnectionSecrets {
  return pending === undefined ? {} : { pending };
}

function scopesIn(scope: string | undefined): readonly string[] {
  return scope?.split(/\s+/).filter(Boolean) ?? [];
}

function union(left: string | undefined, right: string | undefined): string {
  return [...new Set([...scopesIn(left), ...scopesIn(right)])].join(" ");
}

function covers(granted: string | undefined, demanded: Challenge["scope"]): boolean {
  const known = new Set(scopesIn(granted));
  return known.size > 0 && scopesIn(demanded).every((scope) => known.has(scope));
}

/** Hash of the cookie of a browser. */
export function browserHash(given: string): string {
  return sha256Hex(`planwright connect\n${given}`);
}
