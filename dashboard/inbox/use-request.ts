/** One request with all that a person decides on, read when it is opened and again when it ended elsewhere. */
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { requestUntilAnswered } from "../api/request.ts";
import { type RequestDetailQuery, requestDetail } from "./request-detail.generated.ts";

export type RequestInFull = Extract<NonNullable<RequestDetailQuery["node"]>, { __typename: "HumanInputRequest" }>;
export type StepOfRequest = NonNullable<RequestInFull["execution"]>["steps"][number];

export type LoadedRequest =
  | { readonly kind: "LOADING" }
  | { readonly kind: "LOADED"; readonly request: RequestInFull }
  | { readonly kind: "PROBLEM"; readonly problem: Problem };

const absent: Problem = {
  code: "NOT_FOUND",
  message: "There is no such request: it went with its execution, or it is of another tenant.",
};

/** Reads it again whenever `version` changes. The last result stays until then. */
export function useRequest(id: string, version: string): LoadedRequest {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly as: LoadedRequest } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const failed = (problem: Problem) => {
      // The shown request stays when it merely cannot be read again.
      setLoaded((before) =>
        before?.of === id && before.as.kind === "LOADED" ? before : { of: id, as: { kind: "PROBLEM", problem } },
      );
    };
    const meanwhile = (problem: Problem | null) => problem !== null && failed(problem);
    void requestUntilAnswered(requestDetail, { id }, leaving.signal, meanwhile).then((answer) => {
      if (leaving.signal.aborted) return;
      const node = answer.ok ? answer.data.node : null;
      if (node?.__typename === "HumanInputRequest") setLoaded({ of: id, as: { kind: "LOADED", request: node } });
      else {
        failed(answer.ok ? (answer.problems[0] ?? absent) : answer.problem);
      }
    });
    return () => leaving.abort();
  }, [id, version]);
  return loaded?.of === id ? loaded.as : { kind: "LOADING" };
}

/** The step that asks, and the arguments that the plan gives it. Null where they are not known. */
export function stepOf({ execution, stepId }: RequestInFull): {
  readonly step: StepOfRequest | StepInGroup | null;
  readonly planned: unknown;
} {
  const planned = execution?.plan?.steps
    .flatMap((step) => [step, ...step.children])
    .find((step) => step.stepId === stepId);
  const steps = execution?.steps.flatMap((step): (StepOfRequest | StepInGroup)[] =>
    step.__typename === "ParallelStep" ? [step, ...step.children] : [step],
  );
  return { step: steps?.find((step) => step.stepId === stepId) ?? null, planned: planned?.arguments };
}

type StepInGroup = Extract<StepOfRequest, { __typename: "ParallelStep" }>["children"][number];
