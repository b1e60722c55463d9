/**
 * Many watchers in a process of their own, so that both sides of the bench are watched by the same code and pay the same for it. Takes `{
 * count, url, protocol, opening, subscribe }` as its argument, sends its parent `{ ready: true }` when every watcher is live, and `{ done
 * }` when every one has seen the last event.
 */
const { count, opening, protocol, subscribe, url } = JSON.parse(process.argv[2]);

/** Delays are sampled, so that measuring them costs little. */
const sampleEvery = 7;

/** Connections that are being made at a time. */
const openingAtOnce = 20;

let opened = 0;
let live = 0;
let finished = 0;
let deliveries = 0;
let messages = 0;
let bytes = 0;
let firstAt = 0;
const delaysMs = [];

function eventsOf(message) {
  if (message.events !== undefined) return message.events;
  if (message.type !== "next") return null;
  const batch = message.payload.data?.executionEvents;
  if (batch === undefined) throw new Error(`A subscription failed: ${JSON.stringify(message)}`);
  return batch.events;
}

function watch() {
  const socket = new WebSocket(url, protocol ?? undefined);
  let isLive = false;
  socket.onopen = () => {
    for (const message of opening) socket.send(JSON.stringify(message));
  };
  socket.onclose = ({ code, reason }) => {
    if (finished < count) process.send({ failed: `a watcher's connection closed: ${code} ${reason}` });
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "connection_ack") socket.send(JSON.stringify(subscribe));
    if (message.type === "ping") socket.send('{"type":"pong"}');
    const events = eventsOf(message);
    if (events === null) return;
    if (!isLive) {
      isLive = true;
      live += 1;
      if (live === count) process.send({ ready: true });
      if (opened < count) {
        opened += 1;
        watch();
      }
      return;
    }
    if (firstAt === 0) firstAt = performance.now();
    messages += 1;
    bytes += data.length;
    deliveries += events.length;
    const last = events.at(-1);
    if (last === undefined) return;
    if (messages % sampleEvery === 0) delaysMs.push(Date.now() - Date.parse(last.occurredAt));
    if (last.type !== "FINISHED" && last.type !== "EXECUTION_FINISHED") return;
    finished += 1;
    if (finished === count) report();
  };
}

function report() {
  const seconds = (performance.now() - firstAt) / 1_000;
  const sorted = delaysMs.sort((left, right) => left - right);
  process.send({
    done: {
      deliveries,
      perSecond: deliveries / seconds,
      bytesPerEvent: bytes / deliveries,
      delayP50Ms: sorted[Math.floor(sorted.length / 2)] ?? 0,
      delayP95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    },
  });
}

for (; opened < Math.min(count, openingAtOnce); opened++) watch();
process.on("disconnect", () => process.exit(0));
