/**
 * The artifact that the output of a step describes (P24, P25, C18). Its documents are read only when the field is selected.
 */
import { artifactKind, extractSkillId } from "../../catalog/artifact.ts";
import { isJsonObject, type Json, ownValue } from "../../json/json.ts";
import type { AnswerRoot } from "../base/answer-bytes.ts";
import type { PayloadSource } from "../base/payload-source.ts";
import type { ToolArtifact } from "../base/schema.generated.ts";

/** `content` holds the metadata of the result beside what it says for people. */
export async function toolArtifact(
  output: PayloadSource | null,
  content: PayloadSource | null,
  root: AnswerRoot,
): Promise<ToolArtifact | null> {
  if (output === null) return null;
  const value = await output.read(root);
  const shape = artifactKind(value);
  if (shape === "NONE") return null;
  const result = content === null ? null : await content.read(root);
  const metadata = memberOf(result, "metadata");
  const artifactId = memberOf(value, "artifact_id");
  return {
    shape,
    artifactId: typeof artifactId === "string" ? artifactId : null,
    skillId: extractSkillId(value, metadata),
  };
}

function memberOf(value: Json, name: string): Json {
  return isJsonObject(value) ? (ownValue(value, name) ?? null) : null;
}
