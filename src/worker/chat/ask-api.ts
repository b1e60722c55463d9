/**
 * Mutations of the API, called in this Worker: the same resolvers, scopes and checks as for a client of GraphQL. The documents are ours, so
 * their cost is known and nothing of a request is parsed.
 */
import { type DocumentNode, type ExecutionResult, execute, type GraphQLError } from "graphql";
import { unboundedRoot } from "../../graph/base/answer-bytes.ts";
import { maskError } from "../../graph/base/error-codes.ts";
import { type ChatRefusal, refusedWith } from "./chat-refusal.ts";
import type { ChatSession } from "./chat-session.ts";

interface ApiError {
  readonly code: string;
  readonly message: string;
}

/** A payload as the API has it. */
interface Payload {
  readonly errors: readonly ApiError[];
}

export type ApiResult<Result extends Payload> =
  | { readonly ok: true; readonly payload: Result }
  | { readonly ok: false; readonly refusal: ChatRefusal };

/** The payload of the one mutation of `document`, or its first error. */
export async function askApi<Result extends Payload>(
  document: DocumentNode,
  input: object,
  { graph, schema }: Pick<ChatSession, "graph" | "schema">,
): Promise<ApiResult<Result>> {
  const variableValues = { input };
  const answer = (await execute({
    schema,
    document,
    rootValue: unboundedRoot(),
    variableValues,
    contextValue: graph,
  })) as ExecutionResult<{ readonly [field: string]: Result | null }>;
  const [error] = answer.errors ?? [];
  if (error !== undefined) return { ok: false, refusal: shown(maskError(error)) };
  const payload = Object.values(answer.data ?? {})[0];
  if (payload == null) throw new Error("a mutation gave neither a payload nor an error");
  const [problem] = payload.errors;
  if (problem === undefined) return { ok: true, payload };
  const message = payload.errors.map((found) => found.message).join("; ");
  return { ok: false, refusal: refusedWith(problem.code, message, undefined) };
}

function shown({ extensions, message }: GraphQLError): ChatRefusal {
  const { headers } = (extensions.http ?? {}) as { readonly headers?: { readonly "retry-after"?: string } };
  return refusedWith(String(extensions.code), message, headers?.["retry-after"]);
}
