/** An entry that is read by its name: its panel once it is there, and in words why it is not. */
import type { ComponentChildren } from "preact";
import type { Problem } from "../../api/problem.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";

export interface EntryFrameProps<Found> {
  readonly kind: string;
  readonly name: string;
  readonly found: Found | null;
  readonly isAsking: boolean;
  readonly problem: Problem | null;
  readonly children: (found: Found) => ComponentChildren;
}

export function EntryFrame<Found>({ children, found, isAsking, kind, name, problem }: EntryFrameProps<Found>) {
  if (found !== null) {
    return (
      <>
        {problem !== null && <ProblemNote {...problem} />}
        {children(found)}
      </>
    );
  }
  if (problem !== null) return <ProblemNote {...problem} />;
  if (isAsking) return <article class="panel entry-empty" aria-busy="true" aria-label={`Reading the ${kind}`} />;
  return (
    <ProblemNote
      tone="warn"
      code="NOT_FOUND"
      message={`No ${kind} of the name ${name} is registered. It may have been removed.`}
    >
      <a href="/registry">All entries</a>
    </ProblemNote>
  );
}
