/**
 * The one place where findings become errors that callers receive as data. Every kind of finding has one line here; a kind without one
 * does not compile.
 */
import type { ManifestProblem } from "../../catalog/manifests/manifest-problem.ts";
import type { ExecutionStatus } from "../../execution/events/event.ts";
import { nodeId } from "./node-id.ts";
import type { RequestProblem } from "./request-problem.ts";
import type { IdempotencyConflictErrorResolvers, UserErrorResolvers } from "./resolvers.generated.ts";
import type {
  GeneralError,
  InvalidStateError,
  LimitError,
  OutcomeUnknownError,
  SchemaViolationError,
  TemplateError,
  UnknownCallableError,
  UserErrorCode,
} from "./schema.generated.ts";
import type { IdempotencyConflict } from "./sources.ts";

const MAX_ERRORS = 100;
const MAX_VIOLATIONS = 50;

export type UserErrorSource =
  | GeneralError
  | TemplateError
  | UnknownCallableError
  | SchemaViolationError
  | LimitError
  | InvalidStateError
  | OutcomeUnknownError
  | IdempotencyConflict;

/**
 * Problems of a request or a manifest as errors, 100 at most. `place` is the path from which the problems' paths start.
 *
 * @example
 * ```ts
 * import { cannotTake } from "./request-problem.ts";
 * const [error] = problemErrors([cannotTake(["name"], "required a name, found none")], ["input"]);
 * error; // { code: "INVALID_INPUT", message: "Cannot take name: required a name, found none", path: ["input", "name"] }
 * ```
 */
export function problemErrors(
  problems: readonly (ManifestProblem | RequestProblem)[],
  place: readonly string[],
): readonly UserErrorSource[] {
  return problems.slice(0, MAX_ERRORS).map((problem) => problemError(problem, place));
}

function problemError(problem: ManifestProblem | RequestProblem, place: readonly string[]): UserErrorSource {
  const { message } = problem;
  const path = [...place, ...problem.path];
  switch (problem.kind) {
    case "INVALID_INPUT":
    case "MANIFEST_INVALID":
    case "MODEL_NOT_FOUND":
    case "TOOL_CHANGED":
    case "FLOW_REFUSED":
      return generalError(problem.kind, message, path);
    case "AGENT_NOT_FOUND":
    case "UNKNOWN_CALLABLE":
      return { code: problem.kind, message, path, name: problem.name, nearestNames: problem.nearestNames };
    case "TEMPLATE_INVALID": {
      const { kind: _, ...facts } = problem;
      return { ...facts, code: "TEMPLATE_INVALID", path };
    }
    case "SCHEMA_VIOLATION":
      return { code: "SCHEMA_VIOLATION", message, path, violations: problem.violations.slice(0, MAX_VIOLATIONS) };
    case "LIMIT_EXCEEDED": {
      const { limit, maximum, found } = problem;
      return { code: "LIMIT_EXCEEDED", message, path, limit, maximum, found };
    }
  }
}

/** An error that needs no facts beside its words. */
export function generalError(code: UserErrorCode, message: string, path: readonly string[]): GeneralError {
  return { code, message, path };
}

/**
 * The id in `path` names nothing that the caller may see.
 *
 * @example
 * ```ts
 * notFound("the workflow", ["input", "id"]).code; // "NOT_FOUND"
 * ```
 */
export function notFound(what: string, path: readonly string[]): GeneralError {
  return generalError(
    "NOT_FOUND",
    `Cannot find ${what}: required an id that this deployment gave to the caller's tenant`,
    path,
  );
}

export function invalidState(message: string, path: readonly string[], status: ExecutionStatus): InvalidStateError {
  return { code: "INVALID_STATE", message, path, status };
}

/** `steps` would be called again although that could do their effect twice. */
export function outcomeUnknown(
  message: string,
  path: readonly string[],
  steps: readonly string[],
): OutcomeUnknownError {
  return { code: "OUTCOME_UNKNOWN", message, path, stepIds: steps };
}

export function idempotencyConflict(
  execution: string,
  path: readonly string[],
  message = "Cannot start the execution: its idempotency key was used before by another subject or for another request",
): IdempotencyConflict {
  return { code: "IDEMPOTENCY_CONFLICT", message, path, execution };
}

/** The GraphQL type of each code. */
const typeNames = {
  INVALID_INPUT: "GeneralError",
  NOT_FOUND: "GeneralError",
  EGRESS_DENIED: "GeneralError",
  UPSTREAM_ERROR: "GeneralError",
  TEMPLATE_INVALID: "TemplateError",
  TOOL_CHANGED: "GeneralError",
  FLOW_REFUSED: "GeneralError",
  MODEL_NOT_FOUND: "GeneralError",
  ALREADY_RESOLVED: "GeneralError",
  EXPIRED: "GeneralError",
  NOT_ADDRESSED: "GeneralError",
  FOUR_EYES: "GeneralError",
  CONVERSATION_BUSY: "GeneralError",
  CONVERSATION_ENDED: "GeneralError",
  TURN_BELOW_WINDOW: "GeneralError",
  TURN_NOT_DUE: "GeneralError",
  MANIFEST_INVALID: "GeneralError",
  SCHEDULE_NEVER_DUE: "GeneralError",
  SCHEDULE_BUSY: "GeneralError",
  UNKNOWN_CALLABLE: "UnknownCallableError",
  AGENT_NOT_FOUND: "UnknownCallableError",
  SCHEMA_VIOLATION: "SchemaViolationError",
  LIMIT_EXCEEDED: "LimitError",
  INVALID_STATE: "InvalidStateError",
  IDEMPOTENCY_CONFLICT: "IdempotencyConflictError",
  OUTCOME_UNKNOWN: "OutcomeUnknownError",
} as const satisfies { readonly [Code in UserErrorCode]: string };

export const userErrorResolvers = {
  // The catalog names no figures with its own limit on servers.
  __resolveType: (error) =>
    error.code === "LIMIT_EXCEEDED" && !("limit" in error) ? "GeneralError" : typeNames[error.code],
} satisfies UserErrorResolvers;

export const idempotencyConflictResolvers = {
  executionId: ({ execution }, _, context) => nodeId({ kind: "EXECUTION", execution }, context),
} satisfies IdempotencyConflictErrorResolvers;
export interface DeletePayload {
  readonly deletedId: string | undefined;
  readonly errors: readonly UserErrorSource[];
}
