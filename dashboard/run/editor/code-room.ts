/** Room in the text of an editor for the notes below its lines: the text flows around a shape that is as tall as they are. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type Gap, gapShape } from "./code-gaps.ts";
import { rangesIn } from "./editable-text.ts";

/** Whether there is room. Not if this browser does not let lines flow around it. */
export function useCodeRoom(
  element: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLOListElement | null>,
  lines: readonly string[],
  noted: readonly number[],
): boolean {
  const [hasRoom, setHasRoom] = useState(true);
  useLayoutEffect(() => {
    const target = element.current;
    const list = rows.current;
    if (target === null || list === null) return;
    const measure = () => setHasRoom(makeRoom(target, list, lines, noted));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => observer.disconnect();
  });
  return hasRoom;
}

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
