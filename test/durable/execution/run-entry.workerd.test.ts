import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ArtifactBucket, type Bucket } from "../../../src/durable/calls/artifact-bucket.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionView } from "../../../src/execution/views/execution-view.ts";
import { executionName } from "../../../src/json/object-name.ts";
import { objectOf, started, storedEvents, withInstance } from "../../support/objects/executions.ts";
import { clockAhead } from "../../support/objects/object-time.ts";
import { keep } from "../../support/objects/our-callables.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const artifacts = new ArtifactBucket((env as unknown as { readonly ARTIFACTS: Bucket }).ARTIFACTS);

describe("the entry of a run", () => {
  async function runRequest(more: Partial<StartRequest> = {}): Promise<StartRequest> {
    const { definition } = await keep();
    if (definition.kind !== "WORKFLOW") throw new Error("no workflow");
    const { inputSchema, name, output, outputSchema, plan, planHash, version } = definition;
    return requestFor(
      { steps: [tool("set", "set_note", { name: "x", text: "y" })] },
      {
        ...{ plan, planHash, startedWith: "WORKFLOW", waitMs: 5_000 },
        callable: { kind: "WORKFLOW", name, version, inputSchema, outputSchema, output },
        ...more,
      },
    );
  }

  async function entered(more: Partial<StartRequest>): Promise<ExecutionView> {
    const request = await runRequest(more);
    const view = await started(request);
    if (view.status === "FAILED") expect(await storedEvents(request)).toHaveLength(2);
    return view;
  }

  const given = async (name: string, content: string) => {
    const facts = { description: null, mediaType: "application/json" };
    await artifacts.put("default", { owner: "given", name }, content, facts);
    return { kind: "ARTIFACT", url: `artifact://given/${name}` } as const;
  };

  it("[W15] checks the input, for every sender, and stores why it cannot be taken", async () => {
    const view = await entered({ input: { kind: "VALUE", value: { text: 7 } } });
    expect(view).toMatchObject({
      ...{ status: "FAILED", failure: { code: "INPUT_INVALID" }, input: { inline: { text: 7 } } },
      steps: [{ status: "SKIPPED" }],
    });
  });

  it("[R17] takes null for a parameter that may be left out, for every sender", async () => {
    const properties = { text: { type: "string" }, note: { type: "string" } };
    const { callable } = await runRequest();
    if (callable === null) throw new Error("no callable");
    const inputSchema = { type: "object", properties, required: ["text"], additionalProperties: false };
    const view = await entered({
      callable: { ...callable, inputSchema },
      input: { kind: "VALUE", value: { text: "e9", note: null } },
    });
    expect(view).toMatchObject({ status: "SUCCEEDED", input: { inline: { text: "e9" } } });
  });

  it("[C21] reads the input from an artifact, and takes none that is missing, no JSON, invalid or of elsewhere", async () => {
    expect(await entered({ input: await given("good.json", '{"text":"e1"}') })).toMatchObject({
      ...{ status: "SUCCEEDED", input: { inline: { text: "e1" } }, output: { inline: { kept: "e1" } } },
    });
    const failureOf = async (input: StartRequest["input"]) => (await entered({ input })).failure?.code;
    expect(await failureOf({ kind: "ARTIFACT", url: "artifact://given/none.json" })).toBe("ARTIFACT_NOT_FOUND");
    expect(await failureOf(await given("words.json", "words"))).toBe("INPUT_INVALID");
    expect(await failureOf(await given("wrong.json", '{"text":7}'))).toBe("INPUT_INVALID");
    expect(await failureOf({ kind: "ARTIFACT", url: "https://elsewhere.example/a.json" })).toBe("INPUT_INVALID");
  });

  it.each([
    ['{"text":"e3"}', "SUCCEEDED"],
    ["words", "FAILED"],
  ])("[W8] notes the artifact that was stored for it, which then goes with its values: %s", async (content, status) => {
    const { execution, ...facts } = await runRequest();
    const input = { kind: "ARTIFACT", url: `artifact://${execution}/input.json` } as const;
    await artifacts.put("default", { owner: execution, name: "input.json" }, content, {
      ...{ description: null, mediaType: "application/json" },
    });
    const request = { ...facts, execution, input };
    const view = await started(request);
    expect(view).toMatchObject({
      status,
      artifacts: [{ name: "input.json", step: undefined, byteSize: content.length }],
    });
    const kinds = (await storedEvents(request)).map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(["ExecutionStarted", "ArtifactStored"]);
    const [another] = (await entered({ input })).artifacts;
    expect(another).toBeUndefined();
    const late = { clock: clockAhead(3_600_000), eventRetentionMs: 60_000 };
    await withInstance(request, late, (instance) => instance.alarm());
    expect(await storedEvents(request)).toHaveLength(1);
    expect(await artifacts.list("default", execution, undefined, 10)).toEqual([]);
  });

  it("takes the artifact of a run with it at the end although nobody noted that it was stored", async () => {
    const request = await runRequest({ input: { kind: "VALUE", value: { text: "e5" } } });
    await started(request);
    const address = { owner: request.execution, name: "late.json" };
    await artifacts.put("default", address, "{}", { description: null, mediaType: "application/json" });
    const late = { clock: clockAhead(3_600_000), eventRetentionMs: 60_000 };
    await withInstance(request, late, (instance) => instance.alarm());
    expect(await artifacts.head("default", address)).toBeUndefined();
  });

  it("[N933] pins the labels of an artifact that another execution made, whoever wrote its address, and those of no other", async () => {
    const inputOf = async (owner: string, labels: readonly string[] | undefined) => {
      const facts = { description: null, mediaType: "application/json", ...(labels !== undefined && { labels }) };
      await artifacts.put("default", { owner, name: "labelled.json" }, '{"text":"e8"}', facts);
      return { kind: "ARTIFACT", url: `artifact://${owner}/labelled.json` } as const;
    };
    const pinned = async (owner: string, labels: readonly string[] | undefined, more: Partial<StartRequest> = {}) => {
      const request = await runRequest({ ...more, input: await inputOf(owner, labels) });
      await started(request);
      return runInDurableObject(objectOf(request), (_, { storage }) => {
        const [first] = storage.sql.exec<{ body: string }>("SELECT body FROM journal ORDER BY seq LIMIT 1").toArray();
        return JSON.parse(first?.body ?? "{}").event.inputLabels;
      });
    };
    const caller = { label: "CALLER", path: ["the request"] };
    const path = ["the artifact labelled.json"];
    const other = crypto.randomUUID().replaceAll("-", "");
    expect(await pinned(other, ["CALLER", "UNTRUSTED", "web"])).toEqual([
      caller,
      { label: "UNTRUSTED", path },
      { label: "web", path },
    ]);
    // Nothing in it is anybody's but the caller's.
    expect(await pinned(other, ["CALLER"])).toBeUndefined();
    expect(await pinned(other, [])).toBeUndefined();
    expect(await pinned("given", undefined)).toBeUndefined();
    // An earlier version made it.
    expect(await pinned(other, undefined)).toEqual([caller, { label: "UNTRUSTED", path }]);
    const inputLabels = [{ label: "mail", path: ["a.arguments"] }];
    expect(await pinned(other, ["mail", "private"], { inputLabels })).toEqual([
      ...inputLabels,
      { label: "private", path },
    ]);
  });

  it("[N933] asks a person before a value of such an artifact reaches an unsafe call", async () => {
    const { plan, ...facts } = await requestFor({ steps: [tool("add", "append_note", { name: "x", text: "y" })] });
    const [step] = plan?.steps ?? [];
    if (plan === null || plan === undefined || step?.kind !== "TOOL") throw new Error("no plan");
    const reference = { root: "input", id: "input", path: ["text"], expression: "{{input.text}}" } as const;
    const text = { kind: "reference", reference } as const;
    const given = {
      kind: "object",
      entries: [
        ["name", { kind: "literal", value: "x" }],
        ["text", text],
      ],
    } as const;
    const owner = crypto.randomUUID().replaceAll("-", "");
    const json = { description: null, mediaType: "application/json" };
    const asked = async (labels: readonly string[]) => {
      await artifacts.put("default", { owner, name: "page.json" }, '{"text":"all"}', { ...json, labels });
      const execution = executionName("default", "graphql", crypto.randomUUID());
      const request: StartRequest = {
        ...facts,
        execution,
        origin: { ...facts.origin, root: execution },
        ...{ plan: { ...plan, steps: [{ ...step, arguments: given }] }, startedWith: "WORKFLOW", waitMs: 5_000 },
        input: { kind: "ARTIFACT", url: `artifact://${owner}/page.json` },
        definitions: { ...facts.definitions, flow: { base: "ASK" } },
      };
      const { status } = await started(request);
      return [status, JSON.stringify(await storedEvents(request)).includes("the artifact page.json")];
    };
    expect(await asked(["UNTRUSTED"])).toEqual(["WAITING", true]);
    expect(await asked(["CALLER"])).toEqual(["SUCCEEDED", false]);
  });

  it("[E1] the same request that comes in again while the input is read starts the same run", async () => {
    const { definition } = await keep();
    if (definition.kind !== "WORKFLOW") throw new Error("no workflow");
    const { plan, planHash } = definition;
    const request = await requestFor(
      { steps: [tool("set", "set_note", { name: "x", text: "y" })] },
      { plan, planHash, startedWith: "WORKFLOW", waitMs: 5_000, input: await given("twice.json", '{"text":"e2"}') },
    );
    const answers = await Promise.all([objectOf(request).start(request), objectOf(request).start(request)]);
    expect(answers.map((answer) => answer.kind === "STARTED" && answer.replayed).toSorted()).toEqual([false, true]);
  });
});
