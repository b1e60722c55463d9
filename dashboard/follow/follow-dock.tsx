/**
 * Room `follow`: the sources of a value and the places that it reached, as one decision (`value-flow.ts`) and as a panel below the view,
 * for executions and for the inbox. Views mark the stations on the way themselves. The panel is a list in order, so that it says the same
 * to a screen reader.
 */
import "./follow.css";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { announce } from "../parts/announce.tsx";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { useKeys } from "../shell/keys.ts";
import { setQuery } from "../shell/location.ts";
import { placeOfText } from "../shell/value-place.ts";
import { labelsOfFlow } from "./flow-labels.ts";
import { Stations } from "./follow-stations.tsx";
import { summaryOf, wordsOfPlace } from "./station-words.ts";
import { useFollowed } from "./use-followed.ts";
import type { ValueFlow } from "./value-flow.ts";
import { Written } from "./written-ranges.tsx";

export interface FollowDockProps {
  readonly executionId: string;
  /** As the address has it. */
  readonly followed: string;
  /** Changes when the run has news. */
  readonly moment: string;
  /** The address of a step, with the value still followed. */
  readonly addressOf: (stepId: string) => string;
  readonly onFlow: (flow: ValueFlow | null) => void;
}

export function FollowDock({ addressOf, executionId, followed, moment, onFlow }: FollowDockProps) {
  const place = placeOfText(followed);
  const { flow, problem, values, world } = useFollowed(executionId, place, moment);
  const stop = () => setQuery({ follow: null });
  useKeys([{ keys: "Escape", label: "Stop following the value", section: "Move", run: stop }]);
  useLayoutEffect(() => {
    onFlow(flow);
    return () => onFlow(null);
  }, [flow]);
  const summary = flow === null ? "" : summaryOf(flow);
  useEffect(() => {
    if (summary !== "") announce(summary);
  }, [summary, followed]);
  const labels = flow === null || world === null ? [] : labelsOfFlow(flow, world);
  const shared = { addressOf, values };
  const words = world === null || place === null ? null : wordsOfPlace(place, world);
  return (
    // It scrolls, so that it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    <section class="follow-dock" aria-labelledby="follow-name" tabIndex={0}>
      <header>
        <h2 id="follow-name">
          <Icon name="follow" small /> {words === null ? "A value" : <Named words={words} />}
        </h2>
        <p class="soft">{summary}</p>
        {labels.length > 0 && (
          <p class="follow-labels">
            <span class="soft">Labels:</span>{" "}
            {labels.map((label) => (
              <span key={label} class={`tag${label === "UNTRUSTED" ? " warn" : ""}`}>
                {madeVisible(label.slice(0, 64))}
              </span>
            ))}
          </p>
        )}
        <button class="btn small" type="button" onClick={stop}>
          Stop <kbd>Esc</kbd>
        </button>
      </header>
      {problem !== null && world === null && <ProblemNote code={problem.code} message={problem.message} />}
      {place === null && <p>The address names no value that can be followed: {madeVisible(followed.slice(0, 200))}</p>}
      {place !== null && world !== null && flow === null && (
        <p>This run has no such value: its step is not known, or the run gave no answer.</p>
      )}
      {flow !== null && world !== null && (
        <>
          <Written world={world} place={flow.place} values={values} />
          <div class="follow-ways">
            <Way name="Came from" of="from" stations={flow.from} empty="It begins here." world={world} {...shared} />
            <Way name="Went on to" of="to" stations={flow.to} empty="Nothing took it." world={world} {...shared} />
          </div>
        </>
      )}
    </section>
  );
}

function Named({ words: { name, path, says, then } }: { readonly words: ReturnType<typeof wordsOfPlace> }) {
  return (
    <>
      {name !== "" && <b>{madeVisible(name)} </b>}
      {says} {path !== "" && <code>{madeVisible(path.slice(0, 200))}</code>} {then}
    </>
  );
}

interface WayProps extends Pick<FollowDockProps, "addressOf">, Pick<ReturnType<typeof useFollowed>, "values"> {
  readonly name: string;
  readonly empty: string;
  readonly of: "from" | "to";
  readonly stations: ValueFlow["from"];
  readonly world: NonNullable<ReturnType<typeof useFollowed>["world"]>;
}

function Way({ addressOf, empty, name, of, stations, values, world }: WayProps) {
  return (
    <section class={`way-${of}`} aria-labelledby={`follow-${of}`}>
      <h3 id={`follow-${of}`}>{name}</h3>
      <Stations
        stations={stations}
        empty={empty}
        world={world}
        values={values}
        addressOf={addressOf}
        of={of}
        visited={[world.executionId]}
      />
    </section>
  );
}
