/** A failure with its facts. */
import type { ComponentChildren } from "preact";
import { InertText } from "../../parts/inert-text.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import type { Failure } from "./step-detail.ts";

export interface FailureFactsProps {
  readonly failure: Failure;
  /** The known effect of the call. Null where there was none. */
  readonly outcome: string | null;
  /** Further facts: pairs of `dt` and `dd`. */
  readonly children?: ComponentChildren;
}

const meanings: Readonly<Record<string, string>> = {
  NOT_SENT: "the call did not leave",
  REJECTED: "without effect",
  ANSWERED: "answered in full",
  UNKNOWN: "it may have had its effect",
};

export function FailureFacts({ children, failure, outcome }: FailureFactsProps) {
  const meaning = outcome !== null && Object.hasOwn(meanings, outcome) ? meanings[outcome] : undefined;
  const hasDetails =
    typeof failure.details === "object" ? Object.keys(failure.details ?? {}).length > 0 : failure.details !== undefined;
  return (
    <div class="error">
      <p>
        <InertText text={failure.message} limit={2_000} />
      </p>
      <dl class="facts">
        <dt>Code</dt>
        <dd>
          <code>{failure.code}</code>
        </dd>
        {outcome !== null && (
          <>
            <dt>Outcome</dt>
            <dd>
              <code>{outcome}</code>
              {meaning !== undefined && `, ${meaning}`}
            </dd>
          </>
        )}
        <dt>Retryable</dt>
        <dd>{failure.retryable ? "Yes, the same call may succeed later" : "No, the same call would fail again"}</dd>
        {children}
        {hasDetails && (
          <>
            <dt>Details</dt>
            <dd>
              <JsonView value={failure.details} limit={1_000} />
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}
