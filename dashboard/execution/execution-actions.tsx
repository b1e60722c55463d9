/** The actions on the execution: the next useful one first. */
import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { Menu } from "../parts/menu.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { compareAddress, editorAddress, executionAddress, inboxAddress } from "../shell/route.ts";
import { CancelDialog, DeleteDialog } from "./act-dialogs.tsx";
import type { ExecutionActs } from "./execution-keys.ts";
import { useRunExport } from "./files/run-export.ts";
import { hasPlanToEdit } from "./payload/run-parts.ts";
import type { ExecutionHead, ExecutionStore } from "./store/execution-model.ts";
import { purposeOf } from "./store/model-work.ts";

export interface ExecutionActionsProps {
  readonly store: ExecutionStore;
  readonly head: ExecutionHead;
  readonly acts: ExecutionActs;
}

export function ExecutionActions({ acts, head, store }: ExecutionActionsProps) {
  const may = (action: ExecutionHead["permittedActions"][number]) => head.permittedActions.includes(action);
  const whole = useRunExport(head.id);
  const request = head.pendingHumanInputs.find(({ refusal }) => refusal === null);
  const isAsked = may("RESPOND") && request !== undefined;
  const derived = (kind: "retry" | "fork") => {
    const stepId = store.selected.value;
    const isPlanned = kind === "fork" && stepId !== null && purposeOf(stepId) === null;
    return executionAddress(head.id, { view: "derive", kind, ...(isPlanned && { step: stepId }) });
  };
  const close = () => {
    acts.asking.value = null;
  };
  return (
    <>
      <div class="acts">
        {isAsked && (
          <a class="btn primary" href={inboxAddress(request.id)}>
            <Icon name="person" />
            <span>Answer</span>
          </a>
        )}
        {may("RETRY") && (
          <a class={`btn${isAsked ? "" : " primary"}`} href={derived("retry")}>
            <Icon name="retry" />
            <span>Retry</span>
          </a>
        )}
        {may("FORK") && (
          <a class="btn" href={derived("fork")}>
            <Icon name="fork" />
            <span>Fork</span>
          </a>
        )}
        {may("CANCEL") && (
          <button
            class="btn"
            type="button"
            onClick={() => {
              acts.asking.value = "CANCEL";
            }}
          >
            <Icon name="cancelled" />
            <span>Cancel</span>
          </button>
        )}
        <button
          class="btn icon"
          type="button"
          aria-label="Download the execution as JSON"
          title="Download the execution as JSON"
          aria-disabled={whole.isExporting}
          onClick={whole.start}
        >
          <Icon name={whole.isExporting ? "running" : "download"} class={whole.isExporting ? "spin" : ""} />
        </button>
        {/* Delete is not where Start and Cancel were a moment ago, so that no second click deletes. */}
        <Menu label="More actions">
          <a class="btn quiet" href={compareAddress(head.id)}>
            Compare with…
          </a>
          {hasPlanToEdit(head) && (
            <a class="btn quiet" href={editorAddress({ of: head.id })}>
              Open in the editor
            </a>
          )}
          {may("DELETE") && (
            <button
              class="btn quiet"
              type="button"
              onClick={({ currentTarget }) => {
                currentTarget.closest("details")?.removeAttribute("open");
                acts.asking.value = "DELETE";
              }}
            >
              Delete the execution
            </button>
          )}
        </Menu>
      </div>
      {whole.problem !== null && (
        <Dialog title="The execution was not downloaded" onClose={whole.dismiss}>
          <ProblemNote {...whole.problem} />
        </Dialog>
      )}
      {acts.asking.value === "CANCEL" && (
        <CancelDialog
          executionId={head.id}
          hasFinally={head.plan?.steps.some(({ isFinally }) => isFinally) === true}
          onClose={close}
        />
      )}
      {acts.asking.value === "DELETE" && <DeleteDialog executionId={head.id} onClose={close} />}
    </>
  );
}
