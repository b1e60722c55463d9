import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { eventClient } from "../../../src/worker/clients/event-client.ts";
import { type Environment, mailboxName } from "../../../src/worker/platform/environment.ts";
import { objectOf, rowCount, started, viewWhen } from "../../support/objects/executions.ts";
import { hasEnded, homeOf, hostedViewWhen } from "../../support/objects/hosted-executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const environment = { ...(env as unknown as Environment), HOSTING: "on" };
const { TENANT } = environment as unknown as { readonly TENANT: { getByName(name: string): DurableObjectStub } };
const client = eventClient(environment, "default");
const address = () => ({ name: "paid", correlation: crypto.randomUUID() });
const event = (to: ReturnType<typeof address>) => ({ ...to, eventId: "e", payload: 7, keepMs: 60_000, sentBy: "test" });
const plan = ({ correlation, name }: ReturnType<typeof address>) => ({
  steps: [
    { waitForEvent: { stepId: "paid", name, correlation } },
    tool("a", "read_note", { name: "x" }, { after: ["paid"] }),
  ],
});
const alarmOf = (stub: DurableObjectStub) => runInDurableObject(stub, (_, state) => state.storage.getAlarm());

/** Waits until the mailbox knows of the step. */
async function registered(to: ReturnType<typeof address>): Promise<DurableObjectStub> {
  const mailbox = TENANT.getByName(mailboxName("default", to));
  const isThere = (_: unknown, { storage }: DurableObjectState) =>
    storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'event_wait'").toArray().length > 0 &&
    storage.sql.exec("SELECT 1 FROM event_wait WHERE correlation = ?", to.correlation).toArray().length > 0;
  while (!(await runInDurableObject(mailbox, isThere))) await new Promise((resolve) => setTimeout(resolve, 20));
  return mailbox;
}

describe("an execution that waits for an event", () => {
  it("[N277, E11] is gone meanwhile, with the alarm at the end of its wait, and is woken by the event once", async () => {
    const to = address();
    const request = await requestFor(plan(to));
    await started(request);
    const mailbox = await registered(to);
    const view = await viewWhen(request, ({ status }) => status === "WAITING");
    expect(view.steps[0]).toMatchObject({ waitsFor: "EVENT", awaitedEvent: to });
    expect(await rowCount(request)).toBe(1);
    await Promise.all([evictDurableObject(objectOf(request)), evictDurableObject(mailbox)]);
    expect(await alarmOf(objectOf(request))).toBe(view.steps[0]?.waitsUntil);
    const sent = await client.send(event(to));
    expect(sent).toMatchObject({ kind: "SENT", event: { status: "DELIVERED", receiver: { step: "paid" } } });
    expect(await client.send(event(to))).toMatchObject({ replayed: true, event: { status: "DELIVERED" } });
    const end = await viewWhen(request, ({ finishedAt }) => finishedAt !== null);
    expect(end.status).toBe("SUCCEEDED");
    expect(end.steps[0]?.output).toMatchObject({ inline: { payload: 7, eventId: "e" } });
  });

  it("[N277] takes what came early, and the mailbox hears of it from its alarm", async () => {
    const to = address();
    expect(await client.send(event(to))).toMatchObject({ event: { status: "KEPT", receiver: null } });
    const request = await requestFor(plan(to));
    await started(request);
    await viewWhen(request, ({ finishedAt }) => finishedAt !== null);
    while ((await client.find(to, "e"))?.status !== "DELIVERED") await new Promise((done) => setTimeout(done, 50));
  });

  it("[N277] in a host takes its event as in an object of its own", async () => {
    const to = address();
    const request: StartRequest = await requestFor(plan(to), { idempotencyKey: crypto.randomUUID() });
    await homeOf(request).start(request);
    await registered(to);
    expect(await client.send(event(to))).toMatchObject({ event: { status: "DELIVERED" } });
    expect((await hostedViewWhen(request, hasEnded)).status).toBe("SUCCEEDED");
  });

  it("[N280] has its wait taken off the mailbox when it is cancelled", async () => {
    const to = address();
    const request = await requestFor(plan(to));
    await started(request);
    const mailbox = await registered(to);
    await objectOf(request).cancel("test", null);
    await viewWhen(request, ({ status }) => status === "CANCELLED");
    const left = () =>
      runInDurableObject(mailbox, (_, { storage }) =>
        storage.sql.exec("SELECT 1 FROM event_wait WHERE correlation = ?", to.correlation).toArray(),
      );
    while ((await left()).length > 0) await new Promise((done) => setTimeout(done, 20));
    expect(await client.send(event(to))).toMatchObject({ event: { status: "KEPT" } });
  });
});
