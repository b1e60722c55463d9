/** The wait of a step, its end, and the link to its subject. */
import { elapsed, instant, now } from "../../api/clock.ts";
import { addressSentence, refusalWords } from "../../parts/address-words.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { clockTime, countdown } from "../../parts/numbers.ts";
import { executionAddress, inboxAddress } from "../../shell/route.ts";
import { shortId } from "../short-id.ts";
import type { ExecutionHead, ExecutionStore, StepRow } from "../store/execution-model.ts";
import type { StepDetail } from "./step-detail.ts";

export interface StepWaitingProps {
  readonly store: ExecutionStore;
  readonly row: StepRow;
  readonly detail: StepDetail | null;
}

export function StepWaiting({ detail, row, store }: StepWaitingProps) {
  const asked = store.head.value?.pendingHumanInputs.filter(({ stepId }) => stepId === row.stepId) ?? [];
  const remote = detail !== null && "remoteTaskId" in detail ? detail : null;
  const isWaiting = row.status === "WAITING";
  const event = detail !== null && "awaitedEvent" in detail ? detail.awaitedEvent : null;
  if (!isWaiting && row.childExecutionId === null && remote?.remoteTaskId == null) return null;
  return (
    <section aria-labelledby="insp-waiting">
      <h3 id="insp-waiting">{isWaiting ? "Waits for" : row.childExecutionId === null ? "Remote task" : "Child run"}</h3>
      {asked.map((request) => (
        <Asked key={request.id} request={request} />
      ))}
      {row.childExecutionId !== null && (
        <p>
          <a href={executionAddress(row.childExecutionId)}>
            Execution <span class="mono">{shortId(row.childExecutionId)}</span>
          </a>
        </p>
      )}
      {remote?.remoteTaskId != null && (
        <p>
          Remote task{" "}
          <CopyButton text={remote.remoteTaskId} what="ID of the remote task">
            <span class="mono">{madeVisible(remote.remoteTaskId.slice(0, 40))}</span>
          </CopyButton>
        </p>
      )}
      {isWaiting && remote?.waitNote != null && (
        <p>
          It says: <InertText text={remote.waitNote} limit={500} />
        </p>
      )}
      {isWaiting && asked.length === 0 && row.childExecutionId === null && remote?.remoteTaskId == null && (
        <>
          <p>{row.note.replace(/^waits for /, "")}</p>
          {event !== null && (
            <p>
              <InertText text={event.name} limit={128} />
              {event.correlation === "" ? null : " of "}
              <InertText text={event.correlation} limit={256} />
            </p>
          )}
          <Left at={row.waitsUntil} />
        </>
      )}
    </section>
  );
}

type Request = ExecutionHead["pendingHumanInputs"][number];

/** The question to a person, and the link to its answer. */
export function Asked({ request }: { readonly request: Request }) {
  const { expiresAt, id, prompt } = request;
  const address = addressSentence(request);
  const why = refusalWords(request);
  return (
    <div class="waits">
      <p>
        A person: <InertText text={prompt} limit={300} />
      </p>
      {address !== null && <p class="soft small">{address}</p>}
      <Left at={instant(expiresAt)} />
      {why !== null && <p class="soft small">{why}.</p>}
      <a class={`btn${why === null ? " primary" : ""}`} href={inboxAddress(id)}>
        {why === null ? "Answer" : "See the question"}
      </a>
    </div>
  );
}

function Left({ at }: { readonly at: number | null }) {
  if (at === null) return null;
  return (
    <p class="soft small">
      {countdown(elapsed(now.value, at))} left, until {clockTime(at, now.value)}
    </p>
  );
}
