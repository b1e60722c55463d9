/** Fields that a list answers out of the outline of an execution, and the execution itself out of its snapshot: both say the same. */
import type { ExecutionOrigin } from "../../execution/events/execution-origin.ts";
import { type ExecutionOutline, outlineOfView, type RunOf } from "../../execution/views/outline.ts";
import { failureSource, optionalFailure } from "../base/failure-source.ts";
import type { ExecutionFailure, Maybe } from "../base/schema.generated.ts";
import type { ExecutionSource } from "../base/sources.ts";

/** A summary without an outline is handed to no resolver of these fields, see `listed-executions.ts`. */
export function outlineOf(source: ExecutionSource): ExecutionOutline {
  const outline = source.kind === "VIEW" ? outlineOfView(source.view) : source.summary.outline;
  if (outline !== null) return outline;
  throw new Error("Cannot answer a field of an execution from its summary: a version that did not know it wrote it");
}

export function runOf(source: ExecutionSource): Maybe<RunOf> {
  return source.kind === "VIEW" ? source.view.callable : outlineOf(source).runOf;
}

export function parentOf(source: ExecutionSource): ExecutionOrigin["parent"] {
  if (source.kind === "VIEW") return source.view.origin.parent;
  const { parent } = source.summary;
  const { parentStep } = outlineOf(source);
  return parent === null || parentStep === null ? null : { execution: parent, stepPath: parentStep };
}

/** Of a summary without details, which are not selected then. */
export function failureOf(source: ExecutionSource): Maybe<ExecutionFailure> {
  if (source.kind === "VIEW") return optionalFailure(source.view.failure, source.view.failure?.step);
  const { failure } = outlineOf(source);
  if (failure === null) return undefined;
  if (failure !== "UNLISTED") return failureSource({ ...failure, details: null }, failure.step);
  throw new Error("Cannot answer the failure of an execution from its summary: it is too long to be listed");
}
