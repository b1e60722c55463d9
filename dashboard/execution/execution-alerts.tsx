/** The facts that a reader must know first: why it failed, what holds it up, which parts are not kept any more. */
import { Icon } from "../parts/icon.tsx";
import { InertText, madeVisible } from "../parts/inert-text.tsx";
import { exact } from "../parts/numbers.ts";
import { isGroupKind } from "../parts/step-kind.tsx";
import { NoAgent } from "./payload/no-agent.tsx";
import type { ExecutionStore, StepRow } from "./store/execution-model.ts";

const messageLength = 300;

export function ExecutionAlerts({ store }: { readonly store: ExecutionStore }) {
  const head = store.head.value;
  const gap = store.gap.value;
  if (head === null) return null;
  const { failure, parkedBy, responseFailure } = head;
  const stepId = failure?.stepId ?? null;
  return (
    <>
      {failure !== null && (
        <p class="note bad">
          <Icon name="failed" />
          <span>
            {stepId !== null && (
              <>
                <button
                  class="link"
                  type="button"
                  onClick={() => {
                    store.selected.value = stepId;
                  }}
                >
                  {stepId}
                </button>{" "}
                failed:{" "}
              </>
            )}
            <InertText text={failure.message} limit={messageLength} /> <code>{failure.code}</code>
          </span>
        </p>
      )}
      {head.status === "PARTIAL" && failure === null && <FailedSteps store={store} />}
      <NoAgent head={head} />
      {responseFailure !== null && (
        <p class="note warn">
          <Icon name="warn" />
          <span>
            No answer in words was written: <InertText text={responseFailure.message} limit={messageLength} />{" "}
            <code>{responseFailure.code}</code>
          </span>
        </p>
      )}
      {parkedBy !== null && (
        <p class="note warn">
          <Icon name="warn" />
          <span>
            Held up: its log holds <code>{parkedBy}</code>, which this version of the software does not know. A newer
            version goes on with it; what is too old for this version can only be deleted.
          </span>
        </p>
      )}
      {gap !== null && (
        <p class="note">
          <Icon name="warn" />
          <span>
            Events {exact(gap.firstSequence)} to {exact(gap.lastSequence)} are not kept any more. What the steps know of
            themselves is shown.
          </span>
        </p>
      )}
    </>
  );
}

/** The failed steps of a run that succeeded in part. */
function FailedSteps({ store }: { readonly store: ExecutionStore }) {
  const head = store.head.value;
  const rows = store.rows.value;
  // The steps of a long run come later than its head: this line has its place until then.
  if (head === null || head.isPart === true)
    return (
      <p class="note warn">
        <Icon name="partial" />
        <span>Some steps failed.</span>
      </p>
    );
  // Lines come a frame after the head, which has the same words.
  const failed: readonly Stand[] = rows.length > 0 ? rows.filter(isFailed) : failedIn(head.steps);
  const [first] = failed;
  if (first === undefined) return null;
  return (
    <p class="note warn">
      <Icon name="partial" />
      <span>
        <button
          class="link"
          type="button"
          onClick={() => {
            store.selected.value = first.stepId;
          }}
        >
          {madeVisible(first.stepId)}
        </button>{" "}
        failed{failed.length > 1 && `, and ${failed.length - 1} more`}:{" "}
        <InertText text={first.failure?.message ?? ""} limit={messageLength} /> <code>{first.failure?.code}</code>
      </span>
    </p>
  );
}

/** Where a step stands, as heads and lines say it. */
interface Stand extends Pick<StepRow, "failure" | "kind" | "status" | "stepId"> {
  readonly children?: readonly Stand[];
  readonly items?: readonly Stand[];
}

function isFailed({ kind, status }: Stand): boolean {
  return status === "FAILED" && !isGroupKind(kind);
}

/** Of the steps of a head and of those within them. */
function failedIn(steps: readonly Stand[]): readonly Stand[] {
  return steps.flatMap((step) => [...(isFailed(step) ? [step] : []), ...failedIn(step.children ?? step.items ?? [])]);
}
