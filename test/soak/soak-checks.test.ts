/** The checks of the soak, each over a deployment at rest, which passes, and over one with a planted leak, which must not. */
import { describe, expect, it } from "vitest";
import { withSection } from "../../scripts/generate/marked-section.mjs";
import { Permits } from "../../src/durable/calls/permits.ts";
import { type CheckFacts, checksOf } from "./checks.ts";
import { disturbances } from "./disturbances.ts";
import { HeldPermits } from "./held-permits.ts";
import { type MemoryFacts, memoryFaults, memoryVerdict, slope } from "./memory-verdict.ts";
import type { StoredCensus } from "./stored-census.ts";

const at = Date.UTC(2026, 0, 2);
const finishedAt = at - 60_000;
const retentionAt = finishedAt + 720 * 3_600_000;

const atRest: CheckFacts = {
  ...{ at, accepted: 2, neverEnded: [], newRunMs: 40 },
  held: { permits: 0, leases: 0, sockets: 0, toolConnections: 0 },
  probes: [{ kind: "chain", before: { journal: 12 }, after: { journal: 12 } }],
  census: {
    executions: ["one", "two"].map((name) => ({ name, finishedAt, labels: { load: "soak" }, rows: { journal: 12 } })),
    alarms: ["one", "two"].map((name) => ({ className: "ExecutionObject", name, at: retentionAt })),
    index: {
      executions: ["one", "two"].map((name) => ({ name, status: "SUCCEEDED" })),
      totals: { SUCCEEDED: 2 },
      belongings: [
        { table: "label", name: "one" },
        { table: "child", name: "two" },
      ],
      pendingQuestions: [],
    },
    conversations: [{ name: "chat", pendingRows: 0, executions: ["one"] }],
    leases: [{ execution: "gone", until: at - 1 }],
    ...{ reservations: [], openUsage: [] },
  },
};

const { census } = atRest;
const { index } = census;
const stored = (more: Partial<StoredCensus>): CheckFacts => ({ ...atRest, census: { ...census, ...more } });
const listed = (more: Partial<StoredCensus["index"]>) => stored({ index: { ...index, ...more } });
const unfinished = census.executions.map((execution) => ({ ...execution, finishedAt: null }));
const alarm = (className: string, name: string, due: number) => ({ className, name, at: due });

function broken(facts: CheckFacts): readonly string[] {
  return checksOf(facts).flatMap(({ broken: some, name }) => (some.length > 0 ? [name] : []));
}

