/** The known facts of a call whose answer was lost. */
import { instant, now } from "../api/clock.ts";
import { InertText, madeVisible } from "../parts/inert-text.tsx";
import { clockTime, plural } from "../parts/numbers.ts";
import { type RequestInFull, stepOf } from "./use-request.ts";

export function LostCall({ request }: { readonly request: RequestInFull }) {
  const { step } = stepOf(request);
  const attempts = step?.__typename === "ToolStep" ? step.attempts : [];
  const last = attempts.at(-1);
  return (
    <section aria-labelledby="ask-lost">
      <h3 id="ask-lost">What is known</h3>
      <dl class="facts">
        <dt>Call</dt>
        <dd>
          <code class="name">{madeVisible(request.callableName ?? "")}</code>, {plural(attempts.length, "attempt")} so
          far
        </dd>
        {last !== undefined && (
          <>
            <dt>It left</dt>
            <dd>{clockTime(instant(last.startedAt), now.value)}</dd>
            <dt>Its answer</dt>
            <dd>
              {last.failure === null ? (
                "never came"
              ) : (
                <>
                  <InertText text={last.failure.message} limit={600} /> <code>{last.failure.code}</code>
                </>
              )}
            </dd>
          </>
        )}
        <dt>Its effect</dt>
        <dd>Nobody knows whether it happened. Look at the system that was called before you answer.</dd>
      </dl>
    </section>
  );
}
