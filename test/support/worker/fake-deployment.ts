/** The app over a tenant's object in memory. Every object that is reached is noted, so that tests can say what a stranger wakes. */
import { AccessGenerations } from "../../../src/durable/tenant/access-generations.ts";
import type { StoredApiKey } from "../../../src/durable/tenant/tenant-api-keys.ts";
import type { StoredToken } from "../../../src/durable/tenant/tenant-tokens.ts";
import type { SubjectTake, TenantTake } from "../../../src/execution/views/usage-totals.ts";
import { makeApp } from "../../../src/worker/app.ts";
import type { Environment, TenantStub } from "../../../src/worker/platform/environment.ts";
import { memorySql } from "../engine/memory-sql.ts";
import { schemaText } from "../graph/ask.ts";
import { fakeNamespace } from "./fake-namespace.ts";

type Headers = { readonly [name: string]: string };

/** What the field `viewer` says, or why it said nothing. */
export interface Seen {
  readonly status: number;
  readonly headers: globalThis.Headers;
  /** Null if the request was refused. */
  readonly viewer: { readonly subject: string; readonly scopes: readonly string[]; readonly tenant: string } | null;
  /** Groups of the caller. Empty if the request was refused. */
  readonly groups: readonly string[];
  readonly code: string | null;
  readonly message: string;
}

const viewerQuery = "{ viewer { subject groups scopes tenant { name } } }";

export class FakeDeployment {
  /** Calls of objects, such as `apiKey acme`. */
  readonly reached: string[] = [];
  /** What isolates have reported. */
  readonly traffic: (TenantTake & { readonly tenant: string; readonly subjects?: readonly SubjectTake[] })[] = [];
  /** So many reports that an object has taken seem lost to the isolate. */
  lostAnswers = 0;
  readonly environment: Environment;
  readonly #reports = new Set<string>();
  readonly #tenants = new Map<string, Map<string, StoredApiKey | StoredToken>>();
  readonly #access = new Map<string, AccessGenerations>();
  readonly #schema: () => Promise<string>;
  #app: ReturnType<typeof makeApp>;

