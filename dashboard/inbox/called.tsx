/** The call that a person permits: each argument as planned, as resolved, and its source. */
// biome-ignore-all lint/a11y/noRedundantRoles: below 860 px the parts of the table are blocks and grids, which browsers stop calling a table
import "./called.css";
import { FollowButton, FollowScopeContext } from "../parts/follow-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { bytes } from "../parts/numbers.ts";
import { pointerTo } from "../parts/pointer.ts";
import { SourceChip } from "../parts/source-chip.tsx";
import { TableHead } from "../parts/table-head.tsx";
import { setQuery } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import { textOfPlace } from "../shell/value-place.ts";
import { callRows, expressionIn } from "./call-rows.ts";
import { type RequestInFull, stepOf } from "./use-request.ts";

export function Called({ request }: { readonly request: RequestInFull }) {
  const { argumentSources, callableName, context, execution } = request;
  const { planned } = stepOf(request);
  const rows = callRows(planned, context?.value, argumentSources);
  const scopeOf = (name: string) =>
    request.stepId === null || execution === null
      ? null
      : { name: `argument ${name}`, follow: (pointer: string) => followArgument(request.stepId ?? "", name, pointer) };
  return (
    <section aria-labelledby="ask-call">
      <h3 id="ask-call">What will be called</h3>
      {context !== null && context.value === null && context.preview !== "null" ? (
        <>
          <p class="soft">The arguments have {bytes(context.byteSize)}; this is their beginning.</p>
          <pre class="json">{madeVisible(context.preview)}</pre>
        </>
      ) : rows.length === 0 ? (
        <p>
          <code class="name">{madeVisible(callableName ?? "")}</code> without arguments.
        </p>
      ) : (
        <table class="diff" role="table">
          <caption class="sr">
            Arguments of {madeVisible(callableName ?? "")}: as planned, as resolved, and where each value comes from
          </caption>
          <TableHead columns={["Argument", "Planned", "Resolved", "Comes from"]} />
          <tbody role="rowgroup">
            {rows.map((row) => (
              <FollowScopeContext.Provider key={row.name} value={scopeOf(row.name)}>
                <tr role="row">
                  <th role="rowheader" scope="row">
                    {madeVisible(row.name)}
                  </th>
                  <td role="cell" data-l="planned">
                    <div class="was">
                      <Written value={row.planned} />
                    </div>
                  </td>
                  <td role="cell" data-l="resolved">
                    <div class="is">
                      <JsonView value={row.resolved} limit={1_000} />
                    </div>
                  </td>
                  <td role="cell" data-l="from">
                    <span class="froms">
                      {row.sources.slice(0, 10).map((source) => (
                        <SourceChip
                          key={`${source.kind}\n${source.stepId}\n${source.source}`}
                          source={source}
                          href={
                            source.stepId === null || execution === null
                              ? undefined
                              : executionAddress(execution.id, { step: source.stepId })
                          }
                        />
                      ))}
                      {row.sources.length > 10 && <span class="soft fine">and {row.sources.length - 10} more</span>}
                      <FollowButton hasWord />
                    </span>
                  </td>
                </tr>
              </FollowScopeContext.Provider>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Shows who wrote an argument, or a part of it. */
function followArgument(stepId: string, name: string, pointer: string): void {
  const place = { kind: "ARGUMENTS", stepId, pointer: pointerTo("", name) + pointer } as const;
  setQuery({ follow: textOfPlace(place) }, { replace: false });
}

/** An argument as the plan has it: a text as it is written, a calculation behind an equals sign, all else as JSON. */
function Written({ value }: { readonly value: unknown }) {
  const expression = expressionIn(value);
  if (expression !== undefined) return <code>= {madeVisible(expression)}</code>;
  const text = value === undefined ? "–" : typeof value === "string" && value.length <= 1_000 ? value : null;
  return text === null ? <JsonView value={value} limit={1_000} /> : <span>{madeVisible(text)}</span>;
}

/** The possible effect of a call, in words, where it could do harm. */
export function HarmNote({ request }: { readonly request: RequestInFull }) {
  const { isDestructive, isUnsafe } = harmOf(request);
  // The question may say it already, right above.
  const isSaid = isDestructive && !isUnsafe && request.prompt.includes("is marked as destructive");
  if ((!isDestructive && !isUnsafe) || isSaid) return null;
  return (
    <div class={`note ${isDestructive ? "bad" : "warn"}`}>
      <Icon name="warn" />
      <p>
        <b>{madeVisible(request.callableName ?? "")}</b>{" "}
        {isDestructive ? "is marked as destructive. " : "may have an effect. "}
        {isUnsafe && (
          <>
            Its class is <b>UNSAFE</b>: calling it twice could do its effect twice, so that a call whose reply is lost
            is not simply made again.
          </>
        )}
      </p>
    </div>
  );
}

/** Why a rule asks: the values that reach the call, each with the places that it went through. */
export function FlowNote({ request }: { readonly request: RequestInFull }) {
  const { flows } = request;
  if (flows.length === 0) return null;
  return (
    <div class="note warn">
      <Icon name="warn" />
      <div>
        <p>It takes values that need permission:</p>
        <ul class="flows">
          {flows.map(({ argument, label, path }) => (
            <li key={`${label}\n${argument}`}>
              <b>{madeVisible(label)}</b> {path.map(madeVisible).join(" → ")}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The known harm that a permitted call could do. */
export function harmOf(request: RequestInFull): { readonly isDestructive: boolean; readonly isUnsafe: boolean } {
  const { step } = stepOf(request);
  if (request.callableName === null || step?.__typename !== "ToolStep")
    return { isDestructive: false, isUnsafe: false };
  return { isDestructive: step.tool?.annotations.destructive === true, isUnsafe: step.effectClass === "UNSAFE" };
}
