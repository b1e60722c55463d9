import { beforeEach, describe, expect, it, vi } from "vitest";
import { callObject } from "../../../src/worker/platform/object-call.ts";

/** An object whose calls fail as scripted. Every stub is told apart, and a broken one stays broken. */
class FakeNamespace {
  stubs = 0;
  readonly failures: object[] = [];

  getByName(name: string) {
    this.stubs += 1;
    let broken: object | null = null;
    return {
      ask: async () => {
        broken ??= this.failures.shift() ?? null;
        if (broken !== null) throw broken;
        return `${name} answered`;
      },
    };
  }
}

let namespace: FakeNamespace;
const ask = () => callObject(namespace, "object", (stub) => stub.ask());

beforeEach(() => {
  namespace = new FakeNamespace();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  return () => vi.useRealTimers();
});

describe("a call of an object", () => {
  it("is repeated with a fresh stub if the platform says that it may be", async () => {
    namespace.failures.push({ retryable: true }, { retryable: true, overloaded: false });
    const answer = ask();
    await vi.runAllTimersAsync();
    expect(await answer).toBe("object answered");
    expect(namespace.stubs).toBe(3);
  });

  it("is given up after three failures", async () => {
    namespace.failures.push({ retryable: true }, { retryable: true }, { retryable: true });
    const answer = expect(ask()).rejects.toMatchObject({ extensions: { code: "UNAVAILABLE" } });
    await vi.runAllTimersAsync();
    await answer;
    expect(namespace.stubs).toBe(3);
  });

  it("is never repeated at an object that is overloaded", async () => {
    namespace.failures.push({ retryable: true, overloaded: true });
    await expect(ask()).rejects.toMatchObject({ extensions: { code: "UNAVAILABLE" } });
    expect(namespace.stubs).toBe(1);
  });

  it("[N740] says that the storage is full, to the caller and to the operator, and is not repeated", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    namespace.failures.push(new Error("database or disk is full: SQLITE_FULL"));
    await expect(ask()).rejects.toMatchObject({
      message: "Cannot store the data: the storage of the deployment is full. Its operator has to make room",
      extensions: { code: "UNAVAILABLE" },
    });
    expect(namespace.stubs).toBe(1);
    expect(JSON.parse(logged.mock.lastCall?.[0])).toMatchObject({ log: "storage_full" });
    logged.mockRestore();
  });

  it("[N740] says that the platform failed where it says no more, as it does of some full disks", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    namespace.failures.push(new Error("internal error; reference = mok5a21r3ut8snht5funffl6"));
    await expect(ask()).rejects.toMatchObject({ extensions: { code: "UNAVAILABLE" } });
    expect(logged.mock.lastCall?.[0]).toContain("reference = mok5a21r3ut8snht5funffl6");
    logged.mockRestore();
  });

  it("is not repeated if the object itself failed, whose error passes through", async () => {
    const fault = new Error("a fault of the object");
    namespace.failures.push(fault);
    await expect(ask()).rejects.toBe(fault);
    expect(namespace.stubs).toBe(1);
  });
});
