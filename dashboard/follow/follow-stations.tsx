/**
 * The places that a value went through, in order, and the way on through another execution: through a child, whose result or answer is made
 * by its steps, or through the run that started this one. The other execution is read when somebody opens it, so that a deep tree costs
 * nothing before. Each execution is in a way once.
 */
import { useContext, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { useAnswer } from "../api/use-answer.ts";
import { EffectClass } from "../parts/effect-class.tsx";
import { Icon } from "../parts/icon.tsx";
import { cutAt, madeVisible } from "../parts/inert-text.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { executionAddress } from "../shell/route.ts";
import { textOfPlace, type ValuePlace } from "../shell/value-place.ts";
import { stepOfStation } from "./flow-marks.ts";
import { followedExecution } from "./followed-execution.generated.ts";
import { type FollowedExecution, type FollowedWorld, worldOf } from "./followed-world.ts";
import { ReportInside } from "./inside-flows.ts";
import { valueOfPlace } from "./place-value.ts";
import type { Station } from "./station.ts";
import { wordsOfStation } from "./station-words.ts";
import type { StepValues } from "./use-followed.ts";
import { entryOf, valueFlow } from "./value-flow.ts";

export interface StationsProps extends StationContext {
  readonly stations: readonly Station[];
  /** The text where there is none. */
  readonly empty: string;
}

interface StationContext {
  readonly world: FollowedWorld;
  readonly values: ReadonlyMap<string, StepValues>;
  readonly addressOf: (stepId: string) => string;
  /** Whether it came before the followed value or after it. */
  readonly of: "from" | "to";
  /** The execution that the station is of, and those that led to it: their values are shown already. */
  readonly visited: readonly string[];
}

interface StationItemProps extends StationContext {
  readonly station: Station;
}

export function Stations({ empty, stations, ...context }: StationsProps) {
  if (stations.length === 0) return <p class="soft small">{empty}</p>;
  return (
    <ol>
      {stations.map((station, at) => (
        <StationItem key={at} station={station} {...context} />
      ))}
    </ol>
  );
}

/** Characters of a value that stand beside its place. */
const beside = 90;

function StationItem({ addressOf, of, station, values, visited, world }: StationItemProps) {
  const { icon, name, path, says, then = "" } = wordsOfStation(station, world);
  const value = valueAtStation(station, values);
  const stepId = stepOfStation(station);
  const call = station.kind === "CALL" ? station.step : null;
  const words = (
    <>
      <Icon name={icon} />
      <span class="path">
        {name !== "" && <b>{madeVisible(name)} </b>}
        {madeVisible(says)} {madeVisible(path.slice(0, 200))} {then}
      </span>
    </>
  );
  const href =
    station.kind === "PARENT"
      ? executionAddress(station.executionId, {
          step: station.place.stepId,
          follow: textOfPlace(station.place),
        })
      : stepId === null
        ? undefined
        : addressOf(stepId);
  return (
    <li>
      {href === undefined ? (
        <span class="from">{words}</span>
      ) : (
        <a class="from" href={href}>
          {words}
        </a>
      )}
      {call !== null && call.effectClass !== null && <EffectClass name={call.effectClass} />}
      {value !== undefined && <q class="clip">{madeVisible(inLine(value))}</q>}
      {call !== null && call.childExecutionId !== null && !visited.includes(call.childExecutionId) && (
        <OtherRun executionId={call.childExecutionId} of={of} place={null} name="inside its run" visited={visited} />
      )}
      {station.kind === "PARENT" && !visited.includes(station.executionId) && (
        <OtherRun
          executionId={station.executionId}
          of={of}
          place={station.place}
          name="in the run that started this one"
          visited={visited}
        />
      )}
    </li>
  );
}

function valueAtStation(station: Station, values: ReadonlyMap<string, StepValues>): unknown {
  if (station.kind === "VALUE") return valueOfPlace(station.place, values);
  if (station.kind !== "WRITTEN") return undefined;
  return valueOfPlace({ kind: "ARGUMENTS", stepId: station.stepId, pointer: station.pointer }, values);
}

function inLine(value: unknown): string {
  const text = typeof value === "string" ? value.slice(0, beside * 2) : (JSON.stringify(value) ?? "");
  const line = text.replace(/\s+/g, " ");
  const end = cutAt(line, beside);
  return end < line.length ? `${line.slice(0, end)}…` : line;
}

interface OtherRunProps {
  readonly executionId: string;
  readonly of: "from" | "to";
  /** Null for the whole input or the whole output of a child. */
  readonly place: ValuePlace | null;
  readonly name: string;
  readonly visited: readonly string[];
}

function OtherRun(props: OtherRunProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="other-run" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{props.name}</summary>
      {isOpen && <Opened {...props} />}
    </details>
  );
}

function Opened({ executionId, of, place, visited }: OtherRunProps) {
  const { data, isAsking, problem } = useAnswer(followedExecution, { id: executionId });
  const execution = data?.execution ?? null;
  const named = place === null ? "" : textOfPlace(place);
  const entered = useMemo(() => (execution === null ? null : enter(execution, place, of)), [execution, named, of]);
  const report = useContext(ReportInside);
  useLayoutEffect(() => {
    const key = `${of} ${executionId}`;
    if (entered?.flow != null) report(key, { executionId, flow: entered.flow });
    return () => report(key, null);
  }, [entered]);
  if (entered === null) {
    if (problem !== null) return <ProblemNote code={problem.code} message={problem.message} />;
    return <p class="soft small">{isAsking ? "Reading it…" : "This run is not there any more."}</p>;
  }
  const { entry, flow, world } = entered;
  // Where one came from is shown around this already.
  const stations = (flow?.[of] ?? []).filter(
    (station) => station.kind !== "PARENT" || !visited.includes(station.executionId),
  );
  const follow = textOfPlace(entry);
  return (
    <>
      <Stations
        stations={stations}
        empty={of === "from" ? "It begins there." : "Nothing took it there."}
        world={world}
        values={noValues}
        addressOf={(step) => executionAddress(executionId, { step, follow })}
        of={of}
        visited={[...visited, executionId]}
      />
      {flow?.isCut === true && <p class="soft small">More than the page shows.</p>}
      <a class="small" href={executionAddress(executionId, { follow })}>
        Follow it in that run
      </a>
    </>
  );
}

const noValues = new Map<string, never>();

/** The execution with the way of the value through it. */
function enter(execution: FollowedExecution, place: ValuePlace | null, of: "from" | "to") {
  const world = worldOf(execution);
  const entry = place ?? entryOf(world, of);
  return { world, entry, flow: valueFlow(world, entry) };
}
