/** When the list of completions is shown, and its keys. The focus stays in the text. */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CodeEdit } from "./code-edit.ts";
import type { Completion } from "./completion.ts";
import { type CompletionPlace, completionHeight, completionListId, completionOptionId } from "./completion-list.tsx";
import { rangesIn, selectionIn, textIn } from "./editable-text.ts";

export interface Offer {
  readonly completion: Completion;
  readonly at: number;
  readonly place: CompletionPlace;
}

export interface CompletionState {
  /** Null while nothing is offered. */
  readonly offer: Offer | null;
  readonly choose: (at: number) => void;
  readonly close: () => void;
  /** After something was written. */
  readonly written: (inputType: string) => void;
  /** Whether a key was that of the list, and is done. */
  readonly takesKey: (event: KeyboardEvent) => boolean;
  /** Attributes of the text that tie it to the list. */
  readonly tied: Readonly<Record<"aria-controls" | "aria-activedescendant", string | undefined>>;
}

export function useCompletion(
  element: RefObject<HTMLElement | null>,
  /** Another function where more is known. */
  complete: (text: string, cursor: number) => Completion | null,
  apply: (edit: CodeEdit) => void,
): CompletionState {
  const [offer, setOffer] = useState<Offer | null>(null);
  /** Whether something was typed at the end of which nothing could be offered yet: names and schemas may still be read. */
  const isWaiting = useRef(false);
  const close = () => {
    isWaiting.current = false;
    setOffer(null);
  };
  useEffect(() => {
    if (isWaiting.current) setOffer(offerAt(element.current, complete, false));
  }, [complete]);
  useEffect(() => {
    if (offer === null) return;
    // The list goes with its word: writing scrolls a long line, and says so a frame later. A word that leaves the window takes the list away.
    const follow = ({ target }: Event) => {
      const written = element.current;
      if (written === null || (target instanceof Element && target.id === completionListId)) return;
      setOffer((current) => {
        if (current === null) return null;
        const place = placeOf(written, current.completion.from);
        return place.top >= 0 && place.top <= innerHeight ? { ...current, place } : null;
      });
    };
    document.addEventListener("scroll", follow, true);
    return () => document.removeEventListener("scroll", follow, true);
  }, [offer !== null]);
  const choose = (at: number) => {
    const option = offer?.completion.options[at];
    close();
    if (offer === null || option === undefined) return;
    const { from, to } = offer.completion;
    const { select, text } = option;
    const edit = { offset: from, length: to - from, text };
    apply(select === undefined ? edit : { ...edit, selectStart: from + select.start, selectEnd: from + select.end });
  };
  return {
    offer,
    choose,
    close,
    written(inputType) {
      const isTyped = /^(?:insertText|deleteContent)/.test(inputType);
      const found = isTyped ? offerAt(element.current, complete, false) : null;
      isWaiting.current = isTyped && found === null;
      setOffer(found);
    },
    takesKey(event) {
      if (event.isComposing) return false;
      if (event.key === " " && event.ctrlKey) setOffer(offerAt(element.current, complete, true));
      else {
        if (offer === null || event.ctrlKey || event.metaKey || event.altKey) return false;
        const { length } = offer.completion.options;
        const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: length - 1 };
        const by = moves[event.key];
        if (by !== undefined) setOffer({ ...offer, at: (offer.at + by) % length });
        else if (event.key === "Escape") close();
        else if (event.key === "Enter" || event.key === "Tab") choose(offer.at);
        else {
          if (/^(?:Arrow|Home|End|Page)/.test(event.key)) close();
          return false;
        }
      }
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    tied: {
      "aria-controls": offer === null ? undefined : completionListId,
      "aria-activedescendant": offer === null ? undefined : completionOptionId(offer.at),
    },
  };
}

/** The completions at the cursor. While somebody types, only behind text that begins or continues a word. */
function offerAt(
  target: HTMLElement | null,
  complete: (text: string, cursor: number) => Completion | null,
  isAsked: boolean,
): Offer | null {
  const selected = target === null ? null : selectionIn(target);
  if (target === null || selected === null || selected.start !== selected.end) return null;
  const text = textIn(target);
  if (!isAsked && !/["{.\w-]/.test(text.charAt(selected.end - 1))) return null;
  const completion = complete(text, selected.end);
  if (completion === null) return null;
  const [only, second] = completion.options;
  if (!isAsked && second === undefined && only?.label === completion.word) return null;
  return { completion, at: 0, place: placeOf(target, completion.from) };
}

/** Below a character, or above it where there is no room below. */
function placeOf(target: HTMLElement, offset: number): CompletionPlace {
  const [range] = rangesIn(target, [{ offset, length: 1 }]);
  const box = range?.getClientRects()[0] ?? target.getBoundingClientRect();
  const isAbove = box.bottom + completionHeight > innerHeight && box.top > completionHeight;
  return { left: box.left, top: isAbove ? box.top : box.bottom, isAbove };
}
