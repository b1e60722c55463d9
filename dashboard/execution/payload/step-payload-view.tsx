/** A document of one step. */
import { request } from "../../api/request.ts";
import { stepPayload } from "../inspector/step-payload.generated.ts";
import type { StepName } from "../store/execution-model.ts";
import { PayloadView, type PayloadViewProps, type Whole } from "./payload-view.tsx";

export interface StepPayloadViewProps extends Pick<PayloadViewProps, "payload"> {
  readonly named: StepName;
  readonly of: "input" | "output" | "text" | "content";
}

export function StepPayloadView({ named, of, payload }: StepPayloadViewProps) {
  return <PayloadView what={of} payload={payload} readWhole={(maxBytes) => readOfStep(named, of, maxBytes)} />;
}

export async function readOfStep({ executionId, stepId }: StepName, of: StepPayloadViewProps["of"], maxBytes: number) {
  const answer = await request(stepPayload, {
    id: executionId,
    stepId,
    maxBytes,
    ofInput: of === "input",
    ofOutput: of === "output",
    ofContent: of === "content",
    ofText: of === "text",
  });
  if (!answer.ok) return answer;
  const [step] = (answer.data.execution?.steps ?? []) as readonly { readonly [name: string]: Whole }[];
  return { ...answer, data: step?.[of] ?? null };
}
