/** One place that a value went through, and the characters of a composed text with who wrote them. */
import { EffectClass } from "../parts/effect-class.tsx";
import { Icon } from "../parts/icon.tsx";
import { cutAt, madeVisible } from "../parts/inert-text.tsx";
import { exact } from "../parts/numbers.ts";
import { sourceWords } from "../parts/source-words.ts";
import { executionAddress } from "../shell/route.ts";
import { textOfPlace, type ValuePlace } from "../shell/value-place.ts";
import type { FollowedWorld } from "./followed-world.ts";
import { valueOfPlace, writtenRanges } from "./place-value.ts";
import { wordsOfStation } from "./station-words.ts";
import type { StepValues } from "./use-followed.ts";
import { type Station, stepOfStation } from "./value-flow.ts";

export interface StationItemProps {
  readonly station: Station;
  readonly world: FollowedWorld;
  readonly values: ReadonlyMap<string, StepValues>;
  readonly addressOf: (stepId: string) => string;
}

/** Characters of a value that stand beside its place. */
const beside = 90;
/** Characters of a composed text that are shown. */
const mostComposed = 2_000;

export function StationItem({ addressOf, station, values, world }: StationItemProps) {
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
          step: station.stepId,
          follow: textOfPlace({ kind: "ARGUMENTS", stepId: station.stepId, pointer: "" }),
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
      {call !== null && call.childExecutionId !== null && (
        <a class="small" href={executionAddress(call.childExecutionId)}>
          inside its run
        </a>
      )}
      {value !== undefined && <q class="clip">{madeVisible(inLine(value))}</q>}
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

export interface WrittenProps extends Pick<StationItemProps, "values" | "world"> {
  readonly place: ValuePlace;
}

/** A composed text, range by range. Nothing for any other value. */
export function Written({ place, values, world }: WrittenProps) {
  const ranges = writtenRanges(world, place, values);
  if (ranges === null || ranges.length < 2) return null;
  const shown = ranges.filter(({ start }) => start < mostComposed);
  return (
    <section class="follow-text" aria-labelledby="follow-text-name">
      <h3 id="follow-text-name">Who wrote which characters</h3>
      <ol>
        {shown.map(({ end, hasPlanText, sources, start, text }) => {
          const by = sources.map((source) => {
            const { name, path } = sourceWords(source);
            return `${name} ${path}`.trim();
          });
          return (
            <li key={start} class={sources.length === 0 ? "plan" : "taken"}>
              <q>{madeVisible(text.slice(0, cutAt(text, 300)))}</q>
              <span class="soft small">
                {exact(start + 1)} to {exact(end)},{" "}
                {madeVisible([...by, ...(hasPlanText ? ["the plan"] : [])].join(" or ").slice(0, 300))}
              </span>
            </li>
          );
        })}
      </ol>
      {shown.length < ranges.length && <p class="soft small">The text goes on.</p>}
    </section>
  );
}
