/** The changes between two JSON values, each with its place: removed, added, or from one value to another. Texts are compared word by word. */
import { useMemo } from "preact/hooks";
import { madeVisible } from "../inert-text.tsx";
import { JsonView } from "../json-view.tsx";
import { TextDiffView } from "./text-diff-view.tsx";
import { type ValueChange, valueDiff } from "./value-diff.ts";
import "./diff.css";

export interface ValueDiffViewProps {
  readonly left: unknown;
  readonly right: unknown;
}

export function ValueDiffView({ left, right }: ValueDiffViewProps) {
  const { changes, isCut } = useMemo(() => valueDiff(left, right), [left, right]);
  if (changes.length === 0) return <p class="soft small">The same.</p>;
  return (
    <ul class="value-diff">
      {changes.map((change) => (
        <li key={`${change.kind} ${change.at}`} class={change.kind.toLowerCase()}>
          <Change change={change} />
        </li>
      ))}
      {isCut && <li class="soft small">There are more changes than are shown.</li>}
    </ul>
  );
}

const marks = { ADDED: "+", REMOVED: "−", CHANGED: "≠" } as const;
const words = { ADDED: "added", REMOVED: "removed", CHANGED: "changed" } as const;

function Change({ change }: { readonly change: ValueChange }) {
  const { at, kind } = change;
  return (
    <>
      <span class="mark" aria-hidden="true">
        {marks[kind]}
      </span>
      <span class="sr">{words[kind]} </span>
      <code class="at">{at === "" ? "the whole value" : madeVisible(at)}</code>
      <div class="was">
        {change.kind === "CHANGED" && typeof change.left === "string" && typeof change.right === "string" ? (
          <TextDiffView left={change.left} right={change.right} />
        ) : (
          <>
            {"left" in change && <Side name="left" value={change.left} isAlone={kind !== "CHANGED"} />}
            {"right" in change && <Side name="right" value={change.right} isAlone={kind !== "CHANGED"} />}
          </>
        )}
      </div>
    </>
  );
}

interface SideProps {
  readonly name: "left" | "right";
  readonly value: unknown;
  /** Whether there is no other side. */
  readonly isAlone: boolean;
}

function Side({ isAlone, name, value }: SideProps) {
  return (
    <div class={`side ${name}`}>
      {!isAlone && <span class="sr">{name === "left" ? "from" : "to"} </span>}
      <JsonView value={value} limit={2_000} />
    </div>
  );
}
