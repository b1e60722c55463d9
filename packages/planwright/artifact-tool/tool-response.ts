/**
 * The standard response of a tool that makes an artifact (P22, P24): its content, and the output schema of it, so that plans can refer to
 * `artifact_id`, to every field of the artifact and to the metadata (P26).
 */
import type { ExecutionMetadata, MetadataJson } from "./execution-metadata.ts";
import { standardOutputSchema } from "./standard-output-schema.ts";
import { type StructuredResult, structuredResult } from "./structured-result.ts";

type JsonSchemaObject = { readonly [keyword: string]: unknown };

/**
 * The shape of an artifact: a JSON Schema, or a schema of any library that gives its JSON Schema by the interface Standard JSON Schema,
 * such as zod.
 */
export type ArtifactShape =
  | JsonSchemaObject
  | {
      readonly "~standard": {
        readonly jsonSchema: { output(options: { readonly target: "draft-2020-12" }): JsonSchemaObject };
      };
    };

/** The published schema with `artifact` spelled out. */
export type ArtifactOutputSchema = Omit<typeof standardOutputSchema, "properties"> & {
  readonly properties: Omit<(typeof standardOutputSchema)["properties"], "artifact"> & {
    readonly artifact: JsonSchemaObject;
  };
};

/** The response as `structuredContent`. */
export interface ToolResponseJson<Artifact> {
  readonly artifact_id: string;
  readonly artifact: Artifact;
  readonly _metadata: MetadataJson;
}

export class ToolResponse<Artifact extends object> {
  readonly #json: ToolResponseJson<Artifact>;

  constructor(artifactId: string, artifact: Artifact, metadata: ExecutionMetadata) {
    this.#json = { artifact_id: artifactId, artifact, _metadata: metadata.toJson() };
  }

  /** The output schema of a tool whose artifacts have this shape; without one, the published schema to the letter (P23). */
  static schema(shape: ArtifactShape = {}): ArtifactOutputSchema {
    const { artifact } = standardOutputSchema.properties;
    const { $schema: _, ...described } = jsonSchemaOf(shape);
    return {
      ...standardOutputSchema,
      properties: { ...standardOutputSchema.properties, artifact: { ...artifact, ...described } },
    };
  }

  toJson(): ToolResponseJson<Artifact> {
    return this.#json;
  }

  /** The result of the call: the response as structured content and as text (P20), after `summary` for people. */
  toResult(summary?: string): StructuredResult<ToolResponseJson<Artifact>> {
    return structuredResult(this.#json, summary);
  }
}

function jsonSchemaOf(shape: ArtifactShape): JsonSchemaObject {
  // Libraries define the member on a prototype.
  const standard = "~standard" in shape ? shape["~standard"] : undefined;
  if (!isStandardSchema(standard)) return shape as JsonSchemaObject;
  return standard.jsonSchema.output({ target: "draft-2020-12" });
}

function isStandardSchema(value: unknown): value is Extract<ArtifactShape, { "~standard": object }>["~standard"] {
  return typeof value === "object" && value !== null && "jsonSchema" in value;
}
