/** Attachments of a step beside data and text: images, sounds, files and resources by name, each with the artifact that holds it. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { bytes, plural } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { downloadArtifact } from "../files/artifact-download.ts";
import type { StepDetail } from "./step-detail.ts";

type Attachment = NonNullable<Extract<StepDetail, { __typename: "ToolStep" }>["attachments"]>[number];

export interface StepAttachmentsProps {
  readonly attachments: readonly Attachment[];
  /** How many there are, shown here or not. */
  readonly count: number;
}

const kinds: Readonly<Record<Attachment["kind"], string>> = {
  IMAGE: "image",
  AUDIO: "sound",
  RESOURCE: "resource",
  RESOURCE_LINK: "link",
};

/** Characters of a name that are shown. */
const longestName = 120;

export function StepAttachments({ attachments, count }: StepAttachmentsProps) {
  if (count === 0) return null;
  const left = count - attachments.length;
  return (
    <>
      <h4 id="insp-attachments">
        Attachments <span class="soft">{count}</span>
      </h4>
      <ul class="attachments" aria-labelledby="insp-attachments">
        {attachments.map((attachment) => (
          <AttachmentLine key={attachment.position} attachment={attachment} />
        ))}
      </ul>
      {left > 0 && <p class="soft small">{plural(left, "more attachment")}, which the API lists.</p>}
    </>
  );
}

function AttachmentLine({ attachment }: { readonly attachment: Attachment }) {
  const { artifact, byteSize, kind, mediaType, name } = attachment;
  const [problem, setProblem] = useState<Problem | null>(null);
  const facts = [kinds[kind] ?? kind, mediaType, byteSize === null ? null : bytes(byteSize)].filter(
    (fact) => fact !== null,
  );
  const download = async (id: string) => setProblem(await downloadArtifact(id));
  return (
    <li>
      {artifact === null ? (
        <InertText text={name} limit={longestName} />
      ) : (
        <a
          href={artifact.downloadUrl}
          download
          aria-label={`Download ${madeVisible(name.slice(0, longestName))}`}
          onClick={(event) => {
            event.preventDefault();
            void download(artifact.id);
          }}
        >
          <InertText text={name} limit={longestName} />
        </a>
      )}{" "}
      <span class="soft">
        <InertText text={facts.join(", ")} limit={120} />
        {artifact === null && kind !== "RESOURCE_LINK" && ", in the content alone"}
      </span>
      {problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
    </li>
  );
}
