/** Which parked executions are woken, some of which cannot be. */
import { expect, it, vi } from "vitest";
import { ParkedExecutions } from "../../../src/durable/index/parked-executions.ts";
import { memorySql } from "../../support/engine/memory-sql.ts";

it("[N105] a parked execution goes on although many others that are listed before it cannot be woken", async () => {
  const logged = vi.spyOn(console, "warn").mockReturnValue();
  const storage = { sql: memorySql(), setAlarm: async () => {}, deleteAlarm: async () => {} };
  const woken: string[] = [];
  const parked = (knownRows: string) =>
    new ParkedExecutions(storage as unknown as DurableObjectStorage, {
      knownRows,
      now: () => 1,
      execution: (_, name) => ({
        unpark: async () => {
          if (name.startsWith("lost")) throw new Error("the object is broken");
          woken.push(name);
        },
      }),
    });
  const before = parked("old");
  for (let count = 0; count < 120; count += 1) before.note("t", `lost-${String(count).padStart(3, "0")}`);
  before.note("t", "whole");
  const after = parked("new");
  for (let looks = 0; looks < 3; looks += 1) await after.look();
  expect(woken).toEqual(["whole"]);
  // Those that could not be woken are tried again, each in its turn.
  expect(logged).toHaveBeenCalledTimes(120);
  for (let looks = 0; looks < 3; looks += 1) await after.look();
  expect(logged).toHaveBeenCalledTimes(240);
  logged.mockRestore();
});
