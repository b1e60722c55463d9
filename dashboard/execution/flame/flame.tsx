/**
 * Room `execution/flame`: the cost of a run and all executions below it, in dollars or tokens, as one picture over one axis. It owns the
 * tree of costs, its layout and its reading; the timeline has the times. Invariant: the parts of a block never cost more than the block.
 */
import { useMemo } from "preact/hooks";
import { now } from "../../api/clock.ts";
import { InertText } from "../../parts/inert-text.tsx";
import { exact, plural } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { setQuery } from "../../shell/location.ts";
import type { StageProps } from "../stage.tsx";
import { FlameList } from "./flame-list.tsx";
import { FlamePicture } from "./flame-picture.tsx";
import { mostRuns, useFlameRuns } from "./flame-read.ts";
import { type FlameNode, flameTree } from "./flame-tree.ts";
import { amountWords, shownAxis } from "./metric.ts";

/** How often a run that continues is read again. */
const lookMs = 4_000;

export function Flame({ store }: Pick<StageProps, "store">) {
  const axis = shownAxis();
  const metric = axis === "TOKENS" ? "TOKENS" : "COST";
  const head = store.head.value;
  // A running child reports nothing to its parent until it ends.
  const turn = head !== null && head.finishedAt === null ? Math.floor(now.value / lookMs) : 0;
  const found = useFlameRuns(store.executionId, `${head?.lastSequence} ${turn}`);
  const { isWhole, omitted, problem, runs } = found.value;
  const tree = useMemo(() => flameTree(store.executionId, runs, metric), [store, runs, metric]);
  const selected = store.selectedWithin.value ?? store.selected.value;
  const pick = ({ step }: FlameNode) => setQuery({ step });
  if (tree === null) {
    return problem === null ? (
      <p class="flame-none soft">Reading what it cost…</p>
    ) : (
      <ProblemNote code={problem.code} message={problem.message} />
    );
  }
  if (tree.amount === 0) {
    return (
      <p class="flame-none soft">
        {metric === "COST" ? "Nothing that has a price was consumed." : "No language model was called."}
      </p>
    );
  }
  return (
    <section class="flame-view" aria-label={metric === "COST" ? "Cost of the run" : "Tokens of the run"}>
      <p class="flame-sum">
        <b>{amountWords(tree.amount, metric)}</b>{" "}
        <span class="soft">
          over {plural(runs.size, "execution")}
          {!isWhole && ", still reading"}
          {head?.finishedAt === null && ", so far"}
        </span>
      </p>
      {omitted > 0 && (
        <p class="note">
          The first {mostRuns} executions of the tree are read; {exact(omitted)} others are within the rest of the one
          that started them.
        </p>
      )}
      {problem !== null && (
        <p class="note warn">
          <span>
            An execution of the tree cannot be read: <InertText text={problem.message} limit={200} />{" "}
            <code>{problem.code}</code>
          </span>
        </p>
      )}
      <FlamePicture tree={tree} metric={metric} span={tree.amount} selected={selected} onPick={pick} />
      <FlameList tree={tree} metric={metric} selected={selected} onPick={pick} />
    </section>
  );
}
