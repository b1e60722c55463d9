/** The alarm of a host over its stored times to wake, which stay when an instance is lost. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HostAlarm } from "../../../src/durable/execution/host-alarm.ts";
import { alarmRunMs, takeoverMs } from "../../../src/durable/ports/alarm-time.ts";
import { HostTables } from "../../../src/durable/storage/host-tables.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";
import { memoryStorage } from "../../support/engine/memory-sql.ts";
import { Seeded } from "../../support/engine/seeded.ts";

const hourMs = 3_600_000;

/** An object whose instances can be lost; the platform keeps rows and alarm. */
class HostObject {
  readonly clock = new ManualClock();
  readonly #storage = memoryStorage() as unknown as DurableObjectStorage;
  readonly #wake: (host: HostObject, name: string) => Promise<void>;
  #tables = new HostTables(this.#storage, []);
  alarm: HostAlarm;
  /** When the platform is to ring; null for never. */
  alarmAt: number | null = null;
  #life = 0;

  constructor(wake: (host: HostObject, name: string) => Promise<void>) {
    this.#wake = wake;
    this.alarm = this.#made();
  }

  get life(): number {
    return this.#life;
  }

  /** The instance is gone with what it had in memory. */
  lose(): void {
    this.#life += 1;
    this.alarm = this.#made();
  }

  /** The platform rings when the time has come, and resolves when the handler is over. */
  async ring(): Promise<void> {
    const at = this.alarmAt;
    if (at === null) throw new Error("nothing wakes this object");
    await this.clock.advance(Math.max(0, at - this.clock.now()));
    this.alarmAt = null;
    await this.alarm.ring();
  }

  setIn(number: number, ms: number): void {
    const [name, at] = [`e${number}`, this.clock.now() + ms];
    const entry = this.#tables.find(name);
    const place = this.#tables.place(name, entry.kind === "HERE" ? entry.id : undefined);
    const isStored = place.take(at) > 0;
    if (place.id !== undefined) this.alarm.set({ id: place.id, name, at }, isStored);
  }

