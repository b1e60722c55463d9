/** `@planwright/react` without a browser: what it follows for components that come and go, and what it renders on a server. */
import type { Live, LiveExecution, PlanwrightClient } from "@planwright/client";
import { PlanwrightProvider, useExecution } from "@planwright/react";
import { createElement, type ReactNode, Suspense } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { LiveStore } from "../../packages/react/src/live-store.ts";

afterEach(() => {
  vi.useRealTimers();
});

type Item = Live<LiveExecution>;

const value = (title: string): Item => ({ kind: "VALUE", value: { title } as LiveExecution });
const refused: Item = {
  kind: "FAILED",
  error: { kind: "GRAPHQL", code: "NOT_FOUND", message: "none", errors: [], isTransient: false },
};

/** What is followed gives these items, then waits until it is left. */
function following(items: readonly Item[], signal: AbortSignal): AsyncIterable<Item> {
  return (async function* () {
    yield* items;
    if (items.at(-1)?.kind !== "FAILED")
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  })();
}

function clientOf(watchExecution: (id: string, signal: AbortSignal) => AsyncIterable<Item>): PlanwrightClient {
  const client = {
    watchExecution: (id: string, { signal }: { readonly signal: AbortSignal }) => watchExecution(id, signal),
  };
  return client as unknown as PlanwrightClient;
}

it("[N867] what failed, was tried again and became current is followed again whenever it is shown again", async () => {
  vi.useFakeTimers();
  let begun = 0;
  const store = new LiveStore(clientOf(() => following([], new AbortController().signal)));
  const entry = store.entry("execution e", (signal) => {
    begun += 1;
    return following(begun === 1 ? [refused] : [value(String(begun))], signal);
  });
  for (const [status, title] of [
    ["FAILED", undefined],
    ["CURRENT", "2"],
    ["CURRENT", "3"],
  ]) {
    const leave = entry.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    expect(entry.state()).toMatchObject({ status, ...(title !== undefined && { value: { title } }) });
    leave();
    await vi.advanceTimersByTimeAsync(2_000);
  }
});

it("[N867] a page that shows more than a hundred values follows each once", () => {
  const store = new LiveStore(clientOf(() => following([], new AbortController().signal)));
  let begun = 0;
  const follow = (signal: AbortSignal) => {
    begun += 1;
    return following([], signal);
  };
  const keys = Array.from({ length: 150 }, (_, at) => `execution ${at}`);
  // React renders all components before it subscribes the first.
  const rendered = keys.map((key) => store.entry(key, follow));
  const leaves = rendered.map((entry) => entry.subscribe(() => undefined));
  expect(keys.map((key) => store.entry(key, follow))).toEqual(rendered);
  expect(begun).toBe(150);
  for (const leave of leaves) leave();
});

function Title({ id, suspense }: { readonly id: string; readonly suspense: boolean }): ReactNode {
  const state = useExecution(id, { suspense });
  return `${state.status} ${state.value?.title}`;
}

function page(client: PlanwrightClient, suspense: boolean): ReactNode {
  const title = createElement(Title, { id: "e", suspense });
  const waiting = createElement(Suspense, { fallback: "Waiting" }, title);
  return createElement(PlanwrightProvider, { client, children: waiting });
}

it("[N867] on a server what suspends is waited for and rendered, and nothing else is followed", async () => {
  let begun = 0;
  const client = clientOf((_, signal) => {
    begun += 1;
    return following([value("Tea")], signal);
  });
  expect(renderToString(page(client, false))).toContain("LOADING");
  expect(begun).toBe(0);
  const stream = await renderToReadableStream(page(client, true));
  await stream.allReady;
  expect(await new Response(stream).text()).toContain("CURRENT Tea");
  expect(begun).toBe(1);
});
