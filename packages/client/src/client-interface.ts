/** The functions of a client, with their arguments and results. */
import type { SendOptions, Token } from "./connection.ts";
import type { Live } from "./live.ts";
import type { Operation } from "./operation.ts";
import type {
  AskInput,
  CancelExecutionInput,
  ExecutePlanInput,
  ExecutionFilter,
  ExecutionOptionsInput,
  ExecutionOrder,
  ExecutionStatus,
  ForkExecutionInput,
  HumanInputKind,
  HumanInputResponseInput,
  HumanInputStatus,
  MessageOptionsInput,
  PlanInput,
  PlanSourceInput,
  RetryExecutionInput,
  SendMessageInput,
} from "./operations.generated.ts";
import type { Result } from "./result.ts";
import type { Conversation, Execution, ExecutionSummary, InboxItem, Message, PlanWarning } from "./shapes.ts";
import type { LiveExecution, Watched, WatchOptions } from "./watch-execution.ts";

export interface ClientOptions {
  /** Address of the deployment, such as `https://planwright.example.com`. Its path, if any, stands before `/graphql`. */
  readonly url: string | URL;
  /** Bearer token, or a function that gives the one of now. Nothing is sent unless given. */
  readonly token?: Token | undefined;
  /** The one of the platform unless given. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** The transport of subscriptions: a stream of HTTP for each (`sse`, unless given), or one WebSocket for all. */
  readonly transport?: "sse" | "websocket" | undefined;
  /** How often a request that may be repeated is sent before its failure is given. 5 unless given. */
  readonly attempts?: number | undefined;
  /** A request without an answer for so long counts as unanswered. 60000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** Waits before something is tried again for the `count`th time, from 1. Half a second that grows to fifteen unless given. */
  readonly delay?: ((count: number, atLeastMs: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
}

interface Signalled {
  /** Aborting it gives up the call, which throws its reason. A request that was sent may still take effect. */
  readonly signal?: AbortSignal | undefined;
}

/** A prompt in words, a typed plan, or a source with all that it can say. */
export type RunSource = string | PlanInput | PlanSourceInput;

export type RunOptions = ExecutionOptionsInput & Omit<ExecutePlanInput, "source" | "options"> & Signalled;
export type AskOptions = ExecutionOptionsInput & Omit<AskInput, "query" | "options"> & Signalled;
export type InvokeOptions = ExecutionOptionsInput & { readonly version?: string } & Signalled;
export type RetryOptions = ExecutionOptionsInput & Omit<RetryExecutionInput, "executionId" | "options"> & Signalled;
export type ForkOptions = ExecutionOptionsInput & Omit<ForkExecutionInput, "executionId" | "options"> & Signalled;
export type MessageOptions = MessageOptionsInput & Pick<SendMessageInput, "variables"> & Signalled;

/** An execution that was started. */
export interface Started {
  readonly execution: Execution;
  /** Whether an earlier request with the same idempotency key had started it. */
  readonly replayed: boolean;
}

export interface StartedRun extends Started {
  /** Findings for the author of a plan that runs all the same. */
  readonly warnings: readonly PlanWarning[];
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Pass it as `after` for the next page. Absent on the last one. */
  readonly next?: string;
}

export interface ListOptions extends Signalled {
  /** Page size, 100 at most. 25 unless given. */
  readonly first?: number;
  readonly after?: string;
  readonly orderBy?: ExecutionOrder;
}

export interface InboxOptions extends Signalled {
  readonly first?: number;
  readonly after?: string;
  /** Those that are pending unless given. */
  readonly status?: readonly HumanInputStatus[];
  readonly kinds?: readonly HumanInputKind[];
}

export interface LiveListOptions extends Signalled {
  /** How many items the list has at most, 100 at most. 25 unless given. */
  readonly first?: number | undefined;
}

/** A message that was sent. */
export interface SentMessage {
  readonly conversation: Conversation;
  readonly message: Message;
  readonly execution: { readonly id: string; readonly status: ExecutionStatus };
  /** Whether the same message had been sent before. */
  readonly replayed: boolean;
}

/** One conversation, by the name that its creator gave it. */
export interface ConversationClient {
  /** Says something in it, and begins it if it does not exist and a manifest is known. Each call is one message, however often it is sent. */
  send(text: string, options?: MessageOptions): Promise<Result<SentMessage>>;
  /** It with its latest 100 messages. Null if it has not begun. */
  read(options?: Signalled): Promise<Result<Conversation | null>>;
  /** It now and after each change; null until it begins. */
  watch(options?: Signalled): AsyncIterableIterator<Live<Conversation | null>, undefined>;
}

export interface PlanwrightClient {
  /**
   * Starts an execution of a plan, or of a prompt from which a planner makes one.
   *
   * @example
   * const started = await planwright.run({ steps: [{ tool: { toolName: "research_blog", arguments: { topic: "Tea" } } }] });
   * if (started.ok) for await (const item of planwright.watch(started.value.execution.id)) console.log(item);
   * else console.error(started.error.message);
   */
  run(source: RunSource, options?: RunOptions): Promise<Result<StartedRun>>;
  /** Asks a question: an agent is chosen and called, and the answer is written. */
  ask(query: string, options?: AskOptions): Promise<Result<Started>>;
  /** Runs a stored workflow, by its name. */
  invoke(
    workflow: string,
    parameters: Readonly<Record<string, unknown>>,
    options?: InvokeOptions,
  ): Promise<Result<Started>>;
  /** Runs an execution that has ended again as a new one. Results of steps that succeeded are reused. */
  retry(id: string, options?: RetryOptions): Promise<Result<Started>>;
  /** Starts a new execution from a step of one that has ended, with changes. */
  fork(id: string, options: ForkOptions): Promise<Result<Started>>;
  cancel(id: string, options?: Omit<CancelExecutionInput, "executionId"> & Signalled): Promise<Result<Execution>>;
  /** Answers a request for human input. An answer that was lost on its way back counts as given. */
  answer(requestId: string, response: HumanInputResponseInput, options?: Signalled): Promise<Result<InboxItem>>;
  /** One execution. Null if there is none, or it cannot be seen. */
  execution(id: string, options?: Signalled): Promise<Result<Execution | null>>;
  /** One execution once it has ended. */
  finished(id: string, options?: Signalled): Promise<Result<Execution>>;
  executions(filter?: ExecutionFilter, options?: ListOptions): Promise<Result<Page<ExecutionSummary>>>;
  /** Requests that wait for a person. */
  inbox(options?: InboxOptions): Promise<Result<Page<InboxItem>>>;
  /** `manifest` is the manifest of a new conversation. */
  conversation(
    chatId: string,
    options?: { readonly manifest?: string | undefined; readonly appId?: string },
  ): ConversationClient;
  /**
   * The events of an execution until it has ended: each once, in order, over any number of connections. `FAILED` with the code `NOT_FOUND` if
   * there is none, it cannot be seen, or it is deleted.
   */
  watch(id: string, options?: WatchOptions): AsyncIterableIterator<Watched, undefined>;
  /** The state of an execution now and after each change, until it has ended. */
  watchExecution(id: string, options?: Signalled): AsyncIterableIterator<Live<LiveExecution>, undefined>;
  /** The newest executions that match, now and after each change. */
  watchExecutions(
    filter?: ExecutionFilter,
    options?: LiveListOptions,
  ): AsyncIterableIterator<Live<readonly ExecutionSummary[]>, undefined>;
  /** The requests that wait for a person, now and after each change. */
  watchInbox(options?: LiveListOptions): AsyncIterableIterator<Live<readonly InboxItem[]>, undefined>;
  /** Sends an operation of one's own. A mutation is sent once, unless `isRepeatable` says that it may be done twice. */
  request<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
    options?: SendOptions,
  ): Promise<Result<Data>>;
  /** Makes all connections again, with the token of now. Nothing is lost: states are read again, events continue. */
  reconnect(): void;
}
