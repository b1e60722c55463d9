/** The way back to the newest, once a reader has paused: how much came since, and continuing with it. */
import { Icon } from "../../parts/icon.tsx";
import { plural } from "../../parts/numbers.ts";
import type { ExecutionStore } from "../store/execution-model.ts";

export interface NewerProps {
  readonly store: ExecutionStore;
  readonly isShown: boolean;
  /** How much came since following was paused. */
  readonly count: number;
  /** One of what comes: "event". */
  readonly what: string;
}

export function Newer({ count, isShown, store, what }: NewerProps) {
  if (!isShown || store.isFollowing.value) return null;
  return (
    <div class="newer">
      <button
        class="btn small"
        type="button"
        onClick={() => {
          store.isFollowing.value = true;
        }}
      >
        <Icon name="down" small />
        {count > 0 ? `${plural(count, `new ${what}`)}` : "Follow"}
      </button>
    </div>
  );
}
