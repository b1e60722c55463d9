/**
 * Cloudflare Workflows in the same local runtime: the loop and the calls of the floor, each call a `step.do` with the settings that
 * Workflows has by itself, so with its log, its retries and its time limits.
 *
 * The caller waits in the Worker for the status "complete". `unsafeWaitForStatus` is offered by the local runtime for its own tests: it
 * resolves in the turn in which the status is stored. Asking `status()` again and again would read the whole log each time and make
 * Workflows slower than it is. An instance gets no id of ours, which would cost one more call to find out whether it is taken.
 */
import { WorkflowEntrypoint } from "cloudflare:workers";
import { callTool, interpret } from "../floor/plan.mjs";

export class Flow extends WorkflowEntrypoint {
  async run({ instanceId, payload }, step) {
    const { plan, tools } = payload;
    const call = (node, input) => step.do(node.id, () => callTool(tools, `${instanceId}:${node.id}`, input));
    return Object.keys(await interpret(plan, call)).length;
  }
}

export default {
  /** POST /run takes `{ plan, tools }`, `tools` being the base URL of the tool server, and answers when the instance is complete. */
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === "/health") return Response.json({ ok: true });
    if (pathname !== "/run") return new Response(null, { status: 404 });
    const { plan, tools } = await request.json();
    const { id } = await env.FLOW.create({ params: { plan, tools } });
    await env.FLOW.unsafeWaitForStatus(id, "complete");
    return Response.json({ steps: plan.nodes.length });
  },
};
