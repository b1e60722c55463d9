/**
 * The response at an unknown address: a short page for a browser, JSON for other clients. The page contains nothing of the request and runs
 * nothing, so that no one can make it show a text of theirs.
 */
import type { Context } from "hono";
import { graphPath } from "../../graph/transport/endpoint.ts";
import { type AppContext, errorBody } from "../platform/app-context.ts";
import { graphiqlPath } from "./graphiql.ts";
import { inertPageHeaders } from "./inert-page.ts";

const message = "Cannot find anything at this path";

const headers = { ...inertPageHeaders, vary: "accept" };

export function notFound(context: Context<AppContext>): Response {
  if (!wantsPage(context)) {
    context.header("vary", "accept");
    return context.json(errorBody("NOT_FOUND", message), 404);
  }
  return context.html(page(context), 404, headers);
}

/** A browser that is led somewhere names HTML; clients of the API name JSON, everything, or nothing. */
function wantsPage({ req }: Context<AppContext>): boolean {
  const accepted = (req.header("accept") ?? "").toLowerCase().split(",");
  return (
    /^(GET|HEAD)$/.test(req.method) &&
    accepted.some((range) => /^\s*text\/html\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/.test(range))
  );
}

function page({ var: { settings } }: Context<AppContext>): string {
  const links = [
    ...(settings.dashboard ? [["/", "Dashboard", "executions, inbox, registry and usage"]] : []),
    ...(settings.graphiql ? [[graphiqlPath, "GraphiQL", "to try the API"]] : []),
    [graphPath, "GraphQL", "the API, for POST and WebSocket"],
    ["/health", "Health", "whether the deployment answers"],
  ].map(([path, name, purpose]) => `<li><a href="${path}">${name}</a>: ${purpose}</li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Nothing at this address · Planwright</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem}</style>
<h1>Nothing at this address</h1>
<p>A deployment of Planwright answers here, and has no page at this address. It has:</p>
<ul>
${links.join("\n")}
</ul>
</html>
`;
}
