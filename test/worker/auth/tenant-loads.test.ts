/** What a tenant may take of an isolate, and what becomes of it when it takes more. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { burstSeconds, reportedLoad, reportMs, TenantLoads } from "../../../src/worker/auth/tenant-loads.ts";
import { counted } from "../../../src/worker/request/counted-answer.ts";
import { bearer, FakeDeployment } from "../../support/worker/fake-deployment.ts";

const caps = { checkSteps: 1_000, answeredBytes: 0 };

describe("the load of a tenant", () => {
  it("[N583] is refused from two seconds' worth on until it has worn off, and a neighbour is not", () => {
    const loads = new TenantLoads();
    const greedy = loads.meterOf({ tenant: "greedy" });
    loads.meterOf({ tenant: "light" }).checked(10);
    greedy.checked(burstSeconds * caps.checkSteps - 1);
    expect(loads.refusal("greedy", caps, 0)).toBeUndefined();
    greedy.checked(1);
    expect(loads.refusal("greedy", caps, 0)).toEqual({
      message:
        "required at most 1000 steps of plan checks of the tenant a second, found more; check smaller plans, or fewer",
      retryAfterSeconds: 1,
    });
    expect(loads.refusal("light", caps, 0)).toBeUndefined();
    expect(loads.refusal("greedy", caps, 1)).toBeUndefined();
  });

  it("[N583] is owed when one request takes more than all: the next ones wait as long as that is worth", () => {
    const loads = new TenantLoads();
    loads.meterOf({ tenant: "greedy" }).checked(12 * caps.checkSteps);
    const after = (milliseconds: number) => loads.refusal("greedy", caps, milliseconds)?.retryAfterSeconds;
    expect([0, 1_000, 9_000, 9_999, 10_001].map(after)).toEqual([10, 9, 1, 1, undefined]);
  });

  it("[N583] is owed from the first request on", () => {
    const loads = new TenantLoads();
    const now = Date.UTC(2026, 0, 31);
    expect(loads.refusal("greedy", caps, now)).toBeUndefined();
    loads.meterOf({ tenant: "greedy" }).checked(12 * caps.checkSteps);
    expect(loads.refusal("greedy", caps, now)?.retryAfterSeconds).toBe(10);
  });

  it("[N583] without a cap is counted and never refused", () => {
    const loads = new TenantLoads();
    loads.meterOf({ tenant: "greedy" }).answered(1_000_000_000_000);
    expect(loads.refusal("greedy", caps, 0)).toBeUndefined();
    expect(loads.takeReport("greedy", 0)?.take).toEqual({ checkSteps: 0, answeredBytes: 1_000_000_000_000 });
  });

  it("[N584] is reported once it is worth a call, each of it once", () => {
    const loads = new TenantLoads();
    const meter = loads.meterOf({ tenant: "acme" });
    meter.answered(reportedLoad.answeredBytes - 1);
    meter.checked(5);
    expect(loads.takeReport("acme", 0)).toBeUndefined();
    meter.answered(1);
    const report = loads.takeReport("acme", 0);
    expect(report).toMatchObject({ take: { checkSteps: 5, answeredBytes: reportedLoad.answeredBytes }, subjects: [] });
    loads.arrived("acme", report?.id ?? "");
    expect(loads.takeReport("acme", 3_600_000)).toBeUndefined();
    expect(loads.takeReport("unknown", 0)).toBeUndefined();
  });

  it("[N988] is reported again under the same number where the answer was lost or never comes, and the rest under another", () => {
    const loads = new TenantLoads();
    const meter = loads.meterOf({ tenant: "acme" });
    const { answeredBytes } = reportedLoad;
    meter.answered(answeredBytes);
    const first = loads.takeReport("acme", 0);
    if (first === undefined) throw new Error("nothing was reported");
    meter.answered(answeredBytes + 1);
    // It is on its way.
    expect(loads.takeReport("acme", reportMs - 1)).toBeUndefined();
    expect(loads.takeReport("acme", reportMs)).toEqual(first);
    loads.lost("acme", first.id);
    expect(loads.takeReport("acme", reportMs)).toEqual(first);
    loads.arrived("acme", first.id);
    const second = loads.takeReport("acme", reportMs);
    expect(second?.take).toEqual({ checkSteps: 0, answeredBytes: answeredBytes + 1 });
    expect(second?.id).not.toBe(first.id);
    // A late answer to the first says nothing of the second.
    loads.arrived("acme", first.id);
    loads.lost("acme", second?.id ?? "");
    expect(loads.takeReport("acme", reportMs)).toEqual(second);
  });
});

describe("the load of a subject", () => {
  const [ann, bob] = [
    { tenant: "acme", subject: "ann" },
    { tenant: "acme", subject: "bob" },
  ];

  it("[N883] is refused beyond a cap of its own, and the rest of its tenant and namesakes elsewhere are not", () => {
    const loads = new TenantLoads();
    const elsewhere = { tenant: "other", subject: "ann" };
    for (const sender of [ann, bob, elsewhere]) expect(loads.subjectRefusal(sender, caps, 0)).toBeUndefined();
    loads.meterOf(ann).checked(12 * caps.checkSteps);
    loads.meterOf(bob).checked(1);
    expect(loads.subjectRefusal(ann, caps, 0)).toEqual({
      message:
        "required at most 1000 steps of plan checks of the subject a second, found more; check smaller plans, or fewer",
      retryAfterSeconds: 10,
    });
    for (const sender of [bob, elsewhere]) expect(loads.subjectRefusal(sender, caps, 0)).toBeUndefined();
    expect(loads.subjectRefusal(ann, caps, 10_001)).toBeUndefined();
    // What it took is the tenant's, too.
    expect(loads.refusal("acme", caps, 0)?.retryAfterSeconds).toBe(11);
  });

  it("[N883] without a cap is kept nowhere", () => {
    const loads = new TenantLoads();
    const none = { checkSteps: 0, answeredBytes: 0 };
    expect(loads.subjectRefusal(ann, none, 0)).toBeUndefined();
    loads.meterOf(ann).checked(1_000_000_000);
    expect(loads.subjectRefusal(ann, caps, 0)).toBeUndefined();
    expect(loads.takeReport("acme", 0)?.subjects).toEqual([]);
  });

  it("[N887] is named in a report of its tenant once its own is worth one, each of it once", () => {
    const loads = new TenantLoads();
    for (const sender of [ann, bob]) loads.subjectRefusal(sender, caps, 0);
    const { answeredBytes } = reportedLoad;
    loads.meterOf(ann).answered(answeredBytes - 1);
    loads.meterOf(bob).answered(2);
    const report = () => {
      const found = loads.takeReport("acme", 0);
      loads.arrived("acme", found?.id ?? "");
      return found;
    };
    expect(report()).toMatchObject({ take: { checkSteps: 0, answeredBytes: answeredBytes + 1 }, subjects: [] });
    loads.meterOf(ann).answered(1);
    // Worth a report of its own, which leaves with the next one of the tenant.
    expect(report()).toBeUndefined();
    loads.meterOf(bob).answered(answeredBytes - 3);
    loads.meterOf({ tenant: "acme" }).answered(2);
    expect(report()).toMatchObject({
      take: { checkSteps: 0, answeredBytes },
      subjects: [{ subject: "ann", checkSteps: 0, answeredBytes }],
    });
    expect(report()).toBeUndefined();
    loads.meterOf(ann).checked(3);
    loads.meterOf(ann).answered(answeredBytes);
    const again = { checkSteps: 3, answeredBytes };
    expect(report()).toMatchObject({ take: again, subjects: [{ subject: "ann", ...again }] });
  });
});

const adminToken = "the-operator-has-a-token-that-is-long-enough";
const as = (tenant: string) => ({ ...bearer(adminToken), "planwright-tenant": tenant });

describe("a deployment with caps on load", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("[N583] answers so many bytes a second of a tenant and refuses the rest with Retry-After; others are served", async () => {
    const service = new FakeDeployment({
      AUTH_MODE: "keys",
      ADMIN_TOKEN: adminToken,
      MAX_ANSWERED_BYTES_PER_SECOND: "1000",
    });
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++) statuses.push((await service.see(as("greedy"))).status);
    const served = statuses.filter((status) => status === 200).length;
    expect(statuses).toEqual([...Array(served).fill(200), ...Array(10 - served).fill(429)]);
    expect(served).toBeGreaterThan(1);
    const refused = await service.see(as("greedy"));
    expect(refused).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    expect(refused.message).toBe(
      "Cannot serve the request: required at most 1000 bytes answered of the tenant a second, found more; ask for fewer fields or values",
    );
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await service.see(as("light"))).status).toBe(200);
    vi.setSystemTime(Date.now() + 3_000);
    expect((await service.see(as("greedy"))).status).toBe(200);
  });

  it("[N883] answers so many bytes a second of a subject, over GraphQL and beside it, and others of its tenant are served", async () => {
    const service = new FakeDeployment({
      AUTH_MODE: "keys",
      ADMIN_TOKEN: adminToken,
      MAX_ANSWERED_BYTES_PER_SECOND_PER_SUBJECT: "1000",
    });
    const keyOf = async (subject: string) => {
      const document = `mutation { createApiKey(input: { label: "l", subject: "${subject}", scopes: [EXECUTION_READ] }) { secret } }`;
      return bearer((await service.mutate<{ secret: string }>("createApiKey", document, as("acme"))).secret);
    };
    const [greedy, light] = [await keyOf("greedy"), await keyOf("light")];
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) statuses.push((await service.see(greedy)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    expect((await service.see(greedy)).message).toContain("1000 bytes answered of the subject a second");
    const exported = new Request("https://planwright.example/export/x", { headers: greedy });
    expect((await service.fetch(exported)).status).toBe(429);
    expect((await service.see(light)).status).toBe(200);
    vi.setSystemTime(Date.now() + 3_000);
    expect((await service.see(greedy)).status).toBe(200);
  });

  it("[N887] tells the object of the tenant what a subject with a cap of its own was answered, in the calls that it makes anyway", async () => {
    const capped = { MAX_ANSWERED_BYTES_PER_SECOND_PER_SUBJECT: "1000000000" };
    const reportsWith = async (caps: object) => {
      const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken, ...caps });
      const document = `mutation { createApiKey(input: { label: "l", subject: "ann", scopes: [EXECUTION_READ] }) { secret } }`;
      const ann = bearer((await service.mutate<{ secret: string }>("createApiKey", document, as("acme"))).secret);
      const query = `{ ${Array.from({ length: 12 }, (_, n) => `a${n}${"x".repeat(60_000)}: __typename`).join(" ")} }`;
      const headers = { "content-type": "application/json", ...ann };
      const request = { method: "POST", headers, body: JSON.stringify({ query }) };
      for (let n = 0; n < 5; n++)
        await (await service.fetch(new Request("https://planwright.example/graphql", request))).text();
      return service.traffic;
    };
    const reports = await reportsWith(capped);
    expect(reports).toHaveLength(2);
    const all = reports.reduce((sum, { answeredBytes }) => sum + answeredBytes, 0);
    const own = reports.flatMap(({ subjects = [] }) => subjects);
    expect(own.map(({ subject }) => subject)).toEqual(["ann", "ann"]);
    const ofAnn = own.reduce((sum, { answeredBytes }) => sum + answeredBytes, 0);
    // The tenant was answered the making of the key, too.
    expect(ofAnn).toBeGreaterThan(2_000_000);
    expect(all - ofAnn).toBeGreaterThan(0);
    expect(all - ofAnn).toBeLessThan(1_000);
    const uncapped = await reportsWith({});
    expect(uncapped.map(({ subjects }) => subjects)).toEqual([undefined, undefined]);
  });

  it("[N584, N988] tells the object of the tenant what it was answered, once, and no request pays for little", async () => {
    const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
    const padding = "x".repeat(100_000);
    const query = `{ ${Array.from({ length: 12 }, (_, n) => `a${n}${padding.slice(0, 60_000)}: __typename`).join(" ")} }`;
    const ask = () =>
      service.fetch(
        new Request("https://planwright.example/graphql", {
          method: "POST",
          headers: { "content-type": "application/json", ...as("acme") },
          body: JSON.stringify({ query }),
        }),
      );
    const sizes: number[] = [];
    for (let n = 0; n < 3; n++) sizes.push((await (await ask()).text()).length);
    const [size = 0] = sizes;
    expect(size).toBeGreaterThan(500_000);
    expect(service.traffic).toEqual([{ tenant: "acme", answeredBytes: 2 * size, checkSteps: 0 }]);
    // The object has the next one, and its answer is lost.
    service.lostAnswers = 1;
    for (let n = 0; n < 4; n++) await (await ask()).text();
    const all = service.traffic.reduce((sum, { answeredBytes }) => sum + answeredBytes, 0);
    expect(all).toBe(6 * size);
  });
});

describe("a deployment without credentials", () => {
  it("[N567] has an account of what its one tenant was answered, and refuses it nothing", async () => {
    const service = new FakeDeployment({ AUTH_MODE: "none", MAX_ANSWERED_BYTES_PER_SECOND: "1" });
    const query = `{ ${Array.from({ length: 12 }, (_, n) => `a${n}${"x".repeat(60_000)}: __typename`).join(" ")} }`;
    const body = JSON.stringify({ query });
    const headers = { "content-type": "application/json" };
    const ask = () => service.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body }));
    for (let n = 0; n < 3; n++) {
      const answer = await ask();
      expect(answer.status).toBe(200);
      await answer.text();
    }
    expect(service.traffic).toMatchObject([{ tenant: "default", checkSteps: 0 }]);
  });
});

describe("an answer beside GraphQL", () => {
  it("[N584] is counted by its length or as it leaves, and stays as it is", async () => {
    const taken: number[] = [];
    const meter = { checked: () => undefined, answered: (bytes: number) => void taken.push(bytes) };
    const known = new Response("abc", { headers: { "content-length": "3" } });
    expect(counted(known, meter)).toBe(known);
    const streamed = counted(new Response("äbc", { status: 201, headers: { etag: "e" } }), meter);
    expect([streamed.status, streamed.headers.get("etag"), await streamed.text()]).toEqual([201, "e", "äbc"]);
    expect(taken).toEqual([3, 4]);
    expect(counted(new Response(null, { status: 204 }), meter).status).toBe(204);
  });
});
