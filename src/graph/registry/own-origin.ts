/** Where the deployment is reached: as it says itself, else as the request has reached it. */
import type { GraphContext } from "../base/graph-context.ts";

/** An origin, without a slash at its end. */
export function ownOrigin({ request, settings }: Pick<GraphContext, "request" | "settings">): string {
  return settings.publicUrl ?? new URL(request.url).origin;
}
