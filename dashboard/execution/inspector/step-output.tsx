/** What a step gave: its output, what was meant for people and models, and the artifact in it. */
import { CopyButton } from "../../parts/copy-button.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { bytes } from "../../parts/numbers.ts";
import { PayloadView } from "./payload-view.tsx";
import type { StepDetail } from "./step-detail.ts";

export interface StepOutputProps {
  readonly nodeId: string;
  readonly detail: StepDetail;
}

export function StepOutput({ detail, nodeId }: StepOutputProps) {
  const content = "content" in detail ? detail.content : null;
  const warning = "warning" in detail ? detail.warning : null;
  const artifact = "artifact" in detail ? detail.artifact : null;
  if (detail.output === null && content === null) return null;
  return (
    <section aria-labelledby="insp-output">
      <h3 id="insp-output">
        Output {detail.output !== null && <span class="end">{bytes(detail.output.byteSize)}</span>}
      </h3>
      {warning !== null && (
        <p class="small">
          Taken with a warning: <InertText text={warning.message} limit={300} /> <code>{warning.code}</code>
        </p>
      )}
      {artifact !== null && (
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
      {detail.output !== null && <PayloadView nodeId={nodeId} of="output" payload={detail.output} />}
      {content !== null && (
        <details>
          <summary>
            For people and models <span class="soft">{bytes(content.byteSize)}</span>
          </summary>
          <PayloadView nodeId={nodeId} of="content" payload={content} />
        </details>
      )}
    </section>
  );
}
