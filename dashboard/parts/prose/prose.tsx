/**
 * Room `parts/prose`: a text of a model or a person, with the Markdown in it that helps to read (`prose-blocks.ts`). It makes elements of
 * its own only, so nothing of the text is markup; links stay words. A long text is cut until somebody asks for more.
 */
import { useMemo, useState } from "preact/hooks";
import { cutAt, madeVisible } from "../inert-text.tsx";
import { exact } from "../numbers.ts";
import { type Block, blocksOf, spansOf } from "./prose-blocks.ts";
import "./prose.css";

export interface ProseProps {
  readonly text: string;
  /** Characters that are shown at first, and added tenfold each time more is asked for. 4,000 unless given. */
  readonly limit?: number;
}

export function Prose({ limit = 4_000, text }: ProseProps) {
  const [shown, setShown] = useState(limit);
  const end = cutAt(text, shown);
  const blocks = useMemo(() => blocksOf(text.slice(0, end)), [text, end]);
  return (
    <div class="prose" dir="auto">
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
      {end < text.length && (
        <button class="btn small" type="button" onClick={() => setShown(shown + limit * 10)}>
          Show more ({exact(text.length - end)} characters left)
        </button>
      )}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "CODE":
      return <pre>{madeVisible(block.text)}</pre>;
    case "HEADING":
      // Headings of the page have their own order, in which those of a text have no place.
      return (
        <p class={`head h${Math.min(3, block.level)}`}>
          <Words text={block.text} />
        </p>
      );
    case "LIST": {
      const items = block.items.map((item, at) => (
        <li key={at}>
          <Words text={item} />
        </li>
      ));
      return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "QUOTE":
      return (
        <blockquote>
          <Words text={block.text} />
        </blockquote>
      );
    case "PARAGRAPH":
      return (
        <p>
          <Words text={block.text} />
        </p>
      );
  }
}

function Words({ text }: { readonly text: string }) {
  return (
    <bdi class="inert">
      {spansOf(text).map(({ kind, text: words }, at) => {
        const shown = madeVisible(words);
        if (kind === "STRONG") return <strong key={at}>{shown}</strong>;
        if (kind === "EMPHASIS") return <em key={at}>{shown}</em>;
        return kind === "CODE" ? <code key={at}>{shown}</code> : shown;
      })}
    </bdi>
  );
}
