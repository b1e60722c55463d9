/**
 * The text of an element that one writes in, by characters: reading and setting it, its selection, and where characters are on the page.
 * The browser may split the text into several nodes, and needs a last line break that is not part of the text to show an empty last line.
 */

/** The text without the line break that only the browser needs. */
export function textIn(element: HTMLElement): string {
  const raw = element.textContent ?? "";
  return raw.endsWith("\n") ? raw.slice(0, -1) : raw;
}

export function writeText(element: HTMLElement, text: string): void {
  element.textContent = text === "" || text.endsWith("\n") ? `${text}\n` : text;
}

/** Selected characters. Null if the selection is elsewhere. */
export function selectionIn(element: HTMLElement): { readonly start: number; readonly end: number } | null {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer) || !element.contains(range.endContainer)) return null;
  return {
    start: offsetOf(element, range.startContainer, range.startOffset),
    end: offsetOf(element, range.endContainer, range.endOffset),
  };
}

export function select(element: HTMLElement, start: number, end: number): void {
  const [range] = rangesIn(element, [{ offset: start, length: end - start }]);
  if (range === undefined) return;
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Ranges of the document for characters of the text, which are given in the order of their offsets. */
export function rangesIn(
  element: HTMLElement,
  places: readonly { readonly offset: number; readonly length: number }[],
): readonly Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let length = 0;
  for (const node of element.childNodes) {
    if (!(node instanceof Text)) continue;
    nodes.push({ node, from: length });
    length += node.length;
  }
  let at = 0;
  return places.map((place) => {
    const range = document.createRange();
    while (at + 1 < nodes.length && (nodes[at + 1]?.from ?? 0) <= place.offset) at += 1;
    let end = at;
    while (end + 1 < nodes.length && (nodes[end + 1]?.from ?? 0) < place.offset + place.length) end += 1;
    setPoint(range, "setStart", nodes[at], place.offset, element);
    setPoint(range, "setEnd", nodes[end], place.offset + place.length, element);
    return range;
  });
}

function setPoint(
  range: Range,
  side: "setStart" | "setEnd",
  entry: { readonly node: Text; readonly from: number } | undefined,
  offset: number,
  element: HTMLElement,
): void {
  if (entry === undefined) range[side](element, 0);
  else range[side](entry.node, Math.min(entry.node.length, Math.max(0, offset - entry.from)));
}

function offsetOf(element: HTMLElement, node: globalThis.Node, offset: number): number {
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}
