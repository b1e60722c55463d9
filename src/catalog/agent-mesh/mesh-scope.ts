/**
 * The meaning of templates at their place: the reference of a plan that each becomes, whether it always has a value, and its type as far as
 * schemas say. A field that no schema declares is noted, so that the step or input declares it: there it may be absent.
 */
import type { JsonSchema } from "../../json/json.ts";
import { fieldAt } from "../../schema/field.ts";
import type { MeshGraph } from "./mesh-graph.ts";
import { typeOf } from "./mesh-schema.ts";
import { type MeshReference, referenceOf } from "./mesh-template.ts";

/** Where a template stands. */
export type MeshPlace =
  | { readonly kind: "STEP"; readonly node: string }
  | { readonly kind: "ITEM"; readonly node: string; readonly map: string }
  | { readonly kind: "ITERATION"; readonly node: string; readonly loop: string }
  | { readonly kind: "EXIT"; readonly node: string }
  | { readonly kind: "OUTPUT" };

export interface MeshMeaning {
  readonly reference: MeshReference;
  /** As a plan writes it, without braces, such as `steps.check.output.total`. */
  readonly text: string;
  /** The same for the values on the way to it, the nearest last: where one of these is null, it counts as null. */
  readonly around: readonly string[];
  /** Whether it has a value whenever it is read. */
  readonly isSure: boolean;
  /** Whether Agent Mesh has null where it has no value: of the input, and of a node that did not run. A field that an output lacks is a failure. */
  readonly mayBeNull: boolean;
  /** The one type that a schema says. */
  readonly type: string | undefined;
  /** The whole output of a map, which is an object there. */
  readonly isMapOutput?: boolean;
}

export type ResolvedTemplate =
  | { readonly ok: true; readonly meaning: MeshMeaning }
  /** Completes "Cannot use {{…}}: …". */
  | { readonly ok: false; readonly finding: string };

/** The schemas of the input and of the output of each node. */
export interface MeshSchemas {
  readonly input: JsonSchema | undefined;
  readonly outputOf: (node: string) => JsonSchema | undefined;
}

/** Fields that are used and nowhere declared, as paths: of the input (`""`), and of outputs by node. */
export type UndeclaredFields = Map<string, (readonly string[])[]>;

export class MeshScope {
  readonly #graph: MeshGraph;
  readonly #schemas: MeshSchemas;
  readonly undeclared: UndeclaredFields = new Map();

  constructor(graph: MeshGraph, schemas: MeshSchemas) {
    this.#graph = graph;
    this.#schemas = schemas;
  }

  /** The meaning of the template with this path at `place`. */
  resolve(path: string, place: MeshPlace): ResolvedTemplate {
    const reference = referenceOf(path);
    if ("required" in reference) return { ok: false, finding: `required ${reference.required}` };
    switch (reference.root) {
      case "INPUT":
        return this.#field(reference, "input", this.#schemas.input, "", reference.path, true);
      case "ITEM":
        if (place.kind !== "ITEM") return { ok: false, finding: "required a node that a map repeats" };
        return this.#known(reference, `item${spelled(reference.path)}`);
      case "INDEX":
        if (place.kind !== "ITEM") return { ok: false, finding: "required a node that a map repeats" };
        return this.#known(reference, "index");
      case "ITERATION":
        if (place.kind !== "ITERATION") return { ok: false, finding: "required a node that a loop repeats" };
        return this.#known(reference, "index");
      case "STATUS":
      case "ERROR":
        if (place.kind !== "EXIT")
          return { ok: false, finding: "required a node of on_exit, before which there is no end" };
        return this.#known(reference, reference.root === "STATUS" ? "execution.status" : "execution.error.message");
      case "NODE":
        return this.#node(reference, place);
    }
  }

