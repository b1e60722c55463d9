/**
 * Acts that come early: a page renders at once, and does some of what follows from it only after the next frame. What a person does in
 * between must not be undone. Tests of that act within the page, because whatever comes from outside comes frames later.
 */
import type { Page } from "playwright-core";
import { volume } from "../support/engine/volume.ts";

/** Functions of the page, once `withFrames` has put them there. */
export interface PageFrames {
  /** Over after so many frames; with 0 before the next one, as soon as is rendered what is rendered at once. */
  later(frames: number): Promise<void>;
  /** Over in the next task, as often between two frames as one likes. */
  task(): Promise<void>;
  /** Over when everything that follows from what was done until now has happened, unless it waits for the server. */
  rest(): Promise<void>;
  /** Over as soon as the page has an element of this kind, before anything that comes later than it. */
  appeared(selector: string): Promise<void>;
  /** Writes into a field, as somebody who types or pastes. */
  write(selector: string, text: string): void;
  /** Presses a key on whatever has the focus. */
  press(key: string): void;
}

declare const rest: PageFrames["rest"];

/** How early one can be: before the frame that follows, right after it, and after the one that comes then. A sample tries the first. */
export const early: readonly number[] = volume({ sample: [0], whole: [0, 1, 2] });

/** Gives the page the functions above as globals. */
export async function withFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    const frames: PageFrames = {
      async later(count) {
        for (let at = 0; at < count; at += 1) await frame();
        // More than what is rendered at once takes, all before anything that a person could do.
        for (let at = 0; at < 20; at += 1) await undefined;
      },
      task() {
        const { port1, port2 } = new MessageChannel();
        return new Promise((resolve) => {
          port1.onmessage = () => resolve();
          port2.postMessage(null);
        });
      },
      async rest() {
        for (let at = 0; at < 5; at += 1) {
          await frame();
          await new Promise<void>((resolve) => setTimeout(resolve));
        }
      },
      appeared(selector) {
        return new Promise((resolve) => {
          const look = () => {
            if (document.querySelector(selector) === null) return;
            observer.disconnect();
            resolve();
          };
          const observer = new MutationObserver(look);
          observer.observe(document.body, { subtree: true, childList: true, attributes: true });
          look();
        });
      },
      write(selector, text) {
        const field = document.querySelector<HTMLInputElement>(selector);
        if (field === null) throw new Error(`there is no ${selector}`);
        field.focus();
        field.value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
      },
      press(key) {
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(event);
      },
    };
    Object.assign(globalThis, frames);
  });
}

export interface HeldAnswer {
  /** Over when the page has asked. */
  readonly asked: Promise<void>;
  /** Lets the answer come. */
  release(): void;
  /** Lets the answer come, and is over when the page has done what follows from it. The page must have its frames. */
  answered(): Promise<void>;
}

/** Keeps back the answer to the first operation of this name that the page asks for from now on. */
export async function holdAnswer(page: Page, operation: string): Promise<HeldAnswer> {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route("**/graphql", async (route) => {
    if (isHeld || !(route.request().postData() ?? "").includes(operation)) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    asked.resolve();
    await released.promise;
    return route.fulfill({ response });
  });
  return {
    asked: asked.promise,
    release: () => released.resolve(),
    async answered() {
      const answer = page.waitForResponse((response) => (response.request().postData() ?? "").includes(operation));
      released.resolve();
      await (await answer).finished();
      await page.evaluate(() => rest());
    },
  };
}
