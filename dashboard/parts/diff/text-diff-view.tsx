/**
 * Two texts as one: parts of the first alone are struck through, parts of the second alone are underlined. Not by colour alone, and also
 * for screen readers.
 */
import { useMemo } from "preact/hooks";
import { madeVisible } from "../inert-text.tsx";
import { exact } from "../numbers.ts";
import { shortened, type TextPart, textDiff } from "./text-diff.ts";
import "./diff.css";

export interface TextDiffViewProps {
  readonly left: string;
  readonly right: string;
}

/** Parts of a text that are shown; more of them are no reading. */
const mostParts = 1_000;
/** Characters of a part that is exchanged. */
const mostOfPart = 20_000;

export function TextDiffView({ left, right }: TextDiffViewProps) {
  const parts = useMemo(() => textDiff(left, right), [left, right]);
  return (
    <div class="text-diff inert" dir="auto">
      {parts.slice(0, mostParts).map((part, at) => (
        <Part key={at} part={part} />
      ))}
      {parts.length > mostParts && <span class="soft"> … and more differences</span>}
    </div>
  );
}

function Part({ part: { kind, text } }: { readonly part: TextPart }) {
  if (kind === "SAME") {
    const short = shortened(text);
    if (short === null) return <span>{madeVisible(text)}</span>;
    const [head, count, tail] = short;
    return (
      <span>
        {madeVisible(head)}
        <span class="soft"> … {exact(count)} characters are the same … </span>
        {madeVisible(tail)}
      </span>
    );
  }
  const shown = madeVisible(text.slice(0, mostOfPart).toWellFormed());
  return kind === "LEFT" ? (
    <del>
      <span class="sr">removed: </span>
      {shown}
    </del>
  ) : (
    <ins>
      <span class="sr">added: </span>
      {shown}
    </ins>
  );
}
