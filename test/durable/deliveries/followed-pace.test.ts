/** How often the index of a tenant hears of the progress of an execution, followed and not. */
import { expect, it } from "vitest";
import { FollowedPace, followedMs } from "../../../src/durable/deliveries/followed-pace.ts";
import { isNewer, Outbox } from "../../../src/durable/deliveries/outbox.ts";
import { ManualClock, settled } from "../../support/engine/manual-clock.ts";

/** An execution that begins now, and an index that answers `answer`. */
function announced(answer: () => unknown) {
  const clock = new ManualClock();
  const startedAt = clock.now();
  const sent: (readonly [seconds: number, revision: number])[] = [];
  const pace = new FollowedPace();
  const outbox = new Outbox<{ readonly revision: number }>({
    clock,
    isPending: isNewer,
    waitMs: (sinceMs) => pace.waitMs(sinceMs),
    send: async ({ revision }) => {
      sent.push([(clock.now() - startedAt) / 1_000, revision]);
      pace.heard(answer());
    },
    onChange: () => undefined,
  });
  const note = (revision: number, isUrgent = false) => outbox.note({ revision }, isUrgent);
  return { clock, note, outbox, sent };
}

it("[N678] progress that nobody follows is reported after a second and then every ten, always the latest, and an end at once", async () => {
  const { clock, note, sent } = announced(() => false);
  for (let tenth = 0; tenth < 250; tenth++) {
    note(tenth + 1);
    await clock.advance(100);
  }
  note(999, true);
  await settled();
  expect(sent.map(([seconds]) => Math.round(seconds))).toEqual([1, 11, 21, 25]);
  expect(sent.at(-1)).toEqual([25, 999]);
});

it.each([true, undefined])("[N678] progress is reported each second to an index that answers %s", async (answer) => {
  const { clock, note, sent } = announced(() => answer);
  for (let tenth = 0; tenth < 50; tenth++) {
    note(tenth + 1);
    await clock.advance(100);
  }
  expect(sent.map(([seconds]) => Math.round(seconds))).toEqual([1, 2, 3, 4, 5]);
});

it("[N678] a prompt with two model calls of five seconds is two calls of an index that nobody follows", async () => {
  const { clock, note, sent } = announced(() => false);
  note(2);
  await clock.advance(5_000);
  // The plan, five calls, and the call that answers.
  for (const revision of [5, 7, 9, 11, 13, 15, 16]) note(revision);
  await clock.advance(5_000);
  note(18, true);
  await clock.advance(60_000);
  expect(sent).toEqual([
    [1, 2],
    [10, 18],
  ]);
});

it("[N678, E11] what is left when nothing is in flight any more waits a second at most", async () => {
  const { clock, note, outbox, sent } = announced(() => false);
  note(1);
  await clock.advance(2_000);
  note(2);
  outbox.within(followedMs);
  await clock.advance(999);
  expect(sent).toHaveLength(1);
  await clock.advance(1);
  expect(sent.at(-1)).toEqual([3, 2]);
  outbox.within(followedMs);
  await clock.advance(60_000);
  expect(sent).toHaveLength(2);
});
