/**
 * People through the real Worker: every operation of docs/people.md as it stands, in its order, and a tool of an MCP server that asks in the
 * middle of its call. The ledger of the tool server tells what was really called.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, type UserError } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ models: {} });

const manual = readFileSync(new URL("../../../docs/people.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...manual.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text ?? "");
/** A list is steps of a plan. */
const variables = blocks("json").filter((text) => text.startsWith("{"));
const operations = new Map(
  blocks("graphql").map((query, at) => [
    /^\w+ (\w+)/.exec(query)?.[1] ?? "",
    { query, variables: variables[at] ?? "" },
  ]),
);

/** Sends an operation of the page, with the names in capitals of its variables put in. */
async function page<Data>(name: string, names: { readonly [name: string]: string } = {}): Promise<Data> {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`the page has no operation ${name}`);
  const text = Object.entries(names).reduce((said, [from, to]) => said.replaceAll(from, to), operation.variables);
  return served.planwright.ask<Data>(operation.query, JSON.parse(text));
}

interface Asked {
  readonly executePlan: {
    readonly execution: {
      readonly id: string;
      readonly status: string;
      readonly pendingHumanInputs: readonly ({ readonly id: string } & { readonly [field: string]: unknown })[];
    };
    readonly errors: readonly UserError[];
  };
}

interface Answered {
  readonly respondToHumanInput: {
    readonly request: { readonly status: string; readonly response: { readonly value: unknown } | null } | null;
    readonly errors: readonly (UserError & { readonly violations?: readonly object[] })[];
  };
}

interface Inbox {
  readonly humanInputRequests: {
    readonly nodes: readonly { readonly id: string; readonly kind: string; readonly status: string }[];
    readonly feedCursor: string;
  };
}

async function statusOf(id: string): Promise<string> {
  return (await served.planwright.execution({ id }))?.status ?? "";
}

describe("docs/people.md", () => {
  beforeAll(async () => {
    await served.planwright.start({
      source: { plan: { steps: [{ tool: { toolName: "append_note", arguments: { name: "people", text: "" } } }] } },
      options: { waitMs: 10_000 },
    });
  });

  it("shows a step that asks, the inbox that lists it, and the answers that it takes", async () => {
    const asked = (await page<Asked>("AskInPlan")).executePlan;
    expect(asked).toMatchObject({
      errors: [],
      execution: {
        ...{ status: "WAITING", waitingFor: "PERSON" },
        pendingHumanInputs: [
          {
            ...{ kind: "FORM", purpose: "STEP", prompt: "What shall the note about people say?" },
            ...{ onExpiry: "ANSWER", onDecline: "SKIP" },
          },
        ],
      },
    });
    const id = asked.execution.pendingHumanInputs[0]?.id ?? "";
    const { humanInputRequests: inbox } = await eventually(async () => {
      const found = await page<Inbox>("Inbox");
      return found.humanInputRequests.nodes.length > 0 ? found : null;
    });
    expect(inbox.nodes).toMatchObject([{ id, kind: "FORM", status: "PENDING", stepId: "ask" }]);

    const wrong = (await page<Answered>("Answer", { REQUEST_ID: id })).respondToHumanInput;
    expect(wrong).toMatchObject({
      request: null,
      errors: [{ code: "SCHEMA_VIOLATION", violations: [{ instance: "/text" }] }],
    });
    const right = (await page<Answered>("AnswerAgain", { REQUEST_ID: id })).respondToHumanInput;
    expect(right).toMatchObject({
      request: { status: "ACCEPTED", response: { value: { text: "hello" } } },
      errors: [],
    });
    const late = (await page<Answered>("Answer", { REQUEST_ID: id })).respondToHumanInput;
    expect(late.errors).toMatchObject([{ code: "ALREADY_RESOLVED" }]);

    const follow = operations.get("FollowInbox");
    const changed = await served.planwright.firstItem(follow?.query ?? "", { after: inbox.feedCursor }, 10_000);
    expect(changed).toMatchObject({ data: { humanInputChanges: { requests: [{ id, status: "ACCEPTED" }] } } });
    await eventually(async () => (await statusOf(asked.execution.id)) === "SUCCEEDED");
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["append_note"]);
  });

  it("[N595] shows what a person is told before a call, where each argument came from and which labels it has", async () => {
    const { errors, execution } = (await page<Asked>("AskBeforeEffects")).executePlan;
    expect(errors).toEqual([]);
    expect(execution).toMatchObject({
      status: "WAITING",
      pendingHumanInputs: [
        {
          ...{ callableName: "append_note", onDecline: "SKIP", context: { value: { name: "copy", text: "hello" } } },
          argumentSources: [
            { target: "/name", kind: "CALLER", stepId: null, source: null, callableName: null, labels: ["CALLER"] },
            {
              target: "/text",
              kind: "STEP",
              stepId: "read",
              source: "/text",
              callableName: "read_note",
              labels: ["CALLER"],
            },
          ],
        },
      ],
    });
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["read_note"]);
    expect(await served.planwright.answer(execution.pendingHumanInputs[0]?.id ?? "", { decline: "no" })).toEqual([]);
    const ended = await eventually(async () => {
      const seen = await served.planwright.execution({ id: execution.id });
      return seen?.status === "WAITING" || seen?.status === "RUNNING" ? null : seen;
    });
    expect(ended.steps.map(({ status }) => status)).toEqual(["SUCCEEDED", "SKIPPED"]);
  });

  it("shows the whole plan before its first step", async () => {
    const { errors, execution } = (await page<Asked>("AskBeforePlan")).executePlan;
    expect(errors).toEqual([]);
    expect(execution.pendingHumanInputs).toMatchObject([
      {
        ...{ purpose: "PLAN_APPROVAL", stepId: null, prompt: "The plan makes 1 call. Permit it?" },
        context: { value: { steps: [{ id: "copy", callable: "append_note", effectClass: "UNSAFE" }] } },
      },
    ]);
    expect(await served.toolCalls()).toEqual([]);
    expect(await served.planwright.answer(execution.pendingHumanInputs[0]?.id ?? "", { accept: {} })).toEqual([]);
    await eventually(async () => (await statusOf(execution.id)) === "SUCCEEDED");
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["append_note"]);
  });
});

describe("a tool of an MCP server that needs input", () => {
  it("is called again with the answer of a person, under the same key", async () => {
    const meeting = { tool: { stepId: "meet", toolName: "book_meeting", arguments: { topic: "Plans" } } };
    const execution = await served.planwright.start({
      source: { plan: { steps: [meeting] } },
      options: { waitMs: 10_000 },
    });
    expect(execution.status).toBe("WAITING");
    const accept = { time: "2026-12-01T10:00:00Z", attendees: 3 };
    const errors = await served.planwright.answer(execution.pendingHumanInputs[0]?.id ?? "", { accept });
    expect(errors).toEqual([]);
    await eventually(async () => (await statusOf(execution.id)) === "SUCCEEDED");
    const calls = await served.toolCalls();
    expect(calls.map(({ tool }) => tool)).toEqual(["book_meeting", "book_meeting"]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  });
});
