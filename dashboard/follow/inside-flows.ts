/** The ways of a followed value through other executions, which a view may mark where it shows their steps. */
import { createContext } from "preact";
import type { ValueFlow } from "./value-flow.ts";

export interface InsideFlow {
  readonly executionId: string;
  readonly flow: ValueFlow;
}

/** Called with each way that is opened, under a key of its own, and with null when it is closed. */
export const ReportInside = createContext<(key: string, inside: InsideFlow | null) => void>(() => undefined);
