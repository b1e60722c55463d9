/** A document of one step. */
import { request } from "../../api/request.ts";
import { stepPayload } from "../inspector/step-payload.generated.ts";
import { PayloadView, type PayloadViewProps, type Whole } from "./payload-view.tsx";

export interface StepPayloadViewProps extends Pick<PayloadViewProps, "payload"> {
  readonly nodeId: string;
  readonly of: "input" | "output" | "text" | "content";
}

export function StepPayloadView({ nodeId, of, payload }: StepPayloadViewProps) {
  return <PayloadView what={of} payload={payload} readWhole={(maxBytes) => readOfStep(nodeId, of, maxBytes)} />;
}

export async function readOfStep(nodeId: string, of: StepPayloadViewProps["of"], maxBytes: number) {
  const answer = await request(stepPayload, {
    id: nodeId,
    maxBytes,
    ofInput: of === "input",
    ofOutput: of === "output",
    ofContent: of === "content",
    ofText: of === "text",
  });
  if (!answer.ok) return answer;
  const node = answer.data.node as { readonly [name: string]: Whole } | null;
  return { ...answer, data: node?.[of] ?? null };
}
