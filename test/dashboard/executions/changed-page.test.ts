/** The list stays still and ends up right: against a model of the server's list, its feed and pages that are read in between. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asking,
  type ChangedPage,
  changed,
  explained,
  extended,
  freshLimit,
  grouped,
  type ListedRow,
  type ListOrder,
  latestOnly,
  notAnswered,
  readPage,
  settled,
} from "../../../dashboard/executions/changed-page.ts";

/** What happens to the execution of a number: a change that makes it match or not, or its deletion. */
interface Happening {
  readonly number: number;
  readonly effect: "MATCHES" | "MATCHES_NOT" | "DELETED";
}

type World = ReadonlyMap<number, { readonly row: ListedRow; readonly isListed: boolean }>;

const pageSize = 3;

const rowOf = (number: number, lastSequence: number): ListedRow => ({
  id: `e${number}`,
  createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
  lastSequence,
});

/** The world after each of the happenings, the first before any. */
function worldsOf(happenings: readonly Happening[]): readonly World[] {
  const worlds: World[] = [
    new Map([2, 4, 6, 8, 10].map((number) => [number, { row: rowOf(number, 1), isListed: true }])),
  ];
  for (const [at, { effect, number }] of happenings.entries()) {
    const before = worlds[at] as World;
    const known = before.get(number);
    const next = new Map(before);
    // What was deleted never comes back.
    const wasDeleted = known !== undefined && known.row.lastSequence === Number.MAX_SAFE_INTEGER;
    if (!wasDeleted) {
      const sequence = effect === "DELETED" ? Number.MAX_SAFE_INTEGER : (known?.row.lastSequence ?? 0) + 1;
      next.set(number, { row: rowOf(number, sequence), isListed: effect === "MATCHES" });
    }
    worlds.push(next);
  }
  return worlds;
}

function listOf(world: World, order: ListOrder): readonly ListedRow[] {
  const rows = [...world].filter(([, { isListed }]) => isListed).sort(([one], [other]) => one - other);
  return (order === "NEWEST_FIRST" ? rows.reverse() : rows).map(([, { row }]) => row);
}

function pageAfter(world: World, order: ListOrder, after: string | null) {
  const all = listOf(world, order).filter(
    ({ createdAt }) => after === null || (order === "NEWEST_FIRST" ? createdAt < after : createdAt > after),
  );
  return { rows: all.slice(0, pageSize), hasMore: all.length > pageSize };
}

/** A batch of the feed: whatever happened between two moments, each execution once and as it is at the end. */
function batchOf(happenings: readonly Happening[], world: World) {
  const touched = new Set(happenings.map(({ number }) => number));
  const entries = [...touched].flatMap((number) => world.get(number) ?? []);
  return {
    rows: entries.filter(({ isListed }) => isListed).map(({ row }) => row),
    removedIds: entries.filter(({ isListed }) => !isListed).map(({ row }) => row.id),
  };
}

const happening = fc.record({
  number: fc.integer({ min: 0, max: 12 }),
  effect: fc.constantFrom("MATCHES" as const, "MATCHES", "MATCHES_NOT", "DELETED"),
});

