import { describe, expect, it } from "vitest";
import {
  type AnnouncedIndex,
  Announcements,
  hostPaceMs,
  maxSummariesOfCall,
} from "../../../src/durable/deliveries/announcements.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";

/** An index whose calls are answered when the test says so. */
class HeldIndex implements AnnouncedIndex {
  /** The executions of each call. */
  readonly calls: string[][] = [];
  readonly #answers: PromiseWithResolvers<readonly (string | null)[]>[] = [];

  async put(summary: ExecutionSummary): Promise<unknown> {
    const [fault = null] = await this.#called([summary]);
    if (fault !== null) throw new Error(fault);
    return undefined;
  }

  putMany(summaries: readonly ExecutionSummary[]): Promise<readonly (string | null)[]> {
    return this.#called(summaries);
  }

  async answer(place: number, faults: readonly (string | null)[] = []): Promise<void> {
    this.#answers[place]?.resolve(faults);
    await settled();
  }

  async fail(place: number): Promise<void> {
    this.#answers[place]?.reject(new Error("the index is away"));
    await settled();
  }

  #called(summaries: readonly ExecutionSummary[]): Promise<readonly (string | null)[]> {
    this.calls.push(summaries.map(({ execution }) => execution));
    const answer = Promise.withResolvers<readonly (string | null)[]>();
    this.#answers.push(answer);
    return answer.promise;
  }
}

const unpaced = { clock: new ManualClock(0), everyMs: 0 };

/** Announcements of the executions of one object, and how each ended so far. */
function announced(index: AnnouncedIndex) {
  const announcements = new Announcements(() => index, unpaced);
  const ends = new Map<string, string>();
  const put = (name: string, summary = () => summaryNamed(name, 1)) => {
    announcements.put("acme", summary).then(
      () => ends.set(name, "acknowledged"),
      (error: unknown) => ends.set(name, String(error)),
    );
  };
  return { put, ends };
}

describe("the announcements of the executions of one object", () => {
  it("[N260] are one call for what falls due in one turn, and one for everything that falls due while it is on its way", async () => {
    const index = new HeldIndex();
    const { ends, put } = announced(index);
    for (const name of ["a", "b"]) put(name);
    await settled();
    expect(index.calls).toEqual([["a", "b"]]);
    for (const name of ["c", "d"]) put(name);
    await settled();
    put("e");
    await settled();
    expect(index.calls).toHaveLength(1);
    expect(ends.size).toBe(0);
    await index.answer(0);
    expect([...ends.keys()]).toEqual(["a", "b"]);
    expect(index.calls).toEqual([
      ["a", "b"],
      ["c", "d", "e"],
    ]);
    await index.answer(1);
    expect([...ends.values()]).toEqual(Array.from({ length: 5 }, () => "acknowledged"));
    put("f");
    await settled();
    expect(index.calls.at(-1)).toEqual(["f"]);
  });

  it("[N260] fail one by one: a summary that cannot be made or stored loses none of its call", async () => {
    const index = new HeldIndex();
    const { ends, put } = announced(index);
    put("a");
    put("broken", () => {
      throw new Error("a fold that fails");
    });
    put("refused");
    put("b");
    await settled();
    expect(index.calls).toEqual([["a", "refused", "b"]]);
    await index.answer(0, [null, "too large", null]);
    expect(Object.fromEntries(ends)).toEqual({
      ...{ a: "acknowledged", b: "acknowledged" },
      ...{ broken: "Error: a fold that fails", refused: "Error: too large" },
    });
  });

  it("[N260] fail together when the index does not answer, and hold nothing up that follows", async () => {
    const index = new HeldIndex();
    const { ends, put } = announced(index);
    for (const name of ["a", "b"]) put(name);
    await settled();
    put("c");
    await index.fail(0);
    expect([...ends.values()]).toEqual(["Error: the index is away", "Error: the index is away"]);
    expect(index.calls).toEqual([["a", "b"], ["c"]]);
    await index.answer(1);
    expect(ends.get("c")).toBe("acknowledged");
  });

  it("[N260] are made when their call leaves, at most so many in one", async () => {
    const index = new HeldIndex();
    const { put } = announced(index);
    put("first");
    await settled();
    let made = 0;
    for (let number = 0; number < maxSummariesOfCall + 5; number++) {
      put(`n${number}`, () => {
        made += 1;
        return summaryNamed(`n${number}`, 1);
      });
    }
    await settled();
    expect(made).toBe(0);
    await index.answer(0);
    expect(made).toBe(maxSummariesOfCall);
    await index.answer(1);
    expect(index.calls.map((names) => names.length)).toEqual([1, maxSummariesOfCall, 5]);
  });

  it("[N260] of two tenants do not wait for each other", async () => {
    const [one, other] = [new HeldIndex(), new HeldIndex()];
    const announcements = new Announcements((tenant) => (tenant === "one" ? one : other), unpaced);
    void announcements.put("one", () => summaryNamed("a", 1));
    void announcements.put("other", () => summaryNamed("b", 1));
    await settled();
    expect([one.calls, other.calls]).toEqual([[["a"]], [["b"]]]);
  });

  it("[N260] survive a port that throws instead of rejecting", async () => {
    let isBroken = true;
    const index = new HeldIndex();
    const announcements = new Announcements(() => {
      if (isBroken) throw new Error("there is no index");
      return index;
    }, unpaced);
    await expect(announcements.put("acme", () => summaryNamed("a", 1))).rejects.toThrow("there is no index");
    isBroken = false;
    void announcements.put("acme", () => summaryNamed("a", 1));
    await settled();
    expect(index.calls).toEqual([["a"]]);
  });

  it("[N259] of a host are a call at once, and what falls due soon after it goes together when its pace is over", async () => {
    const index = new HeldIndex();
    const clock = new ManualClock(0);
    const announcements = new Announcements(() => index, { clock, everyMs: hostPaceMs });
    const put = (name: string, mayWait = true) => void announcements.put("acme", () => summaryNamed(name, 1), mayWait);
    put("first");
    await settled();
    expect(index.calls).toEqual([["first"]]);
    await index.answer(0);
    put("a");
    await settled();
    await clock.advance(hostPaceMs - 1);
    put("b");
    await settled();
    expect(index.calls).toHaveLength(1);
    await clock.advance(1);
    await settled();
    expect(index.calls).toEqual([["first"], ["a", "b"]]);
    await index.answer(1);
    // A question does not wait, and neither does what has waited before it.
    put("c");
    await settled();
    put("question", false);
    await settled();
    expect(index.calls.at(-1)).toEqual(["c", "question"]);
    await index.answer(2);
    // As many as one call takes do not wait.
    for (let number = 0; number < maxSummariesOfCall; number++) put(`n${number}`);
    await settled();
    expect(index.calls.at(-1)).toHaveLength(maxSummariesOfCall);
  });
});
