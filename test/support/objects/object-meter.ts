/**
 * Counts what the platform bills of objects, at the objects themselves: calls and alarms that reach them, alarms that they set, rows that
 * they write and read, and how long they are at it. For tests of exact counts, and for the bench.
 */

/** Sums over all objects that one meter watches. */
export interface ObjectCounts {
  /** Calls from outside, alarms not included. */
  readonly calls: number;
  readonly alarmRuns: number;
  /** Each is billed as a row written. */
  readonly alarmsSet: number;
  /** Alarms not included; a `deleteAll` counts as one row for each row that it deletes. */
  readonly rowsWritten: number;
  readonly rowsRead: number;
  /** Milliseconds in which a call or an alarm was being answered, for each object by itself. */
  readonly activeMs: number;
}

type Method = (this: object, ...args: unknown[]) => unknown;

/** Methods that the platform calls on its own account. `writes` is there for those who count. */
const notCounted = new Set(["constructor", "webSocketClose", "webSocketError", "writes"]);

export class ObjectMeter {
  readonly #cursors: { readonly rowsRead: number; readonly rowsWritten: number }[] = [];
  readonly #open = new Map<object, { count: number; since: number }>();
  #counts = { calls: 0, alarmRuns: 0, alarmsSet: 0, rowsDeletedAtOnce: 0, activeMs: 0 };
  /** Greater than 0 while an object runs code that was called from outside: what it calls of itself then is no call. */
  #depth = 0;
  readonly #called: (object: object, method: string) => void;

  /** `called` hears of each call and alarm. */
  constructor(called: (object: object, method: string) => void = () => undefined) {
    this.#called = called;
  }

  read(): ObjectCounts {
    const { rowsDeletedAtOnce, ...counts } = this.#counts;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      ...counts,
      rowsWritten: rowsDeletedAtOnce + sum(this.#cursors.map(({ rowsWritten }) => rowsWritten)),
      rowsRead: sum(this.#cursors.map(({ rowsRead }) => rowsRead)),
    };
  }

  /** Begins again at 0. */
  reset(): void {
    this.#cursors.length = 0;
    this.#counts = { calls: 0, alarmRuns: 0, alarmsSet: 0, rowsDeletedAtOnce: 0, activeMs: 0 };
  }

  /** Counts what an object does with its storage from now on. Gives what ends that. */
  watchStorage(storage: DurableObjectStorage): () => void {
    const { sql } = storage;
    const exec = sql.exec.bind(sql);
    const setAlarm = storage.setAlarm.bind(storage);
    const deleteAll = storage.deleteAll.bind(storage);
    define(sql, "exec", (...args: Parameters<typeof exec>) => {
      const cursor = exec(...args);
      this.#cursors.push(cursor);
      return cursor;
    });
    define(storage, "setAlarm", (...args: Parameters<typeof setAlarm>) => {
      this.#counts.alarmsSet += 1;
      return setAlarm(...args);
    });
    define(storage, "deleteAll", (...args: Parameters<typeof deleteAll>) => {
      this.#counts.rowsDeletedAtOnce += storedRows(exec);
      return deleteAll(...args);
    });
    return () => {
      Reflect.deleteProperty(sql, "exec");
      for (const name of ["setAlarm", "deleteAll"]) Reflect.deleteProperty(storage, name);
    };
  }

  /** Counts calls of what `prototype` has and inherits, up to the platform's own class. Gives what ends that. */
  watchCalls(prototype: object): () => void {
    const before = Object.getOwnPropertyDescriptors(prototype);
    const methods = methodsOf(prototype);
    for (const [name, method] of methods) define(prototype, name, this.#counted(name, method));
    return () => {
      for (const name of methods.keys()) {
        const own = before[name];
        if (own === undefined) Reflect.deleteProperty(prototype, name);
        else Object.defineProperty(prototype, name, own);
      }
    };
  }

  #counted(name: string, method: Method): Method {
    const meter = this;
    return function counted(...args) {
      if (meter.#depth > 0) return method.apply(this, args);
      if (name === "alarm") meter.#counts.alarmRuns += 1;
      else meter.#counts.calls += 1;
      meter.#called(this, name);
      meter.#begin(this);
      meter.#depth += 1;
      let result: unknown;
      try {
        result = method.apply(this, args);
      } finally {
        meter.#depth -= 1;
        if (!(result instanceof Promise)) meter.#end(this);
      }
      return result instanceof Promise ? result.finally(() => meter.#end(this)) : result;
    };
  }

  #begin(object: object): void {
    const open = this.#open.get(object) ?? { count: 0, since: Date.now() };
    open.count += 1;
    this.#open.set(object, open);
  }

  #end(object: object): void {
    const open = this.#open.get(object);
    if (open === undefined) return;
    open.count -= 1;
    if (open.count > 0) return;
    this.#open.delete(object);
    this.#counts.activeMs += Date.now() - open.since;
  }
}

/** Methods by name; those of a subclass stand for those it overrides. */
function methodsOf(prototype: object): ReadonlyMap<string, Method> {
  const methods = new Map<string, Method>();
  for (let at = prototype; isOurs(at); at = Object.getPrototypeOf(at)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof value === "function" && !notCounted.has(name) && !methods.has(name)) methods.set(name, value);
    }
  }
  return methods;
}

function isOurs(prototype: object): boolean {
  return prototype !== Object.prototype && prototype.constructor.name !== "DurableObject";
}

/** Rows of all tables but those of the runtime. */
function storedRows(exec: SqlStorage["exec"]): number {
  const tables = exec<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).toArray();
  const rows = tables.map(({ name }) => exec<{ rows: number }>(`SELECT count(*) AS rows FROM "${name}"`).one().rows);
  return rows.reduce((sum, count) => sum + count, 0);
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
}
