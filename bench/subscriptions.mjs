/**
 * Subscriptions: deliveries per second and delay beside a bare object that broadcasts to the same watchers over the same transport, the
 * replay of a long log, and the memory of watchers that wait.
 */
import { execFileSync, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot } from "../scripts/setup.mjs";
import { askProduct } from "./sides.mjs";
import { inRounds, middleRound } from "./warm/rounds.mjs";

const subscription = /* GraphQL */ `
  subscription ($executionId: ID!, $after: EventCursor) {
    executionEvents(executionId: $executionId, after: $after) { cursor events { sequence type occurredAt } }
  }
`;

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) {
      execution { id status pendingHumanInputs { id } events(first: 1) { nodes { sequence } } cursor }
      errors { message }
    }
  }
`;

/** Watchers in a process of their own. `ready` resolves when all are live, `done` with their figures. */
function startWatchers(options) {
  const child = fork(join(projectRoot, "bench/watchers.mjs"), [JSON.stringify(options)], { stdio: "inherit" });
  const messageNamed = (name) =>
    new Promise((resolve, reject) => {
      child.on("message", (message) => {
        if (message.failed !== undefined) reject(new Error(message.failed));
        else if (message[name] !== undefined) resolve(message[name]);
      });
    });
  const done = messageNamed("done");
  // A caller that only waits for readiness ignores how they end.
  done.catch(() => undefined);
  return { ready: messageNamed("ready"), done, stop: () => child.kill() };
}

function watchProduct(product, executionId, count) {
  return startWatchers({
    count,
    url: `${product.url.replace("http", "ws")}/graphql`,
    protocol: "graphql-transport-ws",
    opening: [{ type: "connection_init" }],
    subscribe: { id: "1", type: "subscribe", payload: { query: subscription, variables: { executionId } } },
  });
}

/** `isPlain` keeps the platform from compressing, which it does by itself and the product does not want. */
function watchFloor(floor, id, count, isPlain = false) {
  return startWatchers({
    count,
    url: `${floor.url.replace("http", "ws")}/watch?id=${id}${isPlain ? "&plain" : ""}`,
    protocol: null,
    opening: [],
  });
}

/** A run that waits for a person before its `steps` calls, so that watchers can be there before anything happens. */
async function startGated(product, steps) {
  const gate = { tool: { stepId: "gate", toolName: "guarded", arguments: { v: 1 } } };
  const calls = Array.from({ length: steps }, (_, index) => ({
    tool: {
      stepId: `s${index}`,
      toolName: "echo",
      arguments: { v: index === 0 ? 1 : `$${index}.output.v` },
      after: ["gate"],
    },
  }));
  const { executePlan: answer } = await askProduct(product, executePlan, {
    input: {
      source: { plan: { steps: [gate, ...calls] } },
      options: { waitMs: 20_000, schedule: "SEQUENTIAL", limits: { maxSteps: steps + 1 } },
    },
  });
  const [asked] = answer.execution?.pendingHumanInputs ?? [];
  if (asked === undefined) throw new Error(`The run does not wait: ${JSON.stringify(answer)}`);
  return { id: answer.execution.id, requestId: asked.id };
}

async function open(product, requestId) {
  const mutation = `mutation ($input: RespondToHumanInputInput!) { respondToHumanInput(input: $input) { errors { message } } }`;
  await askProduct(product, mutation, { input: { requestId, response: { accept: {} } } });
}

async function deliverFromProduct(product, count, steps) {
  const { id, requestId } = await startGated(product, steps);
  const watchers = watchProduct(product, id, count);
  try {
    await watchers.ready;
    await open(product, requestId);
    return await watchers.done;
  } finally {
    watchers.stop();
  }
}

async function deliverFromFloor(floor, tools, count, steps, padding) {
  const id = crypto.randomUUID();
  const watchers = watchFloor(floor, id, count);
  try {
    await watchers.ready;
    const run = fetch(`${floor.url}/run`, { method: "POST", body: JSON.stringify({ id, padding, steps, tools }) });
    const figures = await watchers.done;
    await run;
    return figures;
  } finally {
    watchers.stop();
  }
}

/**
 * How many watchers, how the product must do beside the floor, and how many rounds are measured. The first turns of a round do not count: V8
 * compiles code that has run often. A turn with many watchers runs the same code more often, so fewer are enough.
 */
const audiences = [
  { count: 1, target: 0.8, rounds: 7, uncounted: 5 },
  { count: 100, target: null, rounds: 1, uncounted: 2 },
  { count: 1_000, target: 0.5, rounds: 1, uncounted: 2 },
];

/**
 * Deliveries at each number of watchers: the round with the middle ratio, with the outermost ratios of all. `start` starts the runtimes of a round,
 * as `World.plainWatched` gives them.
 */
export async function compareDeliveries(start, tools, quick, onProgress) {
  const results = [];
  for (const { count: most, rounds, target, uncounted } of quick ? audiences.slice(0, 2) : audiences) {
    const count = quick ? Math.min(most, 10) : most;
    const steps = quick ? 5 : Math.max(20, Math.min(200, 20_000 / count));
    const turns = quick ? { uncounted: 0, counted: 1 } : { uncounted, counted: 5 };
    let round = 0;
    const found = await inRounds(start, quick ? 1 : rounds, async (sides) => {
      onProgress(`deliveries to ${count} watchers, round ${++round}`);
      return deliveriesInTurns(sides, tools, { count, steps, ...turns });
    });
    results.push({ count, ...middleRound(found), target });
  }
  return results;
}

/**
 * Product and floor in turns. Returns the turn with the middle ratio: events per second at all watchers, and the delay of the product in
 * milliseconds. The floor's events get the size of the product's.
 */
async function deliveriesInTurns({ broadcast, product }, tools, { count, counted, steps, uncounted }) {
  const turns = [];
  for (let turn = -uncounted; turn < counted; turn++) {
    const fromProduct = await deliverFromProduct(product, count, steps);
    // The members of a floor's event beside its padding take about 110 bytes.
    const padding = "x".repeat(Math.max(0, Math.round(fromProduct.bytesPerEvent) - 110));
    const fromFloor = await deliverFromFloor(broadcast, tools, count, steps, padding);
    const { delayP50Ms, delayP95Ms, perSecond } = fromProduct;
    if (turn >= 0) turns.push({ floor: fromFloor.perSecond, product: perSecond, delayP50Ms, delayP95Ms });
  }
  return middleRound(turns);
}

/** A log of `events` events, replayed to a new watcher from its beginning. */
export async function measureReplay(product, quick, onProgress) {
  const steps = quick ? 50 : 5_000;
  onProgress(`the replay of a log of ${steps * 2} events`);
  const calls = Array.from({ length: steps }, (_, index) => ({ tool: { toolName: "echo", arguments: { v: index } } }));
  const { executePlan: started } = await askProduct(product, executePlan, {
    input: {
      source: { plan: { steps: calls } },
      options: { schedule: "SEQUENTIAL", limits: { maxSteps: steps, maxParallel: 1 } },
    },
  });
  if (started.execution === null) throw new Error(`The product did not run: ${JSON.stringify(started.errors)}`);
  const { id } = started.execution;
  const status = "query ($id: ID!) { execution(by: { id: $id }) { status } }";
  for (;;) {
    const { execution } = await askProduct(product, status, { id });
    if (execution.status === "SUCCEEDED") break;
    await delay(200);
  }
  let best = 0;
  let events = 0;
  for (let turn = 0; turn < 3; turn++) {
    const startedAt = performance.now();
    events = await replay(product, id);
    best = Math.max(best, (events * 1_000) / (performance.now() - startedAt));
  }
  return { events, perSecond: best, target: 10_000 };
}

/** Resolves with the number of events when the subscription has completed. */
function replay(product, executionId) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const socket = new WebSocket(`${product.url.replace("http", "ws")}/graphql`, "graphql-transport-ws");
  let events = 0;
  socket.onopen = () => socket.send('{"type":"connection_init"}');
  socket.onerror = () => reject(new Error("The replay broke"));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "connection_ack") {
      socket.send(
        JSON.stringify({ id: "1", type: "subscribe", payload: { query: subscription, variables: { executionId } } }),
      );
    } else if (message.type === "ping") socket.send('{"type":"pong"}');
    else if (message.type === "next") events += message.payload.data.executionEvents.events.length;
    else if (message.type === "complete") {
      socket.close();
      resolve(events);
    } else if (message.type === "error") reject(new Error(data));
  };
  return promise;
}

/**
 * Memory of the runtime for each watcher that waits, beside that of the floor; null where processes cannot be looked at. The runtimes are
 * fresh, so that no earlier memory is given back meanwhile, and have as many watchers already, so that only the lasting memory of a watcher
 * counts and not the cost of the first ones.
 */
export async function compareIdleMemory({ broadcast, plainBroadcast, product }, quick, onProgress) {
  const count = quick ? 10 : 450;
  onProgress(`the memory of ${count} watchers that wait`);
  const { id, requestId } = await startGated(product, 1);
  const grown = async (side, watch) => {
    const first = watch();
    await first.ready;
    await delay(2_000);
    const before = residentBytes(side.pid);
    const watchers = watch();
    await watchers.ready;
    await delay(2_000);
    const after = residentBytes(side.pid);
    watchers.stop();
    first.stop();
    return before === null || after === null ? null : (after - before) / count;
  };
  const bytes = {
    product: await grown(product, () => watchProduct(product, id, count)),
    floor: await grown(broadcast, () => watchFloor(broadcast, crypto.randomUUID(), count)),
    plainFloor: await grown(plainBroadcast, () => watchFloor(plainBroadcast, crypto.randomUUID(), count, true)),
  };
  await open(product, requestId);
  return { count, bytes, target: 1.1 };
}

function residentBytes(pid) {
  if (pid === null) return null;
  try {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1_024;
  } catch {
    return null;
  }
}
