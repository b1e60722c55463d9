// What the tests use of `crash-cost.mjs`.
interface LoggedEvent {
  readonly type: string;
  readonly stepId: string | null;
  readonly occurredAt: string;
}

export interface CrashCost {
  readonly finishedSteps: number;
  readonly calledAgain: number;
  readonly repeatedCalls: number;
}

export function crashCost(logs: readonly (readonly LoggedEvent[])[], restartedAt: number): CrashCost;
export function crashCostText(cost: CrashCost): string;
