/** A dialog with one form: its fields, why it was not done, the button that does it and the one that leaves. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { Dialog } from "./dialog.tsx";
import { ProblemNote } from "./problem-note.tsx";

/** Something that a form does, once at a time, and why it was not done. */
export interface Act {
  readonly isBusy: boolean;
  readonly problems: readonly Problem[];
  readonly show: (problems: readonly Problem[]) => void;
  /** Does nothing while it is being done. `perform` gives why it was not done: nothing, or null, if it was. */
  readonly run: (perform: Perform) => Promise<void>;
}

export type Perform = () => Promise<readonly Problem[] | Problem | null>;

const mostShown = 20;

export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [problems, show] = useState<readonly Problem[]>([]);
  const run = async (perform: Perform) => {
    if (isBusy) return;
    setBusy(true);
    const found = await perform();
    setBusy(false);
    show(found === null ? [] : [found].flat());
  };
  return { isBusy, problems, show, run };
}

export interface FormDialogProps {
  readonly title: string;
  readonly act: Act;
  readonly perform: Perform;
  /** Words of the button that does it, and those while it is being done. */
  readonly words: string;
  readonly busyWords?: string;
  readonly isDanger?: boolean;
  /** Whether that button does nothing now. It keeps the focus. */
  readonly isDisabled?: boolean;
  /** Words of the button that leaves. */
  readonly leave?: string;
  readonly onClose: () => void;
  /** Buttons between the two. */
  readonly moreActs?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function FormDialog({
  act,
  busyWords,
  children,
  isDanger = false,
  isDisabled = false,
  leave = "Cancel",
  moreActs,
  onClose,
  perform,
  title,
  words,
}: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void act.run(perform);
        }}
      >
        {children}
        <Problems problems={act.problems} />
        <div class="row">
          <button
            class={isDanger ? "btn danger" : "btn primary"}
            type="submit"
            aria-disabled={act.isBusy || isDisabled}
          >
            {(act.isBusy && busyWords) || words}
          </button>
          {moreActs}
          <button class="btn" type="button" onClick={onClose}>
            {leave}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <>
      {problems.slice(0, mostShown).map((problem, at) => (
        <ProblemNote key={at} code={problem.code} message={problem.message} />
      ))}
      {problems.length > mostShown && <p class="soft small">{problems.length - mostShown} more.</p>}
    </>
  );
}
