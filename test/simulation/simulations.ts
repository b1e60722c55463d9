/** Every simulation by its name, each run by one seed: those that judge by rules, and those with an oracle. */

import type { EngineWorld } from "../support/engine/engine-world.ts";
import { type Counts, noCounts } from "./counts.ts";
import { runChain } from "./engine/derivation-simulation.ts";
import { Simulation } from "./engine/simulation.ts";
import { EventSimulation } from "./events/event-simulation.ts";
import { ModelSimulation } from "./models/model-simulation.ts";
import { runRoundChain } from "./models/round-chains.ts";
import { simulateOutcome } from "./outcome-simulation.ts";
import { ScheduleSimulation } from "./schedules/schedule-simulation.ts";
import { TurnSimulation } from "./turns/turn-simulation.ts";

/** Runs one seed. Throws what rule was broken. `trace` gets a line for whatever happens, or the rows at the end. */
export type Simulate = (seed: number, trace: (line: string) => void) => Promise<Counts>;

export const simulations = {
  /** One execution of any plan, under rules. */
  rules: async (seed, trace) => {
    const simulation = new Simulation(seed, null, true);
    const counts = await traced([simulation.world], trace, () => simulation.run());
    return { ...counts, permissionPolls: simulation.permissionPolls };
  },
  /** Executions that derive from one another, under rules. */
  chains: async (seed, trace) => {
    let worlds: readonly EngineWorld[] = [];
    await runChain(seed).then((run) => {
      worlds = run;
    });
    return traced(worlds, trace, async () => undefined);
  },
  /** Prompts, questions and responders: held against an undisturbed run. */
  models: async (seed, trace) => {
    const simulation = new ModelSimulation(seed);
    return traced([simulation.world], trace, () => simulation.run());
  },
  /** Executions whose model plans again, derived from one another, under rules. */
  rounds: async (seed, trace) => {
    const worlds: EngineWorld[] = [];
    return traced(worlds, trace, () => runRoundChain(seed, worlds));
  },
  /** Agents that take turns: held against an undisturbed run. */
  turns: async (seed, trace) => {
    const simulation = new TurnSimulation(seed);
    return traced([simulation.world], trace, () => simulation.run());
  },
  /** One execution whose end is no matter of speed: held against an undisturbed run to the letter. */
  outcomes: (seed, trace) => simulateOutcome(seed, { hasChildren: false, trace }),
  /** The same with children and grandchildren, any of which is lost. */
  families: (seed, trace) => simulateOutcome(seed, { hasChildren: true, trace }),
  /** Executions that wait for events beside the mailbox that gives them, either of which is lost, under rules. */
  events: async (seed, trace) => {
    const simulation = new EventSimulation(seed);
    await simulation.run();
    return traced([...simulation.world.executions.values()], trace, async () => undefined);
  },
  /** A schedule that is changed in place and whose object is lost at any moment, under rules. */
  schedules: async (seed) => {
    const simulation = new ScheduleSimulation(seed);
    await simulation.run();
    const { crashes, executions, starts } = simulation;
    return { ...noCounts(), seeds: 1, executions: executions.size, crashes, calls: starts };
  },
} as const satisfies Record<string, Simulate>;

export type SimulationName = keyof typeof simulations;

/** Of `seeds` in all, how many each simulation gets: the cheap and the sharp ones most. They sum up to `seeds`. */
export function sharesOf(seeds: number): Readonly<Record<SimulationName, number>> {
  const part = (share: number) => Math.floor(seeds * share);
  const shares = {
    rules: part(0.15),
    chains: part(0.05),
    models: part(0.2),
    turns: part(0.05),
    families: part(0.2),
    rounds: part(0.05),
  };
  const [events, schedules] = [part(0.05), part(0.05)];
  const outcomes = seeds - events - schedules - Object.values(shares).reduce((sum, share) => sum + share, 0);
  return { ...shares, events, schedules, outcomes };
}

/** Runs, counts what these worlds saw, and tells the rows of theirs even if a rule was broken. */
async function traced(
  worlds: readonly EngineWorld[],
  trace: (line: string) => void,
  run: () => Promise<unknown>,
): Promise<Counts> {
  try {
    await run();
  } finally {
    for (const { journal } of worlds) for (const { body, kind, seq } of journal.rows) trace(`${seq} ${kind} ${body}`);
  }
  const sum = (of: (world: EngineWorld) => number) => worlds.reduce((total, world) => total + of(world), 0);
  return {
    ...noCounts(),
    seeds: 1,
    executions: worlds.length,
    crashes: sum(({ crashes }) => crashes),
    cancels: sum(({ journal }) => journal.kinds.filter((kind) => kind === "CancelRequested").length),
    rows: sum(({ journal }) => journal.rows.length),
    calls: sum(({ calls }) => calls.length),
    lost: sum(({ state }) => (state.finished === undefined ? 1 : 0)),
  };
}
