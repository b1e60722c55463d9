/**
 * Room between the lines of the text for notes on them. An editable text has no children for that; a float of the browser's own
 * (`::before`) makes the room. Its shape is one band for each gap, so that lines flow around it.
 */

/** After which line, from 0, how many pixels stay free. */
export interface Gap {
  readonly line: number;
  readonly height: number;
}

/** Height and shape of the float for lines of `lineHeight` pixels. Gaps in the order of their lines. */
export function gapShape(
  gaps: readonly Gap[],
  lineHeight: number,
): { readonly height: string; readonly shape: string } {
  if (gaps.length === 0) return { height: "0px", shape: "none" };
  const points = ["0 0"];
  let above = 0;
  let bottom = 0;
  for (const { height, line } of gaps) {
    const top = (line + 1) * lineHeight + above;
    above += height;
    bottom = top + height;
    points.push(`0 ${top}px`, `100% ${top}px`, `100% ${bottom}px`, `0 ${bottom}px`);
  }
  return { height: `${bottom}px`, shape: `polygon(${points.join(", ")})` };
}

/** The line after which to say something about `line`: an empty line takes no room, so that no gap can stand before it. */
export function gapLine(lines: readonly string[], line: number): number {
  let at = line;
  while (at + 1 < lines.length && lines[at + 1] === "") at += 1;
  return at;
}
