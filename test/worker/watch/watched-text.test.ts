import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import { volume } from "../../support/engine/volume.ts";
import { WatchedText } from "../../support/worker/watched-text.ts";

async function writing(): Promise<WatchedText> {
  const watched = new WatchedText();
  await watched.begin();
  return watched;
}

/** What a model was asked is left out of pages: it is read by itself, with the scope for it. */
const plain = ({ event, sequence }: RecordedEvent) => {
  if (event.kind !== "ModelCallStarted" || event.request === undefined) return { event, sequence };
  return { event: { ...event, request: { ...event.request, inline: undefined } }, sequence };
};

/** Lets the execution end, and all readers read to its end. */
async function toTheEnd(watched: WatchedText): Promise<void> {
  for (let n = 0; n < 10 && !watched.isOver; n++) {
    await watched.goOn();
    await watched.finishCall();
    await watched.answer();
    await watched.pass(5_000);
  }
  for (let n = 0; n < 10; n++) await watched.pass(1_000);
}

describe("whoever follows a text in flight", () => {
  it("[N235] is told all of it so far, however late, and then each piece as it comes", async () => {
    const watched = await writing();
    const early = watched.join();
    for (const word of ["Here ", "are ", "the "]) await watched.say(word);
    const late = watched.join();
    await watched.pass(0);
    expect([early.text, late.text]).toEqual(["Here are the ", "Here are the "]);
    await watched.say("news.");
    expect([early.text, late.text]).toEqual(["Here are the news.", "Here are the news."]);
    await toTheEnd(watched);
    for (const { faults, hasEnded, log } of [early, late]) {
      expect({ faults, hasEnded }).toEqual({ faults: [], hasEnded: true });
      expect(log.map(plain)).toEqual(watched.world.journal.records.map(plain));
    }
  });

  it("[N236] goes on from any event of it, during the call, after its end, and after the end of the execution", async () => {
    const watched = await writing();
    for (const word of ["One ", "two ", "three ", "four "]) await watched.say(word);
    const readers = [0, 1, 2, 3, 4].map(() => watched.join());
    await watched.pass(0);
    for (const [forgotten, reader] of readers.entries()) await reader.comeBack(forgotten);
    await watched.say("five ");
    expect(readers.map(({ text }) => text)).toEqual(readers.map(() => "One two three four five "));
    await watched.dropSockets();
    await watched.answer();
    expect(watched.isOver).toBe(true);
    for (const [forgotten, reader] of readers.entries()) await reader.comeBack(forgotten);
    await watched.pass(1_000);
    for (const { faults, log, retold } of readers) {
      expect({ faults, retold }).toEqual({ faults: [], retold: 0 });
      expect(log.map(plain)).toEqual(watched.world.journal.records.map(plain));
    }
  });

  it("[N237] is told after a crash that the call and its text begin anew, wherever in the text it was", async () => {
    const watched = await writing();
    for (const word of ["All ", "of ", "this ", "is ", "lost "]) await watched.say(word);
    const readers = [0, 2, 4].map(() => watched.join());
    await watched.pass(0);
    await watched.crash();
    for (const [index, reader] of readers.entries()) await reader.comeBack(index * 2);
    await watched.pass(1_000);
    await watched.goOn();
    await watched.say("Anew");
    expect(readers.map(({ text }) => text)).toEqual(["Anew", "Anew", "Anew"]);
    for (const { faults, log, retold } of readers) {
      expect([faults, retold <= 1]).toEqual([[], true]);
      const kinds = log.map(({ event }) => event.kind);
      expect(kinds.slice(-4)).toEqual(["ExecutionResumed", "ModelCalled", "ModelCallStarted", "TextProduced"]);
    }
  });

  it("[N235, N236, N237] loses nothing and is told nothing twice, whatever drops, leaves, comes back, fails or crashes", async () => {
    const readerAt = fc.nat({ max: 19 });
    const happening = fc.oneof(
      { weight: 6, arbitrary: fc.constant({ kind: "SAY" } as const) },
      { weight: 3, arbitrary: fc.constant({ kind: "JOIN" } as const) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("COME_BACK" as const), readerAt, forgotten: fc.nat(6) }) },
      { weight: 2, arbitrary: fc.constant({ kind: "DROP" } as const) },
      { weight: 1, arbitrary: fc.constant({ kind: "CRASH" } as const) },
      { weight: 2, arbitrary: fc.constant({ kind: "GO_ON" } as const) },
      { weight: 1, arbitrary: fc.constant({ kind: "BREAK_OFF" } as const) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("PASS" as const), ms: fc.nat(2_000) }) },
    );
    let retold = 0;
    const run = fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (happenings) => {
      const watched = await writing();
      for (let n = 0; n < 3; n++) watched.join();
      for (const [n, what] of happenings.entries()) {
        if (what.kind === "SAY") await watched.say(`word${n} `);
        if (what.kind === "JOIN" && watched.readers.length < 20) watched.join();
        if (what.kind === "COME_BACK") await watched.readers[what.readerAt]?.comeBack(what.forgotten);
        if (what.kind === "DROP") await watched.dropSockets();
        if (what.kind === "CRASH" && watched.world.crashes < 4) await watched.crash();
        if (what.kind === "GO_ON") await watched.goOn();
        if (what.kind === "BREAK_OFF") await watched.breakOff();
        if (what.kind === "PASS") await watched.pass(what.ms);
      }
      await toTheEnd(watched);
      expect(watched.isOver).toBe(true);
      const records = watched.world.journal.records.map(plain);
      for (const reader of watched.readers) {
        expect(reader.faults).toEqual([]);
        expect(reader.hasEnded).toBe(true);
        expect(reader.log.map(plain)).toEqual(records);
        retold += reader.retold;
      }
    });
    await fc.assert(run, { numRuns: volume({ sample: 30, whole: 150 }) });
    expect(retold).toBeGreaterThan(0);
  });

  it("[N363] nor of the progress of a call, whatever drops, leaves, comes back or crashes", async () => {
    const happening = fc.oneof(
      { weight: 6, arbitrary: fc.constant({ kind: "TELL" } as const) },
      { weight: 2, arbitrary: fc.constant({ kind: "SAY" } as const) },
      { weight: 3, arbitrary: fc.constant({ kind: "JOIN" } as const) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant("COME_BACK" as const),
          readerAt: fc.nat({ max: 19 }),
          forgotten: fc.nat(6),
        }),
      },
      { weight: 2, arbitrary: fc.constant({ kind: "DROP" } as const) },
      { weight: 1, arbitrary: fc.constant({ kind: "CRASH" } as const) },
      { weight: 2, arbitrary: fc.constant({ kind: "GO_ON" } as const) },
      { weight: 1, arbitrary: fc.constant({ kind: "FINISH" } as const) },
    );
    let [retold, told] = [0, 0];
    const run = fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (happenings) => {
      const watched = new WatchedText({ holdsCalls: true });
      await watched.begin();
      for (let n = 0; n < 3; n++) watched.join();
      for (const [n, what] of happenings.entries()) {
        if (what.kind === "TELL") await watched.tell();
        if (what.kind === "SAY") await watched.say(`word${n} `);
        if (what.kind === "JOIN" && watched.readers.length < 20) watched.join();
        if (what.kind === "COME_BACK") await watched.readers[what.readerAt]?.comeBack(what.forgotten);
        if (what.kind === "DROP") await watched.dropSockets();
        if (what.kind === "CRASH" && watched.world.crashes < 4) await watched.crash();
        if (what.kind === "GO_ON") await watched.goOn();
        if (what.kind === "FINISH") await watched.finishCall();
      }
      await toTheEnd(watched);
      expect(watched.isOver).toBe(true);
      const records = watched.world.journal.records.map(plain);
      told += records.filter(({ event }) => event.kind === "StepProgressed").length;
      for (const reader of watched.readers) {
        expect(reader.faults).toEqual([]);
        expect(reader.hasEnded).toBe(true);
        expect(reader.log.map(plain)).toEqual(records);
        retold += reader.retold;
      }
    });
    await fc.assert(run, { numRuns: volume({ sample: 30, whole: 150 }) });
    expect(Math.min(retold, told)).toBeGreaterThan(0);
  });

  it("[N366] nor of what a remote task says, although nothing tells that an object which only waited is gone", async () => {
    const happening = fc.oneof(
      { weight: 6, arbitrary: fc.constant({ kind: "TELL" } as const) },
      { weight: 3, arbitrary: fc.constant({ kind: "JOIN" } as const) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant("COME_BACK" as const),
          readerAt: fc.nat({ max: 19 }),
          forgotten: fc.nat(6),
        }),
      },
      { weight: 2, arbitrary: fc.constant({ kind: "DROP" } as const) },
      { weight: 3, arbitrary: fc.constant({ kind: "EVICT" } as const) },
    );
    let [retold, told] = [0, 0];
    const run = fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 24 }), async (happenings) => {
      const watched = new WatchedText({ holdsTasks: true });
      await watched.begin();
      for (let n = 0; n < 3; n++) watched.join();
      for (const what of happenings) {
        if (what.kind === "TELL") await watched.tellOfTask();
        if (what.kind === "JOIN" && watched.readers.length < 20) watched.join();
        if (what.kind === "COME_BACK") await watched.readers[what.readerAt]?.comeBack(what.forgotten);
        if (what.kind === "DROP") await watched.dropSockets();
        if (what.kind === "EVICT") await watched.crash();
      }
      await watched.finishTask();
      await toTheEnd(watched);
      expect(watched.isOver).toBe(true);
      const records = watched.world.journal.records.map(plain);
      expect(records.map(({ event }) => event.kind)).not.toContain("ExecutionResumed");
      told += records.filter(({ event }) => event.kind === "StepProgressed").length;
      for (const reader of watched.readers) {
        expect(reader.faults).toEqual([]);
        expect(reader.hasEnded).toBe(true);
        expect(reader.log.map(plain)).toEqual(records);
        retold += reader.retold;
      }
    });
    await fc.assert(run, { numRuns: volume({ sample: 30, whole: 150 }) });
    expect(Math.min(retold, told)).toBeGreaterThan(0);
  });
});
