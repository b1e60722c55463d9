/**
 * A script of its own, a few kilobytes that come before the page does: asks for the list, or for the head of the run that the address names, so
 * that the answer comes beside the scripts that show it. The page finds the answer in `api/early-question.ts`.
 */
import { askEarly } from "./api/early-question.ts";
import { bodyOf } from "./api/post.ts";
import { headersOf, storedCredential } from "./api/stored-credential.ts";
import { executionHead } from "./execution/store/execution-head.generated.ts";
import { firstHeadOf } from "./execution/store/known-plan.ts";
import { filterOf, firstPageOf, viewIn } from "./executions/execution-filter.ts";
import { executionList } from "./executions/execution-list.generated.ts";
import { routeOf } from "./shell/route.ts";

const query = new URLSearchParams(location.search);
const route = routeOf({ path: location.pathname, query });
const proof = headersOf(storedCredential());
if (route.view === "EXECUTION") askEarly(bodyOf(executionHead, firstHeadOf(route.executionId)), proof);
if (route.view === "EXECUTIONS") {
  const view = viewIn(query);
  // A period ends now, which is another moment by the clock of the server.
  if (view.period === "ALL") askEarly(bodyOf(executionList, firstPageOf(view, filterOf(view, 0))), proof);
}
