/** What receivers of the audit log are sent, when and in which order, over the real SQLite in memory and receivers that answer as the test says. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AuditResult } from "../../../src/audit/audit-entry.ts";
import { attemptsUntilSuspended, maxAuditWebhooks, outcomePatienceMs } from "../../../src/audit/audit-webhook.ts";
import { EgressDenied } from "../../../src/catalog/fetch-failure.ts";
import { silentTracer } from "../../../src/durable/ports/tracer.ts";
import { AuditDeliveries } from "../../../src/durable/tenant/audit-deliveries.ts";
import { AuditLog } from "../../../src/durable/tenant/audit-log.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

const dayMs = 86_400_000;
const url = "https://siem.example/in?key=very-secret";

interface Sent {
  readonly url: string;
  readonly deliveryId: string | null;
  readonly signature: string | null;
  readonly body: { readonly id: string; readonly data: { readonly target: string; readonly outcome: string } };
}

/** The log of a tenant, its receivers, and the alarm of the object. */
class World {
  readonly sql = memorySql();
  readonly clock = new ManualClock();
  readonly sent: Sent[] = [];
  isReadable = true;
  answer: (sent: Sent) => Response | Promise<Response> = () => new Response(null, { status: 204 });
  log = new AuditLog(this.sql, dayMs);
  deliveries = this.#deliveries();

  #deliveries(): AuditDeliveries {
    const fetched = async (to: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      const [deliveryId, signature] = ["webhook-id", "webhook-signature"].map((name) => headers.get(name));
      const body = JSON.parse(String(init.body)) as Sent["body"];
      const sent = { url: to, deliveryId: deliveryId ?? null, signature: signature ?? null, body };
      this.sent.push(sent);
      return this.answer(sent);
    };
    const post = {
      ...{ clock: this.clock, tracer: silentTracer, meter: undefined, publicUrl: "https://planwright.example" },
      fetch: Object.assign(fetched, { exempting: undefined as never }) as never,
      sign: async (tenant: string) => `v1,${tenant}`,
      targetId: async (tenant: string, { kind, name }: { readonly kind: string; readonly name: string }) =>
        `${tenant} ${kind} ${name}`,
    };
    return new AuditDeliveries({
      ...{ sql: this.sql, log: this.log, clock: this.clock },
      post: () => (this.isReadable ? post : undefined),
    });
  }

  /** The object is reset: what was in memory is gone. */
  reset(): void {
    this.log = new AuditLog(this.sql, dayMs);
    this.deliveries = this.#deliveries();
  }

  begin(...names: readonly string[]): void {
    for (const name of names)
      this.log.begin(
        [{ id: name, action: { subject: "alice", action: "REMOVE", target: { kind: "SERVER", name } } }],
        this.clock.now(),
        this.deliveries.floor,
      );
  }

  settle(name: string, result: AuditResult = { outcome: "DONE" }): void {
    this.deliveries.noteOutcomes(this.log.settle([name], result));
  }

  did(...names: readonly string[]): void {
    this.begin(...names);
    for (const name of names) this.settle(name);
  }

  /** Lets the alarm ring as often as something is due within `ms`. */
  async pass(ms: number): Promise<void> {
    const until = this.clock.now() + ms;
    for (let rung = 0; rung < 200; rung += 1) {
      const at = this.deliveries.nextAt();
      if (at === undefined || at > until) break;
      if (at > this.clock.now()) await this.clock.advance(at - this.clock.now());
      await this.deliveries.deliver();
    }
    if (until > this.clock.now()) await this.clock.advance(until - this.clock.now());
  }

  get told(): readonly string[] {
    return this.sent.map(({ body }) => `${body.id} ${body.data.outcome}`);
  }
}

/** With a receiver from before the first entry. */
function world(): World {
  const made = new World();
  made.deliveries.register("acme", { name: "siem", url });
  vi.spyOn(console, "warn").mockReturnValue();
  return made;
}
afterEach(() => {
  vi.restoreAllMocks();
});

const refused = () => new Response(null, { status: 500 });

