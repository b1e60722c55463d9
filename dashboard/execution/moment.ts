/** The moment that the views of an execution show: the present, or a place in the log that somebody went back to. */
import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { now } from "../api/clock.ts";

export interface Moment {
  /** The time, Unix milliseconds of the server: open steps last until then. */
  readonly clock: ReadonlySignal<number>;
}

/** Null in the present. */
export const MomentContext = createContext<Moment | null>(null);

/** The time of the moment that is shown. */
export function useClock(): ReadonlySignal<number> {
  return useContext(MomentContext)?.clock ?? now;
}
