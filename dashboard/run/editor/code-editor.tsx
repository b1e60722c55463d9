/**
 * A text of code to write in: numbered lines, ink of several weights, and problems right below the line that they concern, or at its end. The text is
 * in one element without children; numbers, tints and notes lie below it in lines of their own (`code-lines.tsx`), which measure the room.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from "preact/hooks";
import type { ShownProblem } from "../problems/shown-problem.ts";
import { type CodeEdit, lineBreak } from "./code-edit.ts";
import { paint, paintNothing } from "./code-highlights.ts";
import { type CodeHistory, codeHistory } from "./code-history.ts";
import { historyKeyOf, inputOf } from "./code-input.ts";
import { describedBy, useCodeLines } from "./code-lines.tsx";
import { useCodeRoom } from "./code-room.ts";
import { codeTokens } from "./code-tokens.ts";
import type { Completion } from "./completion.ts";
import { CompletionList } from "./completion-list.tsx";
import { rangesIn, select, selectionIn, textIn, writeText } from "./editable-text.ts";
import { useCompletion } from "./use-completion.ts";

export interface CodeEditorHandle {
  /** Replaces characters as if they were typed, and makes the selection of `edit`. */
  apply(edit: CodeEdit): void;
  /** Selected characters; the end of the text if nothing is. */
  selection(): { readonly start: number; readonly end: number };
  /** Puts the focus on characters and brings them into view. */
  show(start: number, end: number): void;
}

export interface CodeEditorProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly label: string;
  readonly problems: readonly ShownProblem[];
  /** The note on a problem below its line, or at its end. */
  readonly note: (problem: ShownProblem, index: number) => ComponentChildren;
  readonly handle: { current: CodeEditorHandle | null };
  /** The possible completions at a character. Null for none. */
  readonly complete: (text: string, cursor: number) => Completion | null;
}

export function CodeEditor({ text, onText, label, problems, note, handle, complete }: CodeEditorProps) {
  const element = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLOListElement>(null);
  const history = useRef<CodeHistory>(codeHistory({ text, start: 0, end: 0 }));
  const lastSelection = useRef({ start: text.length, end: text.length });
  const lines = text.split("\n");
  const { list, noted } = useCodeLines(rows, lines, problems, note);

  const take = (how: string) => {
    const target = element.current;
    if (target === null) return;
    const written = textIn(target);
    const at = selectionIn(target) ?? { start: written.length, end: written.length };
    lastSelection.current = at;
    history.current.record({ text: written, ...at }, how, performance.now());
    onText(written);
  };
  const apply = ({ offset, length, text: inserted, selectStart, selectEnd }: CodeEdit) => {
    const target = element.current;
    if (target === null) return;
    const before = textIn(target);
    writeText(target, before.slice(0, offset) + inserted + before.slice(offset + length));
    target.focus({ preventScroll: true });
    select(target, selectStart ?? offset + inserted.length, selectEnd ?? selectStart ?? offset + inserted.length);
    take("edit");
  };
  const completion = useCompletion(element, complete, apply);
  const restore = (to: "UNDO" | "REDO") => {
    const state = to === "UNDO" ? history.current.undo() : history.current.redo();
    const target = element.current;
    if (target === null || state === null) return;
    writeText(target, state.text);
    select(target, state.start, state.end);
    lastSelection.current = state;
    onText(state.text);
  };

  useImperativeHandle(handle, () => ({
    apply,
    selection: () => lastSelection.current,
    show(start, end) {
      const target = element.current;
      if (target === null) return;
      target.focus({ preventScroll: true });
      select(target, start, end);
      rangesIn(target, [{ offset: start, length: 0 }])[0]?.startContainer.parentElement?.scrollIntoView({
        block: "nearest",
      });
    },
  }));
  useLayoutEffect(() => {
    const target = element.current;
    // Text that somebody is writing is never overwritten.
    if (target !== null && textIn(target) !== text) {
      writeText(target, text);
      history.current.record({ text, start: text.length, end: text.length }, "given", performance.now());
    }
  }, [text]);
  useLayoutEffect(() => {
    const target = element.current;
    if (target !== null) paint(target, codeTokens(text), problems);
  }, [text, problems]);
  useEffect(() => paintNothing, []);
  const hasRoom = useCodeRoom(element, rows, lines, noted);
  useEffect(() => {
    const keep = () => {
      const target = element.current;
      const at = target === null ? null : selectionIn(target);
      if (at !== null) lastSelection.current = at;
    };
    document.addEventListener("selectionchange", keep);
    return () => document.removeEventListener("selectionchange", keep);
  }, []);

  /** Makes the input that the browser would make otherwise. */
  const takeOver = (event: InputEvent) => {
    const input = inputOf(event);
    if (input === null) return;
    event.preventDefault();
    if (input.kind === "UNDO" || input.kind === "REDO") return restore(input.kind);
    const target = element.current;
    const { end, start } = (target && selectionIn(target)) ?? lastSelection.current;
    const before = () => (target === null ? text : textIn(target));
    const inserted = input.kind === "INSERT" ? input.text : lineBreak(before(), start);
    apply({ offset: start, length: end - start, text: inserted });
  };
  return (
    <div class="code lines">
      <div class={`both${hasRoom ? "" : " no-room"}`}>
        {list}
        {/* biome-ignore lint/a11y/useSemanticElements: lines of a textarea cannot make room for what is said about them */}
        <div
          ref={element}
          class="write"
          contentEditable="plaintext-only"
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          aria-invalid={problems.some(({ tone }) => tone === "bad")}
          aria-describedby={describedBy(problems)}
          dir="ltr"
          tabIndex={0}
          spellcheck={false}
          autocapitalize="off"
          aria-autocomplete="list"
          {...completion.tied}
          onInput={(event) => {
            const { inputType } = event as InputEvent;
            take(inputType);
            completion.written(inputType);
          }}
          onBlur={completion.close}
          onMouseDown={completion.close}
          onBeforeInput={(event) => takeOver(event as unknown as InputEvent)}
          onKeyDown={(event) => {
            if (completion.takesKey(event)) return;
            const key = historyKeyOf(event);
            if (key === null) return;
            event.preventDefault();
            restore(key);
          }}
        />
      </div>
      {completion.offer !== null && <CompletionList {...completion.offer} onChoose={completion.choose} />}
    </div>
  );
}
