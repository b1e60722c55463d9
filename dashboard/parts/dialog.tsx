/** A dialog that is open as long as it is shown. The browser keeps the focus in it and gives it back. */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly class?: string;
  /** A dialog that must be answered has no way out but its own buttons. */
  readonly closable?: boolean;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, class: look = "sheet", closable = true, children }: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  // At once: a key that is pressed before the next frame is the dialog's, not that of the page below.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={look}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {closable && (
          <button class="btn quiet icon" type="button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
