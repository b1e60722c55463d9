/** A dialog with one form: its fields, then the button that sends it and the one that leaves. */
import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";

export interface FormDialogProps {
  readonly title: string;
  /** Words of the button that sends the form. */
  readonly act: string;
  /** Whether that button does nothing now. It keeps the focus. */
  readonly isDisabled: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  /** Buttons between the two. */
  readonly moreActs?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function FormDialog({ act, children, isDisabled, moreActs, onClose, onSubmit, title }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
        <div class="row">
          <button class="btn primary" type="submit" aria-disabled={isDisabled}>
            {act}
          </button>
          {moreActs}
          <button class="btn" type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
