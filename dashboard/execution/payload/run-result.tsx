/**
 * The result of the run, above everything else: its answer, or its output. It has the same height before and after the end, so that nothing
 * below it moves; all of it is shown on request. A run without a result has none.
 */
import { useState } from "preact/hooks";
import { CopyButton } from "../../parts/copy-button.tsx";
import { FollowButton } from "../../parts/follow-button.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { Prose } from "../../parts/prose/prose.tsx";
import { Followable, placeOfPart } from "../follow-scope.tsx";
import type { ExecutionHead, WrittenText } from "../store/execution-model.ts";
import type { ChildText } from "../store/follow-children.ts";
import { PayloadView } from "./payload-view.tsx";
import { outputParts, type RunPart, type RunPayload } from "./run-parts.ts";
import { readWholeOf } from "./run-payload.ts";
import { beginningOf } from "./short-part.ts";
import "./payload.css";

export interface RunResultProps {
  readonly head: ExecutionHead;
  readonly payload: RunPayload | null;
  readonly texts: readonly WrittenText[];
  /** The text that a child writes meanwhile. */
  readonly ofChild: ChildText | null;
  /** Whether it is shown as it was. */
  readonly isPast: boolean;
}

export function RunResult({ head, isPast, ofChild, payload, texts }: RunResultProps) {
  const [isOpen, setOpen] = useState(false);
  const parts = outputParts(head, payload, texts);
  const isOver = head.finishedAt !== null;
  if (parts.length === 0 && isOver && head.status !== "SUCCEEDED" && head.status !== "PARTIAL") return null;
  const [first] = parts;
  const opens = openingOf(parts);
  const isWriting = first?.kind === "TEXT" && first.isWriting;
  const name = first?.kind === "TEXT" || first?.name === "Output" ? first.name : "Output";
  return (
    <section class={`result${isOpen ? " open" : ""}`} aria-label="Result of the run">
      <h2>{isWriting ? "Answer so far" : name}</h2>
      {parts.length === 0 && !isOver && ofChild !== null ? (
        <div class="result-body">
          <p class="inert">
            <b>{ofChild.path.map(madeVisible).join(" / ")}</b> <bdi>{madeVisible(endOf(ofChild.text))}</bdi>
          </p>
        </div>
      ) : parts.length === 0 ? (
        <p class="soft">{!isOver && isPast ? "There was none yet." : nothingYet(isOver, payload)}</p>
      ) : isOpen ? (
        // It scrolls, so that it must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
        <section class="result-body" tabIndex={0} aria-label="All of the result">
          {parts.map((part) => (
            <PartView key={part.name} head={head} part={part} isAlone={parts.length === 1} />
          ))}
        </section>
      ) : (
        <div class="result-body">
          {parts.map((part) => {
            const { isWhole, text } = beginningOf(part);
            return (
              <p key={part.name} class={part.kind === "TEXT" ? "inert" : "inert mono"}>
                {part.kind === "VALUE" && part.name !== "Output" && <b>{madeVisible(part.name)} </b>}
                <bdi>{madeVisible(text)}</bdi>
                {!isWhole && "…"}
              </p>
            );
          })}
        </div>
      )}
      <div class="result-acts">
        {first !== undefined && !isOpen && (
          <Followable place={placeOfPart(first)} name={followName(first)}>
            <FollowButton hasWord />
          </Followable>
        )}
        {first?.kind === "TEXT" && !isWriting && (
          <CopyButton text={first.text} what="answer" class="btn quiet small">
            Copy
          </CopyButton>
        )}
        {opens !== "NEVER" && (
          <button
            class={opens === "IF_NARROW" ? "btn small if-narrow" : "btn small"}
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Show less" : "Show all"}
          </button>
        )}
      </div>
    </section>
  );
}

/** Characters of which a text may have more than three lines. */
const longText = { wide: 240, narrow: 80 } as const;

/** Where there may be more than the closed result shows: on every screen, on a narrow one alone, or on none. */
function openingOf(parts: readonly RunPart[]): "ALWAYS" | "IF_NARROW" | "NEVER" {
  const isLong = (part: RunPart, length: number) =>
    part.kind === "VALUE" || part.text.length > length || part.text.includes("\n");
  if (parts.some((part) => isLong(part, longText.wide))) return "ALWAYS";
  return parts.some((part) => isLong(part, longText.narrow)) ? "IF_NARROW" : "NEVER";
}

/** The end of a text that grows. */
function endOf(text: string): string {
  const most = 320;
  return text.length <= most ? text : `…${text.slice(-most).toWellFormed()}`;
}

function nothingYet(isOver: boolean, payload: RunPayload | null): string {
  if (!isOver) return "None yet: the run has not ended.";
  return payload === null ? "" : "None.";
}

function followName(part: RunPart): string {
  return part.kind === "VALUE" && part.place.kind === "STEP" ? `output of ${part.name}` : part.name;
}

export interface PartViewProps {
  readonly head: ExecutionHead;
  readonly part: RunPart;
  /** Whether its name is known from elsewhere. */
  readonly isAlone: boolean;
  /** Characters of a text that are shown at first. 12,000 unless given. */
  readonly limit?: number;
}

/** One part, whole or with a way to the whole of it. */
export function PartView({ head, isAlone, limit = 12_000, part }: PartViewProps) {
  return (
    <div class="part">
      {!isAlone && (
        <h4>
          <InertText text={part.name} limit={120} />
        </h4>
      )}
      <Followable place={placeOfPart(part)} name={followName(part)}>
        {part.kind === "TEXT" ? (
          <>
            <Prose text={part.text} limit={limit} />
            <FollowButton hasWord />
          </>
        ) : (
          <PayloadView
            what={part.name}
            payload={part.payload}
            limit={limit}
            readWhole={(maxBytes) => readWholeOf(head, part.place, maxBytes)}
          />
        )}
      </Followable>
    </div>
  );
}
