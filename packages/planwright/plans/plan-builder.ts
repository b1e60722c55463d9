/** What the code of a plan builds with: calls of tools, agents and workflows, and the other forms of steps. */
import type { JsonSchema, SchemaOf } from "./json-schema.ts";
import type { AddresseeInput } from "./plan-input.ts";
import type { Ref, Reference, Step, StepHandle, Undeclared, WrittenJson } from "./ref.ts";
import type { Calls, Named, Registry } from "./registry.ts";
import type { GroupOptions, MapOptions, ParallelOptions, StepOptions } from "./step-options.ts";

export interface PlanBuilder<Input = unknown, Known = Registry> {
  /** A function for each tool, which makes a step that calls it. */
  readonly tools: Calls<Named<"tools", Known>>;
  /** The same for agents. Each function calls the callable that is registered under its name. */
  readonly agents: Calls<Named<"agents", Known>>;
  readonly workflows: Calls<Named<"workflows", Known>>;
  /** The input of the workflow, or of the execution: the binding `input`. */
  readonly input: Ref<Input>;
  /** Initial bindings, and outputs by their `resultKey`: `bindings.topic`. */
  readonly bindings: Undeclared;
  /** Runs steps that were just made side by side. Of an object, each name is that under which the output of the step is found. */
  readonly parallel: Parallel;
  /** Makes one call for each item of a list. */
  readonly map: MapSteps;
  /** Makes one call again and again. */
  readonly loop: <Output>(body: LoopBody<Output>, options: LoopOptions<Output>) => Step<Output>;
  /** Waits for so many seconds, or until a time. */
  readonly sleep: (time: SleepTime, options?: StepOptions) => Step<{ readonly sleptUntil: string }>;
  /** Waits for an event that somebody sends with `sendEvent`. */
  readonly waitForEvent: WaitForEvent;
  /** Asks a person. */
  readonly humanInput: HumanInput;
  /** Makes the steps that run once all others have ended, however they ended. */
  readonly doFinally: (
    body: (end: { readonly execution: Ref<ExecutionEnd> }) => void,
    options?: FinallyOptions,
  ) => void;
  /** The step with this id, also one that is made later. */
  readonly step: <Output = unknown>(id: string) => Step<Output>;
}

/** How an execution ended, for the steps of `doFinally`. */
export interface ExecutionEnd {
  readonly status: "SUCCEEDED" | "PARTIAL" | "FAILED" | "CANCELLED";
  readonly error: { readonly code: string; readonly message: string };
}

export interface FinallyOptions {
  /** Time for all of these steps together. A minute unless said otherwise. */
  readonly timeoutMs?: number;
}

type OutputOf<Handle> = Handle extends Reference<infer Output> ? Output : unknown;
type AnyStep = StepHandle;

export interface Parallel {
  <Steps extends Readonly<Record<string, AnyStep>>>(
    steps: Steps,
    options?: ParallelOptions<"COLLECT_ALL">,
  ): Step<{ readonly [Name in keyof Steps]: OutputOf<Steps[Name]> }>;
  <Steps extends readonly AnyStep[]>(
    steps: Steps,
    options: ParallelOptions<"FIRST_SUCCESS"> & { readonly mergeStrategy: "FIRST_SUCCESS" },
  ): Step<OutputOf<Steps[number]>>;
  <Steps extends readonly AnyStep[]>(
    steps: Steps,
    options: ParallelOptions<"FIRST_MATCH"> & { readonly mergeStrategy: "FIRST_MATCH" },
  ): Step<OutputOf<Steps[number]> | null>;
  (steps: readonly AnyStep[], options?: ParallelOptions<"COLLECT_ALL">): Step<Readonly<Record<string, unknown>>>;
}

export interface MapSteps {
  <Item, Output>(list: Reference<readonly Item[]>, body: MapBody<Item, Output>, options?: MapOptions): Step<Output[]>;
  <Item, Output>(
    list: readonly (Item | Reference<Item>)[],
    body: MapBody<Item, Output>,
    options?: MapOptions,
  ): Step<Output[]>;
}

export type MapBody<Item, Output> = (item: Ref<Item>, index: Ref<number>) => Reference<Output> & StepHandle;

export interface LoopTurn<Output> {
  /** The output of the time before, which is null at first. */
  readonly previous: Ref<Output>;
  /** How many times before, counted from 0. */
  readonly index: Ref<number>;
}

export type LoopBody<Output> = (turn: LoopTurn<Output>) => Reference<Output> & StepHandle;

export type LoopOptions<Output> = GroupOptions & {
  /** The loop fails if the condition calls for one more. At most 1000. */
  readonly maxIterations: number;
  /** Time between two calls. */
  readonly delayMs?: number;
} & (
    | { readonly until: (turn: LoopTurn<Output>) => Reference<boolean>; readonly while?: undefined }
    | { readonly while: (turn: LoopTurn<Output>) => Reference<boolean>; readonly until?: undefined }
  );

export type SleepTime =
  | { readonly seconds: number | Reference<number>; readonly until?: undefined }
  | { readonly until: string | Reference<string>; readonly seconds?: undefined };

export interface EventMembers {
  readonly name: string | Reference<string>;
  /** Distinguishes events of one name, for example by the number of an order. */
  readonly correlation?: string | Reference<string>;
  readonly timeoutSeconds?: number | Reference<number>;
}

/** An event that arrived. */
export interface ReceivedEvent<Payload> {
  readonly payload: Payload;
  readonly eventId: string;
  readonly receivedAt: string;
}

export interface WaitForEvent {
  <Payload>(
    event: EventMembers & { readonly payload: SchemaOf<Payload> },
    options?: StepOptions,
  ): Step<ReceivedEvent<Payload>>;
  <Payload = unknown>(
    event: EventMembers & { readonly payload?: JsonSchema },
    options?: StepOptions,
  ): Step<ReceivedEvent<Payload>>;
}

interface Question {
  readonly prompt: string | Reference<string>;
  /** Data for the person. */
  readonly context?: { readonly [name: string]: WrittenJson };
  readonly timeoutMs?: number;
  readonly onDecline?: "FAIL" | "SKIP";
  /** Who may answer; everybody who may see the execution if left out. */
  readonly addressees?: readonly AddresseeInput[];
}

type Expiry<Answer> =
  | { readonly onExpiry?: "FAIL" | "SKIP"; readonly defaultResponse?: undefined }
  | { readonly onExpiry: "ANSWER"; readonly defaultResponse: Answer };

export interface HumanInput {
  /** Asks for permission. */
  readonly approval: (
    question: Question & {
      readonly onExpiry?: "FAIL" | "SKIP";
      /** Who started the execution may not answer. */
      readonly fourEyes?: boolean;
    },
    options?: StepOptions,
  ) => Step<{ readonly approved: true }>;
  /** Asks for one of several choices. */
  readonly choice: <const Choice extends string>(
    question: Question & { readonly choices: readonly Choice[] } & Expiry<{ readonly choice: NoInfer<Choice> }>,
    options?: StepOptions,
  ) => Step<{ readonly choice: Choice }>;
  /** Asks for an object that satisfies a schema. */
  readonly form: {
    <Answer>(
      question: Question & { readonly responseSchema: SchemaOf<Answer> } & Expiry<NoInfer<Answer>>,
      options?: StepOptions,
    ): Step<Answer>;
    <Answer = unknown>(
      question: Question & { readonly responseSchema?: JsonSchema } & Expiry<NoInfer<Answer>>,
      options?: StepOptions,
    ): Step<Answer>;
  };
}
