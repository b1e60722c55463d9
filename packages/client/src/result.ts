/** The result of a call of the client: its value, or why there is none. Only the reason of an aborted signal, and bugs, are thrown. */
import type { UserErrorCode } from "./operations.generated.ts";
import type { UserError } from "./shapes.ts";

export type Result<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      /** Errors of single fields, which are null in `value`. Empty as a rule. */
      readonly problems: readonly GraphError[];
    }
  | { readonly ok: false; readonly error: ClientError };

export type ClientError = TransportError | GraphqlError | RefusalError;

/** No answer of the deployment was read, as often as it was tried. */
export interface TransportError {
  readonly kind: "TRANSPORT";
  readonly message: string;
  /** HTTP status of the answer that was not one of Planwright. Absent if none came. */
  readonly status?: number;
  /** Whether the same may work later. */
  readonly isTransient: boolean;
  readonly retryAfterMs?: number;
}

/** The deployment answered that the request as a whole is refused, such as `FORBIDDEN` or `NOT_FOUND`. */
export interface GraphqlError {
  readonly kind: "GRAPHQL";
  /** `extensions.code` of the first error. */
  readonly code: string;
  readonly message: string;
  readonly errors: readonly GraphError[];
  readonly isTransient: boolean;
  readonly retryAfterMs?: number;
}

/** The deployment refused it, with problems that the caller can correct. */
export interface RefusalError {
  readonly kind: "REFUSAL";
  /** That of the first of `errors`. */
  readonly code: UserErrorCode;
  readonly message: string;
  readonly errors: readonly UserError[];
  readonly isTransient: false;
  readonly retryAfterMs?: undefined;
}

/** An error as GraphQL has it. */
export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly [name: string]: unknown };
}

export function ok<Value>(value: Value, problems: readonly GraphError[] = []): Result<Value> {
  return { ok: true, value, problems };
}

export function failed(error: ClientError): { readonly ok: false; readonly error: ClientError } {
  return { ok: false, error };
}

/** `transient` codes are those of a server that may answer the same request a little later. */
const transient: ReadonlySet<unknown> = new Set(["UNAVAILABLE", "RATE_LIMITED"]);

export function graphqlError(errors: readonly GraphError[], retryAfterMs?: number): GraphqlError {
  const [first] = errors;
  return {
    kind: "GRAPHQL",
    code: first?.extensions?.code ?? "UNKNOWN",
    message: first?.message ?? "The deployment answered without data and without an error",
    errors,
    isTransient: errors.some(({ extensions }) => transient.has(extensions?.code)),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

export function notFound(message: string): GraphqlError {
  return graphqlError([{ message, extensions: { code: "NOT_FOUND" } }]);
}

export function unreachable(message: string): TransportError {
  return { kind: "TRANSPORT", message, isTransient: true };
}

/** The errors of a payload without a value. */
export function refused(errors: readonly UserError[]): { readonly ok: false; readonly error: ClientError } {
  const [first] = errors;
  if (first === undefined) return failed(graphqlError([]));
  return failed({ kind: "REFUSAL", code: first.code, message: first.message, errors, isTransient: false });
}
