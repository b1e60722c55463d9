/** An event as `execution-events.ts` asks for it. Members that belong to other types of events are absent. */
export interface ExecutionEvent {
  readonly type: string;
  readonly sequence: number;
  readonly occurredAt: string;
  readonly stepId: string | null;
  readonly streamId?: string;
  readonly text?: string;
  readonly finalStatus?: string;
  readonly callableNames?: readonly string[];
  readonly routing?: { readonly agentName: string | null; readonly reason: string | null };
  readonly plan?: {
    readonly reasoning: string | null;
    readonly directResponse: string | null;
    readonly steps: readonly { readonly stepId: string; readonly callableName: string | null }[];
  };
  readonly rejectedFor?: EventFailure;
  readonly correcting?: boolean;
  readonly query?: string;
  readonly foundNames?: readonly string[];
  readonly purpose?: string;
  readonly startedModel?: string;
  readonly modelCall?: {
    readonly purpose: string;
    readonly model: string;
    readonly durationMs: number;
    readonly inputTokens: number | null;
    readonly outputTokens: number | null;
    readonly costMicros: number | null;
    readonly outcome: string;
    readonly retryAt: string | null;
    readonly failure: EventFailure | null;
  };
  readonly startedAttempt?: number;
  readonly callableName?: string;
  readonly arguments?: Preview;
  readonly progress?: number;
  readonly total?: number | null;
  readonly progressMessage?: string | null;
  readonly outcome?: string;
  readonly attemptFailure?: EventFailure;
  readonly retryAt?: string | null;
  readonly waitsFor?: string;
  readonly until?: string | null;
  readonly note?: string | null;
  readonly request?: { readonly id: string; readonly kind: string; readonly prompt: string } | null;
  readonly artifact?: { readonly name: string };
  readonly resolution?: string;
  readonly answer?: Preview | null;
  readonly stepStatus?: string;
  readonly output?: Preview | null;
  readonly content?: Preview | null;
  readonly failure?: EventFailure | null;
  readonly responseFailure?: EventFailure | null;
  readonly requestedBy?: string;
  readonly ignoredBecause?: string;
  readonly count?: number;
  readonly itemCount?: number;
  readonly message?: { readonly author: string; readonly agentName: string | null; readonly text: Preview };
}

export interface EventFailure {
  readonly code: string;
  readonly message: string;
}

interface Preview {
  readonly preview: string;
}
