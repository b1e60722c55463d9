/**
 * Plans as data, and the loop that the floor runs them with: `{ shape, cap, ms, nodes: [{ id, ms, deps: [id] }] }`.
 * Bundled into the Worker too, so nothing here is Node's only.
 */

/** `seqN`, `parN` (independent) or `diamond` (1 → 3 → 1), every call taking `ms`, at most `cap` at a time. */
export function makePlan(shape, ms = 0, cap = 6) {
  const node = (id, deps) => ({ id, ms, deps });
  const count = Number(/\d+$/.exec(shape)?.[0]);
  const row = (depsOf) => Array.from({ length: count }, (_, index) => node(`s${index}`, depsOf(index)));
  if (shape.startsWith("seq")) return { shape, cap, ms, nodes: row((index) => (index > 0 ? [`s${index - 1}`] : [])) };
  if (shape.startsWith("par")) return { shape, cap, ms, nodes: row(() => []) };
  if (shape === "diamond") {
    const middle = ["s1", "s2", "s3"].map((id) => node(id, ["s0"]));
    return { shape, cap, ms, nodes: [node("s0", []), ...middle, node("s4", ["s1", "s2", "s3"])] };
  }
  throw new Error(`Could not make a plan of the unknown shape "${shape}"`);
}

/** Runs every node as soon as its dependencies are done, at most `plan.cap` at once. Nodes in `results` are skipped. */
export function interpret(plan, step, results = {}) {
  return new Promise((resolve, reject) => {
    const waiting = new Set(plan.nodes.filter((node) => !(node.id in results)));
    let running = 0;
    const next = () => {
      if (waiting.size === 0 && running === 0) return resolve(results);
      for (const node of waiting) {
        if (running >= plan.cap) return;
        if (!node.deps.every((dependency) => dependency in results)) continue;
        waiting.delete(node);
        running++;
        const input = { step: node.id, v: node.deps.length > 0 ? results[node.deps[0]].v : 1, ms: node.ms };
        step(node, input).then((output) => {
          results[node.id] = output;
          running--;
          next();
        }, reject);
      }
    };
    next();
  });
}

/** One MCP `tools/call` of `echo`, with the idempotency key that a durable system hands to a tool. */
export async function callTool(base, key, input) {
  const response = await fetch(`${base}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "idempotency-key": key,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: input } }),
  });
  const message = await response.json();
  if (!response.ok || message.error || message.result.isError) throw new Error(`echo failed: HTTP ${response.status}`);
  return message.result.structuredContent;
}
