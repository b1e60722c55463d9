/** Inputs and outputs, read beside the head: once there is a plan, and again when the run has ended. Values do not change between. */
import { useEffect, useState } from "preact/hooks";
import { type Answer, request, requestUntilAnswered } from "../../api/request.ts";
import { signIns } from "../../api/session.ts";
import type { ExecutionHead, ExecutionStore } from "../store/execution-model.ts";
import { lastSteps } from "./last-steps.ts";
import type { Whole } from "./payload-view.tsx";
import type { RunPayload, ValuePlace } from "./run-parts.ts";
import { runBindingsWhole, runInputWhole, runOutputWhole, runPayload } from "./run-payload.generated.ts";
import { readOfStep } from "./step-payload-view.tsx";

/** Undefined until it was read, null if it cannot be. */
export function useRunPayload(store: ExecutionStore): RunPayload | null | undefined {
  const [payload, setPayload] = useState<RunPayload | null | undefined>(undefined);
  const head = store.head.value;
  // Which steps gave the outputs is known with all of them.
  const moment = head === null || head.isPart ? null : `${head.finishedAt} ${signIns.value}`;
  useEffect(() => {
    const known = store.head.peek();
    if (known === null || known.isPart) return;
    const controller = new AbortController();
    const gave = known.steps.filter(({ status }) => status === "SUCCEEDED" || status === "PARTIAL");
    const names = new Set(gave.map(({ stepId }) => stepId));
    const last = known.finishedAt === null ? [] : lastSteps(known.plan?.steps ?? [], names);
    void requestUntilAnswered(runPayload, { id: store.executionId, last }, controller.signal).then((answer) => {
      if (!controller.signal.aborted) setPayload((before) => (answer.ok ? answer.data : (before ?? null)));
    });
    return () => controller.abort();
  }, [store, moment]);
  return payload;
}

/** The whole of a value. */
export async function readWholeOf(head: ExecutionHead, place: ValuePlace, maxBytes: number): Promise<Answer<Whole>> {
  const { id } = head;
  switch (place.kind) {
    case "INPUT":
      return picked(await request(runInputWhole, { id, maxBytes }), ({ execution }) => execution?.input ?? null);
    case "OUTPUT":
      return picked(await request(runOutputWhole, { id, maxBytes }), ({ execution }) => execution?.output ?? null);
    case "BINDING": {
      const answer = await request(runBindingsWhole, { id, maxBytes });
      const { name } = place;
      return picked(answer, ({ execution }) => execution?.bindings.find((one) => one.name === name)?.value ?? null);
    }
    case "STEP": {
      if (head.steps.some(({ stepId }) => stepId === place.stepId))
        return readOfStep({ executionId: id, stepId: place.stepId }, "output", maxBytes);
      return { ok: false, problem: { code: "NOT_FOUND", message: `The step ${place.stepId} is not kept any more` } };
    }
  }
}

function picked<Data>(answer: Answer<Data>, pick: (data: Data) => Whole): Answer<Whole> {
  return answer.ok ? { ...answer, data: pick(answer.data) } : answer;
}
