/** Runs something once before the next frame, however often it is asked for; less often if it takes so long that frames would be late. */

export interface FrameTask {
  ask(): void;
  forget(): void;
}

/** A run is followed by a rest of so many times its length. */
const restFactor = 4;
const longestRestMs = 500;
/** Pages in the background get no frames. */
const withoutFramesMs = 250;

export function onNextFrame(run: () => void): FrameTask {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restsUntil = 0;

  const forget = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    timer = undefined;
  };
  const start = () => {
    forget();
    const startedAt = performance.now();
    run();
    const endedAt = performance.now();
    restsUntil = endedAt + Math.min(longestRestMs, (endedAt - startedAt) * restFactor);
  };
  return {
    ask() {
      if (timer !== undefined) return;
      const rest = restsUntil - performance.now();
      timer = setTimeout(start, Math.max(withoutFramesMs, rest));
      if (rest <= 16) frame = requestAnimationFrame(start);
    },
    forget,
  };
}
