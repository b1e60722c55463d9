/** Which graphs are drawn. */
import { describe, expect, it } from "vitest";
import { tooLarge } from "../../../../dashboard/execution/graph/graph-limit.ts";
import type { GraphEdge, GraphNode } from "../../../../dashboard/execution/graph/graph-plan.ts";

/** Only how many there are is looked at. */
function graph(steps: number, links: number) {
  return { nodes: new Array<GraphNode>(steps), edges: new Array<GraphEdge>(links) };
}

describe("The picture of a graph", () => {
  it("is drawn of a long chain and of a plan of some dozen steps that take much from one another", () => {
    expect(tooLarge(graph(400, 399))).toBeNull();
    expect(tooLarge(graph(20, 150))).toBeNull();
    expect(tooLarge(graph(1, 0))).toBeNull();
  });

  it("is left out where it would hold up the page, and says why", () => {
    expect(tooLarge(graph(200, 400))).toContain("200 steps with 400 links");
    expect(tooLarge(graph(401, 0))).toContain("401 steps are too many");
  });
});
