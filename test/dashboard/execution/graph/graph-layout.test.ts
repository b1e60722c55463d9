import * as dagre from "@dagrejs/dagre";
import { describe, expect, it } from "vitest";
import { type GraphLayout, layoutGraph, type PlacedNode } from "../../../../dashboard/execution/graph/graph-layout.ts";
import { neighbourOf } from "../../../../dashboard/execution/graph/graph-neighbour.ts";
import { graphPlan } from "../../../../dashboard/execution/graph/graph-plan.ts";
import type { Box } from "../../../../dashboard/execution/graph/graph-route.ts";
import { reference, stepRow } from "../step-row.ts";

const rows = [
  stepRow("model/PLAN", { kind: "MODEL" }),
  stepRow("brief"),
  stepRow("sources", { kind: "PARALLEL" }),
  stepRow("exa", { groupId: "sources", references: [reference("brief", "/query")] }),
  stepRow("brave", { groupId: "sources", references: [reference("brief", "/query")] }),
  stepRow("research", { references: [reference("brief", "/topic"), reference("sources", "/results")] }),
  stepRow("check", { kind: "WORKFLOW", childExecutionId: "child", references: [reference("research", "")] }),
  stepRow("write", { references: [reference("research", "/artifact/title"), reference("check", "/verified")] }),
  stepRow("notify", { after: ["write"] }),
  stepRow("model/RESPOND", { kind: "MODEL" }),
];
const children = new Map([
  ["check", [stepRow("extract"), stepRow("score", { references: [reference("extract", "/claims")] })]],
]);
const plan = graphPlan({ rows, children, order: new Map() });
const layout = layoutGraph(plan, dagre);
const placedAt = (key: string, { nodes } = layout): PlacedNode => {
  const found = nodes.find(({ node }) => node.key === key);
  if (found === undefined) throw new Error(`no node ${key}`);
  return found;
};

describe("the graph of a plan", () => {
  it("has an edge for all that one takes from another, and joins a group as a whole", () => {
    expect(plan.edges.map(({ from, labels, to }) => `${from} → ${to} ${labels.join(" ")}`.trim())).toEqual([
      "brief → sources .query",
      "brief → research .topic",
      "sources → research .results",
      "research → check output",
      "check/extract → check/score .claims",
      "research → write .artifact.title",
      "check → write .verified",
      "write → notify",
      "notify → model%2FRESPOND",
    ]);
    expect(plan.edges[0]?.takers).toEqual(new Set(["exa", "brave"]));
  });

  it("shows of the work of models the answer alone, and no reference to what is not there", () => {
    expect(plan.nodes.some(({ key }) => key.includes("PLAN"))).toBe(false);
    const stray = graphPlan({
      rows: [stepRow("a", { references: [reference("gone", "/x")] })],
      children: new Map(),
      order: new Map(),
    });
    expect(stray.edges).toEqual([]);
  });

  it("has an edge of order alone where a step waits for another without taking anything from it", () => {
    const waiting = new Map([
      ["a", []],
      ["b", ["a"]],
      ["c", ["b"]],
    ]);
    const rowsHere = [stepRow("a"), stepRow("b", { references: [reference("a", "/x")] }), stepRow("c")];
    const { edges } = graphPlan({ rows: rowsHere, children: new Map(), order: waiting });
    expect(edges.map(({ from, labels, to }) => `${from} → ${to} ${labels.join(" ")}`.trim())).toEqual([
      "a → b .x",
      "b → c",
    ]);
  });
});

