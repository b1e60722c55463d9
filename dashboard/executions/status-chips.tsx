/** The statuses with how many executions are in each, as a filter. The counts are those of the filter without the status. */
import { Icon } from "../parts/icon.tsx";
import { lookOf } from "../parts/status.tsx";
import { setQuery } from "../shell/location.ts";
import { statuses } from "./execution-filter.ts";
import { wantedView } from "./execution-list.ts";
import { countLimit, countWords, statusCounts } from "./status-counts.ts";

export function StatusChips() {
  const chosen = wantedView.value.statuses;
  const counts = statusCounts.value;
  const total = counts === null ? null : [...counts.values()].reduce((sum, count) => sum + count, 0);
  const isCut = counts !== null && [...counts.values()].some((count) => count >= countLimit);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has looks and a legend; these are toggles in a row
    <div class="seg status-filter" role="group" aria-label="Status">
      <button
        type="button"
        aria-pressed={chosen.length === 0}
        onClick={() => setQuery({ status: null }, { replace: false })}
      >
        All{" "}
        {total !== null && <Count text={isCut ? `${total.toLocaleString("en-US")}+` : total.toLocaleString("en-US")} />}
      </button>
      {statuses.map((status) => {
        const isChosen = chosen.includes(status);
        const { icon, tone, word } = lookOf(status);
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isChosen}
            onClick={() => setQuery({ status: isChosen ? null : status }, { replace: false })}
          >
            <span class={`st ${tone}`}>
              <Icon name={icon} />
            </span>
            {word}
            {counts !== null && <Count text={countWords(counts.get(status) ?? 0)} />}
          </button>
        );
      })}
    </div>
  );
}

function Count({ text }: { readonly text: string }) {
  return <span class="n">{text}</span>;
}
