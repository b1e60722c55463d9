/**
 * The fields of the standard response shape that a reference may use whether or not a tool declares them (C17, P26). A tool that
 * declares part of the shape produces artifacts; `artifact_id` and `_metadata` then exist in its output even if the tool answers
 * with the bare artifact, because they are taken from the metadata of the protocol.
 */
import type { JsonSchema } from "../../json/json.ts";
import type { PathSegment } from "../../json/value-path.ts";
import { type FieldAnswer, fieldAt } from "../../schema/field.ts";
import { standardOutputSchema } from "../standard-output-schema.ts";

/** The fields of the standard response shape (P22). */
const SHAPE_FIELDS = ["artifact_id", "artifact", "_metadata"] as const;

/** The part of the published standard output schema (P23) that is not about the artifact itself. */
const { artifact: _, ...besideTheArtifact } = standardOutputSchema.properties;
const virtualFields: JsonSchema = { type: "object", properties: besideTheArtifact };

/** Whether a tool with this output schema produces artifacts of the standard shape. */
function declaresArtifact(outputSchema: JsonSchema): boolean {
  return SHAPE_FIELDS.some((field) => {
    const { presence } = fieldAt(outputSchema, [field]);
    return presence === "required" || presence === "optional";
  });
}

/** `fieldAt` for the output of a callable, virtual fields included. */
export function outputFieldAt(outputSchema: JsonSchema, path: readonly PathSegment[]): FieldAnswer {
  const declared = fieldAt(outputSchema, path);
  const [field] = path;
  if (declared.presence !== "missing" || (field !== "artifact_id" && field !== "_metadata")) return declared;
  if (!declaresArtifact(outputSchema)) return declared;
  return fieldAt(virtualFields, path);
}