describe("where it stands", () => {
  it("is within the picture, without two boxes over one another", () => {
    for (const { node, ...box } of layout.nodes) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(layout.width);
      expect(box.y + box.height).toBeLessThanOrEqual(layout.height);
      for (const other of layout.nodes) {
        if (other.node.containerKey === node.containerKey && other.node !== node)
          expect(overlap(box, other)).toBe(false);
      }
    }
  });

  it("puts groups and child executions around what is in them", () => {
    for (const [inner, outer] of [
      ["exa", "sources"],
      ["brave", "sources"],
      ["check/extract", "check"],
      ["check/score", "check"],
    ] as const) {
      expect(contains(placedAt(outer), placedAt(inner))).toBe(true);
    }
  });

  it("leads every edge downwards from the lower edge of one to the upper edge of the other, past all others", () => {
    expect(layout.edges).toHaveLength(plan.edges.length);
    expect(crossings(layout)).toEqual([]);
    for (const { corners, edge } of layout.edges) {
      const [from, to] = [placedAt(edge.from), placedAt(edge.to)];
      expect(corners[0]?.y).toBeCloseTo(from.y + from.height);
      expect(corners.at(-1)?.y).toBeCloseTo(to.y);
    }
  });

  it("[N991] draws no edge over another", () => {
    expect(sharedLines(layout)).toEqual([]);
    for (let seed = 1; seed <= 12; seed += 1) {
      const drawn = layoutGraph(graphPlan({ rows: someRows(14, seed), children: new Map(), order: new Map() }), dagre);
      expect(sharedLines(drawn), `seed ${seed}`).toEqual([]);
    }
  });

  it("cuts long labels and piles up few, however much is taken", () => {
    const greedy = stepRow("b", {
      references: Array.from({ length: 30 }, (_, at) => reference("a", `/${"long".repeat(40)}${at}`)),
    });
    const { edges } = layoutGraph(
      graphPlan({ rows: [stepRow("a"), greedy], children: new Map(), order: new Map() }),
      dagre,
    );
    expect(edges[0]?.labels.map(({ text }) => text).at(-1)).toBe("27 more");
    expect(Math.max(...(edges[0]?.labels ?? []).map(({ width }) => width))).toBeLessThan(260);
  });

  it("holds for plans of many shapes, and for 200 steps", () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      expect(
        crossings(layoutGraph(graphPlan({ rows: someRows(14, seed), children: new Map(), order: new Map() }), dagre)),
      ).toEqual([]);
    }
    const large = graphPlan({ rows: someRows(200, 3), children: new Map(), order: new Map() });
    const placed = layoutGraph(large, dagre);
    expect(placed.nodes).toHaveLength(200);
    expect(crossings(placed)).toEqual([]);
  });
});

describe("arrow keys", () => {
  it("lead to the nearest node that way, and reach every node", () => {
    expect(neighbourOf(layout.nodes, "exa", "ArrowRight")).toBe("brave");
    expect(neighbourOf(layout.nodes, "check", "ArrowDown")).toBe("check/extract");
    expect(neighbourOf(layout.nodes, "brief", "ArrowUp")).toBeNull();
    const reached = new Set<string>(["brief"]);
    for (const key of reached) {
      for (const arrow of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        const next = neighbourOf(layout.nodes, key, arrow);
        if (next !== null) reached.add(next);
      }
    }
    expect(reached.size).toBe(layout.nodes.length);
  });
});

/** Steps that take something from up to two of those shortly before them, the same for each seed. */
function someRows(count: number, seed: number) {
  let state = seed;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: count }, (_, at) =>
    stepRow(`s${at}`, {
      references:
        at === 0
          ? []
          : [
              reference(`s${Math.max(0, at - 1 - next(12))}`, "/a"),
              reference(`s${Math.max(0, at - 1 - next(4))}`, "/b"),
            ],
    }),
  );
}

/** Edges that run through a node that they neither leave nor reach. */
function crossings({ edges, nodes }: GraphLayout): readonly string[] {
  const found: string[] = [];
  for (const { corners, edge } of edges) {
    for (const { node, ...box } of nodes) {
      const isAround = edge.from.startsWith(`${node.key}/`) || edge.to.startsWith(`${node.key}/`);
      const isWithin = node.containerKey === edge.from || node.containerKey === edge.to;
      if (node.key === edge.from || node.key === edge.to || isAround || isWithin) continue;
      for (const [at, corner] of corners.entries()) {
        const next = corners[at + 1];
        if (next !== undefined && overlap(box, between(corner, next)))
          found.push(`${edge.from} → ${edge.to} through ${node.key}`);
      }
    }
  }
  return found;
}

function between(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Pairs of edges that are one line for a while. */
function sharedLines({ edges }: GraphLayout): readonly string[] {
  const lines = edges.flatMap(({ corners, edge }) =>
    corners.slice(1).map((to, index) => ({ edge, ...between(corners[index] ?? to, to) })),
  );
  const isOne = (a: Box, b: Box) => {
    const [across, along] = a.height < 0.5 && b.height < 0.5 ? (["y", "x"] as const) : (["x", "y"] as const);
    const length = across === "y" ? "width" : "height";
    const isLine = [a, b].every((box) => (across === "y" ? box.height : box.width) < 0.5);
    const shared = Math.min(a[along] + a[length], b[along] + b[length]) - Math.max(a[along], b[along]);
    return isLine && Math.abs(a[across] - b[across]) < 0.5 && shared > 1;
  };
  return lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .filter((other) => other.edge !== one.edge && isOne(one, other))
      .map(({ edge }) => `${one.edge.from} → ${one.edge.to}, ${edge.from} → ${edge.to}`),
  );
}
