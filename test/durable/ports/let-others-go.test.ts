/** A pause before the start of a wide plan beside other tenants, before anything is stored. */
import { describe, expect, it } from "vitest";
import { ExecutionRequests } from "../../../src/durable/execution/execution-requests.ts";
import type { LoadedExecution } from "../../../src/durable/execution/loaded-execution.ts";
import { ChildPace } from "../../../src/durable/ports/child-pace.ts";
import type { ExecutionOptions } from "../../../src/durable/ports/execution-options.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";
import { plainStart } from "../../support/engine/plain-start.ts";
import { accepted, typed } from "../../support/plan/compiled-plan.ts";
import { tool } from "../../support/plan/typed-tool.ts";

function requestOf(calls: number, given: Partial<StartRequest> = {}, text = ""): StartRequest {
  const steps = Array.from({ length: calls }, (_, index) => tool(`s${index}`, "anything", { text }));
  const { limits, plan } = accepted(typed(steps, { requestedLimits: { maxSteps: 100 } }));
  const origin = { root: "e", parent: null, depth: 0, ancestors: [] };
  const none = { input: { kind: "NONE" }, bindings: {}, callable: null, chosenAgent: null, rejected: null } as const;
  const rest = { execution: "e", origin, ...none, ...given };
  return { ...plainStart, ...rest, limits, plan, reused: [], waitMs: 0, withValues: false } as unknown as StartRequest;
}

/** The storage of one execution, which outlives the objects that hold it. */
class Place {
  readonly clock = new ManualClock();
  readonly #pace = new ChildPace();
  readonly log: string[] = [];

  constructor(neighbours: readonly string[]) {
    for (const tenant of neighbours) this.#pace.begun(tenant, this.clock.now());
  }

  /** An object over it. */
  object(): ExecutionRequests {
    const { clock, log } = this;
    const pace = this.#pace;
    const facts = () => (log.includes("begin") ? { ...plainStart, execution: "e" } : undefined);
    const loaded = {
      ...{ parkedBy: null, tombstone: undefined, webhooks: { pin: () => undefined } },
      reader: { facts, view: () => ({}) },
      runner: { begin: () => log.push("begin") },
    };
    const options = {
      ...{ clock, codeVersion: "test", publicId: async () => "id" },
      childTurns: {
        pauseMs: (tenant: string, since: number, now: number) => pace.pauseMs(tenant, since, now),
        late: () => undefined,
      },
    };
    return new ExecutionRequests({
      loaded: () => loaded as unknown as LoadedExecution,
      options: options as unknown as ExecutionOptions,
      retention: { reserve: () => undefined },
      lease: () => ({ acquire: async () => undefined, admit: async () => undefined }),
      awaitWork: () => log.push("alarm"),
      drive: () => log.push("drive"),
    });
  }
}

const beside = ["light", "default"];
const begun = ["alarm", "begin", "drive"];

describe("the start of a wide plan", () => {
  it("[N715, E1] lets others go before anything is stored; the same request meanwhile begins nothing more", async () => {
    const place = new Place(beside);
    const object = place.object();
    const answers = [object.start(requestOf(16)), object.start(requestOf(16))];
    await settled();
    expect(place.log).toEqual([]);
    await place.clock.advance(1);
    expect(place.log).toEqual(begun);
    expect(await Promise.all(answers)).toMatchObject([
      { kind: "STARTED", replayed: false },
      { kind: "STARTED", replayed: true },
    ]);
  });

  it("[N715, E6] leaves nothing half done by an object that is lost meanwhile; the request that comes again begins it", async () => {
    const place = new Place(beside);
    void place.object().start(requestOf(16));
    await settled();
    expect(place.log).toEqual([]);
    expect(place.clock.pendingTimers).toBe(1);
    // The object and its timers are gone.
    const later = new Place(beside);
    const again = later.object().start(requestOf(16));
    await settled();
    await later.clock.advance(1);
    expect(await again).toMatchObject({ kind: "STARTED", replayed: false });
    expect([place.log, later.log]).toEqual([[], begun]);
  });

  it("[N716, E1] is a piece of its own for a child too: its object has been made, and nothing of it is stored", async () => {
    const place = new Place(beside);
    const parent = { execution: "p", stepPath: "s" };
    const child = { ...requestOf(1), origin: { root: "p", parent, depth: 1, ancestors: [] } } as StartRequest;
    const answer = place.object().start(child);
    await settled();
    expect(place.log).toEqual([]);
    await place.clock.advance(1);
    expect([(await answer).kind, place.log]).toEqual(["STARTED", begun]);
  });

  it("[N759, E1] of a narrow plan lets others go as well if its texts, bindings or input are long", async () => {
    const long = "x".repeat(32_768);
    const short = long.slice(1_000);
    const inText = (text: string) => requestOf(1, {}, text);
    const inBindings = (text: string) => requestOf(1, { bindings: { deep: [{ text }] } });
    const inInput = (text: string) => requestOf(1, { input: { kind: "VALUE", value: { text } } });
    for (const request of [inText, inBindings, inInput]) {
      const place = new Place(beside);
      const answer = place.object().start(request(long));
      await settled();
      expect(place.log).toEqual([]);
      await place.clock.advance(1);
      expect(await answer).toMatchObject({ kind: "STARTED", replayed: false });
      expect(place.log).toEqual(begun);
      expect(await new Place(beside).object().start(request(short))).toMatchObject({ kind: "STARTED" });
      const alone = new Place(["default"]);
      await alone.object().start(request(long));
      expect(alone.log).toEqual(begun);
    }
  });

  it("[N715] waits for nobody if the plan is narrow, or without another tenant", async () => {
    const cases = [
      [15, beside],
      [50, ["default"]],
    ] as const;
    for (const [calls, tenants] of cases) {
      const place = new Place(tenants);
      expect(await place.object().start(requestOf(calls))).toMatchObject({ kind: "STARTED", replayed: false });
      expect(place.log).toEqual(begun);
    }
  });
});