describe("a receiver of the audit log", () => {
  it("[N525] is sent each entry once its outcome is known, in the order of the log, signed, without a word of its address", async () => {
    const { deliveries, sent } = await (async () => {
      const made = world();
      made.begin("a", "b");
      made.settle("b", { outcome: "REFUSED", result: "NOT_FOUND" });
      await made.pass(1_000);
      expect(made.told).toEqual([]);
      made.settle("a");
      await made.pass(0);
      return made;
    })();
    expect(sent.map(({ body }) => body)).toEqual([
      {
        ...{ specversion: "1.0", id: "a", source: "https://planwright.example/audit", subject: "a" },
        ...{ type: "dev.planwright.audit.entry", datacontenttype: "application/json" },
        ...{ time: "2026-01-01T00:00:00.000Z", sequence: "0000000000000001" },
        data: {
          ...{ id: "a", sequence: 1, at: "2026-01-01T00:00:00.000Z", subject: "alice", action: "REMOVE" },
          ...{ targetKind: "SERVER", target: "acme SERVER a", detail: null, outcome: "DONE", result: null },
        },
      },
      expect.objectContaining({
        id: "b",
        data: expect.objectContaining({ sequence: 2, outcome: "REFUSED", result: "NOT_FOUND" }),
      }),
    ]);
    expect(sent.map(({ signature }) => signature)).toEqual(["v1,acme", "v1,acme"]);
    expect(JSON.stringify(sent.map(({ body }) => body))).not.toContain("siem.example");
    expect(deliveries.standing()).toMatchObject([{ name: "siem", deliveredTo: 2, attempts: 0, nextAttemptAt: null }]);
    expect(deliveries.nextAt()).toBeUndefined();
  });

  it("[N525] is sent the same delivery again after a crash in the middle of it, and nothing is passed over", async () => {
    const made = world();
    made.did("a", "b");
    const silent = Promise.withResolvers<Response>();
    made.answer = () => silent.promise;
    const lost = made.deliveries.deliver();
    await vi.waitFor(() => expect(made.sent).toHaveLength(1));
    made.reset();
    made.answer = () => new Response(null, { status: 204 });
    await made.pass(0);
    expect(made.told).toEqual(["a DONE", "a DONE", "b DONE"]);
    expect(made.sent[0]?.deliveryId).toBe(made.sent[1]?.deliveryId);
    expect(made.sent[2]?.deliveryId).not.toBe(made.sent[1]?.deliveryId);
    silent.resolve(new Response(null, { status: 204 }));
    await lost;
  });

  it("[N525] is sent an entry without its outcome after a minute, and the outcome by itself when it comes, also if it came amid the delivery", async () => {
    const made = world();
    made.begin("slow");
    made.did("next");
    await made.pass(outcomePatienceMs - 1);
    expect(made.told).toEqual([]);
    await made.pass(1);
    expect(made.told).toEqual(["slow UNKNOWN", "next DONE"]);
    made.settle("slow");
    await made.pass(0);
    expect(made.told.slice(2)).toEqual(["slow/outcome DONE"]);
    made.begin("amid");
    made.answer = () => {
      made.settle("amid");
      made.answer = () => new Response(null, { status: 204 });
      return new Response(null, { status: 204 });
    };
    await made.pass(outcomePatienceMs);
    expect(made.told.slice(3)).toEqual(["amid UNKNOWN", "amid/outcome DONE"]);
    expect(new Set(made.sent.map(({ deliveryId }) => deliveryId)).size).toBe(made.sent.length);
  });

  it("[N526] that refuses, is gone or may not be reached is asked again until it takes the entry; no entry follows before", async () => {
    const made = world();
    made.did("a", "b");
    const answers = [refused, () => new Response(null, { status: 410 })];
    made.answer = () => {
      const next = answers.shift();
      if (next !== undefined) return next();
      throw new EgressDenied({ reason: "PRIVATE_ADDRESS", message: "it is inside" } as never, false);
    };
    await made.pass(2 * dayMs);
    // The pauses of other webhooks, and then the longest of them without an end.
    expect(made.told.length).toBeGreaterThan(8);
    expect(new Set(made.told)).toEqual(new Set(["a DONE"]));
    expect(made.deliveries.standing()[0]?.attempts).toBe(made.sent.length);
    made.answer = () => new Response(null, { status: 204 });
    await made.pass(dayMs / 2);
    expect(made.told.slice(-2)).toEqual(["a DONE", "b DONE"]);
    expect(vi.mocked(console.warn).mock.calls.join()).not.toContain("siem.example");
  });

  it("[N596] that takes an entry in none of its attempts is suspended, which the log and its standing say, and goes on there once it is resumed", async () => {
    const made = world();
    const error = vi.spyOn(console, "error").mockReturnValue();
    made.did("a", "b", "c");
    made.answer = refused;
    await made.pass(30 * dayMs);
    expect(made.sent).toHaveLength(attemptsUntilSuspended);
    const [standing] = made.deliveries.standing();
    expect(standing).toMatchObject({ next: 1, deliveredTo: 0, attempts: attemptsUntilSuspended, nextAttemptAt: null });
    const days = ((standing?.suspendedAt ?? 0) - (standing?.registeredAt ?? 0)) / dayMs;
    expect([days > 4, days < 6]).toEqual([true, true]);
    expect(error.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      {
        log: "audit_webhook_suspended",
        tenant: "acme",
        webhook: "siem",
        sequence: 1,
        attempts: attemptsUntilSuspended,
      },
    ]);
    // It stays so over a crash, whatever else is done.
    made.reset();
    made.answer = () => new Response(null, { status: 204 });
    made.did("d");
    await made.pass(dayMs);
    expect([made.sent.length, made.deliveries.nextAt()]).toEqual([attemptsUntilSuspended, undefined]);
    expect(made.deliveries.resume({ name: "siem", passOver: undefined })).toMatchObject({
      kind: "RESUMED",
      webhook: { next: 1, attempts: 0, suspendedAt: null },
    });
    await made.pass(0);
    expect(made.told.slice(attemptsUntilSuspended)).toEqual(["a DONE", "b DONE", "c DONE", "d DONE"]);
    expect(made.deliveries.standing()).toMatchObject([{ deliveredTo: 4, next: null, lost: 0 }]);
  });

  it("[N596] that never takes one entry is sent those behind it once somebody passes it over, and says how many it was not sent", async () => {
    const made = world();
    made.begin("bad");
    await made.pass(outcomePatienceMs);
    made.did("good");
    made.settle("bad");
    made.answer = ({ body }) => new Response(null, { status: body.id.startsWith("bad/") ? 500 : 204 });
    await made.pass(0);
    // What came of the first one is what nobody takes.
    expect(made.deliveries.standing()).toMatchObject([{ next: 1, deliveredTo: 1 }]);
    expect(made.deliveries.resume({ name: "siem", passOver: 2 })).toEqual({ kind: "NOT_NEXT", next: 1 });
    expect(made.deliveries.resume({ name: "other", passOver: 1 })).toEqual({ kind: "NOT_FOUND" });
    expect(made.deliveries.resume({ name: "siem", passOver: 1 })).toMatchObject({ webhook: { next: 2, lost: 1 } });
    await made.pass(0);
    made.answer = ({ body }) => new Response(null, { status: body.id === "worse" ? 500 : 204 });
    made.did("worse", "better");
    await made.pass(0);
    expect(made.deliveries.resume({ name: "siem", passOver: 3 })).toMatchObject({ webhook: { next: 4, lost: 2 } });
    expect(made.deliveries.resume({ name: "siem", passOver: 3 })).toEqual({ kind: "NOT_NEXT", next: 4 });
    await made.pass(0);
    expect(made.told.at(-1)).toBe("better DONE");
    // Passed over amid a delivery that was taken in the end: it is not lost.
    made.answer = () => {
      made.deliveries.resume({ name: "siem", passOver: 5 });
      return new Response(null, { status: 204 });
    };
    made.did("amid");
    await made.pass(0);
    expect(made.deliveries.standing()).toMatchObject([{ deliveredTo: 5, next: null, lost: 2 }]);
    expect(made.deliveries.resume({ name: "siem", passOver: 6 })).toEqual({ kind: "NOT_NEXT", next: null });
  });

  it("[N596] that is suspended goes on when it is registered again, and its standing counts what the log lost meanwhile", async () => {
    const made = world();
    vi.spyOn(console, "error").mockReturnValue();
    made.did("a", "b", "c");
    made.answer = refused;
    await made.pass(30 * dayMs);
    made.sql.exec("DELETE FROM audit WHERE id = 'a'");
    expect(made.deliveries.standing()).toMatchObject([{ next: 2, deliveredTo: 0, lost: 1 }]);
    made.answer = () => new Response(null, { status: 204 });
    made.deliveries.register("acme", { name: "siem", url: "https://other.example/" });
    await made.pass(0);
    const taken = made.sent.filter((sent) => sent.url.includes("other")).map(({ body }) => body.id);
    expect(taken).toEqual(["b", "c"]);
    expect(made.deliveries.standing()).toMatchObject([{ deliveredTo: 3, lost: 1, suspendedAt: null }]);
  });

  it("[N526] is told how many entries the log lost before, and a log that became empty goes on behind them", async () => {
    const made = world();
    made.did("a", "b");
    await made.pass(0);
    made.answer = refused;
    made.did("c");
    await made.pass(0);
    await made.clock.advance(dayMs + 1);
    made.log.removeDue(made.clock.now());
    made.answer = () => new Response(null, { status: 204 });
    made.reset();
    expect(made.log.lastSequence).toBe(0);
    made.did("d");
    // Its place is that of the lost one: behind what the receiver has.
    await made.pass(dayMs / 2);
    expect(made.told.at(-1)).toBe("d DONE");
    made.answer = refused;
    made.did("e", "f");
    await made.pass(0);
    made.sql.exec("DELETE FROM audit WHERE id = 'e'");
    made.answer = () => new Response(null, { status: 204 });
    await made.pass(dayMs / 2);
    expect(made.told.at(-1)).toBe("f DONE");
    expect(made.deliveries.standing()).toMatchObject([{ lost: 1 }]);
  });

  it("[N526] that is removed or replaced is sent everything up to the entry that says so, and its successor goes on where it stood", async () => {
    const made = world();
    made.answer = refused;
    made.did("a", "replaced");
    await made.pass(0);
    made.deliveries.register("acme", { name: "siem", url: "https://other.example/" });
    made.answer = () => new Response(null, { status: 204 });
    made.did("b");
    await made.pass(dayMs / 2);
    const to = (host: string) => made.sent.filter((sent) => sent.url.includes(host)).map(({ body }) => body.id);
    expect(to("siem.example").slice(1)).toEqual(["a", "replaced"]);
    expect(to("other.example")).toEqual(["a", "replaced", "b"]);
    made.begin("removal");
    expect([made.deliveries.remove("siem"), made.deliveries.remove("siem")]).toEqual([true, false]);
    made.settle("removal");
    made.did("unseen");
    await made.pass(0);
    expect(to("other.example").at(-1)).toBe("removal");
    expect([made.deliveries.hasReceivers, made.deliveries.nextAt()]).toEqual([false, undefined]);
  });

  it("[N526] that was removed and takes nothing is forgotten after three attempts", async () => {
    const made = world();
    made.answer = refused;
    made.did("a");
    made.deliveries.remove("siem");
    await made.pass(dayMs);
    expect(made.told).toHaveLength(3);
    expect(made.deliveries.hasReceivers).toBe(false);
  });

  it("[N527] is one of four at most, begins with the latest entry, and waits while the settings cannot be read", async () => {
    const made = new World();
    made.did("before", "registration");
    for (let index = 0; index < maxAuditWebhooks; index += 1)
      expect(made.deliveries.register("acme", { name: `n${index}`, url })).toMatchObject({ kind: "REGISTERED" });
    expect(made.deliveries.register("acme", { name: "more", url })).toEqual({ kind: "LIMIT_EXCEEDED" });
    expect(made.deliveries.register("acme", { name: "n0", url })).toMatchObject({ kind: "REGISTERED" });
    for (let again = 0; again < 9; again += 1) made.deliveries.register("acme", { name: "n0", url });
    expect(made.sql.exec("SELECT count(*) AS rows FROM audit_webhook").one()).toEqual({ rows: 2 * maxAuditWebhooks });
    made.isReadable = false;
    await made.deliveries.deliver();
    expect([made.sent, made.deliveries.nextAt()]).toEqual([[], made.clock.now() + 60_000]);
    made.isReadable = true;
    await made.pass(0);
    expect(new Set(made.told)).toEqual(new Set(["registration DONE"]));
  });
});
