/**
 * Artifacts as tools return them: in the standard shape, in the wrapper around it, or bare with their particulars in the metadata of the
 * protocol (P22–P25, C17, C18). Nothing here changes the result of a tool; fields are added beside it.
 */
import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../json/json.ts";
import isStandardArtifact from "./standard-artifact.generated.js";

/**
 * `STANDARD`: satisfies the published schema (P23). `WRAPPER`: has the three fields by which a wrapper is recognised (P24),
 * but not in the published shape. `BARE`: any other object. `NONE`: no object, hence no artifact.
 */
export type ArtifactKind = "STANDARD" | "WRAPPER" | "BARE" | "NONE";

const wrapperFields = ["artifact_id", "artifact", "_metadata"];

export function artifactKind(output: Json): ArtifactKind {
  if (!isJsonObject(output)) return "NONE";
  if (!wrapperFields.every((field) => Object.hasOwn(output, field))) return "BARE";
  return isStandardArtifact(output) ? "STANDARD" : "WRAPPER";
}

/** Id of the skill that made the artifact, or undefined. `metadata` is the `_meta` of the result. Places and their order: P25, C18. */
export function extractSkillId(output: Json, metadata: Json): string | undefined {
  const wrapped = artifactKind(output) === "STANDARD" || artifactKind(output) === "WRAPPER";
  const inOutput = [output, memberOf(output, "_metadata")];
  const places = wrapped
    ? [memberOf(output, "artifact"), ...inOutput]
    : [...inOutput, metadata, executionMetadata(metadata)];
  for (const place of places) {
    const skillId = memberOf(place, "skill_id");
    if (typeof skillId === "string") return skillId;
  }
  return undefined;
}

/**
 * The output as references see it: a bare result gains `artifact_id` and `_metadata` from the execution metadata of the
 * protocol, so that references written for the standard shape work on it too (C17, P26). Fields that are there stay.
 */
export function withVirtualArtifactFields(output: Json, metadata: Json): Json {
  if (!isJsonObject(output) || Object.hasOwn(output, "artifact_id")) return output;
  const execution = executionMetadata(metadata);
  const artifactId = memberOf(execution, "artifact_id");
  if (execution === undefined || typeof artifactId !== "string") return output;
  const added = { artifact_id: artifactId, ...(Object.hasOwn(output, "_metadata") ? {} : { _metadata: execution }) };
  return objectOf([...Object.entries(output), ...Object.entries(added)]);
}

/** The value of the `_meta` key whose name ends in `/execution`. Every vendor prefix is accepted. */
function executionMetadata(metadata: Json): JsonObject | undefined {
  if (!isJsonObject(metadata)) return undefined;
  for (const [key, value] of Object.entries(metadata)) {
    if (key.endsWith("/execution") && isJsonObject(value)) return value;
  }
  return undefined;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? ownValue(value, name) : undefined;
}
