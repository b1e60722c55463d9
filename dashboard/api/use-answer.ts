/**
 * One query whose answer a component shows: asked when it appears, when its variables change, after a sign-in and on request. The answer
 * before stays until the next one is there, unless it was to another question.
 */
import { useEffect, useState } from "preact/hooks";
import type { Operation } from "./operation.ts";
import type { Problem } from "./problem.ts";
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
  const signedIn = signIns.value;
  useEffect(() => {
    const asking = new AbortController();
    setAsked((before) => (before.question === question ? { ...before, isAsking: true } : { ...nothing, question }));
    const meanwhile = (problem: Problem | null) => setAsked((before) => ({ ...before, problem }));
    void requestUntilAnswered(operation, variables, asking.signal, meanwhile).then((answer) => {
      if (asking.signal.aborted) return;
      setAsked((before) =>
        answer.ok
          ? { question, data: answer.data, problem: answer.problems[0] ?? null, isAsking: false, readAt: Date.now() }
          : { ...before, problem: refusal.peek() === null ? answer.problem : null, isAsking: false },
      );
    });
    return () => asking.abort();
  }, [question, signedIn, turn]);
  const shown = asked.question === question ? asked : nothing;
  return { ...shown, readAgain: () => setTurn((before) => before + 1) };
}

const nothing = { data: null, problem: null, isAsking: true, readAt: null };
