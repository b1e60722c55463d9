/** The floor of a served card: Hono answers one fixed JSON document. Bundled by `runtimes.mjs`. */
import { Hono } from "hono";

const card = {
  name: "five",
  description: "Passes a number through five calls.",
  version: "1",
  supportedInterfaces: [
    { url: "http://127.0.0.1/a2a/default/five", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  capabilities: { streaming: true, pushNotifications: true, extensions: [] },
  defaultInputModes: ["application/json"],
  defaultOutputModes: ["application/json"],
  skills: [{ id: "five", name: "five", description: "Passes a number through five calls.", tags: [] }],
};

const app = new Hono();
app.get("/health", (context) => context.json({ status: "ok" }));
app.get("/card", (context) => context.json(card));

export default app;
