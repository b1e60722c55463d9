/**
 * The ordinals of the steps of a graph by their ids. Items of maps and iterations of loops are found by their place in their group and stand in
 * no list of ids: a loop gets a thousand iterations one by one, and none of them copies the ids of all steps.
 */
import type { PlanStep } from "../plan.ts";

/** What is needed of a node of the graph. */
interface PlacedStep {
  readonly ordinal: number;
  readonly step: PlanStep;
  readonly item?: number | undefined;
  readonly children: readonly number[];
}

/**
 * @example
 * ```ts
 * StepOrdinals.none.get("search"); // undefined
 * ```
 */
export class StepOrdinals {
  static readonly none = new StepOrdinals([], new Map());
  readonly #nodes: readonly PlacedStep[];
  /** Steps that are no items. No `#`: what compares two graphs has to see them. The nodes are seen in the graph. */
  private readonly listed: ReadonlyMap<string, number>;

  private constructor(nodes: readonly PlacedStep[], listed: ReadonlyMap<string, number>) {
    this.#nodes = nodes;
    this.listed = listed;
  }

  /** Those of `nodes`, which begin with as many as were known before. */
  grown(nodes: readonly PlacedStep[]): StepOrdinals {
    const added = nodes.slice(this.#nodes.length).filter(({ item }) => item === undefined);
    if (added.length === 0) return new StepOrdinals(nodes, this.listed);
    const listed = new Map(this.listed);
    for (const { ordinal, step } of added) listed.set(step.id, ordinal);
    return new StepOrdinals(nodes, listed);
  }

  /** Undefined for an id that no step has. */
  get(id: string): number | undefined {
    return this.listed.get(id) ?? this.#itemAt(id, id.lastIndexOf("["));
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** The item that is called `id` by its group and its place behind `bracket`, as `itemId` calls it. */
  #itemAt(id: string, bracket: number): number | undefined {
    const group = bracket < 0 ? undefined : this.listed.get(id.slice(0, bracket));
    const item = group === undefined ? undefined : this.#nodes[group]?.children[Number(id.slice(bracket + 1, -1))];
    return item !== undefined && this.#nodes[item]?.step.id === id ? item : undefined;
  }
}
