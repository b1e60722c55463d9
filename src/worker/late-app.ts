/**
 * The request handler of an isolate. It answers `/health` by itself and loads the app with the first request that is for anything else, so that an
 * isolate which only holds objects, or is only asked for its health, reads and compiles neither the app nor the API.
 */
import { type AnyRequestHandler, errorBody } from "./platform/app-context.ts";
import type { Environment } from "./platform/environment.ts";
import { readDeployment } from "./platform/read-deployment.ts";
import { version } from "./platform/version.ts";

/** `load` loads the parts of the app. It may be called several times, and the app is made once. */
export function lateApp(load: () => Promise<() => AnyRequestHandler>): AnyRequestHandler {
  let app: AnyRequestHandler | undefined;
  return {
    async fetch(request, environment, context) {
      if (isHealthCheck(request)) return health(environment);
      if (app === undefined) {
        // Two first requests may both load it: the platform forbids waiting for the work of another request.
        const make = await load();
        app ??= make();
      }
      return app.fetch(request, environment, context);
    },
  };
}

function isHealthCheck({ method, url }: Request): boolean {
  return (method === "GET" || method === "HEAD") && new URL(url).pathname === "/health";
}

function health(environment: Environment): Response {
  const deployment = readDeployment(environment);
  if (!deployment.ok) return Response.json(errorBody("MISCONFIGURED", deployment.message), { status: 500 });
  return Response.json({ status: "ok", version });
}
