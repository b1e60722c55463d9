/** The questions before an execution is ended or deleted, since neither can be taken back. */
import { useState } from "preact/hooks";
import { request } from "../api/request.ts";
import { announce } from "../parts/announce.tsx";
import { LineField } from "../parts/field.tsx";
import { FormDialog, useAct } from "../parts/form-dialog.tsx";
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
  const act = useAct();
  const cancel = async () => {
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
  };
  return (
    <FormDialog
      title="Cancel this execution?"
      act={act}
      perform={cancel}
      words="Cancel the execution"
      isDanger
      leave="Keep it"
      onClose={onClose}
    >
      <p>Running calls are aborted and later steps are skipped. What was done stays done.</p>
      <LineField
        id="cancel-reason"
        label={
          <>
            Reason <span class="req">optional, for the log</span>
          </>
        }
        maxLength={reasonLength}
        value={reason}
        onText={setReason}
      />
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
    </FormDialog>
  );
}

export function DeleteDialog({ executionId, onClose }: ActDialogProps) {
  const act = useAct();
  const remove = async () => {
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
  };
  return (
    <FormDialog
      title="Delete this execution?"
      act={act}
      perform={remove}
      words="Delete for good"
      isDanger
      leave="Keep it"
      onClose={onClose}
    >
      <p>Its log, its results and its artifacts are removed for good.</p>
    </FormDialog>
  );
}
