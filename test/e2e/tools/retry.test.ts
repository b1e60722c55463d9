/** Retry, fork and deletion over the real Worker, with the ledger of the example server as the oracle of what was called. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, tool, type UserError } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ servers: { example: true, wild: false } });

interface DerivedSeen {
  readonly id: string;
  readonly status: string;
  readonly requestId: string;
  readonly permittedActions: readonly string[];
  readonly usage: { readonly toolCalls: number };
  readonly derivedFrom: { readonly executionId: string; readonly reusedStepIds: readonly string[] } | null;
  readonly steps: readonly {
    readonly stepId: string;
    readonly status: string;
    readonly reused?: boolean;
    readonly output: { readonly value: unknown } | null;
  }[];
}

interface PayloadSeen {
  readonly execution: DerivedSeen | null;
  readonly replayed: boolean;
  readonly errors: readonly (UserError & { readonly stepIds?: readonly string[] })[];
}

const derivedFields = `
  id status requestId permittedActions
  usage { toolCalls }
  derivedFrom { executionId reusedStepIds }
  steps { stepId status output { value } ... on ToolStep { reused } }
`;

async function derive(mutation: "retryExecution" | "forkExecution", input: object): Promise<PayloadSeen> {
  const type = mutation === "retryExecution" ? "RetryExecutionInput" : "ForkExecutionInput";
  const answer = await served.worker.planwright.ask<{ readonly [name: string]: PayloadSeen }>(
    `mutation ($input: ${type}!) {
      ${mutation}(input: $input) {
        replayed
        execution { ${derivedFields} }
        errors { __typename code message path ... on OutcomeUnknownError { stepIds } }
      }
    }`,
    { input: { options: { waitMs: 25_000 }, ...input } },
  );
  const payload = answer[mutation];
  if (payload === undefined) throw new Error("the mutation has no payload");
  return payload;
}

async function retried(input: object): Promise<DerivedSeen> {
  const { errors, execution } = await derive("retryExecution", input);
  if (execution === null) throw new Error(`Cannot retry: ${JSON.stringify(errors)}`);
  return execution;
}

const start = (steps: readonly object[]) =>
  served.worker.planwright.start({ source: { plan: { steps } }, options: { waitMs: 25_000 } });

const toolsCalled = async (requestId: string) => (await served.tools.ledger(requestId)).map((entry) => entry.tool);
const keysUsed = async (requestId: string) => (await served.tools.ledger(requestId)).map((entry) => entry.key);

describe("retryExecution", () => {
  it("[E5] calls an unsafe step of unknown outcome only when it is named, under its key, and nothing that had succeeded", async () => {
    const source = await start([
      tool("append", "wild.append_note", { name: "retry", text: "once" }),
      tool("lost", "wild.flaky", { mode: "RESET", times: 1 }, { after: ["append"] }),
      tool("read", "example.read_note", { name: "{{steps.append.output.name}}" }, { after: ["lost"] }),
    ]);
    expect(source.status).toBe("PARTIAL");
    const refused = await derive("retryExecution", { executionId: source.id });
    expect(refused).toMatchObject({ execution: null, errors: [{ code: "OUTCOME_UNKNOWN", stepIds: ["lost"] }] });

    const retry = await retried({ executionId: source.id, callAgain: ["lost"] });
    expect(retry).toMatchObject({
      ...{ status: "SUCCEEDED", usage: { toolCalls: 2 }, permittedActions: ["FORK", "DELETE"] },
      derivedFrom: { executionId: source.id, reusedStepIds: ["append"] },
    });
    expect(retry.steps.map(({ reused, stepId }) => [stepId, reused])).toEqual([
      ["append", true],
      ["lost", false],
      ["read", false],
    ]);
    expect(retry.steps[2]?.output?.value).toEqual({ name: "retry", text: "once" });
    expect(await toolsCalled(retry.requestId)).toEqual(["flaky", "read_note"]);
    expect((await keysUsed(retry.requestId))[0]).toBe((await keysUsed(source.requestId))[1]);
  });

  it("[E5] calls a step that definitely failed under another key", async () => {
    const source = await start([tool("busy", "example.flaky", { mode: "UNAVAILABLE" })]);
    expect(source.status).toBe("FAILED");
    const retry = await retried({ executionId: source.id });
    const [before] = await keysUsed(source.requestId);
    const [after] = await keysUsed(retry.requestId);
    expect(after).toMatch(/^[0-9a-f]{64}$/);
    expect(after).not.toBe(before);
  });
});

describe("a tool that honours keys and whose answers are lost", () => {
  let proxy: Server;
  let cuts = 0;

  /** Forwards to the example server; the answers to the next `cuts` calls of the tool are lost after their effect. */
  beforeAll(async () => {
    proxy = createServer(async (incoming, outgoing) => {
      const body = await textOf(incoming);
      const { authorization: _, connection: _c, host: _h, "content-length": _l, ...headers } = incoming.headers;
      const answer = await fetch(served.tools.mcpUrl, {
        method: incoming.method ?? "POST",
        headers: headers as Record<string, string>,
        body,
      });
      const text = await answer.text();
      if (body.includes('"keyed_append"') && body.includes('"tools/call"') && cuts > 0) {
        cuts -= 1;
        incoming.socket.destroy();
        return;
      }
      outgoing.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
      outgoing.end(text);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    await served.worker.planwright.register("cut", `http://127.0.0.1:${port}/mcp`, true);
  });

  afterAll(async () => {
    await new Promise((resolve) => {
      proxy.close(resolve);
      proxy.closeAllConnections();
    });
  });

  it("[E5] is called with the very same key in the retry, so that its effect is done once", async () => {
    cuts = Number.POSITIVE_INFINITY;
    const source = await start([
      tool("keyed", "cut.keyed_append", { name: "keyed", text: "x" }, { policy: { initialBackoffMs: 1 } }),
    ]);
    expect(source).toMatchObject({ status: "FAILED", steps: [{ outcome: "UNKNOWN" }] });
    cuts = 0;
    const retry = await retried({ executionId: source.id });
    expect(retry).toMatchObject({
      status: "SUCCEEDED",
      steps: [{ output: { value: { name: "keyed", text: "x" } } }],
    });
    const keys = [...(await keysUsed(source.requestId)), ...(await keysUsed(retry.requestId))];
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(1);
  });
});

