/**
 * The JSON Schema of files of agents and workflows, for editors. It is made from `schema.graphql`, holds nothing of any tenant, and may be read by
 * a page of any origin.
 */
import type { Handler } from "hono";
import type { AppContext } from "../platform/app-context.ts";
import { staticAsset } from "./static-asset.ts";

export const workflowSchemaPath = "/schemas/workflow.json";

export const workflowSchema: Handler<AppContext> = (context) =>
  staticAsset(context, workflowSchemaPath, {
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=3600",
    "content-type": "application/schema+json; charset=utf-8",
  });
