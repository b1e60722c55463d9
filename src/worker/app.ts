/**
 * The HTTP surface but for `/health`, which `late-app.ts` answers: settings, then origins, then credentials, then the API. Nothing behind a refusal is touched: a misconfigured
 * or closed deployment reaches no object.
 */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { silentTracer, type Tracer } from "../durable/ports/tracer.ts";
import { requestLimits } from "../graph/base/request-limits.ts";
import { graphPath } from "../graph/transport/endpoint.ts";
import { faultText } from "../json/fault-text.ts";
import { authenticate, credentialOf } from "./auth/authenticate.ts";
import { refusalHeaders } from "./auth/authentication.ts";
import { origins } from "./auth/origins.ts";
import { chatPath, chatRoutes } from "./chat/chat-route.ts";
import { artifactsPath } from "./clients/artifact-link.ts";
import { type AppContext, errorBody } from "./platform/app-context.ts";
import { networkOf } from "./platform/network-address.ts";
import { readDeployment } from "./platform/read-deployment.ts";
import { countedAnswer } from "./request/counted-answer.ts";
import { delayedRefusal } from "./request/delayed-refusal.ts";
import { Isolate } from "./request/isolate.ts";
import { requestContext } from "./request/request-context.ts";
import { requestSpan } from "./request/request-span.ts";
import { unreadBody } from "./request/unread-body.ts";
import { a2aRoutes } from "./routes/a2a-route.ts";
import { artifactRoutes } from "./routes/artifact-route.ts";
import { dashboardRoutes } from "./routes/dashboard.ts";
import { exportPath, exportRoute } from "./routes/export-route.ts";
import { graphiql, graphiqlPath } from "./routes/graphiql.ts";
import { mcpPath, mcpRoute } from "./routes/mcp-route.ts";
import { notFound } from "./routes/not-found-page.ts";
import { oauthRoutes } from "./routes/oauth-route.ts";
import { responseCache } from "./routes/response-cache.ts";
import { subjectExportPaths, subjectExportRoute } from "./routes/subject-export-route.ts";
import { workflowSchema, workflowSchemaPath } from "./routes/workflow-schema.ts";
import { graphSocket } from "./sockets/graph-socket.ts";
import { socketPorts } from "./sockets/socket-ports.ts";

/**
 * The app of one isolate. `schemaText` is loaded with the first request that needs the schema, and `describedText`, if that has no descriptions,
 * with the first that shows one; `tracer` records requests.
 */
export function makeApp(
  schemaText: () => Promise<string>,
  tracer: Tracer = silentTracer,
  describedText?: () => Promise<string>,
): Hono<AppContext> {
  const app = new Hono<AppContext>();
  const isolate = new Isolate(schemaText, describedText);

  // Outside of the handler that reads the rest of the body, so that only the answer waits.
  app.use(delayedRefusal(isolate));
  app.use(unreadBody);
  app.use(async (context, next) => {
    await next();
    isolate.turns.leave(context.req.raw);
  });
  app.use(async (context, next) => {
    const deployment = readDeployment(context.env);
    if (!deployment.ok) return context.json(errorBody("MISCONFIGURED", deployment.message), 500);
    context.set("settings", deployment.settings);
    return next();
  });

  app.get(`${graphiqlPath}/*`, graphiql);
  app.get(workflowSchemaPath, workflowSchema);
  app.use("/a2a/*", requestSpan("a2a.request", tracer));
  app.use(mcpPath, requestSpan("mcp.request", tracer));
  for (const path of [exportPath, ...subjectExportPaths]) app.use(path, requestSpan("export.request", tracer));
  for (const path of [chatPath, `${chatPath}/*`]) app.use(path, requestSpan("chat.request", tracer));

  const besideGraph = ["/a2a/*", mcpPath, exportPath, ...subjectExportPaths, chatPath, artifactsPath];
  for (const path of [...besideGraph, `${chatPath}/*`, `${artifactsPath}/*`]) app.use(path, countedAnswer(isolate));

  for (const path of [graphPath, `${graphPath}/`]) graphRoutes(app, path, isolate, tracer);
  a2aRoutes(app, isolate);
  artifactRoutes(app, isolate);
  chatRoutes(app, isolate);
  exportRoute(app, isolate);
  subjectExportRoute(app, isolate);
  mcpRoute(app, isolate);
  oauthRoutes(app, isolate);
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
    return (await isolate.endpoint()).fetch(req.raw, { ...context, onOperation, platformTrace });
  });
}
