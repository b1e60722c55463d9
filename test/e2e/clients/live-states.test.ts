/** What `@planwright/client` keeps current: executions, lists, the inbox and a conversation, over connections that are cut. */
import { readFileSync } from "node:fs";
import { createClient, type Live, type PlanwrightClient, type Result } from "@planwright/client";
import { beforeAll, expect, it } from "vitest";
import { cuttableProxy } from "../../browser/cuttable-proxy.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";

const served = deployedWorld({ isShared: true });
const generator = JSON.parse(readFileSync("examples/manifests/generator.json", "utf8")) as object;

interface Network {
  readonly client: PlanwrightClient;
  readonly cut: () => number;
}

async function network(onTestFinished: (close: () => Promise<void>) => void): Promise<Network> {
  const proxy = await cuttableProxy(served.planwright.endpoint);
  onTestFinished(() => proxy.close());
  const delay = () => new Promise<void>((resolve) => setTimeout(resolve, 10));
  return { client: createClient({ url: proxy.url, transport: "websocket", delay, attempts: 20 }), cut: proxy.cut };
}

function got<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** The first value that is as it should be. `each` is called with every value before it. */
async function until<Value>(
  live: AsyncIterableIterator<Live<Value>, undefined>,
  isRight: (value: Value) => boolean,
  each: (value: Value) => unknown = () => undefined,
): Promise<Value> {
  for (;;) {
    // Without a loop over it, so that it goes on afterwards.
    const { done, value: item } = await live.next();
    if (done === true) throw new Error("it ended before it was so");
    if (item.kind === "FAILED") throw new Error(JSON.stringify(item.error));
    if (item.kind !== "VALUE") continue;
    if (isRight(item.value)) return item.value;
    await each(item.value);
  }
}

it("[N450] the state of an execution is current at each change, with the answer as it is written, though connections are cut", async ({
  onTestFinished,
}) => {
  const { client, cut } = await network(onTestFinished);
  const { execution } = got(await client.run("Call read_note"));
  const written: string[] = [];
  let cuts = 0;
  const last = await until(
    client.watchExecution(execution.id),
    ({ status }) => status === "SUCCEEDED",
    ({ writing }) => {
      if (cuts < 2) cuts += cut();
      if (writing !== undefined) written.push(writing);
    },
  );
  expect(last.steps).toMatchObject([{ __typename: "ToolStep", name: "read_note", status: "SUCCEEDED" }]);
  expect(last.response).toMatch(/./);
  for (const text of written) expect(last.response?.startsWith(text)).toBe(true);
  expect(cuts).toBeGreaterThan(0);
});

it("[N450] once a connection that was lost is there again, the value is given again at once, though nothing has changed", async ({
  onTestFinished,
}) => {
  const { client, cut } = await network(onTestFinished);
  const { execution } = got(await client.run({ steps: [{ humanInput: { prompt: "Wait" } }] }));
  const conversation = client.conversation("never-begun").watch();
  const followed: readonly AsyncIterableIterator<Live<unknown>, undefined>[] = [
    client.watchExecution(execution.id),
    client.watchExecutions({ labels: [{ key: "none", value: "at all" }] }),
    conversation,
  ];
  await until(
    followed[0] as AsyncIterableIterator<Live<typeof execution>, undefined>,
    ({ status }) => status === "WAITING",
  );
  for (const live of followed.slice(1)) await until(live, () => true);
  const next = followed.map((live) => live.next());
  await expect.poll(cut).toBeGreaterThan(0);
  for (const lost of await Promise.all(next)) expect(lost.value).toMatchObject({ kind: "DISCONNECTED" });
  const from = performance.now();
  for (const live of followed) await until(live, () => true);
  expect(performance.now() - from).toBeLessThan(10_000);
  got(await client.cancel(execution.id));
  for (const live of followed) await live.return?.();
});

it("[N450] the list of executions and the inbox follow what begins, changes and ends, though connections are cut", async ({
  onTestFinished,
}) => {
  const { client, cut } = await network(onTestFinished);
  const labels = [{ key: "live", value: "list" }];
  const list = client.watchExecutions({ labels });
  const inbox = client.watchInbox();
  expect(await until(list, () => true)).toEqual([]);
  const before = await until(inbox, () => true);
  const steps = [{ humanInput: { prompt: "Is it live?" } }];
  const { execution } = got(await client.run({ steps }, { labels }));
  const isWaiting = ([first]: readonly { readonly status: string }[]) => first?.status === "WAITING";
  expect(await until(list, isWaiting)).toMatchObject([{ id: execution.id }]);
  const [request, ...rest] = await until(inbox, ([first]) => first?.execution?.id === execution.id);
  expect(rest).toEqual(before);
  expect(cut()).toBeGreaterThan(0);
  got(await client.answer(request?.id ?? "", { accept: {} }));
  expect(await until(inbox, (requests) => !requests.some(({ id }) => id === request?.id))).toEqual(before);
  expect(await until(list, ([first]) => first?.status === "SUCCEEDED")).toHaveLength(1);
  await Promise.all([list.return?.(), inbox.return?.()]);
});

beforeAll(async () => {
  await served.planwright.ask(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { code } } }",
    {
      input: { name: "live", manifest: generator },
    },
  );
});

it("[N450] a conversation is null until it begins, and then has each message once, for every sender", async ({
  onTestFinished,
}) => {
  const { client, cut } = await network(onTestFinished);
  const conversation = client.conversation("live-chat", { manifest: "live" });
  const watching = conversation.watch();
  expect(await until(watching, () => true)).toBeNull();
  const unknown = await client.conversation("live-chat").send("Hello");
  expect(unknown).toMatchObject({ ok: false, error: { kind: "GRAPHQL", code: "NOT_FOUND" } });
  const sent = got(await conversation.send("Write an e-mail to Ada"));
  const texts = (value: typeof sent.conversation | null) => value?.messages.nodes.map(({ author }) => author) ?? [];
  const first = await until(watching, (value) => value?.status === "IDLE" && texts(value).length >= 2, cut);
  expect(texts(first).slice(0, 2)).toEqual(["PERSON", "AGENT"]);
  const ids = first?.messages.nodes.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
  await watching.return?.();
});
