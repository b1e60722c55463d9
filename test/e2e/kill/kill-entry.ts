/**
 * The product with one more thing: an execution stops dead at a row of its journal, so that a test can kill the process there.
 * The label `stopAt` says where: `before:7` or `after:7`; a child, which has no labels, is told by its input, `child before:2`, while
 * the setting `STOP_CHILDREN` is there. From then on that execution stores nothing, calls nothing, sets and answers no alarm and tells the
 * index nothing, as if its process were gone, while others of the same object go on; `GET /stopped` lists those that stand still, `POST /reset` throws every execution out of
 * memory at any work. While the setting `GO_ON` is there nothing stops. While the setting `HOLD_STARTS` is there no execution begins, and nobody who starts one is answered. `POST /crashes` is for `npm run chaos`: it arms crashes at rows, resets and evicts objects by name and says
 * what came of it (`test/chaos/crash-points.ts`). A place is seen only by the process that stores the first row, so nothing stops
 * again after a restart (E2, E3).
 */
import { env } from "cloudflare:workers";
import unsafe from "workerd:unsafe";
import { deployedCodeOf } from "../../../packages/planwright/library/deployed-code-of.ts";
import { ExecutionObject as Execution } from "../../../src/durable/execution/execution-object.ts";
import type { Journal } from "../../../src/durable/ports/ports.ts";
import { silentTracer, type Tracer } from "../../../src/durable/ports/tracer.ts";
import { isHost } from "../../../src/durable/storage/host-tables.ts";
import type { StartRequest, StartResult } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionStarted, RecordedEvent } from "../../../src/execution/events/event.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import { declareCode } from "../../../src/worker/platform/deployed-code.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import product, {
  CatalogObject,
  ConversationObject,
  IndexObject,
  ScheduleObject,
  TenantObject,
} from "../../../src/worker/worker.ts";
import { CrashPoints } from "../../chaos/crash-points.ts";
import { codeDefinitions, ledgerHooks, ledgerTools } from "./kill-code-tools.ts";

// For the tests of tools in code alone: others count what a catalog holds.
if ("CODE_LEDGER" in env) declareCode(deployedCodeOf({ tools: ledgerTools, hooks: ledgerHooks, ...codeDefinitions }));

/** What never comes back: longer than any test. A timer, because the runtime ends what waits for nothing. */
const forever = () => scheduler.wait(3_600_000);

/**
 * Labels of the executions that have stopped and whose rows are on disk, by the name of the execution: one that is read again stops again.
 * Beside them `start` for each start that is held. Objects and Worker share this isolate.
 */
const stopped = new Map<string, string>();

/** Names of objects that were in memory since the last reset. */
const running = new Set<string>();

const points = new CrashPoints();

export { CatalogObject, ConversationObject, IndexObject, ScheduleObject, TenantObject };

export class ExecutionObject extends Execution<Environment> {
  readonly #stops: Stops;
  readonly #holdsStarts: boolean;

  constructor(context: DurableObjectState, environment: Environment) {
    const stops = new Stops(context, "STOP_CHILDREN" in environment, "GO_ON" in environment);
    const { index, ...options } = objectOptions(environment);
    const setAlarm = context.storage.setAlarm.bind(context.storage);
    context.storage.setAlarm = async (at, settings) => (stops.own.reached ? undefined : setAlarm(at, settings));
    ignoreWakes(context.storage, stops);
    super(context, environment, {
      ...options,
      tracer: stoppingTracer(stops),
      journal: (journal) => stoppingJournal(journal, stops.ofJournal()),
      index: (tenant) => ({
        put: (summary) => {
          stops.refuse(summary.execution);
          return index(tenant).put(summary);
        },
        putMany: async (summaries) => {
          const alive = summaries.filter(({ execution }) => !stops.hasStopped(execution));
          const faults = alive.length === 0 ? [] : await index(tenant).putMany(alive);
          return summaries.map((summary) => {
            const place = alive.indexOf(summary);
            return place < 0 ? "stopped" : (faults[place] ?? null);
          });
        },
        restore: (summary) => {
          stops.refuse(summary.execution);
          return index(tenant).restore(summary);
        },
        remove: (position) => index(tenant).remove(position),
        forgetWords: (position) => index(tenant).forgetWords(position),
        park: (owner, summary) => index(tenant).park(owner, summary),
        putConversation: (view) => index(tenant).putConversation(view),
        removeConversation: (removal) => index(tenant).removeConversation(removal),
        hadHostsFromTheFirst: () => index(tenant).hadHostsFromTheFirst(),
      }),
    });
    this.#stops = stops;
    this.#holdsStarts = "HOLD_STARTS" in environment;
    if (context.id.name !== undefined) running.add(context.id.name);
    points.constructed.set(stops.object, (points.constructed.get(stops.object) ?? 0) + 1);
  }

