/** Going from problem to problem of a plan: each is shown in the text, or where it is outside of the text. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "../../parts/announce.tsx";
import type { CodeEditorHandle } from "../editor/code-editor.tsx";
import { noteId } from "../editor/code-lines.tsx";
import type { ShownProblem } from "./shown-problem.ts";

export interface ProblemWalk {
  readonly show: (index: number) => void;
  /** Shows the next problem or the one before, and says which it is. */
  readonly step: (direction: 1 | -1) => void;
}

/** While `isForm` the plan is shown as a form, which has no problems in it: `showText` shows the text first. */
export function useProblemWalk(
  problems: readonly ShownProblem[],
  editor: { readonly current: CodeEditorHandle | null },
  isForm: boolean,
  showText: () => void,
): ProblemWalk {
  const toShow = useRef<number | null>(null);
  const nextError = useRef(0);
  const showNow = () => {
    const index = toShow.current;
    if (index === null) return;
    toShow.current = null;
    const range = problems[index]?.range;
    const box = document.getElementById(noteId(index));
    if (box === null) {
      if (range) editor.current?.show(range.offset, range.offset + range.length);
      else document.getElementById("bindings")?.focus();
      return;
    }
    box.scrollIntoView({ block: "center" });
    (box.querySelector<HTMLElement>("button.pick") ?? box).focus({ preventScroll: true });
  };
  useLayoutEffect(showNow, [isForm]);
  const show = (index: number) => {
    toShow.current = index;
    // At once where possible: the next key is for the shown problem.
    if (isForm) showText();
    else showNow();
  };
  const step = (direction: 1 | -1) => {
    const { length } = problems;
    if (length === 0) {
      announce("There is no error");
      return;
    }
    const index = ((nextError.current % length) + length) % length;
    nextError.current = index + direction;
    show(index);
    announce(`Error ${index + 1} of ${length}: ${problems[index]?.words ?? ""}`);
  };
  return { show, step };
}
