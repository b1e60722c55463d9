/**
 * Room `model`: language models. This room is the port: the engine's requests to a model and their results, for every provider.
 * `model/prompts` writes the requests and reads the replies; `model/adapter` makes the calls.
 *
 * It leaves to others: `execution` decides which model call is next and what its reply changes, `durable/runner` stores and makes it,
 * `durable/calls` passes in the fetch, the permits and the key, and `execution/budget` computes the maximum of a call.
 *
 * Invariants:
 *
 * - A call never throws. Every call ends in a value with an outcome (E7).
 * - Nothing here retries. A further call is decided by the core and recorded in the journal.
 * - A reply is returned as it was received. `model/prompts` decides its meaning.
 */
import type { CallOutcome } from "../execution/events/attempt.ts";
import type { Failure } from "../json/failure.ts";
import type { Json, JsonSchema } from "../json/json.ts";
import type { ModelDefinition, TokenUsage } from "../plan/model-definition.ts";

export interface ModelMessage {
  readonly role: "SYSTEM" | "USER" | "ASSISTANT";
  readonly text: string;
}

/** The one function that a model is made to call. */
export interface ForcedFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A request to a model. */
export interface ModelRequest {
  readonly model: ModelDefinition;
  readonly messages: readonly ModelMessage[];
  /** `mayBeData` where it may be JSON for a program, so that it is not shown while it comes. */
  readonly answer:
    | { readonly kind: "TEXT"; readonly mayBeData?: true }
    | { readonly kind: "FUNCTION"; readonly function: ForcedFunction }
    /** Without any tool, where the provider can bound the answer by a schema, else by words alone. */
    | { readonly kind: "JSON"; readonly name: string; readonly schema: JsonSchema };
}

/** Why a model stopped. */
export type StopReason = "COMPLETE" | "LENGTH" | "REFUSED" | "UNKNOWN";

export interface CalledFunction {
  readonly name: string;
  /** As received: JSON where the text was JSON, else the text. */
  readonly arguments: Json;
  readonly isJson: boolean;
}

export interface ModelReply {
  readonly text: string;
  readonly functions: readonly CalledFunction[];
  readonly stop: StopReason;
  /** Name of the model as the provider reports it. Absent if it does not. */
  readonly model?: string | undefined;
  /** Absent if the provider does not say. */
  readonly usage?: TokenUsage | undefined;
}

export type ModelResult =
  | { readonly kind: "ANSWERED"; readonly reply: ModelReply }
  | {
      readonly kind: "FAILED";
      readonly outcome: CallOutcome;
      readonly failure: Failure;
      /** When the provider said to come back, in milliseconds from now. */
      readonly retryAfterMs?: number | undefined;
      /** The received body, for debugging. Null if none came. */
      readonly received: Json;
      readonly usage?: TokenUsage | undefined;
    };

/** What a call is given beside its request. */
export interface ModelCallContext {
  /** The guarded fetch of the object; holds a permit while headers are awaited (E10). */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Runs a call that goes through a binding and not through `fetch`, under a permit too. */
  readonly permit: <Result>(signal: AbortSignal, run: () => Promise<Result>) => Promise<Result>;
  /** Value of the secret that the definition names; undefined if it names none. */
  readonly key: string | undefined;
  /** The `AI` binding of the deployment. Undefined if there is none. */
  readonly binding: WorkersAiBinding | undefined;
  /** Aborted with a `CallAborted` by the earliest of cancel, timeout and execution; bodies are read under it (E9). */
  readonly signal: AbortSignal;
  /** Called with each piece of text as it comes, if the answer is to be streamed. Undefined to await the whole. */
  readonly onText: ((text: string) => void) | undefined;
}

/** The used part of the platform's binding. */
export interface WorkersAiBinding {
  run(model: string, input: unknown, options?: unknown): Promise<unknown>;
}

/** Calls a model. Never throws. */
export type CallModel = (request: ModelRequest, context: ModelCallContext) => Promise<ModelResult>;
