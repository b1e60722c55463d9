/**
 * The nodes of one definition as a graph: which nodes others repeat, which run at the exit, which may be skipped by a switch, and for which
 * a node waits. A switch is no step of a plan: its cases become conditions of the nodes that it chooses from.
 */
import { nearestNames, suggested } from "../../json/nearest-name.ts";
import {
  isCall,
  type MeshCall,
  type MeshDefinition,
  type MeshLoop,
  type MeshMap,
  type MeshNode,
  type MeshSwitch,
} from "./mesh-document.ts";

/** Something that cannot be translated. `path` starts at the definition. */
export interface MeshProblem {
  readonly finding: string;
  readonly path: readonly string[];
}

/** A switch, and the cases by which it chooses a node; `default` if no case is true. */
export interface Choice {
  readonly by: MeshSwitch;
  readonly cases: readonly number[];
  readonly isDefault: boolean;
}

export class MeshGraph {
  readonly nodes: ReadonlyMap<string, MeshNode>;
  readonly positions: ReadonlyMap<string, number>;
  /** The map or loop that repeats a node. */
  readonly repeatedBy: ReadonlyMap<string, MeshLoop | MeshMap>;
  readonly exitNodes: ReadonlySet<string>;
  readonly #skippable = new Map<string, boolean>();

