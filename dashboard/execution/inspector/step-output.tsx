/** The results of a step: its output, its text, its attachments, its content for people and models, the artifact in it, and warnings. */
import { CopyButton } from "../../parts/copy-button.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { bytes } from "../../parts/numbers.ts";
import { Followable } from "../follow-scope.tsx";
import { StepPayloadView } from "../payload/step-payload-view.tsx";
import type { StepName } from "../store/execution-model.ts";
import { StepAttachments } from "./step-attachments.tsx";
import type { StepDetail } from "./step-detail.ts";

export interface StepOutputProps {
  readonly named: StepName;
  readonly detail: StepDetail;
}

export function StepOutput({ detail, named }: StepOutputProps) {
  const content = "content" in detail ? detail.content : null;
  const text = "text" in detail ? detail.text : null;
  const warnings = "warnings" in detail ? detail.warnings : [];
  const artifact = "artifact" in detail ? detail.artifact : null;
  if (detail.output === null && content === null) return null;
  return (
    <section aria-labelledby="insp-output">
      <h3 id="insp-output">
        Output {detail.output !== null && <span class="end">{bytes(detail.output.byteSize)}</span>}
      </h3>
      {warnings.map(({ code, message }) => (
        <p class="small" key={code}>
          Taken with a warning: <InertText text={message} limit={300} /> <code>{code}</code>
        </p>
      ))}
      {artifact !== null && (artifact.artifactId !== null || artifact.skillId !== null) && (
        <dl class="facts">
          <dt>Artifact</dt>
          <dd>
            {artifact.artifactId === null ? (
              "without an ID"
            ) : (
              <CopyButton text={artifact.artifactId} what="ID of the artifact">
                <code>
                  <InertText text={artifact.artifactId} limit={80} />
                </code>
              </CopyButton>
            )}{" "}
            <span class="soft">{artifact.shape.toLowerCase()} shape</span>
          </dd>
          {artifact.skillId !== null && (
            <>
              <dt>Skill</dt>
              <dd>
                <InertText text={artifact.skillId} limit={80} />
              </dd>
            </>
          )}
        </dl>
      )}
      {detail.output !== null && (
        <Followable place={{ kind: "OUTPUT", stepId: detail.stepId, pointer: "" }} name={`output of ${detail.stepId}`}>
          <StepPayloadView named={named} of="output" payload={detail.output} />
        </Followable>
      )}
      {text !== null && !repeats(text.value, detail.output?.value) && (
        <>
          <h4>
            Text <span class="soft">{bytes(text.byteSize)}</span>
          </h4>
          <StepPayloadView named={named} of="text" payload={text} />
        </>
      )}
      {"attachments" in detail && (
        <StepAttachments attachments={detail.attachments ?? []} count={detail.attachmentCount ?? 0} />
      )}
      {content !== null && (
        <details>
          <summary>
            For people and models <span class="soft">{bytes(content.byteSize)}</span>
          </summary>
          <StepPayloadView named={named} of="content" payload={content} />
        </details>
      )}
    </section>
  );
}

/** Whether a text is only the JSON of the output, which is shown already. */
function repeats(text: unknown, output: unknown): boolean {
  if (typeof text !== "string" || output == null) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(output);
  } catch {
    return text === output;
  }
}
