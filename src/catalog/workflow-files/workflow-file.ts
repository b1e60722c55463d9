/**
 * Room `catalog/workflow-files`: files of agents and workflows, from text to the form that `importWorkflows` registers.
 *
 * Owns: the text with its places and bounds (`text-document.ts`); which language a file is written in (this file). Leaves: the language of
 * Agent Mesh to `catalog/agent-mesh`; the shape of our own form to `schema.graphql`, where it is the input `WorkflowFileInput`; the checks
 * of its content to `catalog/snapshot`.
 *
 * Invariants:
 * - A text is bounded before anything is made of it.
 * - Every problem and warning has the place that it has in the text.
 * - The room is pure and loaded with the first file.
 */
import { isJsonObject, type Json, type JsonObject } from "../../json/json.ts";
import { looksLikeMesh } from "../agent-mesh/mesh-document.ts";
import { type MeshFinding, translateMesh } from "../agent-mesh/translate-mesh.ts";
import { type FileFormat, readFileText, type TextPlace, type TextProblem } from "./text-document.ts";

export type FileDialect = "PLANWRIGHT" | "AGENT_MESH";

/** A text with the request's facts about it. */
export interface FileText {
  readonly text: string;
  readonly format: FileFormat;
  /** If undefined, the members of the file decide. */
  readonly dialect: FileDialect | undefined;
}

/** Something with its place in the text. */
export interface PlacedFinding {
  readonly message: string;
  readonly path: readonly string[];
  readonly place: TextPlace | undefined;
}

export type ParsedFile =
  | {
      readonly ok: true;
      /** In our own form, its shape unchecked. */
      readonly file: JsonObject;
      readonly warnings: readonly PlacedFinding[];
      /** The place in the text to which a path of our own form leads. */
      readonly origin: (path: readonly string[]) => Pick<PlacedFinding, "path" | "place">;
    }
  | {
      readonly ok: false;
      readonly problems: readonly (PlacedFinding & Pick<TextProblem, "limit">)[];
      readonly warnings: readonly PlacedFinding[];
    };

/**
 * Reads a file into our own form. Never throws.
 *
 * @example
 * ```ts
 * const read = readWorkflowFile({ text: "schemaVersion: 1\nworkflows: []", format: "YAML", dialect: undefined });
 * read.ok && read.file; // { schemaVersion: 1, workflows: [] }
 * ```
 */
export function readWorkflowFile({ dialect, format, text }: FileText): ParsedFile {
  const parsed = readFileText(text, format);
  if (!parsed.ok) {
    const { finding, limit, place } = parsed.problem;
    const problem = { message: `Cannot read the file: ${finding}`, path: [], place };
    return { ok: false, problems: [limit === undefined ? problem : { ...problem, limit }], warnings: [] };
  }
  const { placeOf, value } = parsed;
  if (!isJsonObject(value)) return refused(`required an object, found ${kindOf(value)}`, placeOf([]));
  const placed = (path: readonly string[]) => ({ path, place: placeOf(path) });
  const isMesh = dialect === undefined ? looksLikeMesh(value) : dialect === "AGENT_MESH";
  if (!isMesh) return { ok: true, file: value, warnings: [], origin: placed };
  const translated = translateMesh(value);
  const findings = (list: readonly MeshFinding[]) => list.map(({ message, path }) => ({ message, ...placed(path) }));
  const warnings = findings(translated.warnings);
  if (!translated.ok) return { ok: false, problems: findings(translated.problems), warnings };
  return { ok: true, file: translated.file, warnings, origin: (path) => placed(translated.origin(path)) };
}

function refused(finding: string, place: TextPlace | undefined): ParsedFile {
  return { ok: false, problems: [{ message: `Cannot read the file: ${finding}`, path: [], place }], warnings: [] };
}

function kindOf(value: Json): string {
  if (value === null) return "nothing";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
