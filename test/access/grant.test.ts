/** Credentials for one thing: what they reach, decided over every place, action and way in which the grant was made. */
import { describe, expect, it } from "vitest";
import { type Accessor, type Audience, grantedAction, mayAccess, reachOf } from "../../src/access/audience.ts";
import {
  type Grant,
  type GrantedThing,
  grantActions,
  grantedThing,
  grantKey,
  type Place,
} from "../../src/access/grant.ts";

const everyScope = ["EXECUTION_READ_ALL", "EXECUTION_CONTROL_ALL", "HUMAN_INPUT_RESPOND", "EXECUTION_START"];

function holder(thing: GrantedThing, grant: Partial<Grant> = {}): Accessor {
  return {
    ...{ subject: "browser", groups: [], scopes: everyScope },
    grant: { thing, actions: grantActions, isVouched: true, ...grant },
  };
}

const execution: GrantedThing = { kind: "EXECUTION", execution: "e" };
const conversation: GrantedThing = { kind: "CONVERSATION", conversation: "c" };
const at = (place: Place | undefined, more: Partial<Audience> = {}): Audience => ({
  owner: "alice",
  visibility: "OWN",
  ...(place !== undefined && { place }),
  ...more,
});

describe("a grant", () => {
  it("[N521] reaches the execution and what it started, or the conversation and its executions, and nothing else", () => {
    const places: readonly (Place | undefined)[] = [
      { execution: "e", root: "e" },
      { execution: "below", root: "e" },
      { execution: "other", root: "other" },
      { execution: "c", root: "c" },
      { execution: "m", root: "m", conversation: "c" },
      { execution: "n", root: "n", conversation: "other" },
      { conversation: "c" },
      { conversation: "e" },
      {},
      undefined,
    ];
    const reached = (thing: GrantedThing) => places.map((place) => mayAccess(holder(thing), at(place), "READ"));
    expect(reached(execution)).toEqual([true, true, false, false, false, false, false, false, false, false]);
    expect(reached(conversation)).toEqual([false, false, false, false, true, false, true, false, false, false]);
  });

  it("[N521] permits its actions and no other, whatever scopes stand beside it", () => {
    for (const permitted of grantActions) {
      for (const tried of grantActions) {
        const accessor = holder(execution, { actions: [permitted] });
        expect(
          mayAccess(accessor, at({ execution: "e", root: "e" }), grantedAction(tried)),
          `${permitted} ${tried}`,
        ).toBe(permitted === tried);
        expect(reachOf(accessor, grantedAction(tried)), "no list shows more than what is its own").toBe("OWN");
      }
    }
  });

  it("[N521] for a conversation that began later reaches it only by its visibility", () => {
    const unvouched = holder(conversation, { isVouched: false });
    const place = { conversation: "c" };
    expect(mayAccess(unvouched, at(place), "READ")).toBe(false);
    expect(mayAccess(unvouched, at(place, { owner: "browser" }), "READ")).toBe(true);
    expect(mayAccess(unvouched, { owner: "alice", place }, "READ")).toBe(true);
    expect(mayAccess(unvouched, at(place, { visibility: "GROUP", group: "sales" }), "READ")).toBe(false);
  });

  it("has a key for its thing, which names it again", () => {
    for (const thing of [execution, conversation]) expect(grantedThing(grantKey(thing))).toEqual(thing);
    expect(grantKey(execution)).not.toBe(grantKey({ kind: "CONVERSATION", conversation: "e" }));
  });
});
