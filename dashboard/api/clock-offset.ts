/** How far the clock of the server is ahead of this machine's, as well as that is known. Pure. */

export interface ClockOffset {
  readonly aheadMs: number;
  /** It is off by so much at most, as long as neither clock is set again. */
  readonly doubtMs: number;
}

/** The offset that follows from a time of the server between two moments of this machine. All are Unix milliseconds. */
export function heardOffset(serverTime: number, askedAt: number, answeredAt: number): ClockOffset {
  // A clock that was set back meanwhile would make the way shorter than none.
  const doubtMs = Math.max(0, answeredAt - askedAt) / 2;
  return { aheadMs: serverTime - (askedAt + answeredAt) / 2, doubtMs };
}

/** The one of two that is known better; the later one where both cannot be, because a clock was set again between them. */
export function better(known: ClockOffset, heard: ClockOffset): ClockOffset {
  const isImpossible = Math.abs(known.aheadMs - heard.aheadMs) > known.doubtMs + heard.doubtMs;
  return isImpossible || heard.doubtMs <= known.doubtMs ? heard : known;
}
