/** Which part of a long log is in the page, and the ways to the others. */
import { exact } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import type { ExecutionStore } from "../store/execution-model.ts";
import { isLatest, type LogWindow, type WindowMove } from "../store/log-window.ts";

export interface WindowBarProps {
  readonly store: ExecutionStore;
  readonly window: LogWindow;
}

export function WindowBar({ store, window }: WindowBarProps) {
  const { first, last, total } = window;
  const problem = store.windowProblem.value;
  return (
    <>
      <fieldset class="ev-window" aria-label="Part of the log">
        <span role="status">
          Events {exact(first)} to {exact(last)} of {exact(total)}
        </span>
        <Move store={store} move="FIRST" word="First" isOff={first <= 1} />
        <Move store={store} move="EARLIER" word="Earlier" isOff={first <= 1} />
        <Move store={store} move="LATER" word="Later" isOff={isLatest(window)} />
        <Move store={store} move="LATEST" word="Latest" isOff={isLatest(window)} />
      </fieldset>
      {problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
    </>
  );
}

interface MoveProps {
  readonly store: ExecutionStore;
  readonly move: WindowMove;
  readonly word: string;
  readonly isOff: boolean;
}

function Move({ isOff, move, store, word }: MoveProps) {
  return (
    <button
      class="btn small"
      type="button"
      aria-disabled={isOff}
      onClick={() => {
        if (isOff) return;
        // The event that somebody looks for does not move away.
        store.isFollowing.value = move === "LATEST";
        store.moveWindow(move);
      }}
    >
      {word}
    </button>
  );
}
