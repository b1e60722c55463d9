/** Messages of `graphql-transport-ws`, in right and wrong orders, to a session over a tenant in memory. */
import { setTimeout as delay } from "node:timers/promises";
import { silentTracer } from "../../../src/durable/ports/tracer.ts";
import { type ClientSocket, SocketSession } from "../../../src/worker/sockets/graph-socket.ts";
import { endpoint } from "../../support/graph/ask.ts";
import { FakeClock } from "../../support/worker/fake-feed.ts";
import type { Family } from "../family.ts";
import { randomOperation } from "../inputs/graph-operations.ts";
import { hostileText, hostileValue } from "../inputs/hostile-values.ts";
import { known, knownTenant } from "../inputs/known-tenant.ts";
import { changeCount, mutated } from "../inputs/mutate.ts";
import { jsonText } from "../json-text.ts";
import { turns } from "../read-answer.ts";
import { graphDepth } from "./graphql.ts";

class Client implements ClientSocket {
  readonly sent: string[] = [];
  code: number | null = null;

  send(text: string): void {
    this.sent.push(text);
  }

  close(code: number, reason: string): void {
    if (new TextEncoder().encode(reason).length > 123) throw new SyntaxError("the reason is too long");
    this.code ??= code;
  }
}

export const socketMessages: Family<{ readonly messages: readonly string[] }> = {
  ...{ name: "websocket", weight: 4, deep: ["EXECUTED", "ERRORS"], outputBytes: 2_097_152 },
  generate: (random) => {
    const first = {
      type: "connection_init",
      payload: random.pick([{}, { authorization: "Bearer x" }, { token: hostileValue(random) }]),
    };
    const following = Array.from({ length: random.between(1, 5) }, (_, at) =>
      random.weighted({ subscribe: 9, other: 3 }) === "subscribe"
        ? {
            id: `${random.chance(0.9) ? at : 0}`,
            type: "subscribe",
            payload: randomOperation(random, known, { query: 4, mutation: 2, subscription: 4 }),
          }
        : random.chance(0.9)
          ? random.pick<unknown>([
              { id: "0", type: "complete" },
              { id: "1", type: "complete" },
              { type: "ping" },
              { type: "pong", payload: {} },
            ])
          : random.pick<unknown>([
              { type: "connection_init" },
              { id: "1", type: "next", payload: {} },
              hostileValue(random),
            ]),
    );
    const messages = random.chance(0.95) ? [first, ...following] : random.shuffled([first, ...following]);
    const at = random.between(0, messages.length - 1);
    const changes = random.chance(0.4) ? changeCount(random) : 0;
    const texts = messages.map((message, index) =>
      jsonText(index === at ? mutated(message, random, changes) : message),
    );
    return { messages: random.chance(0.05) ? [...texts, hostileText(random)] : texts };
  },
  run: async ({ messages }) => {
    const world = await knownTenant();
    const client = new Client();
    let open = 0;
    const enter = () => {
      open += 1;
      return { kind: "ENTERED", leave: () => (open -= 1) } as const;
    };
    const session = new SocketSession(client, "graphql-transport-ws", new Request("http://localhost/graphql"), {
      endpoint: async () => endpoint,
      authenticate: async () => ({ ok: true, caller: world.context().caller }),
      rateRefusal: async () => undefined,
      takeTurn: async () => () => undefined,
      contextOf: (caller) => ({ ...world.context(caller), subscriptions: { enter, endsAt: Number.MAX_SAFE_INTEGER } }),
      gateOf: () => ({ enter }),
      enterAsStranger: () => enter().leave,
      ...{ maxSubscriptions: 100, clock: new FakeClock(), now: () => 0, tracer: silentTracer },
    });
    for (const message of messages) {
      session.receive(message);
      await turns(4);
    }
    await turns(20);
    const isAnswered = () => client.code !== null || /"type":"(?:next|error)"/.test(client.sent.join("\n"));
    // Texts are hashed by threads, for which a busy machine has no time.
    for (const until = performance.now() + 200; !isAnswered() && performance.now() < until; ) await delay(2);
    session.closed(1_001, "");
    await turns(10);
    const text = client.sent.join("\n");
    const left = open === 0 ? {} : { finding: `${open} subscriptions were left open` };
    const fault =
      client.code !== null && client.code >= 4_500 ? { finding: `the connection was closed with ${client.code}` } : {};
    const depth = /"type":"next"/.test(text)
      ? graphDepth(200, text)
      : /"type":"error"/.test(text)
        ? "ERRORS"
        : client.code === null
          ? "SILENT"
          : `CLOSED ${client.code}`;
    return { depth, shown: text, ...left, ...fault };
  },
};