describe("the checks of the soak", () => {
  it("find nothing in a deployment at rest, and look at all of it", () => {
    expect(broken(atRest)).toEqual([]);
    expect(checksOf(atRest).every(({ examined }) => examined > 0)).toBe(true);
  });

  it.each<[string, CheckFacts, string]>([
    ["[E6] an execution that no client saw end", { ...atRest, neverEnded: ["k"] }, "accepted executions"],
    ["[E6] a journal without an end", stored({ executions: unfinished }), "stored executions without an end"],
    ["[E2] an accepted execution that is not stored", { ...atRest, accepted: 3 }, "no journal holds"],
    [
      "[E2] a child in the place of an accepted execution",
      stored({
        executions: census.executions.map((one) => ({ ...one, labels: one.name === "two" ? {} : one.labels })),
      }),
      "no journal holds",
    ],
    ["[E10] a permit", { ...atRest, held: { ...atRest.held, permits: 1 } }, "permits"],
    ["[E10] a run that has to wait", { ...atRest, newRunMs: 9_000 }, "a new run"],
    ["[E10] a run that never begins", { ...atRest, newRunMs: null }, "a new run"],
    ["[E10] a lease", stored({ leases: [{ execution: "x", until: at + 1 }] }), "leases"],
    ["a reserved model call", stored({ reservations: ["x"] }), "model calls"],
    ["consumption that is not settled", stored({ openUsage: ["x"] }), "consumption"],
    ["[E11] a WebSocket", { ...atRest, held: { ...atRest.held, sockets: 1 } }, "WebSockets"],
    ["a connection", { ...atRest, held: { ...atRest.held, toolConnections: 2 } }, "connections"],
    [
      "[E11] an alarm before retention",
      stored({ alarms: [...census.alarms, alarm("ExecutionObject", "one", at + 1_000)] }),
      "alarms but",
    ],
    [
      "[E11] an alarm of what is not there",
      stored({ alarms: [...census.alarms, alarm("ExecutionObject", "ghost", retentionAt)] }),
      "alarms but",
    ],
    [
      "[E11] an alarm of a conversation",
      stored({ alarms: [...census.alarms, alarm("ConversationObject", "chat", retentionAt)] }),
      "alarms but",
    ],
    ["[E6] an execution without an alarm", stored({ alarms: census.alarms.slice(1) }), "without the alarm"],
    ["an execution that is not listed", listed({ executions: index.executions.slice(1) }), "list lacks"],
    [
      "an execution that is listed as running",
      listed({ executions: index.executions.map((one) => ({ ...one, status: "RUNNING" })), totals: { RUNNING: 2 } }),
      "list lacks",
    ],
    ["totals that do not add up", listed({ totals: { SUCCEEDED: 3 } }), "list lacks"],
    ["a question that still waits", listed({ pendingQuestions: ["one"] }), "list lacks"],
    ["an orphan in the index", listed({ belongings: [{ table: "label", name: "ghost" }] }), "belong to no"],
    [
      "an orphan in a conversation",
      stored({ conversations: [{ name: "chat", pendingRows: 0, executions: ["ghost"] }] }),
      "belong to no",
    ],
    [
      "a start that is owed",
      stored({ conversations: [{ name: "chat", pendingRows: 1, executions: [] }] }),
      "a conversation still owes",
    ],
    [
      "a row too many",
      { ...atRest, probes: [{ kind: "chain", before: { journal: 12 }, after: { journal: 13 } }] },
      "other rows",
    ],
    [
      "a plan of which nothing was stored",
      { ...atRest, probes: [{ kind: "chain", before: {}, after: {} }] },
      "other rows",
    ],
    ["a table too many", { ...atRest, probes: [{ kind: "chain", before: {}, after: { push: 1 } }] }, "other rows"],
  ])("find %s", (_, facts, name) => {
    expect(broken(facts).filter((found) => found.includes(name))).toHaveLength(1);
  });
});

