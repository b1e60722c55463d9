/**
 * A document of an execution: as JSON if it is small, else its beginning. The whole document is read on request, to look at or as a file. A
 * file may be larger than a page can show.
 */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import type { Answer } from "../../api/request.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { FollowButton } from "../../parts/follow-button.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { bytes } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { fileTextOf, saveFile } from "./save-file.ts";

/** The whole of a document. Null if nothing of this size is given. */
export type Whole = { readonly value: unknown } | null;

export interface PayloadViewProps {
  /** Its name, for screen readers and for the file: "output". */
  readonly what: string;
  readonly payload: { readonly byteSize: number; readonly preview: string; readonly value: unknown };
  /** Reads the document if it has at most so many bytes. */
  readonly readWhole: (maxBytes: number) => Promise<Answer<Whole>>;
  /** Characters of a text that are shown at first. 2,000 unless given. */
  readonly limit?: number;
}

/** A larger document is not shown, but saved. */
const mostShown = 2_000_000;
/** Bytes of one answer of the API, with room for the rest of it. */
const mostSaved = 15_000_000;
const previewLength = 1_000;

export function PayloadView({ limit = 2_000, payload, readWhole, what }: PayloadViewProps) {
  const [whole, setWhole] = useState<Whole>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { byteSize, preview, value } = payload;
  // Null is a value too, of four bytes; a larger document without a value is one that was too large.
  const known = whole ?? (value === null && byteSize > 4 ? null : { value });
  const read = async (): Promise<Whole> => {
    const answer = await readWhole(byteSize + 1_024);
    const [refused = null] = answer.ok ? answer.problems : [answer.problem];
    setProblem(refused);
    return answer.ok ? answer.data : null;
  };
  const save = async () => {
    const found = known ?? (await read());
    if (found !== null) saveFile(fileTextOf(found.value, what));
  };
  if (known !== null) {
    return (
      <>
        <JsonView value={known.value} limit={limit} />
        <div class="row payload-acts">
          <CopyButton text={fileTextOf(known.value, what).text} what={what} class="btn quiet small">
            Copy
          </CopyButton>
          <FollowButton hasWord />
          {byteSize > previewLength && <SaveButton byteSize={byteSize} what={what} onSave={save} />}
        </div>
      </>
    );
  }
  return (
    <>
      <pre class="json">
        <InertText text={`${preview.slice(0, previewLength)}…`} limit={previewLength + 1} />
      </pre>
      {problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
      <div class="row payload-acts">
        {byteSize <= mostShown && (
          <button class="btn small" type="button" onClick={() => void read().then(setWhole)}>
            Show all ({bytes(byteSize)})
          </button>
        )}
        <FollowButton hasWord />
        {byteSize <= mostSaved && <SaveButton byteSize={byteSize} what={what} onSave={save} />}
        {byteSize > mostShown && (
          <span class="soft small">
            The beginning of {bytes(byteSize)}.{byteSize > mostSaved && " The API gives it in parts."}
          </span>
        )}
      </div>
    </>
  );
}

interface SaveButtonProps {
  readonly byteSize: number;
  readonly what: string;
  readonly onSave: () => Promise<void>;
}

function SaveButton({ byteSize, onSave, what }: SaveButtonProps) {
  return (
    <button class="btn quiet small" type="button" onClick={() => void onSave()}>
      Download<span class="sr"> the {what}</span> ({bytes(byteSize)})
    </button>
  );
}
