/** The button that starts the composed request, with the reason beside it while it cannot. */
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { mayUse, viewer } from "../../shell/viewer.ts";

export interface StartButtonProps {
  /** The reason why it cannot be started: "Fix 2 errors first". Null if it can. */
  readonly whyNot: string | null;
  readonly isStarting: boolean;
  readonly onStart: () => void;
  readonly autoFocus?: boolean;
  readonly label?: string;
}

export function StartButton({ autoFocus = false, isStarting, label = "Start", onStart, whyNot }: StartButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isPermitted = viewer.value === null || mayUse("EXECUTION_START");
  const reason = isStarting ? "Starting" : isPermitted ? whyNot : "It needs the scope EXECUTION_START";
  useEffect(() => {
    // Once, and never away from where somebody is.
    if (autoFocus && document.activeElement === document.body) button.current?.focus();
  }, []);
  return (
    <div class="row go">
      <span class="sub" id="why-not">
        {reason}
      </span>
      <button
        class="btn primary"
        type="button"
        aria-disabled={reason !== null}
        aria-describedby="why-not"
        ref={button}
        onClick={() => {
          if (reason === null) onStart();
        }}
      >
        <Icon name="play" small />
        {label}
      </button>
    </div>
  );
}
