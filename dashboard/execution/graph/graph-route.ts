/**
 * The course of edges: straight down, and sideways only between two rows of nodes, where nothing stands. Edges that leave or reach the
 * same node do so side by side. Pure; all in pixels.
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are those of the upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface EdgeDraft {
  readonly from: string;
  readonly to: string;
  /** Where it passes between other nodes, from its source to its target. */
  readonly bends: readonly Point[];
  readonly labels: readonly Box[];
}

/** Farthest that two edges at one node stand apart, and how far apart those are that run sideways in the same gap. */
const portGapPx = 28;
const laneGapPx = 6;
const cornerPx = 10;

/** The corners of each edge, in the order of the drafts. Empty for one whose ends are not among the boxes. */
export function routeEdges(
  boxes: ReadonlyMap<string, Box>,
  drafts: readonly EdgeDraft[],
): readonly (readonly Point[])[] {
  const gaps = gapsBetween([...boxes.values(), ...drafts.flatMap(({ labels }) => labels)]);
  const ports = portsOf(boxes, drafts);
  return drafts.map((draft, at) => {
    const ends = ports.get(draft);
    if (ends === undefined) return [];
    // Where nothing stands there is nothing to pass.
    const bends = draft.bends.filter(({ y }) => !gaps.some(({ from, to }) => y > from && y < to));
    const stops = [ends.start, ...bends, ends.end];
    const corners: Point[] = [ends.start];
    for (const [index, stop] of stops.entries()) {
      const next = stops[index + 1];
      if (next === undefined) continue;
      if (Math.abs(next.x - stop.x) >= 1) {
        const y = lane(stop, next, gaps, at);
        corners.push({ x: stop.x, y }, { x: next.x, y });
      }
      corners.push(next);
    }
    return straightened(corners);
  });
}

/** The corners as the data of an SVG path, rounded. */
export function pathData(corners: readonly Point[]): string {
  const [first, ...rest] = corners;
  if (first === undefined) return "";
  let data = `M${at(first)}`;
  for (const [index, corner] of rest.entries()) {
    const before = corners[index] ?? corner;
    const after = rest[index + 1];
    if (after === undefined) return `${data}L${at(corner)}`;
    const radius = Math.min(cornerPx, distance(before, corner) / 2, distance(corner, after) / 2);
    data += `L${at(toward(corner, before, radius))}Q${at(corner)} ${at(toward(corner, after, radius))}`;
  }
  return data;
}

/** Heights between which nothing stands, downwards. */
function gapsBetween(boxes: readonly Box[]): readonly { readonly from: number; readonly to: number }[] {
  const bands = boxes.map(({ height, y }) => [y, y + height] as const).sort(([a], [b]) => a - b);
  const gaps: { from: number; to: number }[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const [top, bottom] of bands) {
    if (top > end && end > Number.NEGATIVE_INFINITY) gaps.push({ from: end, to: top });
    end = Math.max(end, bottom);
  }
  return gaps;
}

/** The height at which an edge goes sideways between two points: in the last gap between them. */
function lane(
  one: Point,
  other: Point,
  gaps: readonly { readonly from: number; readonly to: number }[],
  number: number,
) {
  const [top, bottom] = one.y < other.y ? [one.y, other.y] : [other.y, one.y];
  const gap = gaps.findLast(({ from, to }) => (from + to) / 2 > top && (from + to) / 2 < bottom);
  if (gap === undefined) return (top + bottom) / 2;
  const most = Math.max(0, (gap.to - gap.from) / 2 - 8);
  const shift = ((number % 3) - 1) * laneGapPx;
  return (gap.from + gap.to) / 2 + Math.max(-most, Math.min(most, shift));
}

interface Ends {
  readonly start: Point;
  readonly end: Point;
}

/** Where each edge leaves and arrives: below and above, ordered as it continues so that they do not cross at once. */
function portsOf(boxes: ReadonlyMap<string, Box>, drafts: readonly EdgeDraft[]): ReadonlyMap<EdgeDraft, Ends> {
  const sides = new Map<string, { readonly draft: EdgeDraft; readonly isStart: boolean; readonly toX: number }[]>();
  const centre = (key: string) => {
    const box = boxes.get(key);
    return box === undefined ? 0 : box.x + box.width / 2;
  };
  const isDown = ({ from, to }: EdgeDraft) => (boxes.get(from)?.y ?? 0) <= (boxes.get(to)?.y ?? 0);
  for (const draft of drafts) {
    const out = `${draft.from} ${isDown(draft) ? "below" : "above"}`;
    const into = `${draft.to} ${isDown(draft) ? "above" : "below"}`;
    sides.set(out, [
      ...(sides.get(out) ?? []),
      { draft, isStart: true, toX: draft.bends.at(0)?.x ?? centre(draft.to) },
    ]);
    sides.set(into, [
      ...(sides.get(into) ?? []),
      { draft, isStart: false, toX: draft.bends.at(-1)?.x ?? centre(draft.from) },
    ]);
  }
  const starts = new Map<EdgeDraft, Point>();
  const ends = new Map<EdgeDraft, Point>();
  for (const [side, members] of sides) {
    const [key = "", edge] = side.split(" ");
    const box = boxes.get(key);
    if (box === undefined) continue;
    const gap = Math.min(portGapPx, (box.width - 24) / Math.max(1, members.length));
    for (const [index, { draft, isStart }] of members.toSorted((a, b) => a.toX - b.toX).entries()) {
      const x = box.x + box.width / 2 + (index - (members.length - 1) / 2) * gap;
      (isStart ? starts : ends).set(draft, { x, y: edge === "below" ? box.y + box.height : box.y });
    }
  }
  const found = new Map<EdgeDraft, Ends>();
  for (const draft of drafts) {
    const [start, end] = [starts.get(draft), ends.get(draft)];
    if (start !== undefined && end !== undefined) found.set(draft, { start, end });
  }
  return found;
}

/** Without corners that are none. */
function straightened(corners: readonly Point[]): readonly Point[] {
  return corners.filter((corner, index) => {
    const [before, after] = [corners[index - 1], corners[index + 1]];
    if (before === undefined || after === undefined) return true;
    const isVertical = Math.abs(before.x - corner.x) < 0.5 && Math.abs(after.x - corner.x) < 0.5;
    const isLevel = Math.abs(before.y - corner.y) < 0.5 && Math.abs(after.y - corner.y) < 0.5;
    return !isVertical && !isLevel;
  });
}

function toward(from: Point, to: Point, by: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  return { x: from.x + ((to.x - from.x) * by) / whole, y: from.y + ((to.y - from.y) * by) / whole };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function at({ x, y }: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
