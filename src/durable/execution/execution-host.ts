/**
 * A host: an object that holds many executions, each with its own rows, runner, watchers and time to wake. It is warm when the next one
 * comes, so it is faster than an object for each. An execution that it cannot hold is noted as being elsewhere and has an object of its
 * own, named after it.
 *
 * - One name is in one place (E1): the host of an execution's name is always asked first.
 * - A fault affects one execution: reading it fails, and its neighbours continue.
 * - The permits of the object are shared (E10, `shared-permits.ts`), and so are its calls to the index.
 */
import type { StartRequest } from "../../execution/commands/start-request.ts";
import { faultText } from "../../json/fault-text.ts";
import { maxParallelRequests } from "../../plan/limits.ts";
import { SharedPermits } from "../calls/shared-permits.ts";
import { Announcements, hostPaceMs } from "../deliveries/announcements.ts";
import { pushTable } from "../deliveries/push-table.ts";
import { webhookTable } from "../deliveries/webhook-table.ts";
import { FeedSockets } from "../feed/feed-sockets.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { ExecutionStorage } from "../storage/execution-storage.ts";
import { type HostedEntry, HostTables, type TakenPlace } from "../storage/host-tables.ts";
import { journalTable, partTable } from "../storage/journal.ts";
import { archiveTable } from "./archive.ts";
import { HostAlarm } from "./host-alarm.ts";
import { HostedExecution } from "./hosted-execution.ts";
import { tombstoneTable } from "./tombstone.ts";

/** Executions at work at a time: a host takes no further one while it has as many, so that each can make a call, however long others take. */
const maxAtWork = maxParallelRequests;

/** Executions that a host holds at most. It notes any number that are elsewhere (decision 027). */
const maxHosted = 20_000;

/** Bytes beyond which a host takes nothing more. The platform lets an object hold 10 GB. */
const maxBytes = 2_000_000_000;

/** Longer than an execution may take that was begun before there were hosts. */
const longestMs = 62 * 24 * 3_600_000;

/** Executions at rest that are kept in memory: what V8 holds for long becomes old (docs/decisions/091). Others are read again from their rows. */
const maxKept = 4;

/** How old the known size of the object may be, in milliseconds: reading it takes as long as an insert. */
const bytesKnownMs = 1_000;

const shapes = [journalTable, partTable, pushTable, webhookTable, archiveTable, tombstoneTable];

/** The methods of an execution that may be asked through its host. */
export type HostedMethod = Exclude<
  keyof HostedExecution,
  "alarm" | "isAtRest" | "isAtWork" | "continuesLater" | "pulled" | "start" | "watch" | "writes"
>;

export interface HostedCall {
  /** Name of the execution. */
  readonly name: string;
  readonly method: HostedMethod;
  readonly given: readonly unknown[];
}

export type HostAnswer =
  | { readonly kind: "HERE"; readonly value: unknown }
  /** Only an object of its own can have it. */
  | { readonly kind: "ELSEWHERE" };

/** An execution to start, with the deployment's decision about its place. */
export interface HostedStart {
  /** A `StartRequest` as JSON: the platform takes longer to copy its objects than to pass on this text, its writing and reading included. */
  readonly request: string;
  /** Whether a host may hold it. */
  readonly mayHost: boolean;
}

interface Slot {
  readonly name: string;
  readonly place: TakenPlace;
  readonly execution: HostedExecution;
  /** Requests that it is answering. */
  asked: number;
}

export class ExecutionHost {
  readonly #context: DurableObjectState;
  readonly #options: ExecutionOptions;
  readonly #tables: HostTables;
  readonly #alarm: HostAlarm;
  readonly #permits = new SharedPermits(maxParallelRequests);
  readonly #announcements: Announcements;
  readonly #slots = new Map<string, Slot>();
  /** Names of those that were let go and have not ended. No runner has begun the work of them that is due by now. */
  readonly #letGo = new Set<string>();
  /** Those that were asked since they were last seen at rest. Only they can be at work. */
  readonly #awake = new Set<Slot>();
  #bytes = { count: 0, readAt: Number.NEGATIVE_INFINITY };
  /** Rows written by executions that are not in memory any more. */
  #rowsWritten = 0;

