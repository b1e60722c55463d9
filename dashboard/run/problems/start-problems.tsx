/** Why the last try started nothing, one note for each reason. */
import { ProblemNote } from "../../parts/problem-note.tsx";
import { executionAddress } from "../../shell/route.ts";

export interface StartProblemsProps {
  readonly errors: readonly {
    readonly code: string;
    readonly message: string;
    readonly path: readonly string[];
    readonly executionId?: string;
  }[];
}

export function StartProblems({ errors }: StartProblemsProps) {
  if (errors.length === 0) return null;
  return (
    <div class="start-problems">
      {errors.map(({ code, executionId, message, path }, at) => (
        <ProblemNote key={at} code={code} message={message}>
          {path.length > 1 && <code>{path.slice(1).join(".")}</code>}
          {executionId !== undefined && <a href={executionAddress(executionId)}>The execution that has the key</a>}
        </ProblemNote>
      ))}
    </div>
  );
}