  override async start(request: StartRequest): Promise<StartResult> {
    await this.#hold();
    return super.start(request);
  }

  override async startHosted(start: Parameters<Execution["startHosted"]>[0]): ReturnType<Execution["startHosted"]> {
    await this.#hold();
    this.#stops.isOfHost = true;
    return super.startHosted(start);
  }

  resetNow(): void {
    const name = this.#stops.object;
    if (points.objects().includes(name)) points.crashes.push({ name, kind: "RESET", at: null });
    this.ctx.abort("reset by a test");
  }

  override async alarm(): Promise<void> {
    if (!this.#stops.own.reached) await super.alarm();
    if (this.#stops.own.reached) await forever();
  }

  async #hold(): Promise<void> {
    if (!this.#holdsStarts) return;
    stopped.set(`start ${stopped.size}`, "start");
    await forever();
  }
}

export default {
  async fetch(request, environment, context) {
    switch (new URL(request.url).pathname) {
      case "/stopped":
        return Response.json([...stopped.values()]);
      case "/reset":
        return Response.json(await reset(environment, [...running]));
      case "/crashes":
        return crashes(request, environment);
      default:
        return product.fetch(request, environment, context);
    }
  },
} satisfies ExportedHandler<Environment>;

/**
 * Arms crashes at rows, resets and evicts objects by name, as the body says; gives all that is known of this process. The runtime evicts an
 * object once that has ended what it is at, and the answer waits for it.
 */
async function crashes(request: Request, environment: Environment): Promise<Response> {
  if (request.method === "POST") {
    const {
      arm = [],
      evict = [],
      reset: names = [],
    } = await request.json<{
      readonly arm?: Parameters<CrashPoints["arm"]>[0];
      readonly evict?: readonly string[];
      readonly reset?: readonly string[];
    }>();
    if (arm.length > 0) points.arm(arm);
    if (names.length > 0) await reset(environment, names);
    for (const name of evict) await unsafe.evict(environment.EXECUTION.getByName(name), { webSockets: "hibernate" });
  }
  const { constructed, crashes, resumptions } = points;
  return Response.json({
    ...{ crashes, resumptions, unfinished: points.objects(), constructed: Object.fromEntries(constructed) },
  });
}

/** Resets objects and gives how many there were. */
async function reset({ EXECUTION }: Environment, names: readonly string[]): Promise<number> {
  for (const name of names) running.delete(name);
  const objects = names.map((name) => EXECUTION.getByName(name) as unknown as Pick<ExecutionObject, "resetNow">);
  // Whoever is reset gives no answer.
  const answers = await Promise.allSettled(objects.map(async (object) => object.resetNow()));
  return answers.filter(({ status }) => status === "rejected").length;
}

/** Where the executions of one object stop. */
class Stops {
  readonly #context: DurableObjectState;
  readonly #stopsChildren: boolean;
  readonly #all: Stop[] = [];
  /** That of an object which holds one execution. In a host it never comes. */
  readonly own: Stop;
  /** Name of the object. One that its alarm woke may learn it from its first row. */
  object: string;
  isOfHost: boolean;
  /** Nothing stops. */
  readonly isOff: boolean;

  constructor(context: DurableObjectState, stopsChildren: boolean, isOff: boolean) {
    this.#context = context;
    this.isOff = isOff;
    this.#stopsChildren = stopsChildren;
    this.object = context.id.name ?? "";
    this.isOfHost = isHost(context.storage);
    this.own = new Stop(context, stopsChildren, this);
    this.#all.push(this.own);
  }

  /** That of one journal. */
  ofJournal(): Stop {
    if (!this.isOfHost) return this.own;
    const stop = new Stop(this.#context, this.#stopsChildren, this);
    this.#all.push(stop);
    return stop;
  }

  byPublicId(publicId: unknown): Stop | undefined {
    return this.#all.findLast((stop) => stop.publicId !== null && stop.publicId === publicId);
  }

  /** The last one that learned this name. */
  named(execution: string): Stop | undefined {
    return this.#all.findLast(({ name }) => name === execution);
  }

  hasStopped(execution: string): boolean {
    return this.#all.some((stop) => stop.reached && stop.name === execution);
  }

  /** Throws if it has stopped. */
  refuse(execution: string): void {
    if (this.hasStopped(execution)) throw new Error("stopped");
  }
}

/** In a host, one that has stopped changes its time to wake no more, and does not learn it: a refusal would be one more thing to go on after. */
function ignoreWakes({ sql }: DurableObjectStorage, stops: Stops): void {
  const exec = sql.exec.bind(sql);
  sql.exec = ((statement: string, ...bound: SqlStorageValue[]) => {
    const isChange = statement.startsWith("UPDATE hosted SET at");
    return isChange && stops.hasStopped(String(bound.at(-1)))
      ? exec("SELECT 1 WHERE FALSE")
      : exec(statement, ...bound);
  }) as typeof sql.exec;
}

/**
 * Tells when an execution wakes. One that has stopped does not, and one that stops then never ends with it. What was driving it may go on,
 * from the state of before the row at which it stopped: the calls that this leads to are not made.
 */
function stoppingTracer(stops: Stops): Tracer {
  return {
    ...silentTracer,
    span(name, attributes, work) {
      const stop = stops.byPublicId(attributes().exec_id);
      if (stop === undefined) return silentTracer.span(name, attributes, work);
      if (name !== "execution.alarm")
        return stop.reached ? (forever() as ReturnType<typeof work>) : silentTracer.span(name, attributes, work);
      points.resumed(stop.name, Date.now());
      const ringing = async () => {
        if (!stop.reached) await silentTracer.span(name, attributes, work);
        if (stop.reached) await forever();
      };
      return ringing() as ReturnType<typeof work>;
    },
  };
}

/** Where one execution stops, and whether it has. */
class Stop {
  readonly #context: DurableObjectState;
  readonly #stopsChildren: boolean;
  readonly #stops: Stops;
  #label: string | null = null;
  #moment = "";
  #row = 0;
  reached = false;
  /** Of the execution. Its object is found under it unless it is a host. */
  name: string;
  publicId: string | null = null;

  constructor(context: DurableObjectState, stopsChildren: boolean, stops: Stops) {
    this.#context = context;
    this.#stops = stops;
    this.#stopsChildren = stopsChildren;
    this.name = stops.isOfHost ? "" : stops.object;
  }

  /** Its object. */
  get object(): string {
    return this.#stops.object;
  }

  /** Learns whose it is from its first row. One that its object let go of and reads anew has the same place, and has stopped if it had before. */
  is({ execution, publicId }: Pick<ExecutionStarted, "execution" | "publicId">): void {
    const before = this.#stops.named(execution);
    if (before !== undefined) {
      this.reached = this.#stops.hasStopped(execution);
      this.#label = before.#label;
      this.#moment = before.#moment;
      this.#row = before.#row;
    }
    this.name = execution;
    this.publicId = publicId ?? null;
    if (!this.#stops.isOfHost) this.#stops.object = execution;
  }

  /** Learns the place from the first row. */
  read({ event }: RecordedEvent): void {
    if (event.kind !== "ExecutionStarted") return;
    this.is(event);
    if (this.#stops.isOff) return;
    this.#label =
      event.labels.find(({ key }) => key === "stopAt")?.value ?? (this.#stopsChildren ? placeInInput(event) : null);
    const [moment = "", row = "0"] = this.#label?.replace("child ", "").split(":") ?? [];
    this.#moment = moment;
    this.#row = Number(row);
  }

  isAt(moment: "before" | "after", records: readonly RecordedEvent[]): boolean {
    return this.#moment === moment && records.some(({ sequence }) => sequence === this.#row);
  }

  /** Throws always: whatever the runner meant to do next is not done. */
  halt(): never {
    if (!this.reached) void this.#context.storage.sync().then(() => stopped.set(this.name, this.#label ?? ""));
    this.reached = true;
    throw new Error(`stopped at ${this.#label}`);
  }

  /** The same, and once the rows are on disk the object is thrown out of memory. */
  crash(at: string): never {
    this.reached = true;
    void this.#context.storage.sync().then(() => {
      points.crashes.push({ name: this.object, kind: "ROW", at });
      this.#context.abort(`crashed ${at}`);
    });
    throw new Error(`crashed ${at}`);
  }
}

function placeInInput({ input, surface }: ExecutionStarted): string | null {
  const given = input?.inline;
  if (surface !== "child" || typeof given !== "object" || given === null || !("text" in given)) return null;
  return String(given.text).startsWith("child ") ? String(given.text) : null;
}

function stoppingJournal(journal: Journal, stop: Stop): Journal {
  return {
    append(records) {
      for (const record of records) stop.read(record);
      if (stop.reached || stop.isAt("before", records)) stop.halt();
      const crash = points.next();
      const what = records[0]?.event.kind ?? "";
      if (crash === "before") stop.crash(`before ${what}`);
      journal.append(records);
      points.learn(stop, records);
      if (crash === "after") stop.crash(`after ${what}`);
      if (stop.isAt("after", records)) stop.halt();
    },
    read(after, maxBytes) {
      const page = journal.read(after, maxBytes);
      const first = page.records[0]?.event;
      if (first?.kind === "ExecutionStarted") stop.is(first);
      points.learn(stop, page.records);
      return page;
    },
    value: (position) => journal.value(position),
  };
}