describe("the count of permits", () => {
  it("[E10] holds a task that never ends, not one that failed or gave up, and forgets with its object", async () => {
    class Watched extends Permits {}
    Object.defineProperty(Watched.prototype, "run", { value: Permits.prototype.run, writable: true });
    const held = new HeldPermits(Watched.prototype);
    const permits = new Watched(1);
    await permits.run(undefined, async () => "done");
    await expect(permits.run(undefined, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(held.count).toBe(0);
    void permits.run(undefined, () => new Promise(() => {}));
    const givingUp = new AbortController();
    const waiting = permits.run(givingUp.signal, async () => "never");
    expect(held.count).toBe(2);
    givingUp.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect(held.count).toBe(1);
    held.forget();
    expect(held.count).toBe(0);
  });
});

describe("the verdict on memory", () => {
  const minute = 60_000;
  const mebibyte = 1_048_576;
  /** Half an hour of two lives, four executions a second. `heap` and `resident` by minutes, in mebibytes; `atRest` before and after. */
  const facts = (
    heap: (minutes: number) => number,
    atRest: readonly [number, number] = [15, 16],
    resident: (minutes: number) => number = () => 300,
  ): MemoryFacts => {
    const at = Array.from({ length: 360 }, (_, number) => ({ atMs: number * 5_000, life: number < 180 ? 0 : 1 }));
    const of = (megabytes: (minutes: number) => number, atMs: number) => megabytes(atMs / minute) * mebibyte;
    return {
      samples: at.map(({ atMs, life }) => ({ atMs, life, residentBytes: of(resident, atMs) })),
      heapSamples: at
        .filter((_, number) => number % 4 === 0)
        .map(({ atMs, life }) => ({ atMs, life, liveBytes: of(heap, atMs) })),
      acceptedAtMs: Array.from({ length: 7_200 }, (_, number) => number * 250),
      ...{ heapBefore: atRest[0] * mebibyte, heapAfter: atRest[1] * mebibyte },
    };
  };
  const faults = (given: MemoryFacts) => memoryFaults(memoryVerdict(given));
  const calm = (minutes: number) => 20 + 3 * Math.sin(minutes * 2);

  it("is content with a heap that swings, also right after the warm-up, whatever the runtime takes beside it", () => {
    expect(faults(facts(calm))).toEqual([]);
    expect(faults(facts(calm, [15, 16], (minutes) => 300 + minutes * 40))).toEqual([]);
  });

  it("finds steady growth of the heap, per execution", () => {
    // 240 executions a minute; of every third one the 20 KB that it takes are kept.
    expect(faults(facts((minutes) => calm(minutes) + (minutes * 240 * 20) / 3 / 1_024))).toEqual([
      expect.stringMatching(/^the heap grew by 6\d\d\d bytes per execution/),
    ]);
  });

  it("finds what is still alive at rest, in a life that is too short to see it grow", () => {
    const short = facts(calm, [15, 25]);
    const found = faults({
      ...short,
      samples: short.samples.filter(({ atMs }) => atMs < 4 * minute),
      heapSamples: short.heapSamples.filter(({ atMs }) => atMs < 4 * minute),
      acceptedAtMs: short.acceptedAtMs.filter((atMs) => atMs < 4 * minute),
    });
    expect(found).toEqual([expect.stringMatching(/^the heap at rest is 10485760 bytes larger than before 960 exec/)]);
  });

  it("holds against the last life what that has accepted, not what those before it had", () => {
    // 3,600 executions of this life may keep 18 MiB in all, those of both lives 32.
    expect(faults(facts(calm, [15, 31]))).toEqual([]);
    expect(faults(facts(calm, [15, 34]))).toHaveLength(1);
  });

  it("finds that the heap could not be seen at rest", () => {
    expect(faults({ ...facts(calm), heapAfter: null })).toEqual(["nothing is known of the heap at rest"]);
  });

  it("says nothing of growth where no life was long enough, and leaves out each warm-up", () => {
    const { heapSamples, ...others } = facts((minutes) => 100 + minutes * 50);
    const short = { ...others, heapSamples: heapSamples.filter(({ atMs }) => atMs < 4 * minute) };
    expect(memoryVerdict(short).heapGrowth).toBeNull();
    const warming = facts((minutes) => (minutes % 15 < 0.9 ? 900 : 300));
    expect(memoryVerdict(warming)).toMatchObject({ heapGrowth: { bytesPerMinute: 0 } });
  });

  it("fits a line", () => {
    expect(
      slope([
        [0, 1],
        [1, 3],
        [2, 5],
      ]),
    ).toBe(2);
  });
});

describe("the plan of disturbances", () => {
  it("kills in the first half alone, and leaves the last tenth in peace", () => {
    const durationMs = 30 * 60_000;
    const planned = disturbances(durationMs, () => 0.5);
    const kills = planned.filter(({ kind }) => kind === "KILL");
    expect(kills.map(({ afterMs }) => afterMs / 60_000)).toEqual([4, 8, 12]);
    expect(planned.filter(({ kind }) => kind === "RESET").length).toBeGreaterThan(8);
    expect(Math.max(...planned.map(({ afterMs }) => afterMs))).toBeLessThan(durationMs * 0.9);
  });
});

describe("figures in a document", () => {
  it("take the place between their marks, and leave the rest alone", () => {
    const document = "before\n<!-- soak -->\nold\n<!-- /soak -->\nafter\n";
    expect(withSection(document, "soak", "new")).toBe("before\n<!-- soak -->\nnew\n<!-- /soak -->\nafter\n");
    expect(withSection("nothing", "soak", "new")).toBeNull();
  });
});
