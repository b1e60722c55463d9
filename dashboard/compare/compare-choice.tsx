/** The run to compare with: those that belong to the first one, the latest others, or any by its ID. */
import { useState } from "preact/hooks";
import { instant, minute } from "../api/clock.ts";
import { useAnswer } from "../api/use-answer.ts";
import { shortId } from "../execution/short-id.ts";
import { madeVisible } from "../parts/inert-text.tsx";
import { ago } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { Status } from "../parts/status.tsx";
import { setQuery } from "../shell/location.ts";
import { type CandidateFragment, compareCandidates } from "./compare.generated.ts";

export interface CompareChoiceProps {
  readonly left: string;
  readonly right: string;
}

export function CompareChoice({ left, right }: CompareChoiceProps) {
  const missing = left === "" ? "left" : "right";
  const known = left === "" ? right : left;
  const { data, problem } = useAnswer(compareCandidates, { id: known === "" ? "-" : known });
  const [typed, setTyped] = useState("");
  const choose = (id: string) => setQuery({ [missing]: id }, { replace: false });
  const derived = data?.derived?.nodes ?? [];
  const source = data?.execution?.derivedFrom ?? null;
  const others = (data?.recent?.nodes ?? []).filter(
    ({ id }) => id !== known && id !== source?.executionId && derived.every((other) => other.id !== id),
  );
  return (
    <section class="panel compare-choice" aria-labelledby="compare-choice">
      <h2 id="compare-choice">{known === "" ? "Choose the first run" : "Compare with"}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "") choose(typed.trim());
        }}
      >
        <input
          type="text"
          aria-label="ID of a run"
          placeholder="ID of a run"
          maxLength={1_024}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <button class="btn" type="submit">
          Choose
        </button>
      </form>
      {problem !== null && data === null && <ProblemNote code={problem.code} message={problem.message} />}
      {source !== null && (
        <p>
          <button class="btn" type="button" onClick={() => choose(source.executionId)}>
            The run that it is a {source.kind === "RETRY" ? "retry" : "fork"} of
          </button>
        </p>
      )}
      <Candidates name="Retries and forks of it" runs={derived} onChoose={choose} />
      <Candidates name="The latest runs" runs={others} onChoose={choose} />
    </section>
  );
}

interface CandidatesProps {
  readonly name: string;
  readonly runs: readonly CandidateFragment[];
  readonly onChoose: (id: string) => void;
}

function Candidates({ name, onChoose, runs }: CandidatesProps) {
  if (runs.length === 0) return null;
  return (
    <>
      <h3>{name}</h3>
      <ul>
        {runs.map(({ createdAt, id, status, title }) => (
          <li key={id}>
            <button class="link clip" type="button" title={madeVisible(title)} onClick={() => onChoose(id)}>
              <bdi class="inert">{title === "" ? shortId(id) : madeVisible(title)}</bdi>
            </button>
            <Status status={status} />
            <span class="soft small">
              {ago(instant(createdAt), minute.value)} · <span class="mono">{shortId(id)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
