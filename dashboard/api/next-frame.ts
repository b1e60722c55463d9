/**
 * Runs a function before the next frame for any number of requests, then at most so often that nobody sees a difference, and less often if it takes so
 * long that frames would be late. Its result is shown in the same frame, or in the next one if it took long: together they would hold up both.
 */

export interface FrameTask {
  ask(): void;
  forget(): void;
}

/** News that comes faster is shown together. */
const leastMs = 100;
/** A run, and the drawing of what it found, is followed by a rest of so many times its length. */
const restFactor = 4;
const longestRestMs = 500;
/** Pages in the background get no frames. */
const withoutFramesMs = 250;
/** Half a frame. */
const longMs = 8;

/** `prepare` computes the new state, and returns a function that shows it. */
export function onNextFrame(prepare: () => () => void): FrameTask {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextFrame: ReturnType<typeof setTimeout> | undefined;
  let restsUntil = 0;
  let drawn: ReturnType<typeof setTimeout> | undefined;
  /** The computed state that is not shown yet. */
  let waiting: (() => void) | undefined;
  let isAskedAgain = false;

  const clear = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    clearTimeout(nextFrame);
    frame = 0;
    timer = undefined;
  };
  const schedule = (run: () => void, rest: number) => {
    timer = setTimeout(run, Math.max(0, rest) + withoutFramesMs);
    if (rest <= 16) frame = requestAnimationFrame(run);
    else
      nextFrame = setTimeout(() => {
        frame = requestAnimationFrame(run);
      }, rest);
  };
  const start = () => {
    clear();
    const startedAt = performance.now();
    waiting = prepare();
    const takenMs = performance.now() - startedAt;
    restsUntil = startedAt + Math.max(leastMs, takenMs + Math.min(longestRestMs, takenMs * restFactor));
    if (takenMs <= longMs) show();
    else schedule(show, 0);
  };
  const show = () => {
    clear();
    const shown = waiting;
    waiting = undefined;
    const startedAt = performance.now();
    shown?.();
    // Once the frame was drawn, which costs more than the state does.
    drawn = setTimeout(() => {
      drawn = undefined;
      const at = performance.now();
      restsUntil = Math.max(restsUntil, at + Math.min(longestRestMs, (at - startedAt) * restFactor));
      if (isAskedAgain) ask();
    });
  };
  const ask = () => {
    isAskedAgain = waiting !== undefined || drawn !== undefined;
    if (timer !== undefined || isAskedAgain) return;
    schedule(start, restsUntil - performance.now());
  };
  return {
    ask,
    forget() {
      clear();
      clearTimeout(drawn);
      drawn = undefined;
      waiting = undefined;
      isAskedAgain = false;
    },
  };
}