  #known(reference: MeshReference, text: string): ResolvedTemplate {
    const type = text === "index" ? "integer" : text.startsWith("execution.") ? "string" : undefined;
    return { ok: true, meaning: { reference, text, around: [], isSure: true, mayBeNull: false, type } };
  }

  #node(reference: MeshReference & { readonly root: "NODE" }, place: MeshPlace): ResolvedTemplate {
    const graph = this.#graph;
    const { node: id, path } = reference;
    const node = graph.nodes.get(id);
    if (node === undefined) return { ok: false, finding: graph.unknown(id) };
    if (graph.exitNodes.has(id) && place.kind !== "EXIT")
      return {
        ok: false,
        finding: `required a node that runs before the exit, found ${JSON.stringify(id)} of on_exit`,
      };
    const by = graph.repeatedBy.get(id);
    if (by?.type === "map")
      return {
        ok: false,
        finding: `required the map ${JSON.stringify(by.id)}, whose output.results has the outputs of all items`,
      };
    if (by?.type === "loop") {
      const isInside = place.kind === "ITERATION" && place.loop === by.id;
      const base = isInside ? "previous" : `steps.${by.id}.output`;
      const isSure = isInside ? false : this.#isSure(by.id, place);
      return this.#field(reference, base, this.#schemas.outputOf(id), id, path, isSure);
    }
    if (node.type === "switch")
      return {
        ok: false,
        finding: "required a node that calls something, found a switch; refer to the nodes that it chooses from",
      };
    const isSure = this.#isSure(id, place);
    if (node.type === "map") return this.#mapOutput(reference, id, isSure);
    if (node.type === "loop") return this.#loopOutput(reference, id);
    return this.#field(reference, `steps.${id}.output`, this.#schemas.outputOf(id), id, path, isSure);
  }

  #mapOutput(reference: MeshReference & { readonly root: "NODE" }, id: string, isSure: boolean): ResolvedTemplate {
    const [member, ...rest] = reference.path;
    const text = `steps.${id}.output`;
    if (member === undefined)
      return {
        ok: true,
        meaning: { reference, text, around: [], isSure, mayBeNull: !isSure, type: "object", isMapOutput: true },
      };
    if (member !== "results") return { ok: false, finding: "required output.results, which is all that a map gives" };
    return {
      ok: true,
      meaning: {
        reference,
        text: text + spelled(rest),
        around: [],
        isSure: isSure && rest.length === 0,
        mayBeNull: !isSure,
        type: "array",
      },
    };
  }

  #loopOutput(reference: MeshReference & { readonly root: "NODE" }, id: string): ResolvedTemplate {
    const [member, ...rest] = reference.path;
    if (member === "iterations_completed" && rest.length === 0)
      return {
        ok: true,
        meaning: { reference, text: `steps.${id}.count`, around: [], isSure: true, mayBeNull: false, type: "integer" },
      };
    return {
      ok: false,
      finding:
        "required output.iterations_completed, or the output of the node that the loop repeats, which is that of the last iteration",
    };
  }

  #field(
    reference: MeshReference,
    base: string,
    schema: JsonSchema | undefined,
    owner: string,
    path: readonly string[],
    isOwnerSure: boolean,
  ): ResolvedTemplate {
    const text = base + spelled(path);
    const around = path.map((_, depth) => base + spelled(path.slice(0, depth)));
    const isInput = reference.root === "INPUT";
    if (schema === undefined)
      return {
        ok: true,
        meaning: {
          reference,
          text,
          around,
          isSure: isOwnerSure && path.length === 0,
          mayBeNull: isInput || !isOwnerSure,
          type: undefined,
        },
      };
    const answer = fieldAt(schema, path);
    if (answer.presence === "missing") {
      const noted = this.undeclared.get(owner) ?? [];
      if (!noted.some((one) => one.join(".") === path.join("."))) noted.push(path);
      this.undeclared.set(owner, noted);
      return {
        ok: true,
        meaning: { reference, text, around, isSure: false, mayBeNull: isInput || !isOwnerSure, type: undefined },
      };
    }
    const isSure = isOwnerSure && (path.length === 0 || answer.presence === "required");
    return {
      ok: true,
      meaning: {
        reference,
        text,
        around,
        isSure,
        mayBeNull: isInput ? !isSure : !isOwnerSure,
        type: typeOf(answer.value.schema),
      },
    };
  }

  #isSure(id: string, place: MeshPlace): boolean {
    if (place.kind === "EXIT") return false;
    const node = this.#graph.nodes.get(id);
    if (node !== undefined && "when" in node && node.when != null) return false;
    if (!this.#graph.mayBeSkipped(id)) return true;
    if (place.kind === "OUTPUT") return false;
    const repeated = this.#graph.repeatedBy.get(place.node)?.id;
    return this.#graph.certainWith(repeated ?? place.node).has(id);
  }
}

function spelled(path: readonly string[]): string {
  return path.map((name) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join("");
}
