/** Queries and mutations: one operation, one request, one answer as a value. */
import { hearTime } from "./clock.ts";
import type { Operation } from "./operation.ts";
import { needsSignIn, offline, type Problem, problemIn, problemsOf } from "./problem.ts";
import { credentialHeaders, refusal } from "./session.ts";

/** Of an answer with data `problems` are those of single fields, which are null in it. */
export type Answer<Result> =
  | { readonly ok: true; readonly data: Result; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problem: Problem };

export const endpoint = "/graphql";

/** Sends one operation. Never throws: what keeps it from being answered is the `problem`. */
export async function request<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer<Result>> {
  const answer = await send(operation, variables, signal);
  if (!answer.ok && needsSignIn(answer.problem)) refusal.value = answer.problem.message;
  return answer;
}

async function send<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  signal: AbortSignal | undefined,
): Promise<Answer<Result>> {
  const askedAt = Date.now();
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...credentialHeaders() },
      body: JSON.stringify({ query: operation, variables }),
      ...(signal !== undefined && { signal }),
    });
    hearDate(response.headers.get("date"), askedAt);
    if (!response.ok) return { ok: false, problem: await problemIn(response) };
    const { data, errors } = (await response.json()) as { data?: Result | null; errors?: [] };
    const problems = problemsOf(errors);
    if (data === null || data === undefined) return { ok: false, problem: problems[0] ?? offline };
    return { ok: true, data, problems };
  } catch {
    return { ok: false, problem: offline };
  }
}

/** The header tells the second in which the server answered. */
function hearDate(date: string | null, askedAt: number): void {
  const second = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(second)) hearTime(second + 500, askedAt - 500, Date.now() + 500);
}
