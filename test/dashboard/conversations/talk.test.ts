/** The messages of a conversation as pages of them come: none twice, none lost, in their order. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  TalkHeadFragment,
  TalkMessageFragment,
} from "../../../dashboard/conversations/conversations.generated.ts";
import { begun, withEarlier, withLater } from "../../../dashboard/conversations/talk.ts";

const head = { id: "c", status: "IDLE" } as TalkHeadFragment;
const message = (at: number) => ({ id: `m${at}` }) as TalkMessageFragment;
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => message(from + at));

/** A page of the messages before `to` of a conversation, as the API gives it. */
function pageBefore(to: number, size: number) {
  const from = Math.max(0, to - size);
  const pageInfo = { hasPreviousPage: from > 0, startCursor: `c${from}`, endCursor: to === 0 ? null : `c${to}` };
  return { nodes: range(from, to), pageInfo };
}

const placeIn = (cursor: string | null) => Number(cursor?.slice(1) ?? 0);

describe("a conversation that is read page by page", () => {
  it("[N671] is whole however long it is, whatever is said meanwhile, and whatever is read twice", () => {
    fc.assert(
      fc.property(
        fc.nat(205),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.nat(3), { maxLength: 8 }),
        (count, size, said) => {
          let length = count;
          let talk = begun(head, pageBefore(length, size));
          for (const more of said) {
            const from = placeIn(talk.latest);
            length += more;
            // Two readings of the same page may both come.
            for (let times = 0; times < 2; times += 1)
              talk = withLater(talk, head, {
                nodes: range(from, length),
                pageInfo: { endCursor: length === 0 ? null : `c${length}` },
              });
            if (talk.earlier !== null) talk = withEarlier(talk, pageBefore(placeIn(talk.earlier), size));
          }
          while (talk.earlier !== null) talk = withEarlier(talk, pageBefore(placeIn(talk.earlier), size));
          expect(talk.messages.map(({ id }) => id)).toEqual(range(0, length).map(({ id }) => id));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("[N671] ends where a page is empty though it promises more, and keeps its place where nothing was said", () => {
    const talk = begun(head, pageBefore(60, 50));
    const empty = { nodes: [], pageInfo: { hasPreviousPage: true, startCursor: null, endCursor: null } };
    expect(withEarlier(talk, empty).earlier).toBeNull();
    expect(withLater(talk, head, empty).latest).toBe("c60");
  });
});
