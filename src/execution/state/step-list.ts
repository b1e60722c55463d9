/**
 * The steps of a state by ordinal, as a value: a change gives another list, which shares with the one before all but the piece with the changed
 * step. A map has ten thousand steps and an event changes one or two of them, so neither a run nor the fold of its journal copies all of
 * them for each event.
 */
import type { StepState } from "./step-state.ts";

/** Steps of one piece. A change copies a piece and the list of the pieces, which has a hundred for the largest map. */
const pieceLength = 128;

type Piece = readonly StepState[];

/**
 * @example
 * ```ts
 * import { pendingStep } from "./step-state.ts";
 * const steps = StepList.of([pendingStep, pendingStep]).with(1, { ...pendingStep, permitted: true });
 * steps.all.map(({ permitted }) => permitted); // [false, true]
 * ```
 */
export class StepList {
  /** Each but the last has `pieceLength` steps. No `#`: what compares two states has to see the steps, and equal lists have equal pieces. */
  private readonly pieces: readonly Piece[];
  readonly length: number;
  #all: readonly StepState[] | undefined;

  private constructor(pieces: readonly Piece[], length: number) {
    this.pieces = pieces;
    this.length = length;
  }

  static of(steps: readonly StepState[]): StepList {
    const pieces: Piece[] = [];
    for (let start = 0; start < steps.length; start += pieceLength)
      pieces.push(steps.slice(start, start + pieceLength));
    return new StepList(pieces, steps.length);
  }

  /** Undefined where there is none. */
  get(ordinal: number): StepState | undefined {
    return this.pieces[Math.floor(ordinal / pieceLength)]?.[ordinal % pieceLength];
  }

  /** All of them in order. The first question copies them: what is asked after each event reads its steps with `get`. */
  get all(): readonly StepState[] {
    this.#all ??= this.pieces.flat();
    return this.#all;
  }

  /** The list with `step` at `ordinal`, where it has one already. */
  with(ordinal: number, step: StepState): StepList {
    const place = Math.floor(ordinal / pieceLength);
    const piece = this.pieces[place]?.slice();
    if (piece === undefined || ordinal >= this.length)
      throw new RangeError(`the list has no step at ordinal ${ordinal}`);
    piece[ordinal % pieceLength] = step;
    const pieces = this.pieces.slice();
    pieces[place] = piece;
    return new StepList(pieces, this.length);
  }

  /** The list with `steps` behind its own. */
  followedBy(steps: readonly StepState[]): StepList {
    const isLastFull = this.length % pieceLength === 0;
    const last = isLastFull ? [] : (this.pieces.at(-1) ?? []);
    const added = StepList.of([...last, ...steps]);
    const kept = isLastFull ? this.pieces : this.pieces.slice(0, -1);
    return new StepList([...kept, ...added.pieces], this.length + steps.length);
  }

  withEach(change: (step: StepState, ordinal: number) => StepState): StepList {
    return StepList.of(this.all.map(change));
  }
}