describe("forkExecution", () => {
  it("takes over what lies before the step and runs the rest with other arguments and bindings", async () => {
    const source = await served.worker.planwright.start({
      source: {
        plan: {
          steps: [
            tool("append", "wild.append_note", { name: "fork", text: "once" }),
            tool("set", "example.set_note", { name: "{{bindings.target}}", text: "{{steps.append.output.text}}" }),
          ],
        },
      },
      bindings: { target: "first" },
      options: { waitMs: 25_000 },
    });
    expect(source.status).toBe("SUCCEEDED");
    const refused = await derive("retryExecution", { executionId: source.id });
    expect(refused).toMatchObject({ execution: null, errors: [{ code: "INVALID_STATE" }] });
    const { execution, errors } = await derive("forkExecution", {
      ...{ executionId: source.id, fromStepId: "set", bindings: { target: "second" } },
      arguments: [
        { stepId: "set", arguments: { name: "{{bindings.target}}", text: "{{steps.append.output.text}}, again" } },
      ],
    });
    expect(errors).toEqual([]);
    expect(execution?.steps[1]?.output?.value).toEqual({ name: "second", text: "once, again" });
    expect(await toolsCalled(execution?.requestId ?? "")).toEqual(["set_note"]);
  });
});

describe("deleteExecution", () => {
  it("leaves nothing to be read, listed or followed, and what derived from it stays", async () => {
    const source = await start([tool("busy", "example.flaky", { mode: "UNAVAILABLE" })]);
    const retry = await retried({ executionId: source.id });
    const { planwright } = served.worker;
    const listed = async () => (await planwright.list()).some(({ id }) => id === source.id);
    await eventually(listed);
    const { deleteExecution } = await planwright.ask<{
      deleteExecution: { deletedId: string | null; errors: readonly UserError[] };
    }>("mutation ($input: DeleteExecutionInput!) { deleteExecution(input: $input) { deletedId errors { message } } }", {
      input: { executionId: source.id },
    });
    expect(deleteExecution).toEqual({ deletedId: source.id, errors: [] });
    expect(await planwright.execution({ id: source.id })).toBeNull();
    expect(await listed()).toBe(false);
    const left = await planwright.ask<{ execution: DerivedSeen | null }>(
      `query ($id: ID!) { execution(by: { id: $id }) { ${derivedFields} } }`,
      { id: retry.id },
    );
    expect(left.execution?.derivedFrom?.executionId).toBe(source.id);
  });
});

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
