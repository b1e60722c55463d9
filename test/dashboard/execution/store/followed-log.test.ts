/** The log of an execution on the page, over a server that refuses what it gave before. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LogListener } from "../../../../dashboard/execution/store/followed-log.ts";
import { longLog } from "../../../../dashboard/execution/store/log-window.ts";
import { patience } from "../../../support/engine/patience.ts";

// The clock of the page would tick on behind this file.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const total = longLog + 1;

/** Whether the caller lacks the scope for hidden events. */
let isRefused = true;

/** Answers pages of the log without hidden events, and refuses those with them if `isRefused`. */
function answered({ includeHidden }: { readonly includeHidden: boolean }): Response {
  const event = {
    __typename: "CancelRequested",
    sequence: total,
    occurredAt: "2026-11-01T10:00:00.000Z",
    stepId: null,
  };
  const page = { nodes: [{ ...event, hidden: false }], pageInfo: { endCursor: "c" } };
  const errors = [{ message: "required DEBUG_READ", extensions: { code: "FORBIDDEN" } }];
  return Response.json(
    includeHidden && isRefused
      ? { data: { execution: { events: null } }, errors }
      : { data: { execution: { events: page } } },
  );
}

/** A log with `listener.failed` as the execution of the page has it, and what failed so far. */
async function opened() {
  vi.resetModules();
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: () => undefined });
  // Files share a process: a page of another file may still ask, and is never answered. Nor is the subscription.
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
    const { variables = {} } = JSON.parse(String(body ?? "{}"));
    return variables.id === "long-run" ? Promise.resolve(answered(variables)) : new Promise(() => undefined);
  });
  const { followedLog } = await import("../../../../dashboard/execution/store/followed-log.ts");
  const found: unknown[] = [];
  const nothing = () => undefined;
  const listener: LogListener = {
    ...{ changed: nothing, happened: nothing, read: nothing, ended: nothing, total: () => total },
    failed({ code }, includesHidden) {
      found.push([code, includesHidden]);
      if (includesHidden) log.follow(false);
    },
  };
  const log = followedLog("long-run", Promise.resolve(), listener);
  return { found, log };
}

it("[N949] that is a long one is read without hidden events where those are refused, and is not closed", async () => {
  isRefused = true;
  const { found, log } = await opened();
  log.follow(true);
  await vi.waitFor(() => expect(found).not.toEqual([]), patience);
  expect(found).toEqual([["FORBIDDEN", true]]);
  await vi.waitFor(() => expect(log.events).toMatchObject([{ sequence: total }]), patience);
  log.close();
});

it("[N1004] is read without hidden events once another part of it is refused with them", async () => {
  isRefused = false;
  const { found, log } = await opened();
  log.follow(true);
  await vi.waitFor(() => expect(log.events).toMatchObject([{ sequence: total }]), patience);
  isRefused = true;
  await log.moveWindow("EARLIER");
  expect(log.windowProblem.value).toBe(null);
  expect(found).toEqual([["FORBIDDEN", true]]);
  await vi.waitFor(() => expect(log.events).toMatchObject([{ sequence: total }]), patience);
  log.close();
});
