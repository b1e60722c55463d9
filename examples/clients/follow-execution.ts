/** The subscription that every recipe here follows: the variable `$after` is where it goes on after a lost connection. */
export const followExecution = /* GraphQL */ `
  subscription FollowExecution($executionId: ID!, $after: EventCursor) {
    executionEvents(executionId: $executionId, after: $after) {
      status
      caughtUp
      gap { firstSequence lastSequence }
      events { sequence type stepId }
    }
  }
`;

/** What the subscription delivers. */
export interface FollowExecution {
  readonly executionEvents: {
    readonly status: string;
    readonly caughtUp: boolean;
    readonly gap: { readonly firstSequence: number; readonly lastSequence: number } | null;
    readonly events: readonly {
      readonly sequence: number;
      readonly type: string;
      readonly stepId: string | null;
    }[];
  };
}
