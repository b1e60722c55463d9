/** How long there is left to answer. */
import { instant, now } from "../api/clock.ts";
import { countdown } from "../parts/numbers.ts";

const soonMs = 5 * 60_000;

export interface ExpiryProps {
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** In a list: the time alone, red when little is left. */
export function TimeLeft({ expiresAt }: Pick<ExpiryProps, "expiresAt">) {
  const until = instant(expiresAt);
  if (until === null) return <span class="left">no end</span>;
  const left = until - now.value;
  if (left <= 0) return <span class="left soon">lapsed</span>;
  return (
    <span class={`left${left < soonMs ? " soon" : ""}`}>
      <span class="sr">time left </span>
      {countdown(left)}
    </span>
  );
}

/** In the detail: with how much of the time has gone. */
export function Expiry({ createdAt, expiresAt }: ExpiryProps) {
  const until = instant(expiresAt);
  if (until === null) return <span class="expiry">Waits as long as it takes</span>;
  const whole = Math.max(1, until - instant(createdAt));
  const left = Math.max(0, until - now.value);
  return (
    <span class={`expiry${left < soonMs ? " soon" : ""}`}>
      <progress class="wait" max={whole} value={Math.min(whole, left)} aria-label="Time left" />
      <span>
        {left === 0 ? (
          "Its time is over"
        ) : (
          <>
            <time>{countdown(left)}</time> left
          </>
        )}
      </span>
    </span>
  );
}
