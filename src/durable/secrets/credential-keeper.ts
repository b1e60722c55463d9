/** The work of the object of a tenant's secrets: secrets and connections together, for calls and people. */
import type { OAuthWays } from "../../tools/oauth/oauth-server.ts";
import type { CredentialAnswer, CredentialPort, CredentialRequest } from "../ports/credential-port.ts";
import { earliest } from "../ports/wake-timer.ts";
import { Connections, type ConsentStart, type ConsentStartResult } from "./connections.ts";
import { CredentialStore } from "./credential-store.ts";
import { forgetEnded } from "./forget-ended.ts";
import { notifyWaiting, type WaitingPeer } from "./notify-waiting.ts";
import { type FormStartResult, isOfSecrets, SecretConnections } from "./secret-connections.ts";
import type { SecretSealer } from "./secret-sealer.ts";

export interface KeeperOptions {
  /** Encrypts secrets. Throws if the settings cannot be read. */
  readonly sealer: () => SecretSealer;
  readonly ways: () => OAuthWays;
  readonly now: () => number;
  /** Called when the object has to be woken earlier. */
  readonly onNotify: () => void;
}

export class CredentialKeeper implements CredentialPort {
  readonly secrets: CredentialStore;
  readonly connections: Connections;
  readonly secretConnections: SecretConnections;
  readonly #now: () => number;

  constructor(sql: SqlStorage, { now, onNotify, sealer, ways }: KeeperOptions) {
    this.#now = now;
    this.secrets = new CredentialStore(sql, {
      sealer,
      onStored: (owner, origin) => this.secretConnections.onStored(owner, origin),
    });
    const secret = this.secrets.value.bind(this.secrets);
    this.connections = new Connections(sql, { sealer, ways, now, secret, onNotify });
    this.secretConnections = new SecretConnections(this.connections.table, this.secrets, { sealer, now, onNotify });
  }

  async credential(request: CredentialRequest): Promise<CredentialAnswer> {
    const { credential } = request;
    return credential.kind === "HEADERS"
      ? this.secretConnections.headers({ ...request, credential })
      : this.connections.headers({ ...request, credential });
  }

  /** A person has opened the link of a connection. */
  begin(start: ConsentStart): Promise<ConsentStartResult | FormStartResult> {
    const known = this.connections.table.get(start.connection);
    return known !== undefined && isOfSecrets(known)
      ? this.secretConnections.begin(start)
      : this.connections.begin(start);
  }

  /** Notifies executions that wait, forgets those that wait no more, and has authorization servers revoke tokens. Never rejects. */
  async notify(execution: (tenant: string, name: string) => WaitingPeer): Promise<void> {
    const { revocations, table } = this.connections;
    const waits = notifyWaiting(table, execution, this.#now).then(() => forgetEnded(table, execution, this.#now));
    await Promise.all([waits, revocations.deliver()]);
  }

  /** When something is due, Unix milliseconds. Undefined for none. */
  nextAt(): number | undefined {
    const { revocations, table } = this.connections;
    const notified = table.toNotify().map(({ notifyAt }) => notifyAt);
    const checked = table.toCheck().map(({ checkAt }) => checkAt);
    return [...notified, ...checked].reduce(earliest, revocations.nextAt());
  }
}
