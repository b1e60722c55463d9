/** Starts the process of the callers of a greedy tenant, at the lowest priority: on another machine they would take no processor time of this one. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";

/** The kinds of greed, by what the callers ask for. */
export const kindsOfGreed = ["children", "values", "checks", "sockets"];

/** How many of them ask at a time. */
export const callersOfGreed = 8;

/** `begin(kind, tenant, pauseMs)` lets the callers ask until `end()`, which gives `{ answers, refusals, broken }`. */
export function startGreedyProcess() {
  const child = fork(new URL("./greedy-callers.mjs", import.meta.url));
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The process of the greedy callers ended with ${code}`);
  });
  // Until a window waits for the process, nobody hears of its end.
  ended.catch(() => undefined);
  return {
    begin: (kind, tenant, pauseMs) => child.send({ begin: { kind, tenant, pauseMs, callers: callersOfGreed } }),
    end: async () => {
      const counted = once(child, "message");
      child.send({ end: true });
      const [counts] = await Promise.race([counted, ended]);
      return counts;
    },
    stop: () => child.kill(),
  };
}
