/** An execution that derives from an ended one, with the plans of the source as they are: what the Worker makes of a derivation. */
import type { DerivationResult } from "../../../src/execution/derive/derivation.ts";
import { planOfRoundAsWritten } from "../../../src/execution/state/round-state.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import type { EngineWorld } from "./engine-world.ts";
import type { StartOptions } from "./started-event.ts";

export interface DerivedRun {
  readonly plan: Plan;
  readonly options: StartOptions;
}

/** What derives from the execution of `world` under the name `execution`. */
export function derivedRunOf(
  { events, journal, state }: EngineWorld,
  answer: Extract<DerivationResult, { kind: "DERIVED" }>,
  execution: string,
): DerivedRun {
  const { derivation, documents, modelWork, reused } = answer;
  const { approval, definitions, humanInputTimeoutMs, inDoubt, limits, onInvalidPlan } = state.pinned;
  const { callable, conversation, dialect, startedWith } = state.pinned;
  const [first] = events;
  if (first?.kind !== "ExecutionStarted") throw new Error("the source has not begun");
  const told = conversation === undefined ? null : first.conversation;
  const [plan, ...further] = documents.map((_, index) => planOfRoundAsWritten(state, index + 1));
  if (plan === undefined) throw new Error(`no plan of ${journal.rows.length} rows is taken over`);
  return {
    plan,
    options: {
      limits,
      reused,
      furtherPlans: further.map((one, index) => ({
        plan: one,
        planHash: state.furtherRounds[index]?.planHash ?? "",
      })),
      started: {
        ...{ approval, callable, definitions, derivation, dialect, execution, humanInputTimeoutMs, inDoubt },
        ...{ modelWork, onInvalidPlan, startedWith, conversation: told },
        origin: { root: execution, parent: null, depth: 0, ancestors: [] },
      },
    },
  };
}
