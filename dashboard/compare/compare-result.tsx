/** The inputs and outputs of both runs, as differences: prompt, input, bindings, answer, output, error. */
import type { RunPart, RunPayload } from "../execution/payload/run-parts.ts";
import { inputParts, outputParts } from "../execution/payload/run-parts.ts";
import type { ExecutionHead, ExecutionStore } from "../execution/store/execution-model.ts";
import { TextDiffView } from "../parts/diff/text-diff-view.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { type PartPair, partPairs } from "./part-pairs.ts";
import { PayloadDiff } from "./payload-diff.tsx";

export interface CompareResultProps {
  readonly left: ExecutionStore;
  readonly right: ExecutionStore;
  readonly leftHead: ExecutionHead;
  readonly rightHead: ExecutionHead;
  /** Names of the right run, with those of the left one. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Of the left run and the right one. Null where they cannot be read. */
  readonly payloads: readonly [RunPayload | null, RunPayload | null];
}

export function CompareResult({ left, leftHead, payloads, renamed, right, rightHead }: CompareResultProps) {
  const [leftPayload, rightPayload] = payloads;
  const isRead = leftPayload != null && rightPayload != null;
  const given = partPairs(
    inputParts(leftHead, leftPayload ?? null),
    inputParts(rightHead, rightPayload ?? null),
    renamed,
  );
  const gave = partPairs(
    gaveOf(left, leftHead, leftPayload ?? null),
    gaveOf(right, rightHead, rightPayload ?? null),
    renamed,
  );
  return (
    <>
      <Parts id="compare-input" name="Input" pairs={given} isRead={isRead} />
      <Parts id="compare-output" name="Output" pairs={gave} isRead={isRead} />
    </>
  );
}

/** A failed run shows its error beside its output so far. */
function gaveOf(store: ExecutionStore, head: ExecutionHead, payload: RunPayload | null): readonly RunPart[] {
  const parts = outputParts(head, payload, store.texts.value);
  if (head.failure === null) return parts;
  const text = `${head.failure.code}: ${head.failure.message}`;
  return [{ kind: "TEXT", name: "Error", text, isWriting: false }, ...parts];
}

interface PartsProps {
  readonly id: string;
  readonly name: string;
  readonly pairs: readonly PartPair[];
  readonly isRead: boolean;
}

function Parts({ id, isRead, name, pairs }: PartsProps) {
  return (
    <section class="panel compare-part" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {pairs.length === 0 && (
        <p class="soft">{isRead ? "Neither run has any." : "One of the runs could not be read."}</p>
      )}
      {pairs.map((pair) => (
        <div key={pair.name} class="compare-value">
          <h3>{madeVisible(pair.name)}</h3>
          <PartDiff {...pair} />
        </div>
      ))}
    </section>
  );
}

function PartDiff({ left, right }: PartPair) {
  if ((left ?? right)?.kind === "TEXT" && left?.kind !== "VALUE" && right?.kind !== "VALUE") {
    if (left?.text === right?.text) return <p class="soft small">The same.</p>;
    return <TextDiffView left={left?.text ?? ""} right={right?.text ?? ""} />;
  }
  return <PayloadDiff left={payloadOf(left)} right={payloadOf(right)} />;
}

function payloadOf(part: RunPart | null) {
  if (part === null) return null;
  if (part.kind === "VALUE") return part.payload;
  return { byteSize: part.text.length + 2, preview: part.text.slice(0, 400), value: part.text };
}
