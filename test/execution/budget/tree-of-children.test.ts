/**
 * A root with children to any depth, each a real runner over rows of its own, begun by the request that its parent makes: how many are at work
 * at a time, that all of them come to their turn whatever is lost, and that one place is enough for the deepest.
 */
import { describe, expect, it } from "vitest";
import { childStart } from "../../../src/execution/callables/child-start.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import { waitingForTasks } from "../../../src/execution/state/permit.ts";
import { type ExecutionState, stepAt } from "../../../src/execution/state/state.ts";
import { openTask } from "../../../src/execution/state/step-task.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import type { RunDefinition } from "../../../src/plan/run-definition.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld, type TaskAsked } from "../../support/engine/engine-world.ts";
import { Seeded } from "../../support/engine/seeded.ts";
import { callable, child } from "../../support/plan/callables.ts";
import { group, planOf, step } from "../../support/plan/plan-steps.ts";

const depth = 3;
const names = Array.from({ length: depth }, (_, level) => `level${level + 1}`);
const callables = [callable("read", "READ_ONLY"), ...names.map((name) => child(name, "READ_ONLY"))];

const done = () => {
  const result = succeeded({});
  if (result.kind !== "SUCCEEDED") throw new Error("it did not succeed");
  return result;
};

/** A plan with some children of the next level: in a group or beside one another. The last level calls nothing that answers by itself. */
function planAt(random: Seeded, level: number): Plan {
  const count = random.between(1, 3);
  const tool = names[level] ?? "read";
  const steps = Array.from({ length: count }, (_, n) => step(`s${n}`, { tool }));
  return random.chance(0.5) ? planOf([group("g", steps, { maxConcurrency: random.pick([null, 2]) })]) : planOf(steps);
}

class Tree {
  readonly members = new Map<string, EngineWorld>();
  readonly starts = new Map<string, number>();
  most = 0;
  /** Answers that callees have not given yet. */
  readonly #held: (() => void)[] = [];
  readonly #random: Seeded;
  readonly #blueprints: readonly RunDefinition[];
  readonly root: EngineWorld;
  readonly #places: number;

  constructor(seed: number, places: number) {
    this.#random = new Seeded(seed);
    this.#places = places;
    this.#blueprints = names.map(
      (name, at) =>
        ({
          ...{ kind: "WORKFLOW", key: `workflow:${name}`, name, version: "1", planHash: name, output: null },
          ...{ inputSchema: { type: "object" }, outputSchema: null, plan: planAt(this.#random, at + 1) },
          callableNames: [names[at + 1] ?? "read"],
        }) as unknown as RunDefinition,
    );
    this.root = this.#member("execution");
  }

  async run(): Promise<void> {
    const limits = { maxDescendants: this.#places, maxParallel: 4, maxDepth: depth, maxSteps: 20 };
    const definitions = { callables, blueprints: this.#blueprints, limits };
    await this.root.run(planAt(this.#random, 0), definitions);
    for (let turn = 0; this.root.state.finished === undefined; turn += 1) {
      if (turn > 3_000) throw new Error("it does not come to its end");
      this.#count();
      if (this.#random.chance(0.5)) this.#held.splice(this.#random.between(0, this.#held.length), 1)[0]?.();
      const [name = "", world = this.root] = this.#random.pick([...this.members]);
      if (this.#random.chance(0.1)) world.crash();
      await this.#wake(name, world);
    }
  }

  /** The members of which somebody waits, and which wait for nobody themselves. */
  #count(): void {
    const atWork = (name: string): number => {
      const open = openChildren(this.members.get(name)?.runner.state);
      const isOver = this.members.get(name)?.runner.state?.finished !== undefined;
      if (open.length === 0) return isOver || name === "execution" ? 0 : 1;
      return open.reduce((sum, handle) => sum + atWork(handle), 0);
    };
    const all = atWork("execution");
    this.most = Math.max(this.most, all);
    expect(all).toBeLessThanOrEqual(this.#places);
  }

  async #wake(name: string, world: EngineWorld): Promise<void> {
    if (world.runner.state === undefined) return;
    await world.drive();
    const { finished, pinned } = world.state;
    const { parent } = pinned.origin;
    if (finished === undefined || parent === null) return;
    const above = this.members.get(parent.execution);
    above?.runner.ended(parent.stepPath, name, done());
    await above?.drive();
  }

  #member(name: string): EngineWorld {
    const known = this.members.get(name);
    if (known !== undefined) return known;
    const world = new EngineWorld(() => {
      const { promise, resolve } = Promise.withResolvers<AttemptResult>();
      this.#held.push(() => resolve(done()));
      return promise;
    });
    world.answerPoll = (asked) => this.#begin(asked);
    this.members.set(name, world);
    return world;
  }

  /** As a poll begins a child: once, whatever asks again. */
  #begin({ call, state, wait }: TaskAsked) {
    const execution = wait.handle ?? "";
    const world = this.#member(execution);
    if (world.runner.state === undefined) {
      const ordinal = state.pinned.graph.ordinalOf.get(call.stepId) ?? -1;
      const key = call.callable.remoteName;
      const message = { role: "user", parts: [], contextId: null } as unknown as Parameters<
        typeof childStart
      >[1]["message"];
      const { trace } = call.execution;
      const budget = { maxModelCalls: 0, maxTokens: null, maxCostMicros: null };
      const start = childStart(state, {
        ordinal,
        key,
        wait,
        message,
        payload: {},
        trace,
        budget,
        now: world.clock.now(),
      });
      if (!start.ok) throw new Error(start.failure.message);
      const { bindings: _, input: _input, message: _message, conversation: _c, plan, ...more } = start.request;
      if (plan === null) throw new Error("a child has a plan");
      this.starts.set(execution, (this.starts.get(execution) ?? 0) + 1);
      world.begin(plan, { limits: more.limits, started: more as Partial<ExecutionStarted> });
    }
    return { kind: "PENDING" } as const;
  }
}

function openChildren(state: ExecutionState | undefined): readonly string[] {
  if (state === undefined || state.finished !== undefined) return [];
  return waitingForTasks(state).flatMap((ordinal) => openTask(stepAt(state, ordinal))?.handle ?? []);
}

describe("a root with children of children", () => {
  it("[E10, N560] never has more at work than its places, and all come to their end, whatever is lost and however few there are", async () => {
    const mosts = new Map<number, number>();
    for (let seed = 1; seed <= 12; seed += 1) {
      const places = (seed % 3) + 1;
      const tree = new Tree(seed, places);
      await tree.run();
      expect(tree.root.state.finished?.status).toBe("SUCCEEDED");
      expect([...tree.starts.values()].every((times) => times === 1)).toBe(true);
      mosts.set(places, Math.max(mosts.get(places) ?? 0, tree.most));
    }
    // Each cap was reached.
    expect([...mosts].every(([places, most]) => places === most)).toBe(true);
  });
});
