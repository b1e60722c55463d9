/**
 * Reads the executions of a tree, level by level, three at a time. Those that have ended are read once; while the run continues the others are read
 * again, at most every three seconds. A tree has no end that is known before, so that no more than 60 executions are read.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { refresher } from "../../api/refresher.ts";
import { requestUntilAnswered } from "../../api/request.ts";
import { signIns } from "../../api/session.ts";
import { flameRun } from "./flame-run.generated.ts";
import { type FlameRun, openingSteps } from "./flame-tree.ts";

export interface FlameRuns {
  /** By ID. */
  readonly runs: ReadonlyMap<string, FlameRun>;
  /** Whether all that there is was read. */
  readonly isWhole: boolean;
  /** Children beyond those that are read. */
  readonly omitted: number;
  /** Why an execution could not be read. Null if it could. */
  readonly problem: Problem | null;
}

export const mostRuns = 60;
const atOnce = 3;
const pauseMs = 3_000;

/** `moment` changes when something happened: its last event. While it is null nothing is read. */
export function useFlameRuns(executionId: string, moment: string | null): ReadonlySignal<FlameRuns> {
  const reader = useMemo(() => flameReader(executionId), [executionId]);
  const signedIn = signIns.value;
  useEffect(() => reader.close, [reader]);
  useEffect(() => {
    if (moment !== null) reader.touch();
  }, [reader, moment, signedIn]);
  return reader.found;
}

function flameReader(rootId: string) {
  const found = signal<FlameRuns>({ runs: new Map(), isWhole: false, omitted: 0, problem: null });

  const readTree = async (ending: AbortSignal) => {
    const known = found.peek().runs;
    const runs = new Map<string, FlameRun>();
    let problem: Problem | null = null;
    let omitted = 0;
    let level: readonly string[] = [rootId];
    while (level.length > 0) {
      const room = level.slice(0, mostRuns - runs.size);
      omitted += level.length - room.length;
      for (let at = 0; at < room.length; at += atOnce) {
        await Promise.all(
          room.slice(at, at + atOnce).map(async (id) => {
            const before = known.get(id);
            const run = before !== undefined && before.finishedAt !== null ? before : await readOne(id, ending);
            if (run !== null && "message" in run) problem ??= run;
            else if (run !== null) runs.set(id, run);
          }),
        );
        if (ending.aborted) return;
      }
      found.value = { runs: new Map([...known, ...runs]), isWhole: false, omitted, problem };
      level = [...new Set(room.flatMap((id) => childrenOf(runs.get(id))))].filter((id) => !runs.has(id));
    }
    found.value = { runs, isWhole: true, omitted, problem };
  };

  const readOne = async (id: string, ending: AbortSignal): Promise<FlameRun | Problem | null> => {
    const answer = await requestUntilAnswered(flameRun, { id }, ending);
    if (!answer.ok) return answer.problem;
    return answer.data.execution ?? answer.problems[0] ?? null;
  };

  const { ask, close } = refresher(readTree, pauseMs);
  return { found, touch: ask, close };
}

function childrenOf(run: FlameRun | undefined): readonly string[] {
  return run === undefined ? [] : openingSteps(run).map(({ executionId }) => executionId);
}
