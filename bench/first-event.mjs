/**
 * How soon a watcher sees something: from the request that starts an execution to the first event at a subscriber that it opens as soon as
 * it knows the name, and from a subscription to an execution that has long ended to its first event. The connection is open before.
 */
import { summary } from "./measure.mjs";
import { askProduct } from "./sides.mjs";

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) { execution { id } errors { message } }
  }
`;

const subscription = /* GraphQL */ `
  subscription ($executionId: ID!) { executionEvents(executionId: $executionId) { events { type } } }
`;

/** Of a product whose tools are registered. Gives p50 and p95 of both spans in milliseconds. */
export async function measureFirstEvent(product, quick, onProgress) {
  onProgress("the first event at a watcher");
  const watcher = await connect(product);
  const spans = { fromStart: [], fromSubscription: [] };
  try {
    for (let turn = -2; turn < (quick ? 3 : 50); turn++) {
      const startedAt = performance.now();
      const id = await start(product);
      const live = await watcher.watch(id);
      const fromStart = live.firstAt - startedAt;
      const again = performance.now();
      const ended = await watcher.watch(id);
      if (turn < 0) continue;
      spans.fromStart.push(fromStart);
      spans.fromSubscription.push(ended.firstAt - again);
    }
  } finally {
    watcher.close();
  }
  return { fromStart: summary(spans.fromStart), fromSubscription: summary(spans.fromSubscription) };
}

async function start(product) {
  const steps = Array.from({ length: 5 }, (_, at) => ({
    tool: { toolName: "echo", arguments: { v: at === 0 ? 1 : `$${at - 1}.output.v` } },
  }));
  const { executePlan: payload } = await askProduct(product, executePlan, { input: { source: { plan: { steps } } } });
  if (payload.execution === null) throw new Error(`The product did not start: ${JSON.stringify(payload.errors)}`);
  return payload.execution.id;
}

/** A connection on which one execution after another is watched to its end. */
async function connect(product) {
  const socket = new WebSocket(`${product.url.replace("http", "ws")}/graphql`, "graphql-transport-ws");
  const acknowledged = Promise.withResolvers();
  let current = null;
  let count = 0;
  const fail = (error) => {
    acknowledged.reject(error);
    current?.reject(error);
  };
  socket.onopen = () => socket.send('{"type":"connection_init"}');
  socket.onerror = () => fail(new Error("The subscription broke"));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "connection_ack") acknowledged.resolve();
    else if (message.type === "ping") socket.send('{"type":"pong"}');
    else if (message.type === "error") fail(new Error(data));
    else if (message.type === "next") {
      if (message.payload.data.executionEvents.events.length > 0) current.firstAt ??= performance.now();
    } else if (message.type === "complete") current.resolve({ firstAt: current.firstAt });
  };
  await acknowledged.promise;
  const watch = (executionId) => {
    current = { firstAt: null, ...Promise.withResolvers() };
    count += 1;
    const payload = { query: subscription, variables: { executionId } };
    socket.send(JSON.stringify({ id: String(count), type: "subscribe", payload }));
    return current.promise;
  };
  return { watch, close: () => socket.close() };
}