  #made(): HostAlarm {
    const tables = new HostTables(this.#storage, []);
    tables.open(0);
    this.#tables = tables;
    const life = this.#life;
    const isAlive = () => life === this.#life;
    return new HostAlarm({
      tables,
      clock: this.clock,
      storage: {
        setAlarm: async (at) => {
          if (isAlive()) this.alarmAt = Number(at);
        },
        deleteAlarm: async () => {
          if (isAlive()) this.alarmAt = null;
        },
      },
      wake: (name) => (isAlive() ? this.#wake(this, name) : new Promise(() => {})),
    });
  }
}

const idOf = (name: string) => Number(name.slice(1));

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("the alarm of a host", () => {
  it("[N256] is set for the earliest of its executions, and written only if that comes sooner", async () => {
    const host = new HostObject(async ({ alarm }, name) => alarm.clear({ id: idOf(name), name }));
    const now = host.clock.now();
    host.setIn(1, 5_000);
    host.setIn(2, 9_000);
    host.setIn(3, 1_000);
    expect(host.alarmAt).toBe(now + 1_000);
    expect(host.alarm.written).toBe(2);
  });

  it("[N256] is one write when it rings and nothing is due any more", async () => {
    const woken: string[] = [];
    const host = new HostObject(async (_, name) => void woken.push(name));
    host.setIn(1, takeoverMs);
    host.setIn(1, hourMs);
    const before = host.alarm.written;
    await host.ring();
    expect(woken).toEqual([]);
    expect(host.alarm.written - before).toBe(1);
    expect(host.alarmAt).toBe(host.clock.now() - takeoverMs + hourMs);
  });

  it("[N256] rings for times that were far when they have come, also of instances that were lost", async () => {
    const woken: string[] = [];
    const host = new HostObject(async ({ alarm }, name) => {
      woken.push(name);
      alarm.clear({ id: idOf(name), name });
    });
    const beganAt = host.clock.now();
    for (let id = 1; id <= 50; id += 1) host.setIn(id, id * 5 * hourMs);
    expect([host.alarm.written, host.alarmAt]).toEqual([1, beganAt + 5 * hourMs]);
    host.setIn(50, 250 * hourMs);
    host.setIn(51, 30_000);
    for (const turn of [1, 2, 3]) {
      await host.ring();
      expect(woken).toHaveLength(turn);
      host.lose();
    }
    expect([woken, host.clock.now()]).toEqual([["e51", "e1", "e2"], beganAt + 10 * hourMs]);
    host.setIn(3, 9 * hourMs);
    await host.ring();
    await host.ring();
    expect([woken.at(-1), host.clock.now()]).toEqual(["e3", beganAt + 19 * hourMs]);
    while (host.alarmAt !== null) await host.ring();
    expect(woken).toHaveLength(51);
  });

  it("[N256] also serves what falls due while it rings, and another one stands behind it until then", async () => {
    const woken: string[] = [];
    const host = new HostObject(async ({ alarm, clock }, name) => {
      woken.push(name);
      if (name === "e1") await new Promise<void>((resolve) => clock.after(60_000, resolve));
      alarm.clear({ id: idOf(name), name });
    });
    host.setIn(1, 0);
    host.setIn(2, 20_000);
    const ringing = host.ring();
    await settled();
    expect(host.alarmAt).toBe(host.clock.now() + takeoverMs);
    await host.clock.advance(30_000);
    expect(woken).toEqual(["e1", "e2"]);
    await host.clock.advance(30_000);
    await ringing;
    expect(host.alarmAt).toBeNull();
  });

  it("[N256] ends in time for the platform, and goes on", async () => {
    const host = new HostObject(() => new Promise(() => {}));
    host.setIn(1, 0);
    const ringing = host.ring();
    await settled();
    await host.clock.advance(alarmRunMs);
    await ringing;
    expect(host.alarmAt).toBeLessThanOrEqual(host.clock.now());
  });

  it("[N243, N256] tries one that cannot be woken every hour, and wakes the others", async () => {
    const woken: string[] = [];
    const host = new HostObject(async ({ alarm }, name) => {
      if (name === "e1") throw new Error("a row that nobody reads");
      woken.push(name);
      alarm.clear({ id: idOf(name), name });
    });
    host.setIn(1, 0);
    host.setIn(2, 0);
    await host.ring();
    expect(woken).toEqual(["e2"]);
    expect(host.alarmAt).toBe(host.clock.now() + hourMs);
  });

  it("[N242, N256] wakes everybody as often as they asked, whenever the instance is lost", async () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = new Seeded(seed);
      /** Wakes that each has still to get; they are stored, as rows are. */
      const left = new Map(Array.from({ length: 12 }, (_, n) => [n + 1, random.between(1, 4)]));
      let losses = random.between(0, 10);
      const host = new HostObject(async (object, name) => {
        const id = idOf(name);
        const { life } = object;
        await new Promise<void>((resolve) => object.clock.after(random.between(0, 3_000), resolve));
        if (life !== object.life) return new Promise(() => {});
        if (losses > 0 && random.chance(0.3)) {
          losses -= 1;
          object.lose();
          return new Promise(() => {});
        }
        left.set(id, (left.get(id) ?? 0) - 1);
        if (left.get(id) === 0) object.alarm.clear({ id, name });
        else object.setIn(id, random.between(0, 2_000));
        return undefined;
      });
      for (const id of left.keys()) host.setIn(id, random.between(0, 5_000));
      for (let turns = 0; host.alarmAt !== null; turns += 1) {
        expect(turns, `seed ${seed}`).toBeLessThan(200);
        const { life } = host;
        let isOver = false;
        void host.ring().then(() => {
          isOver = true;
        });
        await settled();
        while (!isOver && life === host.life) await host.clock.advance(100);
      }
      expect([...left.values()], `seed ${seed}`).toEqual([...left.values()].map(() => 0));
    }
  });
});
