/** The button that starts what was composed, with the reason beside it while it cannot. */
import { Icon } from "../parts/icon.tsx";

export interface StartButtonProps {
  /** What has to be done first: "Fix 2 errors first". Null if it can be started. */
  readonly whyNot: string | null;
  readonly isStarting: boolean;
  readonly onStart: () => void;
  readonly autoFocus?: boolean;
  readonly label?: string;
}

export function StartButton({ autoFocus = false, isStarting, label = "Start", onStart, whyNot }: StartButtonProps) {
  const reason = isStarting ? "Starting" : whyNot;
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
        ref={(button) => {
          if (autoFocus && button !== null && document.activeElement === document.body) button.focus();
        }}
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
