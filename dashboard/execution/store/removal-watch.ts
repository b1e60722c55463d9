/** Notices that somebody deletes an execution that has ended: nothing else comes of it. */
import { instant } from "../../api/clock.ts";
import { follow } from "../../api/follow.ts";
import { requestUntilAnswered } from "../../api/request.ts";
import { executionRemovals, executionThere } from "./execution-removals.generated.ts";

export interface RemovalWatch {
  /** `createdAt` of the execution, as the API writes it. */
  begin(createdAt: string | undefined): void;
  close(): void;
}

/** `onRemoved` is called when the execution may be gone; reading it says so. */
export function removalWatch(executionId: string, onRemoved: () => void): RemovalWatch {
  const ending = new AbortController();
  let leave: () => void = () => undefined;

  /** What was deleted before the first news is not in them. */
  const lookForIt = async () => {
    const answer = await requestUntilAnswered(executionThere, { id: executionId }, ending.signal);
    if (ending.signal.aborted || (answer.ok && answer.data.execution !== null)) return;
    onRemoved();
  };

  return {
    begin(createdAt) {
      const at = instant(createdAt);
      // Of the others only those of the same millisecond are reported.
      const filter =
        at === null ? {} : { createdAfter: new Date(at).toISOString(), createdBefore: new Date(at + 1).toISOString() };
      let hearsOfAll = false;
      leave();
      leave = follow(
        executionRemovals,
        { filter },
        {
          next({ executionChanges: { gap, removedIds } }) {
            // It names executions outside of the filter too.
            if (removedIds.includes(executionId)) onRemoved();
            else if (!hearsOfAll || gap) void lookForIt();
            hearsOfAll = true;
            return null;
          },
          failed: () => undefined,
          completed: () => undefined,
        },
      );
    },
    close() {
      ending.abort();
      leave();
    },
  };
}
