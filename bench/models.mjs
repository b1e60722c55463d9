/**
 * The time that Planwright adds between a language model and the tools: from the last byte of the plan to the first request of a tool, from
 * the last result to the request of the responder, and from its first text to a subscriber. The first two are moments of one process.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../scripts/setup.mjs";
import { summary } from "./measure.mjs";
import { askProduct, registerTools } from "./sides.mjs";

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) { execution { id } errors { message } }
  }
`;

const subscription = /* GraphQL */ `
  subscription ($executionId: ID!) {
    executionEvents(executionId: $executionId) { events { type ... on ExecutionFinished { status } } }
  }
`;

/** `startProduct` takes settings. `floorStepMs` is the cost of a step on the floor. Gives p50 and p95 of each span in milliseconds. */
export async function measureModels(startProduct, floorStepMs, quick, onProgress) {
  onProgress("prompt, plan, tools, answer");
  const child = spawn(process.execPath, [join(projectRoot, "bench/model-world.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const world = String((await once(child.stdout, "data"))[0]).trim();
  const models = [{ name: "bench", provider: "openai-compatible", model: "bench", baseUrl: `${world}/v1` }];
  const product = await startProduct({ MODELS: JSON.stringify(models) });
  const spans = { planToTool: [], resultToResponder: [], firstText: [] };
  try {
    await registerTools(product, world);
    const count = quick ? 3 : 50;
    for (let turn = -2; turn < count; turn++) {
      const found = await runOnce(product, world);
      if (turn >= 0) for (const [name, value] of Object.entries(found)) spans[name].push(value);
    }
  } finally {
    await product.stop();
    child.kill();
  }
  return { ...Object.fromEntries(Object.entries(spans).map(([name, values]) => [name, summary(values)])), floorStepMs };
}

async function runOnce(product, world) {
  await fetch(`${world}/reset`, { method: "POST" });
  const { executePlan: payload } = await askProduct(product, executePlan, {
    input: { source: { prompt: { text: "Pass a number through five calls" } } },
  });
  if (payload.execution === null) throw new Error(`The product did not start: ${JSON.stringify(payload.errors)}`);
  const textSeenAt = await firstTextSeen(product, payload.execution.id);
  const moments = await (await fetch(`${world}/moments`)).json();
  const at = (what) => moments.find((moment) => moment.what === what).at;
  return {
    planToTool: at("tool request") - at("plan sent"),
    resultToResponder: at("responder request") - moments.findLast(({ what }) => what === "tool result").at,
    firstText: textSeenAt - at("first text sent"),
  };
}

/** When the first `TextProduced` reached a subscriber; resolves at the end of the execution. */
function firstTextSeen(product, executionId) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const socket = new WebSocket(`${product.url.replace("http", "ws")}/graphql`, "graphql-transport-ws");
  let seenAt = null;
  socket.onopen = () => socket.send('{"type":"connection_init"}');
  socket.onerror = () => reject(new Error("The subscription broke"));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "connection_ack") {
      const payload = { query: subscription, variables: { executionId } };
      socket.send(JSON.stringify({ id: "1", type: "subscribe", payload }));
    } else if (message.type === "ping") socket.send('{"type":"pong"}');
    else if (message.type === "error") reject(new Error(data));
    else if (message.type === "next") {
      const { events } = message.payload.data.executionEvents;
      if (seenAt === null && events.some(({ type }) => type === "TEXT_PRODUCED")) {
        seenAt = performance.timeOrigin + performance.now();
      }
      const end = events.find(({ type }) => type === "EXECUTION_FINISHED");
      if (end === undefined) return;
      socket.close();
      if (end.status === "SUCCEEDED" && seenAt !== null) resolve(seenAt);
      else reject(new Error(`The execution ended ${end.status}, text ${seenAt === null ? "not " : ""}seen`));
    }
  };
  return promise;
}
