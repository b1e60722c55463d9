/**
 * The HTTP surface: settings, then origins, then credentials, then the API. Nothing behind a refusal is touched: a misconfigured
 * or closed deployment opens no door.
 */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { silentTracer, type Tracer } from "../durable/ports/tracer.ts";
import { graphPath } from "../graph/endpoint.ts";
import { requestLimits } from "../graph/request-limits.ts";
import { faultText } from "../json/fault-text.ts";
import { a2aRoutes } from "./a2a-route.ts";
import { type AppContext, errorBody } from "./app-context.ts";
import { artifactRoutes } from "./artifact-route.ts";
import { authenticate, credentialOf } from "./authenticate.ts";
import { refusalHeaders } from "./authentication.ts";
import { dashboardRoutes } from "./dashboard.ts";
import { exportPath, exportRoute } from "./export-route.ts";
import { graphSocket } from "./graph-socket.ts";
import { graphiql, graphiqlPath } from "./graphiql.ts";
import { Isolate } from "./isolate.ts";
import { mcpPath, mcpRoute } from "./mcp-route.ts";
import { networkOf } from "./network-address.ts";
import { notFound } from "./not-found-page.ts";
import { origins } from "./origins.ts";
import { requestContext } from "./request-context.ts";
import { requestSpan } from "./request-span.ts";
import { responseCache } from "./response-cache.ts";
import { socketPorts } from "./socket-ports.ts";
import { unreadBody } from "./unread-body.ts";
import { version } from "./version.ts";

/** The app of one isolate; `tracer` records its requests. */
export function makeApp(schemaText: string, tracer: Tracer = silentTracer): Hono<AppContext> {
  const app = new Hono<AppContext>();
  const isolate = new Isolate(schemaText);

  app.use(unreadBody);
  app.use(async (context, next) => {
    const reading = isolate.settings(context.env);
    if (!reading.ok) return context.json(errorBody("MISCONFIGURED", reading.message), 500);
    context.set("settings", reading.settings);
    return next();
  });

  app.get("/health", (context) => context.json({ status: "ok", version }));
  app.get(`${graphiqlPath}/*`, graphiql);
  app.use("/a2a/*", requestSpan("a2a.request", tracer));
  app.use(mcpPath, requestSpan("mcp.request", tracer));
  app.use(exportPath, requestSpan("export.request", tracer));

  for (const path of [graphPath, `${graphPath}/`]) graphRoutes(app, path, isolate, tracer);
  a2aRoutes(app, isolate);
  artifactRoutes(app, isolate);
  exportRoute(app, isolate);
  mcpRoute(app, isolate);
  dashboardRoutes(app);

  app.notFound(notFound);
  app.onError((error, context) => {
    console.error(JSON.stringify({ log: "request_failed", error: faultText(error) }));
    return context.json(errorBody("INTERNAL_SERVER_ERROR", "Cannot answer: this software failed"), 500);
  });
  return app;
}

/** The API at `path`. */
function graphRoutes(app: Hono<AppContext>, path: string, isolate: Isolate, tracer: Tracer): void {
  app.use(path, requestSpan("graphql.request", tracer));
  app.use(path, responseCache);
  app.use(path, origins);
  app.use(
    path,
    bodyLimit({
      maxSize: requestLimits.bytes,
      onError: (context) => {
        const message = `Cannot read the request: required a body of at most ${requestLimits.bytes} bytes, found more`;
        return context.json(errorBody("REQUEST_TOO_LARGE", message), 413);
      },
    }),
  );
  app.all(path, async ({ env, json, req, var: { onOperation, platformTrace, settings } }) => {
    if (req.method === "GET" && req.header("upgrade")?.toLowerCase() === "websocket") {
      return graphSocket(req.raw, socketPorts(req.raw, settings, env, isolate, tracer));
    }
    const answer = await authenticate(credentialOf(req.raw), req.raw, settings, env, isolate);
    if (!answer.ok) return json(errorBody(answer.code, answer.message), answer.status, refusalHeaders(answer));
    const context = requestContext(env, settings, isolate, answer.caller, networkOf(req.raw.headers));
    return isolate.endpoint().fetch(req.raw, { ...context, onOperation, platformTrace });
  });
}
