/**
 * How soon the index is notified of the progress of a running execution. Each notification costs a call and two rows. While the list of the
 * tenant is not followed, and was not read recently, progress is reported every ten seconds. The first summary, an end, a question, and the
 * state when no call is in flight any more are reported at once.
 */

export const followedMs = 1_000;
const unfollowedMs = 10_000;

export class FollowedPace {
  #isFollowed = true;

  /** Notes the index's answer to a summary: whether somebody follows. Earlier versions answer nothing. */
  heard(answer: unknown): void {
    this.#isFollowed = answer !== false;
  }

  /** Milliseconds that a summary waits which is not urgent; see `OutboxPorts.waitMs`. */
  waitMs(sinceMs: number): number {
    return (this.#isFollowed ? followedMs : unfollowedMs) - sinceMs;
  }
}