  constructor(context: DurableObjectState, options: ExecutionOptions) {
    this.#context = context;
    this.#options = options;
    this.#tables = new HostTables(context.storage, shapes);
    this.#announcements = new Announcements(options.index, { clock: options.clock, everyMs: hostPaceMs });
    this.#alarm = new HostAlarm({
      storage: context.storage,
      tables: this.#tables,
      clock: options.clock,
      wake: (name) => this.#within(this.#slot(name), (execution) => execution.alarm()),
    });
  }

  /** Asks an execution that is here. */
  async ask({ given, method, name }: HostedCall): Promise<HostAnswer> {
    const slot = this.#here(name);
    if (slot === undefined) return { kind: "ELSEWHERE" };
    const value = await this.#within(slot, (execution) => {
      const asked = execution[method] as (...given: readonly unknown[]) => unknown;
      return asked.apply(execution, [...given]);
    });
    return { kind: "HERE", value };
  }

  /** Starts the requested execution, finds it, or returns where it is to be started. */
  async start({ mayHost, request: text }: HostedStart): Promise<HostAnswer> {
    const request = JSON.parse(text) as StartRequest;
    const { execution: name, idempotencyKey } = request;
    const isKeyed = idempotencyKey !== null;
    // An execution with a random name is never asked for again.
    if (mayHost || isKeyed) await this.#open(request.tenant);
    let slot = this.#slots.get(name);
    if (slot === undefined) {
      const entry = this.#tables.find(name);
      if (entry.kind === "ELSEWHERE" || (entry.kind === "UNKNOWN" && !mayHost && !isKeyed))
        return { kind: "ELSEWHERE" };
      const mayBeElsewhere = isKeyed && this.#options.clock.now() < this.#tables.keysElsewhereUntil;
      if (entry.kind === "UNKNOWN" && (!mayHost || mayBeElsewhere || this.#isFull)) {
        if (isKeyed) this.#tables.point(name);
        return { kind: "ELSEWHERE" };
      }
      slot = this.#load(name, entry);
    }
    return { kind: "HERE", value: await this.#within(slot, (execution) => execution.start(request)) };
  }

  /** Makes the tables of a host, with how long a key may belong to an execution from before the tenant had hosts. */
  async #open(tenant: string): Promise<void> {
    if (this.#tables.exist) return;
    const { clock, index, retentionMs } = this.#options;
    // An index that does not answer may know of such keys.
    const hadHostsFromTheFirst = await index(tenant)
      .hadHostsFromTheFirst()
      .catch((error: unknown) => {
        console.warn(JSON.stringify({ log: "index_not_asked", error: faultText(error) }));
        return false;
      });
    this.#tables.open(hadHostsFromTheFirst ? 0 : clock.now() + retentionMs + longestMs);
  }

  /** The Worker's side of a subscription asks for a WebSocket. Null for an execution that is not here. */
  watch(name: string, request: Request): Response | null {
    const slot = this.#here(name);
    return slot === undefined ? null : this.#briefly(slot, (execution) => execution.watch(request));
  }

  /** A message of a watcher. */
  pulled(socket: WebSocket, message: string | ArrayBuffer): void {
    const [name] = this.#context.getTags(socket);
    const slot = name === undefined ? undefined : this.#here(name);
    if (slot === undefined) socket.close(1008, "required an execution that exists");
    else this.#briefly(slot, (execution) => execution.pulled(socket, message));
  }

  alarm(): Promise<void> {
    return this.#alarm.ring();
  }

  writes(): { readonly rows: number; readonly alarms: number } {
    const rows = [...this.#slots.values()].reduce((sum, { execution }) => sum + execution.writes().rows, 0);
    return { rows: rows + this.#rowsWritten + this.#tables.rowsWritten, alarms: this.#alarm.written };
  }

  /** The execution if it is here, or about to be. */
  #here(name: string): Slot | undefined {
    const known = this.#slots.get(name);
    if (known !== undefined) return known;
    const entry = this.#tables.find(name);
    return entry.kind === "HERE" ? this.#load(name, entry) : undefined;
  }

  get #isFull(): boolean {
    if (this.#tables.count >= maxHosted || this.#isLarge || !this.#permits.hasRoom) return true;
    let atWork = 0;
    for (const slot of this.#awake) {
      const { asked, execution, place } = slot;
      if (asked === 0 && execution.isAtRest) this.#awake.delete(slot);
      const isBeginning = asked > 0 && place.id === undefined;
      if (isBeginning || execution.isAtWork) atWork += 1;
      if (atWork >= maxAtWork) return true;
    }
    return false;
  }

  get #isLarge(): boolean {
    const now = this.#options.clock.now();
    if (now >= this.#bytes.readAt + bytesKnownMs) this.#bytes = { count: this.#tables.bytes, readAt: now };
    return this.#bytes.count >= maxBytes;
  }

  async #within<Result>(slot: Slot, task: (execution: HostedExecution) => Result): Promise<Awaited<Result>> {
    this.#enter(slot);
    try {
      return await task(slot.execution);
    } finally {
      this.#leave(slot);
    }
  }

  /** The same for a task that waits for nothing. */
  #briefly<Result>(slot: Slot, task: (execution: HostedExecution) => Result): Result {
    this.#enter(slot);
    try {
      return task(slot.execution);
    } finally {
      this.#leave(slot);
    }
  }

  #slot(name: string): Slot {
    return this.#slots.get(name) ?? this.#load(name, this.#tables.find(name));
  }

  /** Reads an execution from its rows, which are none for one that is to begin. */
  #load(name: string, entry: HostedEntry): Slot {
    const place = this.#tables.place(name, entry.kind === "HERE" ? entry.id : undefined);
    const sockets = new FeedSockets(this.#context, this.#options.clock, name);
    const permits = this.#permits.share(() => this.#slots.get(name)?.execution.isAtWork === true);
    const home = {
      storage: this.#storage(name, place),
      sockets,
      permits,
      announcements: this.#announcements,
      wasAtRest: this.#letGo.delete(name),
    };
    const slot = { name, place, execution: new HostedExecution(home, this.#options), asked: 0 };
    this.#slots.set(name, slot);
    return slot;
  }

  #storage(name: string, place: TakenPlace): ExecutionStorage {
    return {
      table: (shape) => this.#tables.table(shape, place),
      transactionSync: (work) => this.#tables.transactionSync(place, work),
      setAlarm: async (at) => {
        // An execution sets its alarm in the turn of its first row, and before it.
        const isStored = place.take(at) > 0;
        if (place.id !== undefined) this.#alarm.set({ id: place.id, name, at }, isStored);
      },
      deleteAlarm: async () => {
        if (place.id !== undefined) this.#alarm.clear({ id: place.id, name });
      },
      removeAll: async () => {
        if (place.id !== undefined) this.#alarm.forget(place.id);
        this.#tables.remove(name, place);
      },
    };
  }

  #enter(slot: Slot): void {
    slot.asked += 1;
    this.#awake.add(slot);
  }

  /** Lets go of executions at rest: of the one that was asked if nothing is stored of it, and of the ones that came first if they are many. */
  #leave(asked: Slot): void {
    asked.asked -= 1;
    if (asked.place.id === undefined) this.#forget(asked);
    if (this.#slots.size <= maxKept) return;
    for (const slot of this.#slots.values()) {
      this.#forget(slot);
      if (this.#slots.size <= maxKept) return;
    }
  }

  #forget(slot: Slot): void {
    const { asked, execution, name } = slot;
    if (asked > 0 || !execution.isAtRest) return;
    this.#rowsWritten += execution.writes().rows;
    if (execution.continuesLater) this.#letGo.add(name);
    this.#slots.delete(name);
    this.#awake.delete(slot);
  }
}
