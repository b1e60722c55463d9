/**
 * The course of edges: straight down, and sideways only between two rows of nodes, where nothing stands. Edges that leave or reach the
 * same node do so side by side, and those that go sideways past the same place lie below one another. Pure; all in pixels.
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

/** Farthest that two edges stand apart at one node, and where they run sideways in the same gap. */
const portGapPx = 28;
const laneGapPx = 6;
const cornerPx = 10;
/** Between the edges of a gap and what goes sideways in it. Below is the tip of an arrow. */
const marginPx = { above: 4, below: 8 };

/** The corners of each edge, in the order of the drafts. Empty for one whose ends are not among the boxes. */
export function routeEdges(
  boxes: ReadonlyMap<string, Box>,
  drafts: readonly EdgeDraft[],
): readonly (readonly Point[])[] {
  const gaps = gapsBetween([...boxes.values(), ...drafts.flatMap(({ labels }) => labels)]);
  const ports = portsOf(boxes, drafts);
  const courses = drafts.map((draft) => {
    const ends = ports.get(draft);
    if (ends === undefined) return [];
    // Where nothing stands there is nothing to pass.
    const bends = draft.bends.filter(({ y }) => !gaps.some(({ from, to }) => y > from && y < to));
    const stops = [ends.start, ...bends, ends.end];
    return stops.slice(1).map((to, index) => legBetween(stops[index] ?? to, to, gaps));
  });
  const heights = lanesOf(courses.flat());
  return courses.map((legs) => {
    const corners = legs.slice(0, 1).map(({ from }) => from);
    for (const leg of legs) {
      const y = heights.get(leg);
      if (y !== undefined) corners.push({ x: leg.from.x, y }, { x: leg.to.x, y });
      corners.push(leg.to);
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

/** Heights between which nothing stands. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Downwards. */
function gapsBetween(boxes: readonly Box[]): readonly Gap[] {
  const bands = boxes.map(({ height, y }) => [y, y + height] as const).sort(([a], [b]) => a - b);
  const gaps: Gap[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const [top, bottom] of bands) {
    if (top > end && end > Number.NEGATIVE_INFINITY) gaps.push({ from: end, to: top });
    end = Math.max(end, bottom);
  }
  return gaps;
}

/** The course of an edge from one stop to the next, and the gap in which it goes sideways. */
interface Leg {
  readonly from: Point;
  readonly to: Point;
  readonly gap: Gap;
}

function legBetween(from: Point, to: Point, gaps: readonly Gap[]): Leg {
  const [top, bottom] = from.y < to.y ? [from.y, to.y] : [to.y, from.y];
  const isBetween = (gap: Gap) => (gap.from + gap.to) / 2 > top && (gap.from + gap.to) / 2 < bottom;
  return { from, to, gap: gaps.findLast(isBetween) ?? { from: top, to: bottom } };
}

/** The height at which each leg goes sideways, for those that do. */
function lanesOf(legs: readonly Leg[]): ReadonlyMap<Leg, number> {
  const heights = new Map<Leg, number>();
  const sideways = legs.filter(({ from, to }) => Math.abs(to.x - from.x) >= 1);
  for (const [gap, members] of Map.groupBy(sideways, (leg) => leg.gap)) {
    const lanes: Leg[][] = [];
    // Above is the lane of the one that begins farthest ahead, so that edges of one node do not cross.
    for (const leg of members.toSorted((a, b) => ahead(b) - ahead(a))) {
      // Below those that begin where it ends, and above those that end where it begins: nothing else keeps their ends apart.
      const first = lanes.findLastIndex((lane) => lane.some(({ from }) => isSame(from.x, leg.to.x))) + 1;
      const bound = lanes.findIndex((lane) => lane.some(({ to }) => isSame(to.x, leg.from.x)));
      const end = bound < 0 ? lanes.length : bound;
      const free = lanes.findIndex((lane, at) => at >= first && at < end && !lane.some((one) => passesBy(leg, one)));
      if (free < 0) lanes.splice(Math.max(first, end), 0, [leg]);
      else lanes[free]?.push(leg);
    }
    const room = Math.max(0, gap.to - gap.from - marginPx.above - marginPx.below);
    const step = Math.min(laneGapPx, room / Math.max(1, lanes.length - 1));
    const top = (gap.from + marginPx.above + gap.to - marginPx.below - step * (lanes.length - 1)) / 2;
    for (const [at, lane] of lanes.entries()) for (const leg of lane) heights.set(leg, top + at * step);
  }
  return heights;
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 2;
}

/** How far along its own direction a leg begins. */
function ahead({ from, to }: Leg): number {
  return to.x > from.x ? from.x : -from.x;
}

/** Whether two legs would share a part of one line, or touch. */
function passesBy(one: Leg, other: Leg): boolean {
  const middle = (leg: Leg) => (leg.from.x + leg.to.x) / 2;
  const half = (leg: Leg) => Math.abs(leg.to.x - leg.from.x) / 2;
  return Math.abs(middle(one) - middle(other)) <= half(one) + half(other) + laneGapPx;
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
