import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import type { PagedEvent } from "../../../src/execution/views/execution-view.ts";
import { positionOf, sequenceAt, storedAt } from "../../../src/execution/views/log-position.ts";
import { succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { settled } from "../../support/engine/manual-clock.ts";
import { type ModelCallSeen, said } from "../../support/models/model-answers.ts";
import { withResponder } from "../../support/models/model-work.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const pieces = Array.from({ length: 25 }, (_, n) => `word${n} `);

let world: EngineWorld;
let answer: PromiseWithResolvers<ReturnType<typeof said>>;
let call: ModelCallSeen;

/** A responder whose text is in flight: one step has ended, and the model has said `count` pieces. */
beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  world = new EngineWorld(() => succeeded({}));
  answer = Promise.withResolvers();
  world.answerModel = (seen) => {
    call = seen;
    return answer.promise;
  };
  world.begin(planOf([step("a")]), { started: withResponder() });
  void world.runner.drive().catch(() => undefined);
  await settled();
});

async function say(count = pieces.length): Promise<void> {
  for (const piece of pieces.slice(0, count)) {
    call.text(piece);
    await world.clock.advance(300);
  }
}

const plain = ({ event, hidden, occurredAt, sequence, transitions }: RecordedEvent) => ({
  ...{ event, hidden, occurredAt, sequence, transitions },
});
const texts = (events: readonly PagedEvent[]) => events.filter(({ event }) => event.kind === "TextProduced");

describe("text of a model in flight", () => {
  it("[N234] is shown piece by piece and writes no row: it is stored in the row of the end of its call, just as it was shown", async () => {
    const rows = world.journal.rows.length;
    await say();
    expect([world.told.length, world.journal.rows.length]).toEqual([25, rows]);
    answer.resolve(said(pieces.join("")));
    await settled();
    expect(world.journal.rows).toHaveLength(rows + 1);
    expect(texts(world.journal.records)).toEqual(world.told.map(plain));
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED" });
  });

  it("[N234] has the sequences that follow the last stored event, and says in its position how much of it is not stored", async () => {
    const stored = world.state.sequence;
    await say(3);
    expect(world.told.map(({ sequence }) => sequence)).toEqual([stored + 1, stored + 2, stored + 3]);
    expect(world.told.map((told) => sequenceAt(positionOf(told)))).toEqual([stored + 1, stored + 2, stored + 3]);
    expect(world.told.map((told) => storedAt(positionOf(told)))).toEqual([stored, stored, stored]);
    expect(world.state.sequence).toBe(stored);
  });

  it("[N234] is shown once: what is published with the end of its call begins behind it", async () => {
    await say(3);
    const published = world.published.length;
    answer.resolve(said(pieces.slice(0, 3).join("")));
    await settled();
    const kinds = world.published.slice(published).map(({ event }) => event.kind);
    expect(kinds).toEqual(["ModelCalled", "ExecutionFinished"]);
    const all = [...world.published.slice(0, published), ...world.told, ...world.published.slice(published)];
    expect(all.map(({ sequence }) => sequence)).toEqual(world.journal.records.map(({ sequence }) => sequence));
  });

  it("[N239] is stored before anything that is stored while it comes, in the same row, and goes on behind that", async () => {
    await say(2);
    const rows = world.journal.rows.length;
    world.answerModel = () => new Promise(() => undefined);
    expect(world.runner.cancel("someone", undefined)).toBe(true);
    expect(world.journal.rows).toHaveLength(rows + 1);
    expect(world.journal.kinds.slice(-3)).toEqual(["TextProduced", "TextProduced", "CancelRequested"]);
    expect(texts(world.journal.records)).toEqual(world.told.map(plain));
    await settled();
    expect(world.journal.records.map(({ sequence }) => sequence)).toEqual(world.journal.records.map((_, n) => n + 1));
  });

  it("[N239, E4] stays shown and is stored with what comes next when a row cannot be stored", async () => {
    await say(2);
    let isFull = true;
    world.journal.beforeAppend = () => {
      if (isFull) throw new Error("the disk is full");
    };
    answer.resolve(said(pieces.slice(0, 2).join("")));
    await settled();
    expect(texts(world.journal.records)).toEqual([]);
    isFull = false;
    world.answerModel = () => said("All of it");
    await world.drive();
    expect(texts(world.journal.records).slice(0, 2)).toEqual(world.told.slice(0, 2).map(plain));
    const lost = world.journal.records.filter(({ event }) => event.kind === "ModelCalled")[0]?.event;
    expect(lost).toMatchObject({ outcome: "UNKNOWN", byCrash: true });
    expect(world.state.finished).toMatchObject({ status: "SUCCEEDED" });
  });

  it("[N237, E7] is lost with its object: its sequences are given anew, to events that say so", async () => {
    await say(3);
    const stored = world.journal.sequence;
    world.crash();
    world.answerModel = () => said("All of it");
    await world.drive();
    const next = world.journal.records.filter(({ sequence }) => sequence > stored).map(({ event }) => event);
    expect(next.map(({ kind }) => kind)).toEqual([
      ...["ExecutionResumed", "ModelCalled", "ModelCallStarted", "ModelCalled", "ExecutionFinished"],
    ]);
    expect(next[1]).toMatchObject({ outcome: "UNKNOWN", byCrash: true, call: 1 });
  });
});
