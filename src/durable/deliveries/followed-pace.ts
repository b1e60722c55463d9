/**
 * How soon the index is told of the progress of an execution at work. Each time costs a call and two rows, so nobody is told each second what
 * nobody looks at: while nobody follows the list of the tenant, and nobody has read it of late, progress is told every ten seconds. The first
 * summary, an end, a question, and whatever stands when nothing is in flight any more, are told as soon as ever.
 */

export const followedMs = 1_000;
const unfollowedMs = 10_000;

export class FollowedPace {
  #isFollowed = true;

  /** Notes what the index answered to a summary: whether somebody follows. Earlier versions answer nothing. */
  heard(answer: unknown): void {
    this.#isFollowed = answer !== false;
  }

  /** Milliseconds that a summary waits which is not urgent; see `OutboxPorts.waitMs`. */
  waitMs(sinceMs: number): number {
    return (this.#isFollowed ? followedMs : unfollowedMs) - sinceMs;
  }
}
