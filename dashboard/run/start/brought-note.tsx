/** The origin of the plan in the editor, the parts that did not come, and the way back to the earlier text. */
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { executionAddress } from "../../shell/route.ts";
import { bringBack, broughtProblem } from "./brought-plan.ts";
import { changeDraft, draft } from "./draft.ts";

export function BroughtNote() {
  const problem = broughtProblem.value;
  if (problem !== null) return <ProblemNote code={problem.code} message={problem.message} />;
  const { brought } = draft.value;
  if (brought === null) return null;
  const { before, from } = brought;
  return (
    <div class="note brought" role="status">
      <Icon name="fork" />
      <div>
        <p>
          {from.kind === "RUN" ? (
            <>
              The plan of{" "}
              <a href={executionAddress(from.executionId)}>
                {from.title === "" ? "an execution" : madeVisible(from.title)}
              </a>
              . Changes here do not change that run.
            </>
          ) : (
            "The plan that a link brought. Nothing of it has run."
          )}
          {before !== null && " What was written here before is kept."}
        </p>
        {from.leftOut.length > 0 && (
          <p>Bindings larger than 64 KB did not come with it: {from.leftOut.map(madeVisible).join(", ")}.</p>
        )}
        <div class="row">
          {before !== null && (
            <button class="btn small" type="button" onClick={bringBack}>
              Bring it back
            </button>
          )}
          <button class="btn small" type="button" onClick={() => changeDraft({ brought: null })}>
            Close
          </button>
        </div>
      </div>
    </div>
  );
}
