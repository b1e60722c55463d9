/** The home of the page: every execution, live, with its filters and the actions on several at once. */
import { loadPart } from "../parts/loaded-part.tsx";
import "./executions.css";
import "./execution-cells.css";
import "./executions-narrow.css";
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { exact } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { navigate } from "../shell/location.ts";
import { BulkBar, BulkSummary } from "./bulk-bar.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { isGrouped, isNarrowed } from "./execution-filter.ts";
import { furtherProblem, type Listed, listed, listProblem, readAgain, showMore } from "./execution-list.ts";
import { ExecutionTable } from "./execution-table.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { FindField } from "./find-field.tsx";
import { useKeptPlace } from "./kept-place.ts";
import { useListKeys } from "./list-keys.ts";
import { StatusChips } from "./status-chips.tsx";
import { countWords, statusCounts } from "./status-counts.ts";

export function ExecutionsPage() {
  useListKeys();
  useKeptPlace();
  const now = listed.value;
  const problem = listProblem.value;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Executions</h1>
        <a class="btn primary" href="/run">
          <Icon name="play" small />
          Run
        </a>
      </div>
      <StatusChips />
      <search class="filters" aria-label="Which executions">
        <FindField />
        <FilterFields />
      </search>
      {problem !== null && (
        <ProblemNote code={problem.code} message={problem.message}>
          <button class="btn small" type="button" onClick={readAgain}>
            Refresh
          </button>
        </ProblemNote>
      )}
      {now === null ? problem === null && <Frame /> : <Contents {...now} />}
      <BulkBar />
      <BulkSummary />
      <CancelDialog />
    </div>
  );
}

/** The place of the table while it is read for the first time. */
function Frame() {
  return (
    <div class="panel runs" aria-busy="true">
      <div class="fresh none">
        <span>Reading the list</span>
      </div>
    </div>
  );
}

function Contents(now: Listed) {
  const { page, view } = now;
  if (page.rows.length === 0 && page.fresh.size === 0) {
    if (page.readTo !== null) return <NothingYet {...now} />;
    return isNarrowed(view) ? <NothingMatches /> : <FirstExample />;
  }
  return (
    <>
      <ExecutionTable {...now} />
      <Foot {...now} />
    </>
  );
}

function Foot({ page, view }: Listed) {
  const problem = furtherProblem.value;
  const isReadingMore = page.sinceAsked !== null;
  return (
    <>
      {problem !== null && <ProblemNote code={problem.code} message={problem.message} />}
      <div class="table-foot">
        <span>
          {exact(page.rows.length)} of{" "}
          {page.readTo === null && !isGrouped(view) ? exact(page.rows.length) : totalWords(view.statuses)}
          {isGrouped(view) && ", a conversation as one row"}
        </span>
        {page.readTo !== null && (
          <button class="btn" type="button" aria-disabled={isReadingMore} onClick={() => void showMore()}>
            {isReadingMore ? "Reading more" : "Show 50 more"}
          </button>
        )}
      </div>
    </>
  );
}

/** How many there are in the statuses that are shown. */
function totalWords(statuses: Listed["view"]["statuses"]): string {
  const counts = statusCounts.value;
  if (counts === null) return "more";
  const shown = [...counts].filter(([status]) => statuses.length === 0 || statuses.includes(status));
  return countWords(shown.reduce((sum, [, count]) => sum + count, 0));
}

/** A search looks at a bounded number of executions at a time. */
function NothingYet({ page }: Listed) {
  const isReadingMore = page.sinceAsked !== null;
  return (
    <div class="panel nothing">
      <h2>Nothing found so far</h2>
      <p class="soft">The newest 10,000 executions were searched. There are older ones.</p>
      <button class="btn" type="button" aria-disabled={isReadingMore} onClick={() => void showMore()}>
        {isReadingMore ? "Searching" : "Search further back"}
      </button>
    </div>
  );
}

function NothingMatches() {
  return (
    <div class="panel nothing">
      <h2>No execution matches the filter</h2>
      <p class="soft">New ones that match appear here by themselves.</p>
      <button class="btn" type="button" onClick={() => navigate("/")}>
        Clear the filters
      </button>
    </div>
  );
}

/** Loaded only where it is needed: once in the life of most deployments. */
function FirstExample() {
  const [Example, setExample] = useState<FunctionComponent | null>(null);
  useEffect(() => {
    loadPart(() => import("./example/first-example.tsx")).then(
      ({ FirstExample: loaded }) => setExample(() => loaded),
      () => undefined,
    );
  }, []);
  if (Example !== null) return <Example />;
  return (
    <div class="panel nothing">
      <h2>Nothing has run yet</h2>
    </div>
  );
}
