/** To be written. */
import type { Route } from "../shell/route.ts";

export function InboxPage(_: { readonly route: Extract<Route, { view: "INBOX" }> }) {
  return <div class="page" />;
}
