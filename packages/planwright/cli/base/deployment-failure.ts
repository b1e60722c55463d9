/** Answers of a deployment that have no data, as failures with the next command to type. */
import { CommandFailure } from "./command-failure.ts";
import { localUrl, type Target } from "./config.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import { shortened } from "./terminal-text.ts";

export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
  readonly extensions?: { readonly [name: string]: unknown } | undefined;
}

export interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly GraphError[];
  readonly version?: unknown;
}

/** Errors as data, in every payload. */
export interface UserError {
  readonly code: string;
  readonly message: string;
  readonly path?: readonly string[];
  readonly nearestNames?: readonly string[];
}

/** Nobody answered. */
export function unreachable(target: Target, error: unknown): CommandFailure {
  const cause = error instanceof Error ? causeOf(error) : String(error);
  const next =
    target.origin === localUrl
      ? [
          "npx planwright dev, which starts one on this machine",
          "or name another one with --url ADDRESS or PLANWRIGHT_URL",
        ]
      : [`curl ${target.origin}/health, to see what answers there`, "or name another one with --url ADDRESS"];
  return new CommandFailure({
    exitCode: exitCodes.unreachable,
    code: "UNREACHABLE",
    message: `Cannot reach a deployment at ${target.origin} (${target.urlSource}): ${cause}`,
    next,
  });
}

/** A stream that ended or fell silent, and could not be made again. Undefined for every other error. */
export function connectionFailure(target: Target, error: unknown): CommandFailure | undefined {
  const isOfConnection = error instanceof Error && error.message.startsWith("Cannot follow the subscription");
  return isOfConnection ? unreachable(target, error) : undefined;
}

function causeOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map((one: Error) => one.message).join("; ");
  return cause instanceof Error ? cause.message : error.message;
}

/** An answer that is none of the API. */
export function httpFailure(target: Target, status: number, body: string): CommandFailure {
  if (status === 401 || status === 403) return unauthorised(target, `HTTP ${status}`);
  const said = shortened(body, 200);
  return new CommandFailure({
    exitCode: exitCodes.unreachable,
    code: "NO_DEPLOYMENT",
    message: `Cannot use what answers at ${target.origin} (${target.urlSource}): required an answer of Planwright, found HTTP ${status}${said === "" ? "" : ` ${said}`}`,
    next: [
      `curl ${target.origin}/health: a deployment answers {"status":"ok"}`,
      "or name another one with --url ADDRESS",
    ],
  });
}

/** The first GraphQL error decides: the others follow from it. */
export function graphFailure(target: Target, status: number, errors: readonly GraphError[]): CommandFailure {
  const [first = { message: "no message" }] = errors;
  const code = typeof first.extensions?.code === "string" ? first.extensions.code : "UNKNOWN";
  const details = errors.length > 1 ? { details: errors } : {};
  switch (code) {
    case "UNAUTHENTICATED":
      return unauthorised(target, first.message);
    case "FORBIDDEN":
      return forbidden(target, first.message);
    case "MISCONFIGURED":
      return failure(
        exitCodes.unreachable,
        code,
        `The deployment at ${target.origin} is not configured: ${first.message}`,
        ["set what is missing (npx wrangler secret put NAME, or [vars] in wrangler.toml), then: npx planwright doctor"],
      );
    case "NOT_FOUND":
      return failure(exitCodes.notFound, code, first.message, ["npx planwright ls, to see what there is"]);
    case "RATE_LIMITED":
    case "UNAVAILABLE":
      return failure(
        exitCodes.unreachable,
        code,
        `The deployment at ${target.origin} cannot answer now: ${first.message}`,
        ["the same again in a few seconds"],
      );
    case "GRAPHQL_VALIDATION_FAILED":
      return failure(
        exitCodes.unreachable,
        code,
        `The deployment at ${target.origin} does not know what this command asks for: ${first.message}`,
        ["npx planwright doctor, which compares the versions of both"],
      );
    default: {
      const isFault = status >= 500 || code === "INTERNAL_SERVER_ERROR";
      return failure(isFault ? exitCodes.unreachable : exitCodes.refused, code, first.message, [], details);
    }
  }
}

function failure(
  exitCode: ExitCode,
  code: string,
  message: string,
  next: readonly string[],
  details: { readonly details?: unknown } = {},
): CommandFailure {
  return new CommandFailure({ exitCode, code, message, next, ...details });
}

function unauthorised(target: Target, finding: string): CommandFailure {
  const { tokenSource } = target;
  const tried = tokenSource === undefined ? "no key was sent" : `the key of ${tokenSource} was sent`;
  const next =
    tokenSource === undefined
      ? [
          "set PLANWRIGHT_TOKEN to a key of the deployment, or add --token KEY",
          "no key yet: npx planwright keys create, with the token of the operator (ADMIN_TOKEN)",
        ]
      : [
          `npx planwright keys create, with the token of the operator (ADMIN_TOKEN), for a new key`,
          "npx planwright doctor, to see what the deployment says",
        ];
  return failure(exitCodes.unauthorised, "UNAUTHENTICATED", `Cannot ask ${target.origin}: ${tried}; ${finding}`, next);
}

function forbidden(target: Target, message: string): CommandFailure {
  const scopes = /required the scopes? ([A-Z_, and]+?)(?:,? which|$)/.exec(message)?.[1]?.trim();
  if (scopes === "CREDENTIALS_ADMIN")
    return failure(exitCodes.unauthorised, "FORBIDDEN", `${target.origin}: ${message}`, [
      "the same as the operator: with --token ADMIN_TOKEN, or with --data FOLDER for a deployment of planwright serve",
      "npx planwright doctor, to see what the key in use permits",
    ]);
  const next =
    scopes === undefined
      ? ["npx planwright doctor, to see what the key permits"]
      : [
          `npx planwright keys create --scopes ${scopes
            .split(/[^A-Z_]+/)
            .filter((one) => one !== "")
            .join(",")}, with the token of the operator, and use that key`,
          "npx planwright doctor, to see what the key in use permits",
        ];
  return failure(exitCodes.unauthorised, "FORBIDDEN", `${target.origin}: ${message}`, next);
}

/** Errors as data of a payload. */
export function refusal(what: string, errors: readonly UserError[]): CommandFailure {
  const [first] = errors;
  const isUnknown = errors.every(({ code }) => code === "NOT_FOUND");
  const lines =
    errors.length > 1
      ? [`${errors.length} problems`, ...errors.map(problemLine)].join("\n  ")
      : (first?.message ?? "no reason");
  return new CommandFailure({
    exitCode: isUnknown ? exitCodes.notFound : exitCodes.refused,
    code: first?.code ?? "REFUSED",
    message: `${what}: ${lines}`,
    next: isUnknown ? ["npx planwright ls, to see what there is"] : [],
    details: errors,
  });
}

function problemLine({ code, message, path = [] }: UserError): string {
  const place = path.slice(1).join(".");
  return `${code}${place === "" ? "" : ` at ${place}`}: ${message}`;
}
