/** The reused results and repeated calls of a retry or fork, read again after each choice; only the newest answer counts. */
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { requestUntilAnswered } from "../api/request.ts";
import { signIns } from "../api/session.ts";
import {
  type ForkExecutionInput,
  type PreviewForkQuery,
  previewFork,
  previewRetry,
  type RetryExecutionInput,
} from "./derive.generated.ts";

export type Preview = NonNullable<PreviewForkQuery["previewFork"]>;
export type Refused = Preview["errors"][number];

/** The choice: a fork names its first step. */
export type Meant =
  | { readonly kind: "retry"; readonly input: RetryExecutionInput }
  | { readonly kind: "fork"; readonly input: ForkExecutionInput };

export interface Previewed {
  /** The latest answer, null before the first. */
  readonly preview: Preview | null;
  /** Steps of the latest answer without errors, so that the list keeps its shape while something is wrong. */
  readonly reused: ReadonlySet<string>;
  readonly repeated: ReadonlySet<string>;
  readonly isCurrent: boolean;
  readonly failure: Problem | null;
}

const patienceMs = 250;

/** Null `meant` asks nothing. */
export function usePreview(meant: Meant | null): Previewed {
  const asked = JSON.stringify(meant);
  const [answered, setAnswered] = useState<{ asked: string; preview: Preview | null; failure: Problem | null } | null>(
    null,
  );
  const [steps, setSteps] = useState({ reused: new Set<string>(), repeated: new Set<string>() });
  const signedIn = signIns.value;
  useEffect(() => {
    if (meant === null) return;
    const controller = new AbortController();
    const timer = setTimeout(
      async () => {
        const meanwhile = (failure: Problem | null) =>
          setAnswered((before) => ({ asked, preview: before?.preview ?? null, failure }));
        const answer =
          meant.kind === "retry"
            ? await requestUntilAnswered(previewRetry, { input: meant.input }, controller.signal, meanwhile)
            : await requestUntilAnswered(previewFork, { input: meant.input }, controller.signal, meanwhile);
        if (controller.signal.aborted) return;
        if (!answer.ok) {
          setAnswered({ asked, preview: null, failure: answer.problem });
          return;
        }
        const preview = "previewRetry" in answer.data ? answer.data.previewRetry : answer.data.previewFork;
        setAnswered({ asked, preview, failure: answer.problems[0] ?? null });
        if (preview !== null && preview.errors.length === 0) {
          setSteps({ reused: new Set(preview.reusedStepIds), repeated: new Set(preview.repeatedStepIds) });
        }
      },
      answered === null ? 0 : patienceMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, signedIn]);
  return {
    ...steps,
    preview: answered?.preview ?? null,
    isCurrent: answered?.asked === asked,
    failure: answered?.failure ?? null,
  };
}
