/**
 * Who may see executions, as far as an isolate has heard of it. The audience of an execution never changes, and the name of a deleted one
 * is free for another no sooner than its key, so that values kept for a minute are right. Requests share the values, never promises.
 */
import type { Audience } from "../../access/audience.ts";
import { RecentMap } from "../../json/bounded-map.ts";

export class KnownAudiences extends RecentMap<Audience> {
  constructor() {
    super({ maxSize: 10_000, keptMs: 60_000 });
  }
}
