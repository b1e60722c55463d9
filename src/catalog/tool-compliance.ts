/**
 * The checklist for tools that make artifacts (P29), as far as the description of a tool can show it: an output schema is declared, it has
 * the standard shape (P22), the artifact and its metadata are spelled out, and the fields that plans can refer to are documented. Two
 * points need a result, and no result is kept here: that structured content is built from the schema, which the engine enforces at each
 * call instead, and that a text stands beside it.
 */
import { isJsonObject, type JsonSchema, ownValue } from "../json/json.ts";
import { standardOutputSchema } from "../plan/standard-output-schema.ts";
import { type LocatedSchema, resolveReference } from "../schema/document/located-schema.ts";
import { type FieldAnswer, fieldAt } from "../schema/field.ts";
import { referableFields } from "./referable-fields.ts";

export type ComplianceRule =
  | "OUTPUT_SCHEMA_DECLARED"
  | "STANDARD_SHAPE"
  | "ARTIFACT_TYPED"
  | "METADATA_DECLARED"
  | "FIELDS_DOCUMENTED";

export interface ComplianceFinding {
  readonly rule: ComplianceRule;
  readonly message: string;
  /** Field of the output as templates name it, such as `artifact.title`. Empty for the output as a whole. */
  readonly path: string;
}

const mostFindings = 50;
const mostHops = 10;
const metadataFields = Object.keys(standardOutputSchema.properties._metadata.properties);

/** Shortcomings of a tool with this output schema, at most 50. Empty if there are none. Null means no schema. */
export function complianceFindings(outputSchema: JsonSchema | null): readonly ComplianceFinding[] {
  if (outputSchema === null) {
    return [finding("OUTPUT_SCHEMA_DECLARED", "", "an output schema, so that plans can refer to the output", "none")];
  }
  const shape = standardOutputSchema.required.flatMap((field) => {
    const { presence } = fieldAt(outputSchema, [field]);
    if (presence === "required") return [];
    return [finding("STANDARD_SHAPE", field, "a field that is always there", `one that is ${presence}`)];
  });
  return [...shape, ...typing(outputSchema), ...metadata(outputSchema), ...words(outputSchema)].slice(0, mostFindings);
}

function typing(outputSchema: JsonSchema): readonly ComplianceFinding[] {
  if (isMissing(fieldAt(outputSchema, ["artifact"])) || artifactFields(outputSchema).length > 0) return [];
  return [finding("ARTIFACT_TYPED", "artifact", "a schema that names the fields of the artifact", "none")];
}

function metadata(outputSchema: JsonSchema): readonly ComplianceFinding[] {
  if (isMissing(fieldAt(outputSchema, ["_metadata"]))) return [];
  const missing = metadataFields.filter((field) => !isDeclared(fieldAt(outputSchema, ["_metadata", field])));
  if (missing.length === 0) return [];
  const required = `the fields ${metadataFields.join(", ")}`;
  return [finding("METADATA_DECLARED", "_metadata", required, `none of the name ${missing.join(", ")}`)];
}

function words(outputSchema: JsonSchema): readonly ComplianceFinding[] {
  return artifactFields(outputSchema).flatMap(({ path, segments }) => {
    const answer = fieldAt(outputSchema, segments);
    if (answer.presence === "missing" || isDescribed(answer.value)) return [];
    return [finding("FIELDS_DOCUMENTED", path, "a description of the field, which plans can refer to", "none")];
  });
}

/** The fields of the artifact that can be written as a plain path. */
function artifactFields(outputSchema: JsonSchema) {
  return referableFields(outputSchema).flatMap(({ path }) => {
    const segments = path.split(".");
    return segments[0] === "artifact" && segments.length > 1 && !path.includes("[") ? [{ path, segments }] : [];
  });
}

/** Whether the schema of a field, or the target of its reference, has a description. */
function isDescribed(located: LocatedSchema): boolean {
  let at: LocatedSchema | undefined = located;
  for (let hop = 0; hop < mostHops && at !== undefined && isJsonObject(at.schema); hop++) {
    const description = ownValue(at.schema, "description");
    if (typeof description === "string" && description.trim() !== "") return true;
    const reference = ownValue(at.schema, "$ref");
    at = typeof reference === "string" ? resolveReference(at, reference) : undefined;
  }
  return false;
}

function isMissing({ presence }: FieldAnswer): boolean {
  return presence === "missing";
}

function isDeclared({ presence }: FieldAnswer): boolean {
  return presence === "required" || presence === "optional";
}

function finding(rule: ComplianceRule, path: string, required: string, found: string): ComplianceFinding {
  const subject = path === "" ? "the output of the tool" : `the field ${path} of the output`;
  return { rule, path, message: `Cannot rely on ${subject}: required ${required}, found ${found}` };
}
