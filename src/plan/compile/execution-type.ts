/** The end of the execution as a step of `finally` can refer to it: its status, and its failure (R9). */

import type { PathSegment } from "../../json/value-path.ts";
import { documentSchema, type LocatedSchema } from "../../schema/document/located-schema.ts";
import { fieldNotFound, NOTHING, type ReferenceType } from "./reference-type.ts";

const status = { type: "string", enum: ["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"] };
const error = {
  properties: { code: { type: "string" }, message: { type: "string" } },
  required: ["code", "message"],
  additionalProperties: false,
};
const TEXT = documentSchema({ type: "string" });
const STATUS = documentSchema(status);
const ERROR = documentSchema({ type: "object", ...error });
const END = documentSchema({
  type: "object",
  properties: { status, error: { type: ["object", "null"], ...error } },
  required: ["status", "error"],
  additionalProperties: false,
});

/** The type of a reference to the end of the execution at `path`. Nothing of it is ever absent; without an error its parts are null. */
export function executionType(path: readonly PathSegment[]): ReferenceType {
  const [member, part] = path;
  if (member === undefined) return known(END);
  if (member === "status") return path.length === 1 ? known(STATUS) : missing(path, 1, []);
  if (member !== "error") return missing(path, 0, ["status", "error"]);
  if (part === undefined) return known(ERROR, NOTHING);
  if (part !== "code" && part !== "message") return missing(path, 1, ["code", "message"]);
  return path.length === 2 ? known(TEXT, NOTHING) : missing(path, 2, []);
}

function known(...alternatives: readonly LocatedSchema[]): ReferenceType {
  return { ok: true, presence: "required", alternatives, sourceCallable: undefined };
}

function missing(path: readonly PathSegment[], at: number, fields: readonly string[]): ReferenceType {
  return fieldNotFound(path, at, fields, undefined, "what is known of how the execution ended");
}
