/**
 * The floor: a Worker and one fresh Durable Object per execution. One row for the plan, one per step, one alarm to wake up after a
 * crash. Beside it the two parts that it is checked against: the bare calls, and the bare inserts.
 */
import { DurableObject } from "cloudflare:workers";
import { callTool, interpret } from "./plan.mjs";

export class Floor extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    this.sql = ctx.storage.sql;
    this.sql.exec("CREATE TABLE IF NOT EXISTS log(seq INTEGER PRIMARY KEY, step TEXT, data TEXT)");
  }

  run(job) {
    this.sql.exec("INSERT INTO log(step, data) VALUES(NULL, ?)", JSON.stringify(job));
    this.ctx.storage.setAlarm(Date.now());
    this.driving ??= this.drive();
    return this.driving;
  }

  async drive() {
    const rows = this.sql.exec("SELECT step, data FROM log ORDER BY seq").toArray();
    if (rows.length === 0) return 0;
    const { id, plan, tools } = JSON.parse(rows[0].data);
    const results = Object.fromEntries(rows.slice(1).map((row) => [row.step, JSON.parse(row.data)]));
    const step = async (node, input) => {
      const output = await callTool(tools, `${id}:${node.id}`, input);
      this.sql.exec("INSERT INTO log(step, data) VALUES(?, ?)", node.id, JSON.stringify(output));
      return output;
    };
    return Object.keys(await interpret(plan, step, results)).length;
  }

  async alarm() {
    this.driving ??= this.drive();
    await this.driving;
  }

  /** The inserts of a sequence alone, each durable before the next as the calls of `drive` make it. */
  async insertOnly({ plan }) {
    for (const row of [null, ...plan.nodes]) {
      this.sql.exec("INSERT INTO log(step, data) VALUES(?, ?)", row?.id ?? null, JSON.stringify(row ?? plan));
      await this.ctx.storage.sync();
    }
    return plan.nodes.length;
  }
}

/** The calls alone, without an object: a loop in a Worker that keeps nothing and forgets all when it stops. */
async function callOnly({ id, plan, tools }) {
  const step = (node, input) => callTool(tools, `${id}:${node.id}`, input);
  return Object.keys(await interpret(plan, step)).length;
}

export default {
  /** Takes `{ id, plan, tools }`, `tools` being the base URL of the tool server. */
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === "/health") return Response.json({ ok: true });
    const job = await request.json();
    const object = env.FLOOR.getByName(job.id);
    if (pathname === "/run") return Response.json({ steps: await object.run(job) });
    if (pathname === "/inserts") return Response.json({ steps: await object.insertOnly(job) });
    if (pathname === "/calls") return Response.json({ steps: await callOnly(job) });
    return new Response(null, { status: 404 });
  },
};
