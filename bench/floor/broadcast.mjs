/**
 * The floor of subscriptions: one Durable Object that broadcasts to WebSockets which it holds itself. It makes the calls of a plan one
 * after another, stores a row for each event as the product does, and sends the events of one turn as one message to everyone.
 */
import { DurableObject } from "cloudflare:workers";
import { callTool } from "./plan.mjs";

export class Broadcast extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    this.sql = ctx.storage.sql;
    this.sql.exec("CREATE TABLE IF NOT EXISTS log(seq INTEGER PRIMARY KEY, data TEXT)");
  }

  /** Adds a watcher, which gets a message at once that it is live. `plain` turns off compression by the platform. */
  fetch({ url }) {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    server.send(JSON.stringify({ events: [] }));
    const headers = new URL(url).searchParams.has("plain") ? { "sec-websocket-extensions": "none" } : {};
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  /** Makes `steps` calls. `padding` brings messages to the size that the product's have. */
  async run({ id, padding, steps, tools }) {
    let sequence = 0;
    const sendAll = (types) => {
      const occurredAt = new Date().toISOString();
      const events = types.map((type) => ({ sequence: ++sequence, type, occurredAt, padding }));
      for (const event of events) this.sql.exec("INSERT INTO log(data) VALUES(?)", JSON.stringify(event));
      const text = JSON.stringify({ events });
      for (const socket of this.ctx.getWebSockets()) socket.send(text);
    };
    sendAll(["STARTED", "STEP_STARTED"]);
    for (let step = 1; step <= steps; step++) {
      await callTool(tools, `${id}:${step}`, { step: `s${step}`, v: 1, ms: 0 });
      sendAll(["STEP_FINISHED", step < steps ? "STEP_STARTED" : "FINISHED"]);
    }
    return sequence;
  }
}

export default {
  /** GET /watch?id=… opens a watcher's WebSocket (&plain without compression), POST /run makes the calls, GET /health. */
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/health") return Response.json({ ok: true });
    if (pathname === "/watch") return env.BROADCAST.getByName(searchParams.get("id")).fetch(request);
    if (pathname !== "/run") return new Response(null, { status: 404 });
    const job = await request.json();
    return Response.json({ events: await env.BROADCAST.getByName(job.id).run(job) });
  },
};
