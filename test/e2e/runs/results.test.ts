/** What tools and agents say beside data, through the real Worker: their texts reach steps, the API and the responder, files become artifacts. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawnMeta, pixel, report, type TalkingPeers, talkingPeers } from "../../support/callees/talking-peers.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { prompt } from "../../support/deployed/model-executions.ts";
import { tool } from "../../support/deployed/planwright.ts";

interface AttachmentSeen {
  readonly kind: string;
  readonly position: number;
  readonly name: string;
  readonly byteSize: number | null;
  readonly artifact: {
    readonly id: string;
    readonly name: string;
    readonly mediaType: string;
    readonly sha256: string;
    readonly stepId: string | null;
    readonly text: string | null;
    readonly downloadUrl: string;
  } | null;
}

interface Called {
  readonly stepId: string;
  readonly status: string;
  readonly output: { readonly value: unknown } | null;
  readonly text: { readonly value: string } | null;
  readonly attachmentCount: number | null;
  readonly attachments: readonly AttachmentSeen[] | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

interface Read {
  readonly status: string;
  readonly steps: readonly Called[];
  readonly artifacts: { readonly nodes: readonly { readonly name: string }[] };
}

const called = `
  text { value }
  attachmentCount
  attachments { kind position name byteSize artifact { id name mediaType sha256 stepId text downloadUrl } }
  warnings { code message }
`;

describe("a result", () => {
  const served = deployedWorld({ isShared: true });
  let peers: TalkingPeers;

  const read = async (id: string): Promise<Read> => {
    const { execution } = await served.planwright.ask<{ execution: Read }>(
      `query ($id: ID!) {
        execution(by: { id: $id }) {
          status
          steps { stepId status output { value } ... on ToolStep { ${called} } ... on AgentStep { ${called} } }
          artifacts(first: 100) { nodes { name } }
        }
      }`,
      { id },
    );
    return execution;
  };

  const ran = async (...steps: readonly object[]): Promise<Read & { readonly id: string }> => {
    const { id } = await served.planwright.start({ source: { plan: { steps } }, options: { waitMs: 20_000 } });
    return { ...(await read(id)), id };
  };

  const registerAgent = async (name: string, source: object) => {
    await served.planwright.registerAgent({ name, description: "Knows kettles", source });
  };

  beforeAll(async () => {
    peers = await talkingPeers();
    await served.planwright.register("talking", peers.mcpUrl, true);
    await registerAgent("new-agent", { a2a: { url: peers.newAgentUrl } });
    await registerAgent("old-agent", { a2a: { url: peers.oldAgentUrl } });
    await registerAgent("http-agent", { http: { endpoint: peers.httpAgentUrl } });
  });
  afterAll(() => peers?.close());

  const given: { readonly [name: string]: { readonly [name: string]: unknown } } = {
    draw: {},
    "http-agent": { user_query: "Where is it?" },
  };
  const argumentsOf = (name: string) => given[name] ?? { text: "Where is it?" };
  const texts = [
    ["of an agent of A2A 1.0", "new-agent", "The kettle is blue", { colour: "blue" }],
    ["of an agent of A2A 0.3", "old-agent", "The kettle is red", { colour: "red" }],
    [
      "of an agent behind HTTP",
      "http-agent",
      "The kettle is on the stove",
      { text: "The kettle is on the stove", degrees: 96 },
    ],
    ["of an MCP tool", "draw", "Here is the kettle", { drawn: "kettle" }],
  ] as const;

  it.each(texts)(
    "[N14, P19] %s has its text beside its output, and $0.text gives it to the next step",
    async (_, name, text, output) => {
      const note = { name: "n", text: "$0.text" };
      const { status, steps } = await ran(tool("ask", name, argumentsOf(name)), tool("keep", "set_note", note));
      expect(status).toBe("SUCCEEDED");
      expect(steps[0]).toMatchObject({ output: { value: output }, text: { value: text } });
      expect(steps[1]).toMatchObject({ output: { value: { text } } });
    },
  );

  it.each(texts)("[N14, P7] %s tells its text to the responder, once", async (_, name, text) => {
    // Planners call agents that speak A2A by the tools that are made of them.
    const toolName = name.endsWith("-agent") && name !== "http-agent" ? `peer_${name}` : name;
    const calls = [{ tool_name: toolName, arguments: argumentsOf(name) }];
    const planned = JSON.stringify({ type: "tool_calls", reasoning: "one call", calls });
    await served.script({ for: "PLAN", answer: { functions: [{ name: "__planning__", arguments: planned }] } });
    const execution = await prompt(served.planwright, "Where is the kettle?");
    expect(execution).toMatchObject({ status: "SUCCEEDED", failure: null });
    const [, respond] = await served.sentToModel();
    const told = JSON.stringify(respond?.body.messages);
    expect(told.split(text)).toHaveLength(2);
    expect(told).not.toContain(pixel);
  });

  it("[R23] of a planned call has its _meta in the API as the tool sent it, whatever stands between the two", async () => {
    const keep = tool("keep", "set_note", { name: "n", text: "{{steps.draw.output.drawn}}" });
    const { id, status } = await ran(tool("draw", "draw", {}), keep);
    expect(status).toBe("SUCCEEDED");
    const { execution } = await served.planwright.ask<{
      execution: { steps: readonly { content: { value: { metadata: Readonly<Record<string, unknown>> } } }[] };
    }>("query ($id: ID!) { execution(by: { id: $id }) { steps { ... on ToolStep { content { value } } } } }", { id });
    const metadata = execution.steps.map(({ content }) => content.value.metadata);
    expect(metadata[0]).toMatchObject(drawnMeta);
    expect(metadata[1]).not.toHaveProperty("skill_id");
  });

  it("[N11, P7, P19] of a tool has its image and its resource as artifacts, which the artifact route serves", async () => {
    const { artifacts, steps } = await ran(tool("draw", "draw", {}));
    const [step] = steps;
    expect(step).toMatchObject({ attachmentCount: 3, warnings: [] });
    const [image, resource, link] = step?.attachments ?? [];
    expect(image).toMatchObject({
      ...{ kind: "IMAGE", position: 1, name: "image-1", byteSize: atob(pixel).length },
      artifact: { mediaType: "image/png", stepId: "draw", text: null },
    });
    expect(resource).toMatchObject({ kind: "RESOURCE", name: "file:///kettle.md", artifact: { text: "# Kettle" } });
    expect(link).toMatchObject({ kind: "RESOURCE_LINK", byteSize: null, artifact: null });
    expect(artifacts.nodes).toEqual([{ name: image?.artifact?.name }, { name: resource?.artifact?.name }]);
    const origin = new URL(served.planwright.endpoint).origin;
    for (const url of [image?.artifact?.downloadUrl ?? "", `${origin}/artifacts/${image?.artifact?.id}`]) {
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/png");
      expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="result_draw_/);
      expect(Buffer.from(await response.arrayBuffer()).toString("base64")).toBe(pixel);
    }
  });

  it.each(["new-agent", "old-agent"])("[N11, P19] of the A2A agent %s has its file as an artifact", async (name) => {
    const { artifacts, steps } = await ran(tool("ask", name, { text: "The report, please" }));
    expect(steps[0]).toMatchObject({ attachmentCount: 1, warnings: [] });
    const [file] = steps[0]?.attachments ?? [];
    expect(file).toMatchObject({ kind: "RESOURCE", name: "report.pdf", byteSize: report.length });
    expect(artifacts.nodes).toEqual([{ name: file?.artifact?.name }]);
    const response = await fetch(file?.artifact?.downloadUrl ?? "");
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(await response.text()).toBe(report);
  });

  it("[N12] with many images keeps 64 as artifacts, says so in a warning, counts all and pages through them", async () => {
    const { artifacts, id, steps } = await ran(tool("many", "gallery", { count: 130 }));
    const [step] = steps;
    expect(step).toMatchObject({ status: "SUCCEEDED", attachmentCount: 130 });
    expect(step?.attachments).toHaveLength(100);
    expect(step?.attachments?.filter(({ artifact }) => artifact !== null)).toHaveLength(64);
    expect(artifacts.nodes).toHaveLength(64);
    expect(step?.warnings).toMatchObject([
      { code: "ATTACHMENTS_NOT_KEPT", message: expect.stringContaining("Kept 64 of 130 attachments") },
    ]);
    const page = (first: number, after: number) =>
      served.planwright.send<object>(
        `query ($id: ID!) { execution(by: { id: $id }) {
          steps { ... on ToolStep { attachments(first: ${first}, afterPosition: ${after}) { position } } }
        } }`,
        { id },
      );
    const rest = Array.from({ length: 30 }, (_, at) => ({ position: 100 + at }));
    expect((await page(100, 99)).data).toEqual({ execution: { steps: [{ attachments: rest }] } });
    expect((await page(101, 0)).errors?.[0]?.message).toContain("required first from 0 to 100, found 101");
  });

  it("[N11] that a retry takes over has its attachments, and its artifacts stay with the execution that made the call", async () => {
    const { id } = await ran(tool("draw", "draw", {}), tool("fail", "is_error", {}));
    const { retryExecution } = await served.planwright.ask<{
      retryExecution: { execution: { id: string } | null; errors: readonly object[] };
    }>(
      `mutation ($input: RetryExecutionInput!) {
        retryExecution(input: $input) { execution { id } errors { message } }
      }`,
      { input: { executionId: id, options: { waitMs: 20_000 } } },
    );
    expect(retryExecution.errors).toEqual([]);
    const again = await read(retryExecution.execution?.id ?? "");
    expect(again.steps[0]).toMatchObject({ status: "SUCCEEDED", attachmentCount: 3 });
    expect(again.steps[0]?.attachments?.map(({ artifact }) => artifact)).toEqual([null, null, null]);
    expect(again.artifacts.nodes).toEqual([]);
  });
});
