/** What is wrong with the code of a plan, found while the code runs. */

/** A mistake in the code that builds a plan. The stack leads to the line. */
export class PlanBuildError extends Error {
  override readonly name = "PlanBuildError";
  /** File, line and column of the wrong code. Undefined in engines without this information. */
  readonly place: string | undefined;

  constructor(message: string, place: string | undefined) {
    super(place === undefined ? message : `${message} (at ${place})`);
    this.place = place;
  }
}

/** A function of the builder, above which the code of the user stands. */
export type Boundary = (...given: never[]) => unknown;

/** The line that called `boundary`, such as `/app/plan.ts:4:11`. Undefined in engines without this information. */
export function placeAbove(boundary: Boundary): string | undefined {
  const { captureStackTrace } = Error as { captureStackTrace?: (holder: object, boundary: Boundary) => void };
  const holder: { stack?: string } = {};
  captureStackTrace?.(holder, boundary);
  for (const frame of holder.stack?.split("\n").slice(1) ?? []) {
    const [, place] = /\(?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?\s*$/.exec(frame) ?? [];
    if (place !== undefined) return place.replace(/^file:\/\//, "");
  }
  return undefined;
}
