/** Which graphs are drawn. They are laid out on the page's only thread, where a second is the most that a reader forgives. Pure. */
import { exact } from "../../parts/numbers.ts";
import type { GraphPlan } from "./graph-plan.ts";

/** More than that nobody reads as a picture. */
const mostSteps = 400;

/**
 * The time that dagre takes grows with the edges and with how many of them there are for each step: a chain of 400 steps takes a quarter
 * of a second, 150 steps of which each takes from two others 0.7 seconds, 200 of those 0.9.
 */
const mostWork = 600;
/** So many are laid out in 0.7 seconds among however few steps. */
const manageableLinks = 150;

/** Why the graph is not drawn, as a sentence. Null for one that is. */
export function tooLarge({ edges, nodes }: Pick<GraphPlan, "edges" | "nodes">): string | null {
  const [steps, links] = [nodes.length, edges.length];
  if (steps > mostSteps) return `${exact(steps)} steps are too many for a picture, which shows ${mostSteps} at most.`;
  if (links <= manageableLinks || links * links <= mostWork * steps) return null;
  return `${exact(steps)} steps with ${exact(links)} links between them are too many for a picture. The list has all of them.`;
}
