/**
 * A text of code to write in: numbered lines, ink of several weights, and problems right below the line that they concern, or at its end. The text is
 * in one element without children; numbers, tints and notes lie below it in lines of their own, which measure the room.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ShownProblem } from "../problems/shown-problem.ts";
import { type CodeEdit, lineBreak } from "./code-edit.ts";
import { type Gap, gapLine, gapShape } from "./code-gaps.ts";
import { paint, paintNothing } from "./code-highlights.ts";
import { type CodeHistory, codeHistory } from "./code-history.ts";
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
  const [hasRoom, setHasRoom] = useState(true);
  const lines = text.split("\n");
  const notes = notesByLine(lines, problems);
  const besides = notesBeside(problems);

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
  const restore = (state: { readonly text: string; readonly start: number; readonly end: number } | null) => {
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
  useLayoutEffect(() => {
    const target = element.current;
    const list = rows.current;
    if (target === null || list === null) return;
    const measure = () => setHasRoom(makeRoom(target, list, lines, [...notes.keys()]));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => observer.disconnect();
  });
  useEffect(() => {
    const keep = () => {
      const target = element.current;
      const at = target === null ? null : selectionIn(target);
      if (at !== null) lastSelection.current = at;
    };
    document.addEventListener("selectionchange", keep);
    return () => document.removeEventListener("selectionchange", keep);
  }, []);

  const edit = (inserted: string) => {
    const { end, start } = (element.current && selectionIn(element.current)) ?? lastSelection.current;
    apply({ offset: start, length: end - start, text: inserted });
  };
  // Thousands of lines are not drawn again for each letter: a line changes only with its number and its note.
  const numbered = useMemo(
    () => (
      <ol ref={rows} role="presentation">
        {lines.map((line, at) => {
          const own = [...(besides.get(at) ?? []), ...(notes.get(at) ?? [])];
          const tone = toneOf(problems, at);
          return (
            <li
              key={at}
              role="presentation"
              class={tone}
              style={besides.has(at) ? { "--columns": columnsOf(line) } : undefined}
            >
              <span class="ln" aria-hidden="true">
                {at + 1}
              </span>
              <code />
              {own.map((index) => {
                const problem = problems[index];
                return problem === undefined ? null : note(problem, index);
              })}
            </li>
          );
        })}
      </ol>
    ),
    [lines.length, problems],
  );
  // More would be read out before a word of the text.
  const described = problems.flatMap(({ line }, index) => (line === null ? [] : [noteId(index)])).slice(0, 3);
  const describedBy = described.join(" ") || undefined;
  return (
    <div class="code lines">
      <div class={`both${hasRoom ? "" : " no-room"}`}>
        {numbered}
        {/* biome-ignore lint/a11y/useSemanticElements: lines of a textarea cannot make room for what is said about them */}
        <div
          ref={element}
          class="write"
          contentEditable="plaintext-only"
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          aria-invalid={problems.some(({ tone }) => tone === "bad")}
          aria-describedby={describedBy}
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
          onBeforeInput={(event) => {
            const { data, dataTransfer, inputType } = event as unknown as InputEvent;
            if (inputType === "insertParagraph" || inputType === "insertLineBreak") {
              event.preventDefault();
              const { start } = (element.current && selectionIn(element.current)) ?? lastSelection.current;
              edit(lineBreak(element.current === null ? text : textIn(element.current), start));
            } else if (inputType === "insertFromPaste" || inputType === "insertFromDrop") {
              event.preventDefault();
              edit((dataTransfer?.getData("text/plain") ?? data ?? "").replace(/\r\n?/g, "\n"));
            } else if (inputType === "insertText" && data?.includes("\n")) {
              // The browser would leave out line breaks of text that is dictated or put in at once.
              event.preventDefault();
              edit(data.replace(/\r\n?/g, "\n"));
            } else if (inputType === "historyUndo" || inputType === "historyRedo") {
              event.preventDefault();
              restore(inputType === "historyUndo" ? history.current.undo() : history.current.redo());
            }
          }}
          onKeyDown={(event) => {
            if (completion.takesKey(event)) return;
            if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return;
            const key = event.key.toLowerCase();
            if (key !== "z" && key !== "y") return;
            event.preventDefault();
            restore(key === "y" || event.shiftKey ? history.current.redo() : history.current.undo());
          }}
        />
      </div>
      {completion.offer !== null && <CompletionList {...completion.offer} onChoose={completion.choose} />}
    </div>
  );
}

/** Id of the note for the problem of this index. */
export function noteId(index: number): string {
  return `problem-${index}`;
}

/** Indexes of problems by the line at the end of which they are said. */
function notesBeside(problems: readonly ShownProblem[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  problems.forEach(({ beside, line }, index) => {
    if (beside !== undefined && line !== null) found.set(line, [...(found.get(line) ?? []), index]);
  });
  return found;
}

/** How many characters wide a line is. */
function columnsOf(line: string): number {
  return [...line.replaceAll("\t", "  ")].length;
}

/** Indexes of problems by the line below which they are said. */
function notesByLine(
  lines: readonly string[],
  problems: readonly ShownProblem[],
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  problems.forEach(({ beside, line }, index) => {
    if (line === null || beside !== undefined) return;
    const at = gapLine(lines, line);
    found.set(at, [...(found.get(at) ?? []), index]);
  });
  return found;
}

function toneOf(problems: readonly ShownProblem[], line: number): string {
  const own = problems.filter((problem) => problem.line === line);
  if (own.some(({ tone }) => tone === "bad")) return "bad";
  return own.length > 0 ? "warn" : "";
}

/** Makes room in the text for the notes. False if this browser does not let lines flow around it. */
function makeRoom(
  target: HTMLElement,
  list: HTMLOListElement,
  lines: readonly string[],
  noted: readonly number[],
): boolean {
  const items = list.children;
  const lineHeight = items[0]?.querySelector(".ln")?.getBoundingClientRect().height ?? 22;
  const gaps: Gap[] = [];
  for (const line of noted.toSorted((one, other) => one - other)) {
    const height = items[line]?.getBoundingClientRect().height;
    if (height !== undefined) gaps.push({ line, height: height - lineHeight });
  }
  const { height, shape } = gapShape(gaps, lineHeight);
  target.style.setProperty("--gaps-height", height);
  target.style.setProperty("--gaps", shape);
  const [first] = gaps;
  const next = first === undefined ? undefined : items[first.line + 1];
  if (first === undefined || next === undefined || first.height === 0) return !list.parentElement?.matches(".no-room");
  const offset = lines.slice(0, first.line + 1).join("\n").length + 1;
  const [range] = rangesIn(target, [{ offset, length: 1 }]);
  const shown = range?.getBoundingClientRect();
  return shown === undefined || Math.abs(shown.top - next.getBoundingClientRect().top) < lineHeight;
}
