/** Reads the data for a followed value: the execution with its sources, and the values of the steps on the way. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { request } from "../api/request.ts";
import { useAnswer } from "../api/use-answer.ts";
import { textOfPlace, type ValuePlace } from "../shell/value-place.ts";
import { stepOfStation } from "./flow-marks.ts";
import { followedExecution, followedValues } from "./followed-execution.generated.ts";
import { type FollowedWorld, worldOf } from "./followed-world.ts";
import { type ValueFlow, valueFlow } from "./value-flow.ts";

export interface StepValues {
  readonly input: unknown;
  readonly output: unknown;
}

export interface Followed {
  /** Null until it was read. */
  readonly world: FollowedWorld | null;
  /** Null until then, and where the execution has no such value. */
  readonly flow: ValueFlow | null;
  /** Of the steps on the way, as far as they were read and are not too large. */
  readonly values: ReadonlyMap<string, StepValues>;
  readonly problem: Problem | null;
}

/** Values of more steps are not read. */
const mostRead = 40;
const noValues: ReadonlyMap<string, StepValues> = new Map();

/** Read again when `moment` changes: a run that continues makes further values. */
export function useFollowed(executionId: string, place: ValuePlace | null, moment: string): Followed {
  const { data, problem, readAgain } = useAnswer(followedExecution, { id: executionId });
  const [known] = useState({ moment });
  useEffect(() => {
    if (known.moment === moment) return;
    known.moment = moment;
    readAgain();
  }, [moment]);
  const execution = data?.execution ?? null;
  const world = useMemo(() => (execution === null ? null : worldOf(execution)), [execution]);
  const text = place === null ? "" : textOfPlace(place);
  const flow = useMemo(() => (world === null || place === null ? null : valueFlow(world, place)), [world, text]);
  const values = useStepValues(world, flow);
  return { world, flow, values, problem };
}

function useStepValues(world: FollowedWorld | null, flow: ValueFlow | null): ReadonlyMap<string, StepValues> {
  const [values, setValues] = useState(noValues);
  useEffect(() => {
    if (world === null || flow === null) return;
    const controller = new AbortController();
    const own = "stepId" in flow.place ? [flow.place.stepId] : [];
    const stepIds = new Set([...own, ...flow.from.flatMap((station) => stepOfStation(station) ?? []).reverse()]);
    const ids = [...stepIds].flatMap((stepId) => world.nodeIds.get(stepId) ?? []).slice(0, mostRead);
    if (ids.length === 0) return;
    void request(followedValues, { ids }, controller.signal).then((answer) => {
      if (controller.signal.aborted || !answer.ok) return;
      const read = new Map<string, StepValues>();
      for (const node of answer.data.nodes ?? []) {
        if (node === null || !("stepId" in node)) continue;
        read.set(node.stepId, { input: node.input?.value, output: node.output?.value });
      }
      setValues(read);
    });
    return () => controller.abort();
  }, [world, flow]);
  return values;
}
