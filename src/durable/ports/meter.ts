/**
 * Counters as a port: one point for each fact, taken where the fact is stored and never when it is read again. A crash between the two loses
 * the point and never doubles it: points are counted at most once, rows exactly once.
 *
 * Dimensions are of a bounded kind: names that somebody registered, words of `schema.graphql`, codes of failures. Never an argument, an
 * output, a text or a secret. Dashboards depend on the order of dimensions and values: only append.
 */

/** Names of the dimensions and values of each point, in their order. */
export const meterPoints = {
  /** An execution ended. `tool` names the callable that it was a run of, empty for a plan, prompt, question or message. */
  execution_finished: {
    dimensions: ["startedWith", "surface", "status", "failure", "tool"],
    values: ["durationMs", "steps", "toolCalls", "modelCalls", "outputBytes", "inputTokens", "outputTokens"],
  },
  /** A step ended for which something was called or was to be called. */
  step_finished: {
    dimensions: ["tool", "kind", "status", "outcome", "failure"],
    values: ["latencyMs", "attempts", "responseBytes"],
  },
  model_called: {
    dimensions: ["model", "purpose", "outcome", "failure"],
    values: ["latencyMs", "firstTextMs", "inputTokens", "outputTokens", "costMicros"],
  },
  /** A run was refused because of the runs above it (O32). */
  nesting_refused: { dimensions: ["code", "surface"], values: ["depth"] },
  /** An object continued the work of a lost one. `inARow` counts crashes without an outcome in between. */
  execution_resumed: { dimensions: ["surface"], values: ["inARow"] },
  /** Only at the level `debug` (O22). */
  state_transition: { dimensions: ["event", "from", "to"], values: [] },
  /** An attempt to notify a receiver elsewhere. */
  delivery: { dimensions: ["kind", "result"], values: ["latencyMs"] },
  /** Somebody here could not be notified, and is notified again. */
  report_failed: { dimensions: ["to"], values: [] },
} as const satisfies {
  readonly [name: string]: { readonly dimensions: readonly string[]; readonly values: readonly string[] };
};

export type MeterPointName = keyof typeof meterPoints;

type Dimension<Name extends MeterPointName> = (typeof meterPoints)[Name]["dimensions"][number];
type Value<Name extends MeterPointName> = (typeof meterPoints)[Name]["values"][number];

/** The content of one point, by the names of its dimensions and values. */
export interface MeterPoint<Name extends MeterPointName> {
  readonly dimensions: { readonly [Key in Dimension<Name>]: string };
  readonly values: { readonly [Key in Value<Name>]: number };
}

export interface Meter {
  /** Writes one point of `tenant`. Never throws and is not waited for. */
  count<Name extends MeterPointName>(name: Name, tenant: string, point: MeterPoint<Name>): void;
}
