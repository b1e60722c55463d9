/** Tables of calls, by callable and by model. Every column sorts; the order stands in the address. */
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { duration, exact, money, plural, short } from "../parts/numbers.ts";
import { place, setQuery } from "../shell/location.ts";
import { registryAddress } from "../shell/route.ts";
import { axisOf, type LatencyAxis } from "./latency-axis.ts";
import { LatencyMark, ShareBar } from "./usage-marks.tsx";
import { failedShare, orderIn, orderText, pressed, sortedRows, type UsageColumn, type UsageRow } from "./usage-rows.ts";
import { type Report, share } from "./usage-summary.tsx";

const columns: readonly { readonly column: UsageColumn; readonly label: string; readonly isNumber: boolean }[] = [
  { column: "calls", label: "Calls", isNumber: true },
  { column: "failed", label: "Failed", isNumber: true },
  { column: "p50", label: "p50", isNumber: true },
  { column: "p95", label: "p95", isNumber: true },
  { column: "tokens", label: "Tokens", isNumber: true },
  { column: "cost", label: "Cost", isNumber: true },
];

type CallableRow = Report["callables"][number];
type ModelRow = Report["models"][number] & { readonly name: string };

const kinds: Readonly<Record<string, { readonly icon: IconName; readonly entry: "agent" | "tool" | "workflow" }>> = {
  TOOL: { icon: "tool", entry: "tool" },
  AGENT: { icon: "agent", entry: "agent" },
  WORKFLOW: { icon: "workflow", entry: "workflow" },
};

export function CallableTable({ callables }: { readonly callables: readonly CallableRow[] }) {
  return (
    <UsageTable
      id="callables"
      title="Callables"
      noun="callable"
      rows={callables}
      empty="Nothing was called. Tools, agents and workflows stand here once an execution that called them has ended."
      isCut={callables.length >= 200}
      keyOf={({ kind, name }) => `${kind}/${name}`}
      nameOf={(row) => {
        const kind = Object.hasOwn(kinds, row.kind) ? kinds[row.kind] : undefined;
        return (
          <span class="usage-name">
            <Icon name={kind?.icon ?? "group"} />
            <span class="sr">{row.kind.toLowerCase()}</span>
            {kind === undefined ? (
              <span class="name clip">{madeVisible(row.name)}</span>
            ) : (
              <a class="name clip" href={registryAddress(kind.entry, row.name)}>
                {madeVisible(row.name)}
              </a>
            )}
          </span>
        );
      }}
      more={(row) => (
        <a
          class="fine"
          href={`/?callable=${encodeURIComponent(row.name)}&children=shown`}
          aria-label={`Executions of ${madeVisible(row.name)}`}
        >
          Executions
        </a>
      )}
    />
  );
}

export function ModelTable({ models }: { readonly models: Report["models"] }) {
  return (
    <UsageTable
      id="models"
      title="Language models"
      noun="model"
      rows={models.map((model): ModelRow => ({ ...model, name: model.model }))}
      empty="No language model was called."
      isCut={models.length >= 50}
      keyOf={({ name }) => name}
      nameOf={(row) => (
        <span class="usage-name">
          <Icon name="model" />
          <span class="name clip">{madeVisible(row.name)}</span>
        </span>
      )}
      more={({ cachedInputTokens, unpricedCalls }) => (
        <span class="fine soft">
          {[
            cachedInputTokens > 0 ? `${short(cachedInputTokens)} tokens from the cache` : null,
            unpricedCalls > 0 ? `${plural(unpricedCalls, "call")} without a known price` : null,
          ]
            .filter((part) => part !== null)
            .join(", ")}
        </span>
      )}
    />
  );
}

interface UsageTableProps<Row extends UsageRow> {
  /** Of the heading, and the name of the order in the address. */
  readonly id: string;
  readonly title: string;
  readonly noun: string;
  readonly rows: readonly Row[];
  readonly empty: string;
  /** Whether the API leaves out rows beyond these. */
  readonly isCut: boolean;
  /** The identity of a row: a tool and an agent may have one name. */
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => ComponentChildren;
  readonly more: (row: Row) => ComponentChildren;
}

function UsageTable<Row extends UsageRow>({
  empty,
  id,
  isCut,
  keyOf,
  more,
  nameOf,
  noun,
  rows,
  title,
}: UsageTableProps<Row>) {
  const order = orderIn(place.value.query.get(id));
  const axis = axisOf(rows.flatMap(({ latency }) => latency ?? []));
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  const head = (column: UsageColumn, label: string, isNumber: boolean) => (
    <th
      key={column}
      scope="col"
      class={isNumber ? "num" : ""}
      aria-sort={order.column !== column ? "none" : order.isDescending ? "descending" : "ascending"}
    >
      <button type="button" onClick={() => setQuery({ [id]: orderText(pressed(order, column)) })}>
        {label}
        {order.column === column && <Icon name="down" small class={order.isDescending ? "" : "turned"} />}
      </button>
    </th>
  );
  return (
    <section class="panel usage-panel" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <span class="tag">{rows.length}</span>
        {isCut && <span class="fine soft">the {rows.length} with the most calls</span>}
        {rows.length > 0 && <Axis axis={axis} />}
      </header>
      {rows.length === 0 ? (
        <p class="usage-empty">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <div class="usage-scroll" tabIndex={0}>
          <table class="usage-table">
            <thead>
              <tr>
                {head("name", noun === "model" ? "Model" : "Callable", false)}
                {columns.map(({ column, isNumber, label }) => head(column, label, isNumber))}
                <th scope="col">
                  <span class="sr">More</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sortedRows(rows, order).map((row) => (
                <tr key={keyOf(row)}>
                  <th scope="row">{nameOf(row)}</th>
                  <td class="num">
                    <span class="usage-mark">
                      <ShareBar share={calls === 0 ? 0 : row.calls / calls} />
                      <span>{exact(row.calls)}</span>
                    </span>
                  </td>
                  <td class={`num${row.failedCalls > 0 ? " failed" : " soft"}`}>
                    {row.calls === 0 ? "–" : `${exact(row.failedCalls)} (${share(failedShare(row))})`}
                  </td>
                  <td class="num">{row.latency === null ? "–" : duration(row.latency.p50Ms)}</td>
                  <td class="num">
                    {row.latency === null ? (
                      "–"
                    ) : (
                      <span class="usage-mark">
                        <LatencyMark axis={axis} latency={row.latency} />
                        <span>{duration(row.latency.p95Ms)}</span>
                      </span>
                    )}
                  </td>
                  <td class="num">{tokens(row)}</td>
                  <td class="num">{row.inputTokens + row.outputTokens === 0 ? "–" : money(row.costMicros)}</td>
                  <td>{more(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function tokens({ inputTokens, outputTokens }: UsageRow): ComponentChildren {
  if (inputTokens + outputTokens === 0) return "–";
  return (
    <>
      {short(inputTokens)} <span class="soft">in</span> {short(outputTokens)} <span class="soft">out</span>
    </>
  );
}

function Axis({ axis: { fromMs, toMs } }: { readonly axis: LatencyAxis }) {
  return (
    <span class="end fine soft wide-only">
      marks: p50 to p95 on one axis from {power(fromMs)} to {power(toMs)}, each tick ten times the one before
    </span>
  );
}

/** A power of ten in milliseconds: `10 ms`, `100 s`. */
function power(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${exact(ms / 1_000)} s`;
}
