/**
 * One query whose answer a component shows: asked when it appears, when its variables change, after a sign-in and on request, which waits for the
 * answer under way. The answer before stays until the next one is there, unless it was to another question.
 */
import { useState } from "preact/hooks";
import type { Operation } from "./operation.ts";
import type { Problem } from "./problem.ts";
import { useRefresher } from "./refresher.ts";
import { requestUntilAnswered } from "./request.ts";
import { refusal, signIns } from "./session.ts";

export interface Asked<Result> {
  /** Null until it is there. */
  readonly data: Result | null;
  /** Why the latest question, or a field of it, has no answer. */
  readonly problem: Problem | null;
  readonly isAsking: boolean;
  /** Time of this machine at which `data` came, Unix milliseconds. Null until it is there. */
  readonly readAt: number | null;
}

export interface Answered<Result> extends Asked<Result> {
  readonly readAgain: () => void;
}

/** `variables` are compared by their JSON. */
export function useAnswer<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
): Answered<Result> {
  const question = `${operation}\n${JSON.stringify(variables)}`;
  const [asked, setAsked] = useState<Asked<Result> & { readonly question: string }>({ ...nothing, question });
  const [turn, setTurn] = useState(0);
  useRefresher(`${signIns.value} ${question}`, `${turn}`, 0, async (signal) => {
    setAsked((before) => (before.question === question ? { ...before, isAsking: true } : { ...nothing, question }));
    const meanwhile = (problem: Problem | null) => setAsked((before) => ({ ...before, problem }));
    const answer = await requestUntilAnswered(operation, variables, signal, meanwhile);
    if (signal.aborted) return;
    setAsked((before) =>
      answer.ok
        ? { question, data: answer.data, problem: answer.problems[0] ?? null, isAsking: false, readAt: Date.now() }
        : { ...before, problem: refusal.peek() === null ? answer.problem : null, isAsking: false },
    );
  });
  const shown = asked.question === question ? asked : nothing;
  return { ...shown, readAgain: () => setTurn((before) => before + 1) };
}

const nothing = { data: null, problem: null, isAsking: true, readAt: null };
