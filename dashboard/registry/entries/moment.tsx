/** A moment as the clock of the reader says it. */
import { instant, serverNow } from "../../api/clock.ts";
import { clockTime } from "../../parts/numbers.ts";

export function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{clockTime(instant(at), serverNow())}</time>;
}
