/** The work of the object of a tenant's secrets: secrets and connections together, for calls and people. */
import type { OAuthWays } from "../../tools/oauth/oauth-server.ts";
import type { CredentialAnswer, CredentialPort, CredentialRequest } from "../ports/credential-port.ts";
import { earliest } from "../ports/wake-timer.ts";
import { Connections, type ConsentStart, type ConsentStartResult } from "./connections.ts";
import { CredentialStore } from "./credential-store.ts";
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

  /** Notifies executions that wait, and has authorization servers revoke tokens. Never rejects. */
  async notify(execution: (tenant: string, name: string) => WaitingPeer): Promise<void> {
    await Promise.all([
      notifyWaiting(this.connections.table, execution, this.#now),
      this.connections.revocations.deliver(),
    ]);
  }

  /** When notifications are due, Unix milliseconds. Undefined for none. */
  nextAt(): number | undefined {
    const times = this.connections.table.toNotify().flatMap(({ notifyAt }) => notifyAt ?? []);
    const notifyAt = times.length === 0 ? undefined : Math.min(...times);
    return earliest(notifyAt, this.connections.revocations.nextAt());
  }
}
