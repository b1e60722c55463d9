/** Families that do what no case may do, so that the oracle is seen to find it. */
import type { Family } from "./family.ts";

const kept: string[][] = [];

/** Fails at the input 7 alone. */
function planted(name: string, fail: () => unknown): Family<{ number: number; other: readonly string[] }> {
  return {
    ...{ name, weight: 1, deep: ["FINE"] },
    generate: (random) => ({ number: random.between(0, 9), other: ["some", "more"] }),
    run: async ({ number }) => ({ depth: "FINE", shown: number === 7 ? ((await fail()) ?? "") : "" }),
  };
}

export const families: readonly Family[] = [
  planted("crash", () => Reflect.get(null as unknown as object, "length")),
  planted("hang", () => {
    for (;;) Math.sqrt(2);
  }),
  planted("slow", () => {
    const { user } = process.threadCpuUsage();
    while (process.threadCpuUsage().user - user < 300_000) Math.sqrt(2);
  }),
  planted("prototype", () => {
    Reflect.set(Object.prototype, "polluted", true);
  }),
  planted("overwritten", () => {
    Reflect.set(Array.prototype, "map", () => []);
  }),
  planted("unmasked", () => ({ message: "Cannot read properties of undefined (reading 'steps')" })),
  planted("endless", () => "x".repeat(600_000)),
  planted("unheard", () => {
    void Promise.reject(new Error("nobody listens"));
    return new Promise((resolve) => setImmediate(resolve));
  }),
  {
    ...planted("growth", () => ""),
    run: () => {
      kept.push(Array.from({ length: 20_000 }, (_, at) => `${at}`));
      return { depth: "FINE", shown: "" };
    },
  },
  planted("fine", () => ""),
] as readonly Family[];
