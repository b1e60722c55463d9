/** The arguments of a step as they were resolved, each with where it came from. */

import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import { FollowButton } from "../../parts/follow-button.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { bytes } from "../../parts/numbers.ts";
import { pointerTo } from "../../parts/pointer.ts";
import { SourceChip } from "../../parts/source-chip.tsx";
import { isGroupKind } from "../../parts/step-kind.tsx";
import { place } from "../../shell/location.ts";
import { Followable } from "../follow-scope.tsx";
import { StepPayloadView } from "../payload/step-payload-view.tsx";
import type { ExecutionStore, StepRow } from "../store/execution-model.ts";
import { canSuppose, SupposeButton } from "../supposing.tsx";
import { keyOfStep } from "../timeline/timeline-lines.ts";
import { type ArgumentRow, type ArgumentSource, argumentRows, inShort } from "./argument-rows.ts";
import { isCall, type StepDetail } from "./step-detail.ts";

export interface StepArgumentsProps {
  readonly store: ExecutionStore;
  readonly row: StepRow;
  readonly detail: StepDetail;
}

export function StepArguments({ detail, row, store }: StepArgumentsProps) {
  const { input } = detail;
  const opener = useContext(StepOpener);
  if (input === null || isGroupKind(detail.kind)) return null;
  const sources: readonly ArgumentSource[] = isCall(detail) ? detail.argumentSources : [];
  const rows = argumentRows(input.value, sources);
  return (
    <section aria-labelledby="insp-arguments">
      <h3 id="insp-arguments">
        {isCall(detail) ? "Arguments" : "Request"} <span class="end">{bytes(input.byteSize)}</span>
      </h3>
      {isCall(detail) && opener === null && canSuppose(row) && <SupposeButton stepId={row.stepId} />}
      {rows === null && row.named !== null && (
        <Followable place={{ kind: "ARGUMENTS", stepId: row.stepId, pointer: "" }} name={`arguments of ${row.stepId}`}>
          <StepPayloadView named={row.named} of="input" payload={input} />
        </Followable>
      )}
      {rows !== null && rows.length === 0 && <p class="soft small">None.</p>}
      {rows !== null && rows.length > 0 && (
        <ul class="args">
          {rows.map((argument) => (
            <Argument key={argument.name} argument={argument} stepId={row.stepId} rows={store.rows.value} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ArgumentProps {
  readonly argument: ArgumentRow;
  readonly stepId: string;
  readonly rows: readonly StepRow[];
}

function Argument({ argument, rows, stepId }: ArgumentProps) {
  const { name, sources, value } = argument;
  const stepAddress = useStepAddress();
  const isPlain = sources.length === 1 && sources[0]?.source.kind === "CALLER";
  return (
    <li class={isPlain ? "lit" : undefined}>
      <Followable
        place={{ kind: "ARGUMENTS", stepId, pointer: pointerTo("", name) }}
        name={`argument ${name} of ${stepId}`}
      >
        <span class="key">
          <InertText text={name} limit={200} /> <FollowButton />
        </span>
        <span class="val">
          <Value value={value} />
        </span>
      </Followable>
      {sources.length > 0 && (
        <span class="src">
          {sources.map(({ source, within }, at) => (
            <span key={at} class="one">
              {within !== "" && <span class="within">{madeVisible(within)} </span>}
              <SourceChip
                source={source}
                callableKind={rows.find(({ stepId }) => stepId === source.stepId)?.kind ?? "TOOL"}
                href={source.stepId === null ? undefined : stepAddress(source.stepId)}
              />
            </span>
          ))}
        </span>
      )}
    </li>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  if (typeof value === "string") return <InertText text={JSON.stringify(value)} limit={300} />;
  const words = inShort(value);
  if (words === null || isOpen) return <JsonView value={value} limit={1_000} />;
  return (
    <button class="link" type="button" onClick={() => setOpen(true)}>
      {words}, {bytes(JSON.stringify(value).length)}
    </button>
  );
}

/** Key of the line that started the execution whose step is shown. Null for a step of the execution on the page. */
export const StepOpener = createContext<string | null>(null);

/** Makes the address of the present view with another step of the same execution selected. */
export function useStepAddress(): (stepId: string) => string {
  const opener = useContext(StepOpener);
  const { path, query } = place.value;
  return (stepId) => {
    const next = new URLSearchParams(query);
    next.set("step", opener === null ? stepId : `${opener}/${keyOfStep(stepId)}`);
    return `${path}?${next}`;
  };
}
