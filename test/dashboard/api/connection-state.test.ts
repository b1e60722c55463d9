/** The state of the page is news only where it says something else. */
import { effect } from "@preact/signals";
import { expect, it } from "vitest";
import { type ConnectionState, connectionState, setConnectionState } from "../../../dashboard/api/connection-state.ts";

it("[N786] reports a state of a subscription once, however often the subscription says it", () => {
  const seen: ConnectionState[] = [];
  const stop = effect(() => {
    seen.push(connectionState.value);
  });
  const [one, other] = [Symbol("one"), Symbol("other")];
  const states: ConnectionState[] = [
    { kind: "LIVE" },
    { kind: "LIVE" },
    { kind: "CATCHING_UP", seen: 1, total: 2 },
    { kind: "CATCHING_UP", seen: 1, total: 2 },
    { kind: "CATCHING_UP", seen: 2, total: 2 },
    { kind: "RECONNECTING", attempt: 1 },
    { kind: "RECONNECTING", attempt: 1 },
    { kind: "RECONNECTING", attempt: 2 },
  ];
  for (const state of states) setConnectionState(one, state);
  setConnectionState(other, null);
  setConnectionState(one, null);
  stop();
  const words = seen.map(
    (state) => `${state.kind}${"seen" in state ? state.seen : ""}${"attempt" in state ? state.attempt : ""}`,
  );
  expect(words).toEqual(["IDLE", "LIVE", "CATCHING_UP1", "CATCHING_UP2", "RECONNECTING1", "RECONNECTING2", "IDLE"]);
});