/** What the page does next: takes some of the feed, asks for a page, gets its answer as the list was a little later, or settles. */
const move = fc.oneof(
  fc.record({ kind: fc.constant("FEED" as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("ASK" as const), ahead: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constant("ANSWER" as const), isLost: fc.boolean() }),
  fc.record({ kind: fc.constant("SETTLE" as const) }),
);

describe("a list that stays still", () => {
  it("gives the rows of a list that is read again, however changes and further pages come", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("NEWEST_FIRST" as const, "OLDEST_FIRST" as const),
        fc.array(happening, { maxLength: 25 }),
        fc.array(move, { maxLength: 25 }),
        (order, happenings, moves) => {
          const worlds = worldsOf(happenings);
          const world = (at: number) => worlds[Math.min(at, happenings.length)] as World;
          let position = 0;
          const first = pageAfter(world(0), order, null);
          let page: ChangedPage<ListedRow> = readPage(order, first.rows, first.hasMore);
          let onItsWay: ReturnType<typeof pageAfter> | null = null;
          const feed = (count: number) => {
            const end = Math.min(position + count, happenings.length);
            const before = page.rows.map(({ id }) => id);
            page = changed(page, batchOf(happenings.slice(position, end), world(end)));
            position = end;
            // Nothing that is shown moves, comes or goes by a change.
            expect(page.rows.map(({ id }) => id)).toEqual(before);
          };
          for (const next of moves) {
            if (next.kind === "FEED") feed(next.count);
            else if (next.kind === "SETTLE") page = settled(page);
            else if (next.kind === "ASK" && onItsWay === null && page.readTo !== null) {
              onItsWay = pageAfter(world(position + next.ahead), order, page.readTo);
              page = asking(page);
            } else if (next.kind === "ANSWER" && onItsWay !== null) {
              page = next.isLost ? notAnswered(page) : extended(page, onItsWay.rows, onItsWay.hasMore);
              onItsWay = null;
            }
          }
          feed(happenings.length);
          const { readTo } = page;
          const again = listOf(world(happenings.length), order).filter(
            ({ createdAt }) =>
              readTo === null || (order === "NEWEST_FIRST" ? createdAt >= readTo : createdAt <= readTo),
          );
          expect(settled(page).rows).toEqual(again);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("keeps a row that left the list in its place until the list is settled, and says why once it is known", () => {
    const page = readPage("NEWEST_FIRST", [rowOf(3, 1), rowOf(2, 1), rowOf(1, 1)], false);
    const left = changed(page, { rows: [], removedIds: ["e2", "e1", "e99"] });
    expect(left.rows).toHaveLength(3);
    const told = explained(
      left,
      new Map([
        ["e2", null],
        ["e1", rowOf(1, 5)],
      ]),
    );
    expect([...told.departed]).toEqual([
      ["e2", "DELETED"],
      ["e1", "UNMATCHED"],
    ]);
    expect(told.rows[2]?.lastSequence).toBe(5);
    expect(settled(told).rows.map(({ id }) => id)).toEqual(["e3"]);
  });

  it("takes back the last row that was read after it left and was tidied away", () => {
    const page = readPage("NEWEST_FIRST", [rowOf(3, 1), rowOf(2, 1)], true);
    const tidied = settled(changed(page, { rows: [], removedIds: ["e2"] }));
    expect(settled(changed(tidied, { rows: [rowOf(2, 3)], removedIds: [] })).rows.map(({ id }) => id)).toEqual([
      "e3",
      "e2",
    ]);
  });

  it("does not call a row departed that came back before anybody knew why it left", () => {
    const page = readPage("NEWEST_FIRST", [rowOf(1, 1)], false);
    const back = changed(changed(page, { rows: [], removedIds: ["e1"] }), { rows: [rowOf(1, 3)], removedIds: [] });
    expect(explained(back, new Map([["e1", null]])).departed.size).toBe(0);
  });

  it("does not keep more news than it could show at once, and says that there are more", () => {
    const rows = Array.from({ length: freshLimit + 5 }, (_, at) => rowOf(at + 10, 1));
    const page = changed(readPage("NEWEST_FIRST", [rowOf(1, 1)], false), { rows, removedIds: [] });
    expect(page.fresh.size).toBe(freshLimit);
    expect(page.isFreshCut).toBe(true);
  });
});

describe("a list in which a conversation is one row", () => {
  const message = (number: number, contextId: string | null) => ({ ...rowOf(number, 1), contextId });

  it("[N623] shows the latest of each conversation, and takes no earlier one for news", () => {
    const page = readPage<ListedRow>(
      "NEWEST_FIRST",
      [message(9, "a"), message(8, null), message(7, "b"), message(5, "a")],
      true,
    );
    expect(grouped(page).rows.map(({ id }) => id)).toEqual(["e9", "e8", "e7"]);
    const change = { rows: [message(5, "a"), message(6, "b"), message(10, "a"), message(11, "c")], removedIds: [] };
    const taken = latestOnly(grouped(page), change);
    expect(taken.rows.map(({ id }) => id)).toEqual(["e10", "e11"]);
    const fresh = grouped(settled(changed(grouped(page), taken)));
    expect(fresh.rows.map(({ id }) => id)).toEqual(["e11", "e10", "e8", "e7"]);
  });

  it("[N623] reads on from a page in which a search found nothing", () => {
    const nothing = readPage<ListedRow>("NEWEST_FIRST", [], true);
    expect(nothing.readTo).not.toBeNull();
    const still = extended(asking(nothing), [], true);
    expect(still.readTo).not.toBeNull();
    const found = extended(asking(still), [rowOf(3, 1)], false);
    expect([found.readTo, found.rows.length]).toEqual([null, 1]);
    const later = changed(readPage<ListedRow>("NEWEST_FIRST", [], true), { rows: [rowOf(9, 1)], removedIds: [] });
    expect(later.fresh.size).toBe(1);
  });
});
