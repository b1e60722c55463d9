/** Messages between agents that the reader is not shown: how many, and the way to them for those who may. */
import { Icon } from "../../parts/icon.tsx";
import { exact } from "../../parts/numbers.ts";
import { mayUse } from "../../shell/viewer.ts";
import type { ExecutionStore } from "../store/execution-model.ts";

export interface ChatHiddenProps {
  readonly store: ExecutionStore;
  readonly count: number;
}

export function ChatHidden({ count, store }: ChatHiddenProps) {
  const isOne = count === 1;
  const may = mayUse("DEBUG_READ");
  return (
    <p class="hidden-msg">
      <Icon name="eye" />
      <span>
        {isOne ? "1 message between agents is hidden." : `${exact(count)} messages between agents are hidden.`}{" "}
        {!may && (
          <>
            Reading {isOne ? "it" : "them"} needs the scope <code>DEBUG_READ</code>.
          </>
        )}
      </span>
      {may && (
        <button
          class="btn small"
          type="button"
          onClick={() => {
            store.includesHidden.value = true;
          }}
        >
          Show {isOne ? "it" : "them"}
        </button>
      )}
    </p>
  );
}
