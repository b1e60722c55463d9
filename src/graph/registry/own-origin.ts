/**
 * The origin of the deployment: as its settings say, else as the request reached it.
 */
import type { GraphContext } from "../base/graph-context.ts";

/** An origin, without a slash at its end. */
export function ownOrigin({ request, settings }: Pick<GraphContext, "request" | "settings">): string {
  return settings.publicUrl ?? new URL(request.url).origin;
}
