/**
 * Connections that a person makes by giving secrets of its own, such as a personal access token: the headers of a call, the question to a
 * subject that lacks one, and the secrets that come back.
 *
 * - Who is asked is noted in the turn in which the secret was missing, and notified from the turn in which it is stored, by the page or by
 *   `setSecret`. So no order of the two and no crash leaves somebody waiting.
 * - A secret that the server refuses is asked for again. One that is stored for another address is not replaced: another server needs it.
 * - The values that come back count once, for the link that was opened last, and are stored together or not at all.
 */
import { ownSecrets, secretValueProblem } from "../../catalog/credentials/credential-refusal.ts";
import { credentialOrigin } from "../../catalog/egress.ts";
import type { HeaderCredential } from "../../plan/credential.ts";
import { type CredentialAnswer, type CredentialRequest, sentText } from "../ports/credential-port.ts";
import { ConnectionVault } from "./connection-secrets.ts";
import {
  type ConnectionTable,
  maxConnections,
  type StoredConnection,
  secretConnectionId,
  serverOf,
  withWaiting,
} from "./connection-table.ts";
import type { ConsentResult, ConsentStart } from "./connections.ts";
import {
  consentMs,
  endedMeanwhile,
  notTheOwner,
  pendingRefusal,
  type SecretReturn,
  unknownConnection,
  usedAnswer,
} from "./consent-return.ts";
import type { CredentialStore } from "./credential-store.ts";
import { checkMs } from "./forget-ended.ts";
import type { SecretSealer } from "./secret-sealer.ts";
import type { SecretOwner } from "./secret-table.ts";

export interface SecretConnectionOptions {
  readonly sealer: () => SecretSealer;
  readonly now: () => number;
  /** Called when the object has to be woken earlier. */
  readonly onNotify: () => void;
}

export type FormStartResult =
  /** The person gives the secrets of these names, which are sent to `origin` alone. */
  | { readonly kind: "FORM"; readonly server: string; readonly origin: string; readonly secrets: readonly string[] }
  | { readonly kind: "REFUSED"; readonly finding: string };

type SecretRequest = CredentialRequest & { readonly credential: HeaderCredential };

/** A connection by secrets of one subject. */
type SecretConnection = StoredConnection & {
  readonly credential: HeaderCredential;
  readonly owner: Extract<SecretOwner, { readonly scope: "SUBJECT" }>;
};

export class SecretConnections {
  readonly #table: ConnectionTable;
  readonly #secrets: CredentialStore;
  readonly #vault: ConnectionVault;
  readonly #options: SecretConnectionOptions;

  constructor(table: ConnectionTable, secrets: CredentialStore, options: SecretConnectionOptions) {
    this.#table = table;
    this.#secrets = secrets;
    this.#vault = new ConnectionVault(options.sealer);
    this.#options = options;
  }

  /** The headers of a call, or the question to the subject whose secret is missing or was refused. */
  async headers(request: SecretRequest): Promise<CredentialAnswer> {
    const { credential, refusal, subject } = request;
    const names = ownSecrets(credential);
    const before = this.#storedTexts(subject, names);
    const answer = await this.#secrets.headers(request, credential);
    if (names.length === 0 || subject === "") return answer;
    const isRefused = answer.kind === "HEADERS" && refusal?.sent === sentText(answer.headers);
    if (answer.kind === "HEADERS" && !isRefused) return answer;
    const hindrance = await this.#hindrance(request, names);
    if (hindrance !== undefined) return { kind: "MISSING", finding: hindrance };
    // What was stored meanwhile is what counts.
    if (this.#storedTexts(subject, names) !== before) return this.headers(request);
    return this.#wanted(request, names, isRefused);
  }

  /** What a person cannot mend by giving its own secrets. Undefined for nothing. */
  async #hindrance(request: SecretRequest, names: readonly string[]): Promise<string | undefined> {
    const { credential } = request;
    const others = credential.headers.filter(({ owner }) => owner !== "SUBJECT");
    const rest = await this.#secrets.headers(request, { ...credential, headers: others });
    if (rest.kind === "MISSING") return rest.finding;
    for (const name of names) {
      const found = await this.#secrets.ownValue(request, name);
      if (!found.ok && found.reason === "ANOTHER_ADDRESS") return found.finding;
    }
    return undefined;
  }

