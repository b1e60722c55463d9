/** The questions before an execution is ended or deleted, since neither can be taken back. */
import { useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { request } from "../api/request.ts";
import { announce } from "../parts/announce.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { navigate, place } from "../shell/location.ts";
import { cancelExecution, deleteExecution } from "./execution-acts.generated.ts";

export interface ActDialogProps {
  readonly executionId: string;
  readonly onClose: () => void;
}

const reasonLength = 1_000;

/** `hasFinally` if the plan has steps for its end, which a cancel lets run unless it is forced. */
export function CancelDialog({ executionId, hasFinally, onClose }: ActDialogProps & { readonly hasFinally: boolean }) {
  const [reason, setReason] = useState("");
  const [isForced, setForced] = useState(false);
  const { isBusy, problem, send } = useAct(async () => {
    const said = reason.trim();
    const input = {
      executionId,
      ...(said === "" ? {} : { reason: said }),
      ...(isForced ? { force: true } : {}),
    };
    const answer = await request(cancelExecution, { input });
    if (!answer.ok) return answer.problem;
    const [refused = answer.problems[0]] = answer.data.cancelExecution?.errors ?? [];
    if (refused !== undefined) return refused;
    announce("The execution is being cancelled");
    onClose();
    return null;
  });
  return (
    <Dialog title="Cancel this execution?" onClose={onClose}>
      <form class="ask" onSubmit={send}>
        <p>Running calls are aborted and later steps are skipped. What was done stays done.</p>
        <div class="field">
          <label for="cancel-reason">
            Reason <span class="req">optional, for the log</span>
          </label>
          <input
            id="cancel-reason"
            maxLength={reasonLength}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
        {hasFinally && (
          <label class="tick">
            <input
              type="checkbox"
              checked={isForced}
              onChange={({ currentTarget }) => setForced(currentTarget.checked)}
            />
            End its finally steps too, which run otherwise
          </label>
        )}
        <Ending isBusy={isBusy} problem={problem} word="Cancel the execution" onClose={onClose} />
      </form>
    </Dialog>
  );
}

export function DeleteDialog({ executionId, onClose }: ActDialogProps) {
  const { isBusy, problem, send } = useAct(async () => {
    const { path } = place.peek();
    const answer = await request(deleteExecution, { input: { executionId } });
    if (!answer.ok) return answer.problem;
    const [refused = answer.problems[0]] = answer.data.deleteExecution?.errors ?? [];
    if (refused !== undefined) return refused;
    announce("The execution was deleted");
    onClose();
    // Who went elsewhere meanwhile is not called back.
    if (place.peek().path === path) navigate("/");
    return null;
  });
  return (
    <Dialog title="Delete this execution?" onClose={onClose}>
      <form class="ask" onSubmit={send}>
        <p>Its log, its results and its artifacts are removed for good.</p>
        <Ending isBusy={isBusy} problem={problem} word="Delete for good" onClose={onClose} />
      </form>
    </Dialog>
  );
}

function useAct(act: () => Promise<Problem | null>) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    void act().then((found) => {
      setBusy(false);
      setProblem(found);
    });
  };
  return { isBusy, problem, send };
}

interface EndingProps {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly word: string;
  readonly onClose: () => void;
}

function Ending({ isBusy, onClose, problem, word }: EndingProps) {
  return (
    <>
      {problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
      <div class="row">
        <button class="btn danger" type="submit" aria-disabled={isBusy}>
          {word}
        </button>
        <button class="btn" type="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </>
  );
}
