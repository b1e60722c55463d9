/**
 * The positions of the graph: dagre places the content of each container, from the innermost outwards, so that a container is a node like
 * others to its surroundings. Pure, given dagre. All in pixels.
 */
import type * as Dagre from "@dagrejs/dagre";
import { shortId } from "../short-id.ts";
import type { StepRow } from "../store/execution-model.ts";
import { captionOf, nameOfRow } from "../timeline/timeline-words.ts";
import type { GraphEdge, GraphNode, GraphPlan } from "./graph-plan.ts";
import { type Box, type Point, routeEdges } from "./graph-route.ts";

export interface PlacedNode extends Box {
  readonly node: GraphNode;
  readonly isContainer: boolean;
  /** Containers around it. */
  readonly depth: number;
}

export interface PlacedLabel extends Box {
  readonly text: string;
}

export interface PlacedEdge {
  readonly edge: GraphEdge;
  /** Corners, from the source to the target. */
  readonly corners: readonly Point[];
  readonly labels: readonly PlacedLabel[];
}

export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  /** Containers before their content, otherwise in the order of the plan. */
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** The used part of dagre. */
export type LayoutEngine = Pick<typeof Dagre, "Graph" | "layout">;

/** The content of one container, with the container's own corner at 0, 0. */
interface Inside {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

const nodeHeight = 44;
const chip = { height: 20, gap: 4, most: 4, characters: 30 };
const separation = { node: 28, edge: 24, rank: 44 };
const padding = { side: 14, top: 32, bottom: 16 };
const marginPx = 8;
const fewestColumns = 4;

export function layoutGraph(plan: GraphPlan, engine: LayoutEngine): GraphLayout {
  const inside = layoutInside(null, 0, plan, engine);
  const { edges, height, nodes, width } = moved(inside, marginPx, marginPx);
  return { nodes, edges, width: width + 2 * marginPx, height: height + 2 * marginPx };
}

/** Width of a node by the words in it. */
function nodeWidth(title: string, subtitle: string): number {
  const words = Math.max(title.length * 7.4, subtitle.length * 6.1);
  return Math.min(240, Math.max(152, Math.ceil(46 + words)));
}

/** The second line of a node. In a plan that has not run it ends with the possible effect of the call. */
export function nodeCaption(row: StepRow, isWithin: boolean, isPlanned: boolean): string {
  const caption = captionOf(row, isWithin);
  return isPlanned && row.note !== "" ? `${caption} · ${row.note}` : caption;
}

/** The words at the top of a container. */
export function clusterTitle(row: StepRow): string {
  const { callableName, childExecutionId } = row;
  const what = childExecutionId === null ? callableName : `child execution ${shortId(childExecutionId)}`;
  return [nameOfRow(row), what].filter((part) => part !== "").join(" · ");
}

/** Characters of a title for which a container has room. */
export function titleRoom(widthPx: number): number {
  return Math.floor((widthPx - titleInsetPx) / 6.2);
}

const titleInsetPx = 50;

function titleWidth(title: string): number {
  return Math.min(420, Math.ceil(titleInsetPx + title.length * 6.3));
}

/** A text as shown in a chip or a node: cut in its middle, because its ends identify it best. */
export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const half = Math.floor((characters - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(text.length - half)}`;
}

function layoutInside(containerKey: string | null, depth: number, plan: GraphPlan, engine: LayoutEngine): Inside {
  const members = plan.nodes.filter((node) => node.containerKey === containerKey);
  const keys = new Set(members.map(({ key }) => key));
  const edges = plan.edges.filter(({ from, to }) => keys.has(from) && keys.has(to));
  const insides = new Map<string, Inside>();
  const sizes = new Map<string, { readonly width: number; readonly height: number }>();
  for (const { key, row } of members) {
    const isContainer = plan.nodes.some((node) => node.containerKey === key);
    if (!isContainer) {
      const caption = nodeCaption(row, containerKey !== null, plan.isPlanned === true);
      sizes.set(key, { width: nodeWidth(nameOfRow(row), caption), height: nodeHeight });
      continue;
    }
    const inside = layoutInside(key, depth + 1, plan, engine);
    insides.set(key, inside);
    sizes.set(key, {
      width: Math.max(inside.width + 2 * padding.side, titleWidth(clusterTitle(row))),
      height: inside.height + padding.top + padding.bottom,
    });
  }
  const placed = edges.length === 0 ? inGrid(sizes) : byDagre(sizes, edges, engine);
  const nodes = members.flatMap((node): readonly PlacedNode[] => {
    const box = placed.boxes.get(node.key);
    if (box === undefined) return [];
    const inside = insides.get(node.key);
    const own = { ...box, node, depth, isContainer: inside !== undefined };
    if (inside === undefined) return [own];
    return [own, ...moved(inside, box.x + (box.width - inside.width) / 2, box.y + padding.top).nodes];
  });
  const within = [...insides].flatMap(([key, inside]) => {
    const box = placed.boxes.get(key);
    return box === undefined ? [] : moved(inside, box.x + (box.width - inside.width) / 2, box.y + padding.top).edges;
  });
  return { width: placed.width, height: placed.height, nodes, edges: [...placed.edges, ...within] };
}

interface Placed {
  readonly width: number;
  readonly height: number;
  readonly boxes: ReadonlyMap<string, Box>;
  readonly edges: readonly PlacedEdge[];
}

type Sizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

/** Nodes without edges are in rows. */
function inGrid(sizes: Sizes): Placed {
  const columns = Math.max(fewestColumns, Math.ceil(Math.sqrt(sizes.size)));
  const boxes = new Map<string, Box>();
  let [x, y, width, rowHeight, column] = [0, 0, 0, 0, 0];
  for (const [key, size] of sizes) {
    if (column === columns) [x, y, rowHeight, column] = [0, y + rowHeight + 12, 0, 0];
    boxes.set(key, { x, y, ...size });
    width = Math.max(width, x + size.width);
    rowHeight = Math.max(rowHeight, size.height);
    x += size.width + 12;
    column += 1;
  }
  return { width, height: y + rowHeight, boxes, edges: [] };
}

function byDagre(sizes: Sizes, edges: readonly GraphEdge[], { Graph, layout }: LayoutEngine): Placed {
  const graph = new Graph();
  graph.setGraph({
    rankdir: "TB",
    nodesep: separation.node,
    edgesep: separation.edge,
    ranksep: separation.rank,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [key, size] of sizes) graph.setNode(key, { ...size });
  const chips = edges.map(chipsOf);
  for (const [at, { from, to }] of edges.entries()) {
    const own = chips[at] ?? [];
    const width = Math.max(0, ...own.map((label) => label.width));
    const height = own.length === 0 ? 0 : own.length * (chip.height + chip.gap) - chip.gap;
    graph.setEdge(from, to, { width, height, labelpos: "c" });
  }
  layout(graph);
  const boxes = new Map<string, Box>();
  for (const key of sizes.keys()) {
    const { height, width, x = 0, y = 0 } = graph.node(key) as Box;
    boxes.set(key, { x: x - width / 2, y: y - height / 2, width, height });
  }
  const drafts = edges.map(({ from, to }, at) => {
    const { points = [], x = 0, y = 0 } = graph.edge(from, to) as { points?: Point[]; x?: number; y?: number };
    return { from, to, bends: points.slice(1, -1), labels: stacked(chips[at] ?? [], x, y) };
  });
  const routes = routeEdges(boxes, drafts);
  const { height = 0, width = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    boxes,
    edges: edges.map((edge, at) => ({ edge, corners: routes[at] ?? [], labels: drafts[at]?.labels ?? [] })),
  };
}

interface Chip {
  readonly text: string;
  readonly width: number;
}

/** Labels as they are shown: so many, and so long. The list below the graph has them all. */
function chipsOf({ labels }: GraphEdge): readonly Chip[] {
  const shown = labels.length > chip.most ? labels.slice(0, chip.most - 1) : labels;
  const rest = labels.length - shown.length;
  return [...shown.map((label) => cutText(label, chip.characters)), ...(rest > 0 ? [`${rest} more`] : [])].map(
    (text) => ({ text, width: Math.ceil(text.length * 6.7 + 16) }),
  );
}

/** Chips one above the other around a point. */
function stacked(chips: readonly Chip[], x: number, y: number): readonly PlacedLabel[] {
  const height = chips.length * (chip.height + chip.gap) - chip.gap;
  return chips.map(({ text, width }, at) => ({
    text,
    width,
    height: chip.height,
    x: x - width / 2,
    y: y - height / 2 + at * (chip.height + chip.gap),
  }));
}

function moved(inside: Inside, x: number, y: number): Inside {
  const move = <Shape extends Point>(shape: Shape): Shape => ({ ...shape, x: shape.x + x, y: shape.y + y });
  return {
    ...inside,
    nodes: inside.nodes.map(move),
    edges: inside.edges.map(({ corners, edge, labels }) => ({
      edge,
      corners: corners.map(move),
      labels: labels.map(move),
    })),
  };
}
