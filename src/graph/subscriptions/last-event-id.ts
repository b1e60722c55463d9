/**
 * Where a subscription continues: an EventSource that reconnects says so in a header, every other client in the argument `after`.
 */

import type { InputMaybe } from "../base/schema.generated.ts";

/** The cursor to continue after. The header wins, because an EventSource repeats its first URL. Null from the beginning. */
export function resumedAfter(after: InputMaybe<string>, { headers }: Request): InputMaybe<string> {
  const lastEventId = headers.get("last-event-id");
  return lastEventId === null || lastEventId === "" ? after : lastEventId;
}