  constructor({ nodes, on_exit }: MeshDefinition) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    this.positions = new Map(nodes.map(({ id }, at) => [id, at] as const).toReversed());
    const repeated = nodes.filter((node) => node.type === "loop" || node.type === "map");
    this.repeatedBy = new Map(repeated.map((node) => [node.node, node]));
    const exits = typeof on_exit === "string" ? [on_exit] : Object.values(on_exit ?? {});
    this.exitNodes = new Set(exits.filter((id) => id !== null && id !== undefined));
  }

  /** The nodes that become steps of their own, in the order of the definition. */
  get ordinary(): readonly Exclude<MeshNode, MeshSwitch>[] {
    return [...this.nodes.values()].filter(
      (node) => node.type !== "switch" && !this.repeatedBy.has(node.id) && !this.exitNodes.has(node.id),
    ) as readonly Exclude<MeshNode, MeshSwitch>[];
  }

  dependencies(id: string): readonly string[] {
    return this.nodes.get(id)?.depends_on ?? [];
  }

  /** The steps that a node waits for by `depends_on`; in the place of a switch those that the switch waits for. */
  waitsFor(id: string): readonly string[] {
    const found = new Set<string>();
    const seen = new Set<string>();
    const visit = (dependency: string): void => {
      if (seen.has(dependency)) return;
      seen.add(dependency);
      const isSwitch = this.nodes.get(dependency)?.type === "switch";
      if (isSwitch) for (const one of this.dependencies(dependency)) visit(one);
      else found.add(dependency);
    };
    for (const dependency of this.dependencies(id)) visit(dependency);
    return [...found];
  }

  /** The switches that decide whether a node runs. */
  choices(id: string): readonly Choice[] {
    return [...this.nodes.values()].flatMap((by) => {
      if (by.type !== "switch") return [];
      const cases = by.cases.flatMap(({ node }, at) => (node === id ? [at] : []));
      const isDefault = by.default === id;
      return cases.length > 0 || isDefault ? [{ by, cases, isDefault }] : [];
    });
  }

  /** Whether a switch may skip the node, directly or because everything it waits for is skipped. */
  mayBeSkipped(id: string): boolean {
    const known = this.#skippable.get(id);
    if (known !== undefined) return known;
    // A circle is reported by the check of the plan.
    this.#skippable.set(id, false);
    const dependencies = this.dependencies(id);
    const isChosen = this.choices(id).length > 0;
    const result = isChosen || (dependencies.length > 0 && dependencies.every((one) => this.mayBeSkipped(one)));
    this.#skippable.set(id, result);
    return result;
  }

  /** The steps that have certainly run where `id` runs, of those that may be skipped. */
  certainWith(id: string): ReadonlySet<string> {
    const certain = new Set<string>();
    const visit = (one: string): void => {
      const [only, ...others] = this.dependencies(one);
      if (only === undefined || others.length > 0 || certain.has(only)) return;
      certain.add(only);
      visit(only);
    };
    visit(id);
    return certain;
  }

  /** Everything that makes the nodes no graph of steps. */
  problems({ nodes, on_exit }: MeshDefinition): readonly MeshProblem[] {
    return [
      ...nodes.flatMap((node, at) => [
        ...(this.positions.get(node.id) === at
          ? []
          : [problem(`required a node of its own, found ${shown(node.id)} again`, at, "id")]),
        ...this.#dependencyProblems(node, at),
        ...this.#targetProblems(node, at),
      ]),
      ...this.#exitProblems(on_exit),
    ];
  }

  #dependencyProblems({ depends_on, id }: MeshNode, at: number): readonly MeshProblem[] {
    const own = depends_on ?? [];
    if (own.length > 0 && this.repeatedBy.has(id)) {
      const by = this.repeatedBy.get(id)?.id ?? "";
      return [
        problem(`required no dependencies of a node that ${shown(by)} repeats; write them there`, at, "depends_on"),
      ];
    }
    if (own.length > 0 && this.exitNodes.has(id))
      return [
        problem(
          "required no dependencies of a node of on_exit, which runs once all others have ended",
          at,
          "depends_on",
        ),
      ];
    return own.flatMap((dependency, position) => {
      const finding = this.#dependencyFinding(dependency);
      return finding === undefined ? [] : [problem(finding, at, "depends_on", String(position))];
    });
  }

  #dependencyFinding(dependency: string): string | undefined {
    if (!this.nodes.has(dependency)) return this.unknown(dependency);
    const by = this.repeatedBy.get(dependency);
    if (by !== undefined)
      return `required a node that ends, found ${shown(dependency)}, which ${shown(by.id)} repeats; name ${shown(by.id)}`;
    if (this.exitNodes.has(dependency))
      return `required a node that runs before the exit, found ${shown(dependency)} of on_exit`;
    return undefined;
  }

  unknown(id: string): string {
    const nearest = nearestNames(id, this.nodes.keys());
    return `required the id of a node, found ${shown(id)}${suggested(nearest)}`;
  }

  #targetProblems(node: MeshNode, at: number): readonly MeshProblem[] {
    if (node.type === "loop" || node.type === "map") return this.#repeatedProblems(node, at);
    if (node.type !== "switch") return [];
    const targets = node.cases.map(
      ({ node: target }, position) => [target, ["cases", String(position), "node"]] as const,
    );
    if (node.default != null) targets.push([node.default, ["default"]] as never);
    return targets.flatMap(([target, place]) => {
      const finding = this.#dependencyFinding(target) ?? this.#branchFinding(node, target);
      return finding === undefined ? [] : [problem(finding, at, ...place)];
    });
  }

  #branchFinding({ id }: MeshSwitch, target: string): string | undefined {
    if (this.nodes.get(target)?.type === "switch")
      return `required a node that calls something, found the switch ${shown(target)}`;
    if (this.dependencies(target).includes(id)) return undefined;
    return `required a node that names ${shown(id)} in depends_on, found ${shown(target)}, which does not`;
  }

  #repeatedProblems(node: MeshLoop | MeshMap, at: number): readonly MeshProblem[] {
    const target = this.nodes.get(node.node);
    if (target === undefined) return [problem(this.unknown(node.node), at, "node")];
    if (!isCall(target))
      return [
        problem(
          `required an agent or workflow node to repeat, found ${shown(target.id)}, a ${target.type}; put it into a workflow of its own`,
          at,
          "node",
        ),
      ];
    if (this.repeatedBy.get(target.id) !== node)
      return [problem(`required a node that nothing else repeats, found ${shown(target.id)}`, at, "node")];
    return [];
  }

  #exitProblems(exit: MeshDefinition["on_exit"]): readonly MeshProblem[] {
    const given = typeof exit === "string" ? [["", exit] as const] : Object.entries(exit ?? {});
    return given.flatMap(([member, id]) => {
      const path = ["on_exit", ...(member === "" ? [] : [member])];
      if (id == null) return [];
      const target = this.nodes.get(id);
      if (target === undefined) return [{ finding: this.unknown(id), path }];
      const fits = isCall(target) && !this.repeatedBy.has(id);
      return fits
        ? []
        : [{ finding: `required an agent or workflow node, found ${shown(id)}, a ${target.type}`, path }];
    });
  }
}

/** The node that a map or loop repeats. */
export function repeatedCall(graph: MeshGraph, node: MeshLoop | MeshMap): MeshCall {
  const target = graph.nodes.get(node.node);
  if (target === undefined || !isCall(target)) throw new Error("Cannot translate a map or loop without a call");
  return target;
}

function problem(finding: string, at: number, ...place: readonly string[]): MeshProblem {
  return { finding, path: ["nodes", String(at), ...place] };
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
