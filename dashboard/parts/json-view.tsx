/** JSON to read, told by weight instead of colour. What is long is cut until somebody asks for more. */
import { useMemo, useState } from "preact/hooks";
import { madeVisible } from "./inert-text.tsx";
import { jsonTokens } from "./json-tokens.ts";

export interface JsonViewProps {
  readonly value: unknown;
  /** Characters that are shown at first. 4,000 unless given. */
  readonly limit?: number;
}

const mostCharacters = 400_000;

export function JsonView({ limit = 4_000, value }: JsonViewProps) {
  const [shown, setShown] = useState(limit);
  const { isCut, tokens } = useMemo(() => jsonTokens(value, shown), [value, shown]);
  return (
    <>
      <pre class="json" dir="ltr">
        {tokens.map(({ kind, text }, at) => (
          <span key={at} class={kind}>
            {madeVisible(text)}
          </span>
        ))}
      </pre>
      {isCut &&
        (shown < mostCharacters ? (
          <button class="btn small" type="button" onClick={() => setShown(Math.min(mostCharacters, shown * 10))}>
            Show more
          </button>
        ) : (
          <p class="soft small">Longer than the page shows.</p>
        ))}
    </>
  );
}