  /** Notes who waits, in this turn. */
  #wanted(request: SecretRequest, names: readonly string[], isRefused: boolean): CredentialAnswer {
    const { credential, execution, subject, tenant, url } = request;
    const owner = { scope: "SUBJECT", subject } as const;
    const origin = credentialOrigin(url) ?? url;
    const id = secretConnectionId(owner, origin, names);
    const known = this.#table.get(id);
    if (known === undefined && this.#table.count >= maxConnections)
      return { kind: "MISSING", finding: `required at most ${maxConnections} connections of a tenant, found more` };
    const own = credential.headers.filter((header) => header.owner === "SUBJECT");
    const facts = { tenant, owner, url: origin, credential: { ...credential, headers: own }, challenge: {} };
    // Who has yet to be notified of an earlier secret waits for the next one: that one was refused, or is gone.
    const { notifyAt: _, ...current } = known ?? {
      ...facts,
      id,
      waiting: [],
      sealed: "",
      notifyAt: undefined,
      checkAt: undefined,
    };
    const waiting =
      execution === undefined ? current.waiting : withWaiting(current.waiting, execution, this.#options.now());
    const checkAt = current.checkAt ?? this.#options.now() + checkMs;
    this.#table.put({ ...current, isWanted: true, waiting, checkAt });
    if (current.checkAt === undefined) this.#options.onNotify();
    const which = names.length === 1 ? `the secret ${names[0]}` : `the secrets ${names.join(", ")}`;
    const why = isRefused ? `: it refused ${which}` : ` with ${which}`;
    return {
      kind: "CONNECT",
      connection: id,
      finding: `${serverOf(url)} demands that ${subject} connects first${why}`,
    };
  }

  /** The encrypted texts of secrets of a subject, in this turn. */
  #storedTexts(subject: string, names: readonly string[]): string {
    return names.map((name) => this.#secrets.stored({ scope: "SUBJECT", subject }, name)?.sealed ?? "").join("\n");
  }

  /** A person has opened the link: says which secrets the page asks for. The latest begin counts. */
  async begin({ browserHash, by, connection: id, state, tenant }: ConsentStart): Promise<FormStartResult> {
    const known = this.#get(id);
    if (known === undefined) return { kind: "REFUSED", finding: unknownConnection };
    if (known.owner.subject !== by) return { kind: "REFUSED", finding: notTheOwner };
    const form = { state, browserHash, by, until: this.#options.now() + consentMs };
    const sealed = await this.#vault.seal(tenant, known, { form });
    const latest = this.#get(id);
    if (latest === undefined) return { kind: "REFUSED", finding: endedMeanwhile };
    this.#table.put({ ...latest, sealed });
    const { credential, url } = known;
    return { kind: "FORM", server: serverOf(url), origin: url, secrets: ownSecrets(credential) };
  }

  /** Stores the secrets that a person gave. Each opened page is answered once. */
  async finish({ browserHash, connection: id, state, tenant, values }: SecretReturn): Promise<ConsentResult> {
    const known = this.#get(id);
    if (known === undefined) return { kind: "REFUSED", finding: unknownConnection };
    const { form } = await this.#vault.open(tenant, known);
    const now = this.#options.now();
    const refusal = pendingRefusal(form, { browserHash, state }, now) ?? valuesRefusal(values, known);
    if (refusal !== undefined) return { kind: "REFUSED", finding: refusal };
    const { owner, url: origin } = known;
    const changes = values.map(([name, value]) => ({ tenant, owner, name, origin, value, by: owner.subject }));
    const sealed = await Promise.all(changes.map((change) => this.#secrets.seal(change)));
    const latest = this.#get(id);
    if (latest === undefined) return { kind: "REFUSED", finding: endedMeanwhile };
    // In the turn of the writes: an answer that comes twice finds the form gone, and one to an earlier page another form.
    if (latest.sealed !== known.sealed) return { kind: "REFUSED", finding: usedAnswer };
    const unfit = this.#unstorable(known);
    if (unfit !== undefined) return { kind: "REFUSED", finding: unfit };
    this.#table.put({ ...latest, sealed: "" });
    for (const secret of sealed) this.#secrets.put(secret, now);
    return { kind: "CONNECTED", server: serverOf(origin) };
  }

  /** Why the secrets of a connection cannot be stored in this turn. */
  #unstorable({ credential, owner, url }: SecretConnection): string | undefined {
    const names = ownSecrets(credential);
    const other = names.find((name) => (this.#secrets.stored(owner, name)?.origin ?? url) !== url);
    if (other !== undefined) return `required no secret ${other} for another address, found one`;
    const added = names.filter((name) => this.#secrets.stored(owner, name) === undefined);
    const limit = this.#secrets.limit(owner, added.length);
    if (limit === undefined) return undefined;
    return `required at most ${limit.maximum} secrets of ${limit.of === "OWNER" ? "a subject" : "a tenant"}, found more`;
  }

  /** Called in the turn in which a secret is stored: what waits for it goes on, unless another one is missing. */
  onStored(owner: SecretOwner, origin: string): void {
    if (owner.scope !== "SUBJECT") return;
    const made = this.#table.of(owner).filter((connection) => {
      const { credential, url } = connection;
      if (credential.kind !== "HEADERS" || url !== origin) return false;
      return ownSecrets(credential).every((name) => this.#secrets.stored(owner, name)?.origin === origin);
    });
    for (const connection of made)
      if (connection.waiting.length === 0) this.#table.remove(connection.id);
      else this.#table.put({ ...connection, isWanted: false, notifyAt: this.#options.now() });
    if (made.length > 0) this.#options.onNotify();
  }

  /** Forgets who waits for secrets of `owner`, and the pages that were opened. */
  forget(owner: SecretOwner): void {
    for (const { credential, id } of this.#table.of(owner)) if (credential.kind === "HEADERS") this.#table.remove(id);
  }

  #get(id: string): SecretConnection | undefined {
    const known = this.#table.get(id);
    return known !== undefined && isOfSecrets(known) ? known : undefined;
  }
}

export function isOfSecrets(connection: StoredConnection): connection is SecretConnection {
  return connection.credential.kind === "HEADERS" && connection.owner.scope === "SUBJECT";
}

/** Why `values` are not those of the secrets that the page asked for. No value is repeated. */
function valuesRefusal(values: SecretReturn["values"], { credential }: SecretConnection): string | undefined {
  const required = ownSecrets(credential).toSorted().join(", ");
  const given = values.map(([name]) => name).toSorted();
  if (given.join(", ") !== required) return `required the secrets ${required}, found others. Open the link again`;
  for (const [name, value] of values) {
    const problem = secretValueProblem(value);
    if (problem !== undefined) return `the secret ${name}: ${problem}. Open the link again`;
  }
  return undefined;
}
