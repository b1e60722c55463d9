/**
 * The graph of an execution before it is laid out: steps, their containers, and edges between them. An edge joins things in the same
 * container: an input of a step in a group from outside leads to the group. Pure.
 */
import type { StepRow } from "../store/execution-model.ts";
import { keyOfStep } from "../timeline/timeline-lines.ts";
import { dotted } from "../timeline/timeline-words.ts";

export interface GraphNode {
  /** As lines of the timeline have it: the steps from the execution on the page down to this one. */
  readonly key: string;
  readonly row: StepRow;
  /** Key of the group or of the step with the child execution that it is in. Null at the top. */
  readonly containerKey: string | null;
  /** The execution that the row is of. Null for the one on the page. */
  readonly childExecutionId: string | null;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The taken values, such as `.artifact.title`, each once. Empty for order alone. */
  readonly labels: readonly string[];
  /** Keys of the steps that take it: the end of the edge, or its content. */
  readonly takers: ReadonlySet<string>;
}

export interface GraphPlan {
  /** Containers before their content. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Set for a plan that has not run: its nodes show the possible effects of the calls. */
  readonly isPlanned?: true;
}

export interface GraphSource {
  /** In the order of the plan, groups before their children. */
  readonly rows: readonly StepRow[];
  /** Rows of the child executions that are open, by the key of the step that started them. */
  readonly children: ReadonlyMap<string, readonly StepRow[]>;
  /** Top-level steps with the top-level steps that they wait for, for any reason. */
  readonly order: ReadonlyMap<string, readonly string[]>;
}

interface Link {
  readonly from: string;
  readonly to: string;
  /** Null for order alone. */
  readonly label: string | null;
}

const wholeOutput = "output";

/** The graph of the rows. References to steps that are not among them are left out. */
export function graphPlan({ children, order, rows }: GraphSource): GraphPlan {
  const nodes: GraphNode[] = [];
  const links: Link[] = [...order].flatMap(([stepId, before]) =>
    before.map((other) => ({ from: keyOfStep(other), to: keyOfStep(stepId), label: null })),
  );
  add(rows, null, null, children, nodes, links);
  const containers = new Map(nodes.map(({ containerKey, key }) => [key, containerKey]));
  const edges = joined(links, containers);
  return { nodes, edges: [...edges, ...toAnswer(nodes, edges)] };
}

function add(
  rows: readonly StepRow[],
  opener: string | null,
  childExecutionId: string | null,
  children: GraphSource["children"],
  nodes: GraphNode[],
  links: Link[],
): void {
  const keyOf = (stepId: string) => (opener === null ? "" : `${opener}/`) + keyOfStep(stepId);
  const ids = new Set(rows.map(({ stepId }) => stepId));
  for (const row of rows) {
    // Of the work of models only the answer is a part of the plan's picture.
    if (row.kind === "MODEL" && row.stepId !== "model/RESPOND") continue;
    const key = keyOf(row.stepId);
    const containerKey = row.groupId !== null && ids.has(row.groupId) ? keyOf(row.groupId) : opener;
    nodes.push({ key, row, containerKey, childExecutionId });
    for (const { path, sourceStepId } of row.references) {
      if (ids.has(sourceStepId)) links.push({ from: keyOf(sourceStepId), to: key, label: dotted(path) || wholeOutput });
    }
    for (const stepId of row.after) if (ids.has(stepId)) links.push({ from: keyOf(stepId), to: key, label: null });
    const within = children.get(key);
    if (within !== undefined && row.childExecutionId !== null) {
      add(within, key, row.childExecutionId, children, nodes, links);
    }
  }
}

/** Links as edges between nodes of one container, one for each pair. */
function joined(links: readonly Link[], containers: ReadonlyMap<string, string | null>): readonly GraphEdge[] {
  const edges = new Map<string, { from: string; to: string; labels: Set<string>; takers: Set<string> }>();
  for (const { from, label, to } of links) {
    const sources = pathTo(from, containers);
    const targets = pathTo(to, containers);
    const at = sources.findIndex((key, depth) => key !== targets[depth]);
    const [source, target] = [sources[at], targets[at]];
    // One is within the other.
    if (source === undefined || target === undefined) continue;
    const pair = `${source} ${target}`;
    const edge = edges.get(pair) ?? { from: source, to: target, labels: new Set(), takers: new Set() };
    edges.set(pair, edge);
    if (label !== null) edge.labels.add(label);
    edge.takers.add(to);
  }
  return [...edges.values()].map((edge) => ({ ...edge, labels: [...edge.labels] }));
}

/** The containers around a node, the outermost first, and itself. */
function pathTo(key: string, containers: ReadonlyMap<string, string | null>): readonly string[] {
  const path: string[] = [];
  for (let at: string | null = key; at !== null && !path.includes(at); at = containers.get(at) ?? null)
    path.unshift(at);
  return path;
}

/** The answer follows all that nothing else follows. */
function toAnswer(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const answer = nodes.find(({ containerKey, row }) => row.kind === "MODEL" && containerKey === null);
  if (answer === undefined) return [];
  const followed = new Set(edges.map(({ from }) => from));
  return nodes
    .filter(({ containerKey, key }) => containerKey === null && key !== answer.key && !followed.has(key))
    .map(({ key }) => ({ from: key, to: answer.key, labels: [], takers: new Set([answer.key]) }));
}
