/** Queries and mutations: one operation, one request, one answer as a value; and questions that are asked until they are answered. */
import { hearTime } from "./clock.ts";
import { setConnectionState } from "./connection-state.ts";
import { takeEarly } from "./early-question.ts";
import type { Operation } from "./operation.ts";
import { bodyOf, post } from "./post.ts";
import {
  needsSignIn,
  offline,
  offlineMeanwhile,
  type Problem,
  passes,
  pauseBefore,
  problemIn,
  problemsOf,
} from "./problem.ts";
import { credentialHeaders, refuse, signIns } from "./session.ts";

/** Of an answer with data `problems` are those of single fields, which are null in it. */
export type Answer<Result> =
  | { readonly ok: true; readonly data: Result; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problem: Problem };

/** Sends one operation. Never throws: the reason for having no answer is the `problem`. */
export async function request<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer<Result>> {
  const signIn = signIns.peek();
  const answer = await send(operation, variables, signal);
  if (answer.ok || !needsSignIn(answer.problem) || refuse(answer.problem.message, signIn)) return answer;
  // The earlier credential was refused. A mutation is not repeated in the name of another one unasked.
  return isMutation(operation) ? answer : request(operation, variables, signal);
}

/**
 * Repeats the request until the server is reachable and accepts it. `meanwhile` is called with the problem each time, and with null once it
 * is over. An answer after `signal` was aborted is ignored.
 */
export async function requestUntilAnswered<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
  meanwhile: (problem: Problem | null) => void = () => undefined,
): Promise<Answer<Result>> {
  const key = Symbol("question");
  try {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await request(operation, variables, signal);
      if (signal.aborted) return answer;
      if (answer.ok || !passes(answer.problem)) {
        if (attempt > 1) meanwhile(null);
        return answer;
      }
      setConnectionState(key, { kind: "RECONNECTING", attempt });
      meanwhile(answer.problem);
      await pause(pauseBefore(attempt, answer.problem), signal);
      if (signal.aborted) return answer;
    }
  } finally {
    setConnectionState(key, null);
  }
}

function isMutation(operation: string): boolean {
  return /^\s*mutation\b/.test(operation);
}

/** Ends early when nobody waits any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

async function send<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  signal: AbortSignal | undefined,
): Promise<Answer<Result>> {
  const body = bodyOf(operation, variables);
  const proof = credentialHeaders();
  const early = takeEarly(body, proof);
  const askedAt = early?.sentAt ?? Date.now();
  try {
    const response = await (early?.answer ?? post(body, proof, signal));
    hearDate(response.headers.get("date"), askedAt);
    if (!response.ok) return { ok: false, problem: await problemIn(response) };
    const { data, errors } = (await response.json()) as { data?: Result | null; errors?: [] };
    const problems = problemsOf(errors);
    if (data === null || data === undefined) return { ok: false, problem: problems[0] ?? offline };
    return { ok: true, data, problems };
  } catch {
    return { ok: false, problem: isMutation(operation) ? offlineMeanwhile : offline };
  }
}

/** The header has the second in which the server answered. */
function hearDate(date: string | null, askedAt: number): void {
  const second = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(second)) hearTime(second + 500, askedAt - 500, Date.now() + 500);
}
