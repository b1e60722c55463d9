/**
 * Whether agents can work, by their health checks: six at a time, two seconds each, and not again for thirty seconds. A caller waits five
 * seconds at most, however many agents hang. Results are kept in memory only. The agent's secret is not sent: a health check is public, or
 * belongs behind another address.
 */
import type { AgentHealth, RegisteredAgent } from "../../catalog/agent-registration.ts";
import { EgressDenied } from "../../catalog/fetch-failure.ts";
import type { GuardedFetch } from "../calls/guarded-fetch.ts";
import { Permits } from "../calls/permits.ts";

const timeoutMs = 2_000;
const freshMs = 30_000;
const atATime = 6;
const longestWaitMs = 5_000;
/** Results that are kept before old ones are dropped; as many as there can be agents. */
const maxKept = 200;

interface KeptHealth {
  /** The checked address. An agent that was registered again with another one is checked again. */
  readonly url: string;
  readonly askedAt: number;
  readonly health: Promise<AgentHealth>;
}

const notHeardOf: AgentHealth = {
  status: "UNKNOWN",
  checkedAt: null,
  message: `Required an answer within ${longestWaitMs} ms, found that checks of other agents took as long`,
};

/** Recent results for the agents of one catalog. */
export class AgentHealthChecks {
  readonly #kept = new Map<string, KeptHealth>();
  readonly #permits = new Permits(atATime);
  readonly #fetch: GuardedFetch;
  readonly #clock: { now(): number };

  constructor(fetch: GuardedFetch, clock: { now(): number }) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /** The health of each of `agents`, by name; of those not heard of in time it is unknown. Never rejects. */
  async of(agents: readonly RegisteredAgent[]): Promise<readonly (readonly [string, AgentHealth])[]> {
    const { promise: overdue, resolve } = Promise.withResolvers<AgentHealth>();
    const timer = setTimeout(() => resolve(notHeardOf), longestWaitMs);
    const health = async (agent: RegisteredAgent) => Promise.race([this.#healthOf(agent), overdue]);
    try {
      return await Promise.all(agents.map(async (agent) => [agent.name, await health(agent)] as const));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Requests during a check wait for that check. */
  #healthOf(agent: RegisteredAgent): Promise<AgentHealth> {
    const url = agent.kind === "HTTP" ? agent.healthUrl : null;
    if (url === null) return Promise.resolve({ status: "UNKNOWN", checkedAt: null, message: null });
    const now = this.#clock.now();
    const kept = this.#kept.get(agent.name);
    if (kept !== undefined && kept.url === url && now - kept.askedAt < freshMs) return kept.health;
    if (this.#kept.size >= maxKept) this.#dropOld(now);
    const health = this.#permits.run(undefined, () => this.#ask(url));
    this.#kept.set(agent.name, { url, askedAt: now, health });
    return health;
  }

  #dropOld(now: number): void {
    for (const [name, { askedAt }] of this.#kept) if (now - askedAt >= freshMs) this.#kept.delete(name);
  }

  async #ask(url: string): Promise<AgentHealth> {
    const message = await this.#finding(url);
    const checkedAt = this.#clock.now();
    return { status: message === undefined ? "HEALTHY" : "UNHEALTHY", checkedAt, message: message ?? null };
  }

  /** The problem. Null if there is none. */
  async #finding(url: string): Promise<string | undefined> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await this.#fetch(url, { signal });
      // Only the status counts. A body that cannot be cancelled is no error.
      response.body?.cancel().catch(() => undefined);
      return response.ok ? undefined : `Required an HTTP status 2xx, found ${response.status}`;
    } catch (error) {
      if (error instanceof EgressDenied) return error.message;
      if (signal.aborted) return `Required an answer within ${timeoutMs} ms, found none`;
      return "Required an answer, found that the connection failed";
    }
  }
}
