/**
 * React hooks over `@planwright/client`. They follow what a component shows, and nothing else: one client follows each value once for all
 * components, over one connection if it has the transport `websocket`.
 *
 * This file owns the hooks and their provider. It leaves to others: `live-store.ts` holds what is followed outside of React, so that
 * rendering twice, suspending and strict mode change nothing of it; the client connects, resumes and asks again.
 */
import type {
  Conversation,
  ExecutionFilter,
  ExecutionSummary,
  InboxItem,
  Live,
  LiveExecution,
  MessageOptions,
  PlanwrightClient,
  Result,
  SentMessage,
} from "@planwright/client";
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { type Idle, idle, type LiveState, type Loading, loading } from "./live-state.ts";
import { LiveStore } from "./live-store.ts";

export type { Current, Failed, Idle, LiveState, Loading, Reconnecting } from "./live-state.ts";

export interface PlanwrightProviderProps {
  /** Made once, outside of components: `createClient({ url, token, transport: "websocket" })`. */
  readonly client: PlanwrightClient;
  /**
   * Who the client asks for now, such as the token or the id of the user. Once it changes, connections are made again with the token of
   * then, and what was read before is forgotten. Leave it out for a client that always asks for the same.
   */
  readonly identity?: string | undefined;
  readonly children?: ReactNode;
}

export interface HookOptions {
  /** Suspends until there is a value, or a failure. */
  readonly suspense?: boolean | undefined;
}

export interface ListHookOptions extends HookOptions {
  /** How many items the list has at most, 100 at most. 25 unless given. */
  readonly first?: number | undefined;
}

export interface ConversationHookOptions extends HookOptions {
  /** Name of the manifest that the conversation begins with, if it does not exist. */
  readonly manifest?: string | undefined;
}

/** What a hook that suspends gives: it never loads. */
export type Settled<State> = Exclude<State, Loading>;

type Given<Options, State> = Options extends { readonly suspense: true } ? Settled<State> : State;

/** Stores by client, for the identity that it asks for now. Outside of React: a provider that suspends while it mounts has no state. */
const stores = new WeakMap<PlanwrightClient, { readonly identity: string | undefined; readonly store: LiveStore }>();

const Store = createContext<LiveStore | undefined>(undefined);

/**
 * Gives hooks their client.
 *
 * @example
 * const planwright = createClient({ url: "https://planwright.example.com", token: () => session.token, transport: "websocket" });
 * root.render(<PlanwrightProvider client={planwright}><App /></PlanwrightProvider>);
 */
export function PlanwrightProvider({ children, client, identity }: PlanwrightProviderProps): ReactElement {
  const store = storeOf(client, identity);
  const connected = useRef(store);
  useEffect(() => {
    if (connected.current !== store && connected.current.client === client) client.reconnect();
    connected.current = store;
  }, [client, store]);
  return createElement(Store.Provider, { value: store }, children);
}

function storeOf(client: PlanwrightClient, identity: string | undefined): LiveStore {
  const known = stores.get(client);
  if (known !== undefined && known.identity === identity) return known.store;
  const store = new LiveStore(client);
  stores.set(client, { identity, store });
  return store;
}

function useStore(): LiveStore {
  const store = useContext(Store);
  if (store === undefined)
    throw new Error("Cannot use a hook of Planwright: required a PlanwrightProvider above, found none");
  return store;
}

/** The client of the provider, for what a person does: `run`, `answer`, `cancel`. */
export function usePlanwright(): PlanwrightClient {
  return useStore().client;
}

/** The state of one execution; `IDLE` while there is no id. */
export function useExecution<Options extends HookOptions>(
  id: string | null | undefined,
  options?: Options,
): Given<Options, LiveState<LiveExecution>> {
  const { client } = useStore();
  const key = id == null ? undefined : `execution ${id}`;
  return useLive(key, (signal) => client.watchExecution(id ?? "", { signal }), options);
}

/** The newest executions that match, newest first. */
export function useExecutions<Options extends ListHookOptions>(
  filter?: ExecutionFilter,
  options?: Options,
): Given<Options, LiveState<readonly ExecutionSummary[]>> {
  const { client } = useStore();
  const first = options?.first;
  const follow = (signal: AbortSignal) => client.watchExecutions(filter, { first, signal });
  return useLive(`executions ${JSON.stringify([filter, first])}`, follow, options);
}

/** The requests that wait for a person, newest first. */
export function useInbox<Options extends ListHookOptions>(
  options?: Options,
): Given<Options, LiveState<readonly InboxItem[]>> {
  const { client } = useStore();
  const first = options?.first;
  return useLive(`inbox ${first}`, (signal) => client.watchInbox({ first, signal }), options);
}

/** A conversation with what says something in it; its value is null until it begins. */
export function useConversation<Options extends ConversationHookOptions>(
  chatId: string,
  options?: Options,
): Given<Options, LiveState<Conversation | null>> & {
  readonly send: (text: string, options?: MessageOptions) => Promise<Result<SentMessage>>;
} {
  const { client } = useStore();
  const manifest = options?.manifest;
  const follow = (signal: AbortSignal) => client.conversation(chatId).watch({ signal });
  const state = useLive<Conversation | null, Options>(`conversation ${chatId}`, follow, options);
  const conversation = useMemo(() => client.conversation(chatId, { manifest }), [client, chatId, manifest]);
  return useMemo(() => ({ ...state, send: conversation.send }), [state, conversation]);
}

const subscribeToNothing = () => () => undefined;
const stateOfNothing = (): Idle => idle;
const stateOnServer = (): Loading => loading;

function useLive<Value, Options extends HookOptions>(
  key: string | undefined,
  follow: (signal: AbortSignal) => AsyncIterable<Live<Value>>,
  options: Options | undefined,
): Given<Options, LiveState<Value>> {
  const store = useStore();
  const entry = key === undefined ? undefined : store.entry(key, follow);
  const suspends = options?.suspense === true;
  // What suspends has been waited for, on a server and where its page begins. Nothing else has a value there.
  const onServer = entry === undefined ? stateOfNothing : suspends ? entry.state : stateOnServer;
  const state = useSyncExternalStore<LiveState<Value>>(
    entry?.subscribe ?? subscribeToNothing,
    entry?.state ?? stateOfNothing,
    onServer,
  );
  if (suspends && state.status === "LOADING" && entry !== undefined) throw entry.settled();
  return state as Given<Options, LiveState<Value>>;
}