  constructor(settings: { readonly [name: string]: unknown }) {
    this.#schema = async () => schemaText;
    this.#app = makeApp(this.#schema);
    const unexpected = (name: string): never => {
      this.reached.push(`unexpected ${name}`);
      throw new Error(`no test expects the object ${name} to be reached`);
    };
    this.environment = {
      ID_SEALING_SECRET: "0123456789abcdef0123456789abcdef",
      // Clocks of most tests stand still.
      DELAY_REFUSALS_MS: "0",
      ...settings,
      EXECUTION: fakeNamespace(unexpected),
      CONVERSATION: fakeNamespace(unexpected),
      CATALOG: fakeNamespace(unexpected),
      INDEX: fakeNamespace(unexpected),
      SCHEDULE: fakeNamespace(unexpected),
      TENANT: fakeNamespace((tenant) => this.#tenant(tenant) as TenantStub),
    };
  }

  /** The next request comes to another isolate, which remembers nothing. */
  freshIsolate(): void {
    this.#app = makeApp(this.#schema);
  }

  fetch(request: Request): Promise<Response> {
    return Promise.resolve(this.#app.fetch(request, this.environment));
  }

  /** Who the deployment takes the sender of these headers for. */
  async see(headers: Headers = {}, url = "https://planwright.example/graphql"): Promise<Seen> {
    const response = await this.fetch(
      new Request(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ query: viewerQuery }),
      }),
    );
    return seenIn(response, (await response.json()) as ViewerAnswer);
  }

  /** The same for an EventSource: by GET, with the token in the URL. */
  async seeStream(token: string, headers: Headers = {}, host = "planwright.example"): Promise<Seen> {
    const search = new URLSearchParams({ query: viewerQuery, access_token: token });
    const request = new Request(`https://${host}/graphql?${search}`, {
      headers: { accept: "text/event-stream", ...headers },
    });
    const response = await this.fetch(request);
    const text = await response.text();
    const json = text.startsWith("{") ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? "{}");
    return seenIn(response, JSON.parse(json) as ViewerAnswer);
  }

  /** Sends a mutation and gives the field of that name. */
  async mutate<Payload>(field: string, document: string, headers: Headers, url?: string): Promise<Payload> {
    const response = await this.fetch(
      new Request(url ?? "https://planwright.example/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ query: document }),
      }),
    );
    const { data, errors } = (await response.json()) as { data?: { [field: string]: Payload }; errors?: unknown };
    const payload = data?.[field];
    if (payload === undefined || payload === null) throw new Error(`${field} failed: ${JSON.stringify(errors)}`);
    return payload;
  }

  #accessOf(tenant: string): AccessGenerations {
    const known = this.#access.get(tenant) ?? new AccessGenerations(memorySql());
    this.#access.set(tenant, known);
    return known;
  }

  #tenant(tenant: string): Partial<TenantStub> {
    const stored = this.#tenants.get(tenant) ?? new Map<string, StoredApiKey | StoredToken>();
    this.#tenants.set(tenant, stored);
    const note = (call: string) => this.reached.push(`${call} ${tenant}`);
    return {
      // The deployment does not report requests for the audit log: such a request follows every other call.
      beginAudit: async () => undefined,
      settleAudit: async () => undefined,
      addApiKey: async (key) => {
        note("addApiKey");
        stored.set(key.name, key);
        return { kind: "ADDED" };
      },
      apiKey: async (name) => {
        note("apiKey");
        return (stored.get(name) as StoredApiKey | undefined) ?? null;
      },
      revokeApiKey: async (name, now) => {
        note("revokeApiKey");
        const key = stored.get(name) as StoredApiKey | undefined;
        if (key === undefined) return null;
        stored.set(name, { ...key, revokedAt: now });
        return { ...key, revokedAt: now };
      },
      accessGenerations: async (thing, subject, until, owner) => {
        note("accessGenerations");
        return this.#accessOf(tenant).take(thing, subject, until, owner);
      },
      revokeAccess: async (thing, subject, until, now, owner) => {
        note("revokeAccess");
        const table = this.#accessOf(tenant);
        if (subject === null) table.raise(thing, until, now, owner);
        else table.raiseOwn(thing, subject, until, now);
      },
      raisedAccess: async (now) => {
        note("raisedAccess");
        return this.#accessOf(tenant).raised(now);
      },
      addTraffic: async (take, _, subjects = [], id = "") => {
        note("addTraffic");
        if (!this.#reports.has(id)) this.traffic.push({ tenant, ...take, ...(subjects.length > 0 && { subjects }) });
        if (id !== "") this.#reports.add(id);
        if (this.lostAnswers-- > 0) throw new Error("Network connection lost.");
      },
      addToken: async (name, token) => {
        note("addToken");
        stored.set(name, token);
      },
      useToken: async (name, secretHash, now) => {
        note("useToken");
        const token = stored.get(name) as StoredToken | undefined;
        if (token === undefined || token.secretHash !== secretHash) return null;
        stored.delete(name);
        return token.expiresAt > now ? token : null;
      },
    };
  }
}

interface ViewerAnswer {
  readonly data?: {
    readonly viewer: { subject: string; groups: string[]; scopes: string[]; tenant: { name: string } } | null;
  } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

function seenIn({ headers, status }: Response, { data, errors }: ViewerAnswer): Seen {
  const viewer = data?.viewer ?? null;
  const { groups = [], scopes = [], subject = "" } = viewer ?? {};
  return {
    ...{ status, headers, code: errors?.[0]?.extensions.code ?? null, message: errors?.[0]?.message ?? "" },
    viewer: viewer === null ? null : { subject, scopes, tenant: viewer.tenant.name },
    groups,
  };
}

/** The header with which programs prove themselves. */
export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** A rate limit that lets `limit` requests of each key pass. */
export function fakeRateLimit(limit: number) {
  const counts = new Map<string, number>();
  return {
    counts,
    limit: async ({ key }: { readonly key: string }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= limit };
    },
  };
}
