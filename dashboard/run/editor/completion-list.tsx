/** The completions as a list at the cursor. The focus stays in the text, which names the chosen entry. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { madeVisible } from "../../parts/inert-text.tsx";
import type { Completion } from "./completion.ts";

/** Of the window, in CSS pixels: the upper left corner, or the lower left one of a list above its word. */
export interface CompletionPlace {
  readonly left: number;
  readonly top: number;
  readonly isAbove: boolean;
}

/** The most that the list takes. */
export const completionHeight = 240;

export interface CompletionListProps {
  readonly completion: Completion;
  readonly at: number;
  readonly place: CompletionPlace;
  readonly onChoose: (at: number) => void;
}

export const completionListId = "plan-completion";

export function completionOptionId(at: number): string {
  return `${completionListId}-${at}`;
}

export function CompletionList({ at, completion, onChoose, place }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    element.style.left = `${Math.max(8, Math.min(place.left, innerWidth - element.offsetWidth - 8))}px`;
    element.style.top = `${place.isAbove ? place.top - element.offsetHeight : place.top}px`;
  }, [place, completion]);
  useLayoutEffect(() => {
    document.getElementById(completionOptionId(at))?.scrollIntoView({ block: "nearest" });
  }, [at, completion]);
  return (
    <div ref={list} id={completionListId} class="completion" role="listbox" aria-label="What can be written here">
      {completion.options.map(({ detail, label }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the text, which keeps the focus
        <div
          key={label}
          id={completionOptionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // The press must not take the focus from the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          <span class="name clip">{madeVisible(label)}</span>
          <span class="soft clip">{madeVisible(detail)}</span>
        </div>
      ))}
    </div>
  );
}
