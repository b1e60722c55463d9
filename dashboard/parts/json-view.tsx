/**
 * JSON to read. A small value is shown as JSON, highlighted by weight instead of colour; a larger one is a tree that folds and can be
 * searched (`json-tree`). A text is shown as a text, not with its line breaks as `\n`.
 */
import { useMemo } from "preact/hooks";
import { useFollowScope } from "./follow-button.tsx";
import { InertText, madeVisible } from "./inert-text.tsx";
import { jsonTokens } from "./json-tokens.ts";
import { isBranch, isText, valuesWithin } from "./json-tree/json-branch.ts";
import { JsonTree } from "./json-tree/json-tree.tsx";

export interface JsonViewProps {
  readonly value: unknown;
  /** Characters of a text that are shown at first. 4,000 unless given. */
  readonly limit?: number;
}

/** Values and characters of a document that is shown as JSON. */
const mostValues = 12;
const mostCharacters = 600;

export function JsonView({ limit = 4_000, value }: JsonViewProps) {
  const canFollow = useFollowScope() !== null;
  const { isCut, tokens } = useMemo(() => jsonTokens(value, mostCharacters), [value]);
  if (isText(value)) {
    return (
      <div class="text-value">
        <InertText text={value} limit={limit} />
      </div>
    );
  }
  // Each value of a tree has a place of its own, so that it can be followed.
  if (isBranch(value) && (canFollow || isCut || hasTexts(value) || valuesWithin(value, mostValues + 1) > mostValues))
    return <JsonTree value={value} />;
  return (
    <pre class="json" dir="ltr">
      {tokens.map(({ kind, text }, at) => (
        <span key={at} class={kind}>
          {madeVisible(text)}
        </span>
      ))}
    </pre>
  );
}

/** Whether one of its first values is a text. */
function hasTexts(value: object): boolean {
  return Object.values(value).slice(0, mostValues).some(isText);
}
