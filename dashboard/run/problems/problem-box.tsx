/** A problem, at the end of its line in few words, or right below it with names that could stand there instead: taking one is a click, or Enter after `.`. */
import { Icon } from "../../parts/icon.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import type { Proposal } from "./proposals.ts";
import type { ShownProblem } from "./shown-problem.ts";

export interface ProblemBoxProps {
  readonly problem: ShownProblem;
  readonly id: string;
  readonly onTake: (proposal: Proposal) => void;
}

export function ProblemBox({ id, onTake, problem: { beside, code, proposals, tone, words } }: ProblemBoxProps) {
  const [first, ...others] = proposals;
  if (beside !== undefined)
    return (
      <span id={id} class="beside" role="note" tabIndex={-1}>
        <span aria-hidden="true">{beside}</span>
        <span class="sr">{madeVisible(words)}</span>
      </span>
    );
  return (
    <div id={id} class={`here${tone === "warn" ? " warn" : ""}`} role="note" tabIndex={-1}>
      <Icon name={tone === "warn" ? "warn" : "failed"} />
      <p>
        <InertText text={words} limit={600} /> <code class="soft">{code}</code>
      </p>
      {first !== undefined && (
        <p class="fix">
          {first.isNear ? "Use" : "Use one of"}
          <Pick proposal={first} onTake={onTake} />
          {first.isNear && others.length > 0 && "or one of"}
          {others.map((proposal) => (
            <Pick key={proposal.label} proposal={proposal} onTake={onTake} />
          ))}
        </p>
      )}
    </div>
  );
}

function Pick({ onTake, proposal }: { readonly proposal: Proposal; readonly onTake: (proposal: Proposal) => void }) {
  return (
    <button class="pick clip" type="button" onClick={() => onTake(proposal)}>
      {madeVisible(proposal.label)}
    </button>
  );
}
