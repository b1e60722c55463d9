/**
 * What moves on a page while it loads, on a machine of any speed: answers of the API come to the page one at a time, and the page is painted
 * between two of them. So what is shown with one answer and moved by the next one is seen to move.
 */
import type { Page } from "playwright-core";
import { volume } from "../../support/engine/volume.ts";

/** The order of the answers: as the page asked, or the latest question first, as where an early one takes longest. */
export type AnswerOrder = "AS_ASKED" | "LATEST_FIRST";

/** A shift of the layout: how much, the elements that moved, and the answers that had come. */
interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
  readonly after: string;
}

/** What the shifts of a view may add up to. */
const mostShift = 0.02;

interface Loading {
  readonly shifts: readonly Shift[];
  /** Resolved once no answer has been left for a while. */
  rest(): Promise<void>;
}

declare const loading: Loading;

/** Enough for what a page does a moment after an answer, such as lines that come a frame after their head. */
const betweenMs = volume({ sample: 20, whole: 50 });

/** From the next load of the page on. For one page once. */
export async function holdAnswers(page: Page, order: AnswerOrder): Promise<void> {
  await page.addInitScript(hold, { betweenMs, order });
}

/** What has moved too much on the page since it was loaded, once all answers are there and shown: elements with their places. Empty for a still page. */
export async function movedWhileLoading(page: Page): Promise<readonly string[]> {
  const shifts = await page.evaluate(async () => {
    await loading.rest();
    return loading.shifts;
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  if (sum <= mostShift) return [];
  return shifts.map(({ after, moved, value }) => `${value.toFixed(4)} after ${after}: ${moved.join("; ")}`);
}

/** Runs in the page, before what is its own. */
function hold({ betweenMs, order }: { readonly betweenMs: number; readonly order: AnswerOrder }): void {
  interface Held {
    readonly name: string;
    readonly isThere: Promise<unknown>;
    give(): void;
  }
  interface Moved {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }
  const held: Held[] = [];
  const given: string[] = [];
  const shifts: Shift[] = [];
  let isGiving = false;
  let isAtRest = true;
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  const painted = async () => {
    await frame();
    await frame();
    await pause(betweenMs);
    await frame();
  };
  const giveAll = async () => {
    if (isGiving) return;
    isGiving = true;
    for (;;) {
      // Of questions that follow from an answer the latest comes first, too.
      if (order === "LATEST_FIRST") await pause(betweenMs);
      const next = order === "AS_ASKED" ? held.shift() : held.pop();
      if (next === undefined) break;
      await next.isThere;
      given.push(next.name);
      next.give();
      await painted();
    }
    isGiving = false;
  };
  const ask = fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    const body = typeof init?.body === "string" ? init.body : "";
    const name = /(?:query|subscription|mutation) (\w+)/.exec(body)?.[1];
    const asked = ask(input, init);
    if (name === undefined) return asked;
    const turn = Promise.withResolvers<void>();
    const isStream = body.includes("subscription ");
    // A stream is there with its head, an answer with its end.
    const answer = isStream ? asked : asked.then(async (found) => new Response(await found.blob(), found));
    held.push({ name, isThere: answer.catch(() => undefined), give: turn.resolve });
    void giveAll();
    await turn.promise;
    return answer;
  };
  const words = ({ currentRect: now, node, previousRect: before }: Moved) => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    const at = ({ height, width, x, y }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
    const name =
      element === null ? "gone" : `${element.localName}${element.id && `#${element.id}`}.${element.className}`;
    return `${name} from ${at(before)} to ${at(now)}`;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { sources, value } = entry as unknown as { readonly sources: readonly Moved[]; readonly value: number };
      shifts.push({ value, moved: sources.map(words), after: given.join(", ") });
    }
  }).observe({ type: "layout-shift", buffered: true });
  Object.assign(globalThis, {
    loading: {
      shifts,
      async rest() {
        do {
          isAtRest = !isGiving;
          await pause(6 * betweenMs);
        } while (isGiving || !isAtRest);
        await painted();
      },
    },
  });
}
