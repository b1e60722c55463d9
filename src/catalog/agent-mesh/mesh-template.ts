/** Templates such as `{{validate.output.total}}` within a text, and their references. Aliases of Argo mean the same. */

/** The reference of a template, before its existence is checked. */
export type MeshReference =
  | { readonly root: "INPUT"; readonly path: readonly string[] }
  | { readonly root: "NODE"; readonly node: string; readonly path: readonly string[] }
  | { readonly root: "ITEM"; readonly path: readonly string[] }
  | { readonly root: "INDEX" | "ITERATION" | "STATUS" | "ERROR" };

/** A piece of a text: itself, or a template as written. */
export type MeshPiece =
  | { readonly kind: "TEXT"; readonly text: string }
  | { readonly kind: "TEMPLATE"; readonly text: string; readonly path: string };

const template = /\{\{(.+?)\}\}/g;

/**
 * The pieces of `text` in order.
 *
 * @example
 * ```ts
 * piecesOf("round {{_loop_iteration}}"); // [{ kind: "TEXT", text: "round " }, { kind: "TEMPLATE", text: "{{_loop_iteration}}", path: "_loop_iteration" }]
 * ```
 */
export function piecesOf(text: string): readonly MeshPiece[] {
  const pieces: MeshPiece[] = [];
  let end = 0;
  for (const { begin, match } of templatesIn(text)) {
    if (begin > end) pieces.push({ kind: "TEXT", text: text.slice(end, begin) });
    pieces.push({ kind: "TEMPLATE", text: match[0], path: (match[1] ?? "").trim() });
    end = begin + match[0].length;
  }
  if (end < text.length || pieces.length === 0) pieces.push({ kind: "TEXT", text: text.slice(end) });
  return pieces;
}

/** Line by line, each up to its last end of a template: behind that every beginning would be searched for an end in vain. */
function* templatesIn(text: string): Generator<{ readonly begin: number; readonly match: RegExpExecArray }> {
  for (const { 0: line, index } of text.matchAll(/.+/g)) {
    const closed = line.slice(0, line.lastIndexOf("}}") + 2);
    for (const match of closed.matchAll(template)) yield { begin: index + match.index, match };
  }
}

/** The reference that the path of a template means. Returns a text that completes "required …" if it means none. */
export function referenceOf(path: string): MeshReference | { readonly required: string } {
  const [head = "", second, ...rest] = path.split(".");
  if ([head, second, ...rest].some((part) => part !== undefined && !/^[\w-]+$/.test(part)))
    return { required: "names joined by dots" };
  const tail = second === undefined ? [] : [second, ...rest];
  if (head === "item" || head === "_map_item") return { root: "ITEM", path: tail };
  if (head === "_map_index" && tail.length === 0) return { root: "INDEX" };
  if (head === "_loop_iteration" && (tail.length === 0 || (second === "output" && rest.length === 0)))
    return { root: "ITERATION" };
  if (head === "workflow") {
    if (second === "input" || second === "parameters") return { root: "INPUT", path: rest };
    if (second === "status" && rest.length === 0) return { root: "STATUS" };
    if (second === "error" && (rest.length === 0 || rest.join() === "message")) return { root: "ERROR" };
    return { required: "workflow.input, workflow.parameters, workflow.status or workflow.error" };
  }
  if (second !== "output") return { required: `${head}.output` };
  return { root: "NODE", node: head, path: rest };
}
