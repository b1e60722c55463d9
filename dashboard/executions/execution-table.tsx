/** The table of executions. News waits in the line above it, so that no row moves under the pointer. */
// biome-ignore-all lint/a11y/noRedundantRoles: below 860 px the parts of the table are blocks and grids, which browsers stop calling a table
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { plural } from "../parts/numbers.ts";
import { TableHead } from "../parts/table-head.tsx";
import { setQuery } from "../shell/location.ts";
import { freshWords, isLoading, type Listed, showFresh } from "./execution-list.ts";
import { StillRow } from "./execution-row.tsx";
import { areAllPicked, pickAll, pickedIds, pickedRows } from "./selection.ts";

export function ExecutionTable({ page, view }: Listed) {
  const isNewest = view.order === "NEWEST_FIRST";
  const picked = pickedIds.value;
  useLayoutEffect(() => {
    if (!goesToFirst) return;
    goesToFirst = false;
    const first = document.querySelector<HTMLElement>(".runs tbody a");
    first?.focus();
    first?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div class="panel runs" aria-busy={isLoading.value}>
      <div class="news">
        <NewsLine page={page} view={view} />
      </div>
      <table role="table">
        <caption class="sr">Executions, {isNewest ? "newest" : "oldest"} first</caption>
        <TableHead
          columns={[
            { head: <PickAll />, class: "c-check" },
            { head: "Status", class: "c-status" },
            { head: "Request", class: "c-ask" },
            { head: "Current step", class: "c-step" },
            { head: <Started isNewest={isNewest} />, class: "num c-time", sort: isNewest ? "descending" : "ascending" },
            { head: "Duration", class: "num c-dur" },
            { head: "Tokens", class: "num c-tok" },
            { head: "Cost", class: "num c-cost" },
          ]}
        />
        <tbody role="rowgroup">
          {page.rows.map((row) => (
            <StillRow key={row.id} row={row} departure={page.departed.get(row.id)} isPicked={picked.has(row.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Started({ isNewest }: { readonly isNewest: boolean }) {
  return (
    <button type="button" onClick={() => setQuery({ order: isNewest ? "oldest" : null }, { replace: false })}>
      Started <Icon name={isNewest ? "down" : "up"} small />
    </button>
  );
}

/** Lies over the head of the table, so that no row moves when there are news. */
function NewsLine({ page, view }: Pick<Listed, "page" | "view">) {
  const departed = page.departed.size;
  if (page.fresh.size > 0) {
    return (
      <button class="fresh" type="button" onClick={showFreshAndGo}>
        <Icon name={view.order === "NEWEST_FIRST" ? "up" : "down"} />
        {freshWords(page)}
      </button>
    );
  }
  if (departed === 0) return null;
  return (
    <div class="fresh none">
      <span>{plural(departed, "row")} listed no longer.</span>
      <button class="btn quiet small" type="button" onClick={showFresh}>
        Tidy up
      </button>
    </div>
  );
}

/** Whether the focus goes to the first row with the next rendering: with it, so that no key that follows is undone. */
let goesToFirst = false;

/** Shows new rows and takes the focus to them, because the button that had it is gone. */
export function showFreshAndGo(): void {
  goesToFirst = true;
  showFresh();
}

function PickAll() {
  const input = useRef<HTMLInputElement>(null);
  const isSome = pickedRows.value.length > 0 && !areAllPicked.value;
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label>
      <input
        ref={input}
        type="checkbox"
        aria-label="Select all that are shown"
        checked={areAllPicked.value}
        onClick={pickAll}
      />
    </label>
  );
}
