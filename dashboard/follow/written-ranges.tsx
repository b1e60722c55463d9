/** The characters of a composed text with who wrote them. */
import { cutAt, madeVisible } from "../parts/inert-text.tsx";
import { exact } from "../parts/numbers.ts";
import { sourceWords } from "../parts/source-words.ts";
import type { ValuePlace } from "../shell/value-place.ts";
import type { FollowedWorld } from "./followed-world.ts";
import { writtenRanges } from "./place-value.ts";
import type { StepValues } from "./use-followed.ts";

/** Characters of a composed text that are shown. */
const mostComposed = 2_000;

export interface WrittenProps {
  readonly world: FollowedWorld;
  readonly values: ReadonlyMap<string, StepValues>;
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
