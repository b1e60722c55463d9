/**
 * Conversations through the real Worker: what docs/structured-outputs.md shows, an agent whose output opens a component for a person, and
 * agents that run elsewhere, whose output comes again and again. The ledgers of the tool server and of the model tell what was really
 * sent.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { keeper } from "../../support/catalog/keeper-manifest.ts";
import { backendOwners, nineteenAgents } from "../../support/catalog/nineteen-agents.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, type UserError } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const generator = JSON.parse(read("examples/manifests/generator.json")) as object;
const [applyManifest = "", sendMessage = "", submitOutput = ""] = [
  ...read("docs/structured-outputs.md").matchAll(/```graphql\n([\s\S]*?)```/g),
].map(([, text]) => text ?? "");

async function apply(name: string, manifest: object): Promise<void> {
  const { applyManifest: payload } = await served.planwright.ask<{ applyManifest: { errors: readonly UserError[] } }>(
    applyManifest,
    { input: { name, manifest } },
  );
  expect(payload.errors).toEqual([]);
}

interface Said {
  readonly conversation: { readonly id: string; readonly chatId: string; readonly status: string };
  readonly message: { readonly text: string };
  readonly execution: {
    readonly id: string;
    readonly status: string;
    readonly failure: { readonly code: string } | null;
  };
  readonly errors: readonly UserError[];
}

async function say(conversation: object, text: string, options: object = {}): Promise<Said> {
  const { sendMessage: payload } = await served.planwright.ask<{ sendMessage: Said }>(
    `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
      conversation { id chatId status } message { text } execution { id status failure { code } } errors { code message }
    } }`,
    { input: { conversation, text, options: { waitMs: 20_000, ...options } } },
  );
  return payload;
}

interface Seen {
  readonly status: string;
  readonly activeAgentName: string;
  readonly turn: number;
  readonly variables: { readonly [name: string]: unknown };
  readonly messages: {
    readonly nodes: readonly { readonly author: string; readonly agentName: string | null; readonly text: string }[];
  };
}

async function seen(chatId: string, includeHidden = false): Promise<Seen> {
  const { conversation } = await served.planwright.ask<{ conversation: Seen }>(
    `query ($chatId: String!, $includeHidden: Boolean) { conversation(by: { chatId: $chatId }) {
      status activeAgentName turn variables
      messages(first: 100, includeHidden: $includeHidden) { nodes { author agentName text } }
    } }`,
    { chatId, includeHidden },
  );
  return conversation;
}

interface Question {
  readonly id: string;
  readonly kind: string;
  readonly prompt: string;
  readonly ui: { readonly component: string; readonly mode: string | null } | null;
  readonly context: { readonly value: unknown } | null;
  readonly responseSchema: unknown;
}

async function inbox(): Promise<readonly Question[]> {
  const { humanInputRequests } = await served.planwright.ask<{
    humanInputRequests: { readonly nodes: readonly Question[] };
  }>(
    "{ humanInputRequests(first: 100) { nodes { id kind prompt ui { component mode } context { value } responseSchema } } }",
  );
  return humanInputRequests.nodes;
}

async function respond(requestId: string, response: object): Promise<readonly UserError[]> {
  const { respondToHumanInput } = await served.planwright.ask<{
    respondToHumanInput: { errors: readonly UserError[] };
  }>(
    "mutation ($input: RespondToHumanInputInput!) { respondToHumanInput(input: $input) { errors { code message } } }",
    { input: { requestId, response } },
  );
  return respondToHumanInput.errors;
}

interface Frames {
  readonly status: string;
  readonly events: {
    readonly nodes: readonly {
      readonly type: string;
      readonly hidden: boolean;
      readonly chatFrame: { readonly [key: string]: unknown } | null;
      readonly awaitedTurnKey?: string | null;
    }[];
  };
}

async function frames(id: string): Promise<Frames> {
  const { execution } = await served.planwright.ask<{ execution: Frames }>(
    `query ($id: ID!) { execution(by: { id: $id }) {
      status events(first: 100) { nodes { type hidden chatFrame ... on StepWaiting { awaitedTurnKey } } }
    } }`,
    { id },
  );
  return execution;
}

interface Submitted {
  readonly duplicate: boolean;
  readonly accepted: boolean;
  readonly turn: number | null;
  readonly errors: readonly UserError[];
}

async function submit(input: object): Promise<Submitted> {
  const { submitStructuredOutput } = await served.planwright.ask<{ submitStructuredOutput: Submitted }>(submitOutput, {
    input: { agentName: "Reporter", modelName: "NoteCall", autoToolMode: true, ...input },
  });
  return submitStructuredOutput;
}

/** A run that waits for the output of the agent, and the key of its turn. */
async function waitingTurn(conversation: object): Promise<{ said: Said; turnKey: string }> {
  const said = await say(conversation, "Keep what happened", { waitMs: 0 });
  expect(said.errors).toEqual([]);
  let turnKey = "";
  await eventually(async () => {
    const { events } = await frames(said.execution.id);
    turnKey = events.nodes.find((event) => typeof event.awaitedTurnKey === "string")?.awaitedTurnKey ?? "";
    return turnKey !== "";
  });
  return { said, turnKey };
}

describe("the conversation of the document Auto-tools", () => {
  it("[T33, T34, T24, T25] hands over by a hidden word, and opens a component once, whose answer ends the turn", async () => {
    await apply("Generator", generator);
    const first = await say({ start: { manifest: "Generator" } }, "Hello");
    expect(first).toMatchObject({ errors: [], execution: { status: "SUCCEEDED" }, conversation: { status: "IDLE" } });
    const { chatId, id } = first.conversation;
    expect((await seen(chatId)).messages.nodes.at(-1)).toEqual({
      ...{ author: "AGENT", agentName: "InterviewAgent", text: "What would you like to automate?" },
    });

    const second = await say({ id }, "Automate my social media");
    expect(second).toMatchObject({ errors: [], execution: { status: "WAITING" }, conversation: { status: "RUNNING" } });
    expect((await say({ id }, "And my letters")).errors).toMatchObject([{ code: "CONVERSATION_BUSY" }]);
    let asked: readonly Question[] = [];
    await eventually(async () => {
      asked = (await inbox()).filter(({ kind }) => kind === "UI_TOOL");
      return asked.length > 0;
    });
    expect(asked).toMatchObject([{ ui: { component: "ActionPlan", mode: "artifact" } }]);
    expect(await respond(asked[0]?.id ?? "", { accept: { approved: "perhaps" } })).toMatchObject([
      { code: "SCHEMA_VIOLATION" },
    ]);
    expect(await respond(asked[0]?.id ?? "", { accept: { approved: true } })).toEqual([]);
    expect(await respond(asked[0]?.id ?? "", { decline: "too late" })).toMatchObject([{ code: "ALREADY_RESOLVED" }]);

    await eventually(async () => (await frames(second.execution.id)).status === "SUCCEEDED");
    const { events } = await frames(second.execution.id);
    expect(JSON.stringify(events)).not.toContain("NEXT");
    const shown = events.nodes.flatMap(({ chatFrame }) => (chatFrame === null ? [] : [chatFrame]));
    expect(shown).toMatchObject([
      { kind: "structured_output_ready", agent_name: "ContextAgent", model_name: "ActionPlanCall" },
      {
        ...{ kind: "tool_call", tool_name: "action_plan", component_type: "ActionPlan", awaiting_response: false },
        flatPayload: { interaction_type: "auto_tool", workflow: {} },
      },
      { kind: "tool_response", status: "ok", success: true, content: "Tool action_plan completed successfully." },
    ]);
    await eventually(async () => (await seen(chatId)).status === "IDLE");
    const texts = (messages: Seen["messages"]) => messages.nodes.map(({ text }) => text);
    expect(texts((await seen(chatId)).messages)).not.toContain("NEXT");
    expect(texts((await seen(chatId, true)).messages)).toContain("NEXT");
    expect((await seen(chatId)).variables).toMatchObject({ interview_complete: true });
  });

  it("[N911] deletes its hidden word for good: readers have its place, and agents are not shown it", async () => {
    await apply("Generator", generator);
    const first = await say({ start: { manifest: "Generator" } }, "Hello");
    const { chatId, id } = first.conversation;
    const second = await say({ id }, "Automate my letters");
    expect(second).toMatchObject({ errors: [], execution: { status: "WAITING" } });
    type Messages = {
      readonly nodes: readonly { readonly id: string; readonly text: string; readonly uiHidden: boolean }[];
    };
    const messages = async () =>
      (
        await served.planwright.ask<{ conversation: { messages: Messages } }>(
          "query ($id: ID!) { conversation(by: { id: $id }) { messages(first: 100, includeHidden: true) { nodes { id text uiHidden } } } }",
          { id },
        )
      ).conversation.messages.nodes;
    const deleted = async (messageId: string) =>
      (
        await served.planwright.ask<{ deleteMessage: object }>(
          "mutation ($input: DeleteMessageInput!) { deleteMessage(input: $input) { deletedId errors { code } } }",
          { input: { messageId } },
        )
      ).deleteMessage;
    const hidden = await eventually(async () => (await messages()).find(({ text }) => text === "NEXT") ?? null);
    expect(hidden.uiHidden).toBe(true);
    const [shown] = await messages();
    expect(await deleted(shown?.id ?? "")).toEqual({ deletedId: null, errors: [{ code: "INVALID_INPUT" }] });
    // The execution waits for a person meanwhile.
    for (let times = 0; times < 2; times++)
      expect(await deleted(hidden.id)).toEqual({ deletedId: hidden.id, errors: [] });
    const left = await messages();
    expect(left.find((message) => message.id === hidden.id)).toEqual({ ...hidden, text: "" });
    await served.planwright.ask(
      "mutation ($input: CancelExecutionInput!) { cancelExecution(input: $input) { errors { code } } }",
      { input: { executionId: second.execution.id } },
    );
    await eventually(async () => (await seen(chatId)).status !== "RUNNING");
    expect((await messages()).map(({ text }) => text)).not.toContain("NEXT");
    expect((await say({ id }, "And my invoices")).errors).toEqual([]);
    const told = (await served.sentToModel()).filter(({ body }) => JSON.stringify(body).includes("And my invoices"));
    expect(told.length).toBeGreaterThan(0);
    expect(JSON.stringify(told[0]?.body.messages)).not.toContain("NEXT");
    expect(JSON.stringify(told[0]?.body.messages)).toContain("Automate my letters");
  });

  it("[T10, T35] tells the agent what is wrong with its output, and calls nothing until it is right", async () => {
    await apply("Generator", generator);
    const first = await say({ start: { manifest: "Generator" } }, "Hello");
    const second = await say({ id: first.conversation.id }, "reply-invalid");
    expect(second).toMatchObject({ errors: [], execution: { status: "WAITING" } });
    const told = (await served.sentToModel()).flatMap(({ body }) => body.messages.map(({ content }) => content));
    expect(told.some((text) => text.startsWith("Your output did not match the required schema. Error: "))).toBe(true);
    const calls = (await frames(second.execution.id)).events.nodes.filter(
      ({ chatFrame }) => chatFrame?.kind === "tool_call",
    );
    expect(calls).toHaveLength(1);
  });
});

describe("a conversation that people and tools steer", () => {
  const steering = structuredClone(generator) as {
    context_variables: { variables?: object };
    handoffs: { handoff_rules: object[] };
  };
  steering.context_variables.variables = {
    approved: { type: "bool", trigger: { tool: "action_plan", response_key: "approved" } },
    briefed: { type: "bool", default: false },
  };
  const toAgent = { handoff_type: "condition", transition_target: "AgentTarget" };
  steering.handoffs.handoff_rules.unshift(
    { source_agent: "user", target_agent: "ContextAgent", condition: "${briefed} == True", ...toAgent },
    { source_agent: "ContextAgent", target_agent: "InterviewAgent", condition: "${approved} == True", ...toAgent },
  );

  const asked = async () => (await inbox()).filter(({ kind }) => kind === "UI_TOOL");

  it("[N375, N377] begins with the agent that a rule of the person names, and goes on as the person answers in a component", async () => {
    await apply("Steered", steering);
    const before = (await asked()).map(({ id }) => id);
    const first = await served.planwright.ask<{ sendMessage: Said }>(
      `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
        conversation { id chatId status } message { text } execution { id status failure { code } } errors { code message }
      } }`,
      {
        input: {
          conversation: { start: { manifest: "Steered" } },
          text: "Send my invoices",
          variables: { briefed: true },
          options: { waitMs: 20_000 },
        },
      },
    );
    expect(first.sendMessage).toMatchObject({ errors: [], execution: { status: "WAITING" } });
    const { chatId } = first.sendMessage.conversation;
    let question: Question | undefined;
    await eventually(async () => {
      question = (await asked()).find(({ id }) => !before.includes(id));
      return question !== undefined;
    });
    expect(await seen(chatId)).toMatchObject({ activeAgentName: "ContextAgent", turn: 1 });
    expect(await respond(question?.id ?? "", { accept: { approved: true } })).toEqual([]);
    await eventually(async () => (await seen(chatId)).status === "IDLE");
    const after = await seen(chatId);
    expect(after).toMatchObject({ activeAgentName: "InterviewAgent", turn: 2, variables: { approved: true } });
    expect(after.messages.nodes.at(-1)).toMatchObject({ agentName: "InterviewAgent" });
  });

  it("[N376] takes the variable of a tool from nobody else", async () => {
    await apply("Steered", steering);
    const { sendMessage: refused } = await served.planwright.ask<{ sendMessage: { errors: readonly UserError[] } }>(
      "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { code message } } }",
      {
        input: {
          conversation: { start: { manifest: "Steered" } },
          text: "Send my invoices",
          variables: { approved: true },
        },
      },
    );
    expect(refused.errors).toMatchObject([
      { code: "INVALID_INPUT", message: expect.stringContaining("one that the tool action_plan sets") },
    ]);
  });
});

describe("a conversation that is deleted", () => {
  const deleted = async (conversationId: string) =>
    (
      await served.planwright.ask<{ deleteConversation: object }>(
        "mutation ($input: DeleteConversationInput!) { deleteConversation(input: $input) { deletedId errors { code } } }",
        { input: { conversationId } },
      )
    ).deleteConversation;
  const chatIds = async () =>
    (
      await served.planwright.ask<{ conversations: { nodes: readonly { chatId: string }[] } }>(
        "{ conversations(first: 100) { nodes { chatId } } }",
      )
    ).conversations.nodes.map(({ chatId }) => chatId);

  it("[N55] is neither read nor listed any more, and a late message does not bring it back; one that runs is not deleted", async () => {
    await apply("Generator", generator);
    const first = await say({ start: { manifest: "Generator" } }, "Hello");
    const { chatId, id } = first.conversation;
    await eventually(async () => (await chatIds()).includes(chatId));
    const second = await say({ id }, "Automate my social media");
    expect(second.conversation.status).toBe("RUNNING");
    expect(await deleted(id)).toEqual({ deletedId: null, errors: [{ code: "CONVERSATION_BUSY" }] });
    await served.planwright.ask(
      "mutation ($input: CancelExecutionInput!) { cancelExecution(input: $input) { errors { code } } }",
      { input: { executionId: second.execution.id } },
    );
    await eventually(async () => (await seen(chatId)).status === "IDLE");

    expect(await deleted(id)).toEqual({ deletedId: id, errors: [] });
    expect(await seen(chatId)).toBeNull();
    expect(await chatIds()).not.toContain(chatId);
    expect((await say({ id }, "Are you there?")).errors).toMatchObject([{ code: "NOT_FOUND" }]);
    const again = await say({ start: { manifest: "Generator", chatId } }, "Hello");
    expect(again.errors).toMatchObject([{ code: "INVALID_INPUT", message: expect.stringContaining("deleted") }]);
    expect(await deleted(id)).toEqual({ deletedId: id, errors: [] });
    expect(await seen(chatId)).toBeNull();
    expect((await frames(first.execution.id)).status).toBe("SUCCEEDED");
  });
});

describe("a manifest of 19 agents, 60 models and 29 rules", () => {
  const saying = (text: string) => ({ for: "AGENT", answer: { text } });
  const writing = (output: object) => saying(JSON.stringify({ topic: "t", name: "large", text: "x", ...output }));

  it("[N77, N75, T2] is applied as it stands, with a warning for each tool of the backend", async () => {
    const { applyManifest: payload } = await served.planwright.ask<{
      applyManifest: {
        manifest: { agents: readonly object[]; tools: readonly { isAutomatic: boolean }[] } | null;
        warnings: readonly { path: readonly string[] }[];
        errors: readonly UserError[];
      };
    }>(
      `mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) {
        manifest { agents { name } tools { isAutomatic } } warnings { message path } errors { message path } } }`,
      {
        input: {
          ...{ name: "Large", manifest: nineteenAgents },
          functions: { keep_pattern: "append_note", look_up: "read_note" },
        },
      },
    );
    expect(payload.errors).toEqual([]);
    expect(payload.manifest?.agents).toHaveLength(19);
    expect(payload.manifest?.tools.filter(({ isAutomatic }) => !isAutomatic)).toHaveLength(backendOwners.length);
    expect(payload.warnings.filter(({ path }) => path.at(-1) === "tool_type")).toHaveLength(backendOwners.length);
  });

  it("[N77, T34] goes to its end at once where a condition of its rules says so", async () => {
    await served.script(saying("NEXT"), writing({}), writing({}));
    const said = await served.planwright.ask<{ sendMessage: Said }>(
      `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
        conversation { id chatId status } message { text } execution { id status failure { code } } errors { code message } } }`,
      {
        input: {
          conversation: { start: { manifest: "Large" } },
          ...{ text: "Only the end", variables: { skip_rest: true }, options: { waitMs: 20_000 } },
        },
      },
    );
    const { conversation, errors, execution } = said.sendMessage;
    expect(errors).toEqual([]);
    await eventually(async () => (await inbox()).some(({ ui }) => ui?.component === "FileDownloadCenter"));
    const [asked] = (await inbox()).filter(({ ui }) => ui?.component === "FileDownloadCenter");
    expect(await respond(asked?.id ?? "", { accept: { downloaded: true } })).toEqual([]);
    await eventually(async () => (await frames(execution.id)).status === "SUCCEEDED");
    await eventually(async () => (await seen(conversation.chatId)).status === "ENDED");
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["append_note"]);
  });

  it("[N77, N75, T2] leads from agent to agent, and calls what an output starts and no tool of the backend", async () => {
    await served.script(saying("What should it do?"));
    const first = await say({ start: { manifest: "Large" } }, "Hello");
    expect(first).toMatchObject({ errors: [], execution: { status: "SUCCEEDED" } });
    const { chatId, id } = first.conversation;
    await served.script(
      saying("NEXT"),
      writing({}),
      writing({ trigger: "form" }),
      writing({}),
      writing({}),
      writing({}),
    );
    const second = await say({ id }, "Send letters");
    expect(second.errors).toEqual([]);
    const shown = async () => (await inbox()).filter(({ ui }) => ui?.component === "Overview");
    await eventually(async () => (await shown()).length > 0);
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["append_note"]);
    const spoken = (await frames(second.execution.id)).events.nodes.flatMap(({ chatFrame }) =>
      chatFrame?.kind === "structured_output_ready" ? [chatFrame.agent_name] : [],
    );
    expect(spoken).toEqual(["PatternAgent", "StrategyAgent", "BlueprintAgent", "ModulesAgent", "OverviewAgent"]);
    expect((await seen(chatId)).activeAgentName).toBe("OverviewAgent");
  });
});

describe("output that is submitted from elsewhere", () => {
  it("[R12, T21] calls the tool once for 200 submissions of one turn at a time, and says so to all others", async () => {
    await apply("Keeper", keeper);
    const { said, turnKey } = await waitingTurn({ start: { manifest: "Keeper", chatId: "many" } });
    const structuredData = { name: "many", text: "x" };
    const input = { executionId: said.execution.id, structuredData, turnIdempotencyKey: turnKey };
    const answers = await Promise.all(Array.from({ length: 200 }, () => submit(input)));
    expect(answers.filter(({ accepted }) => accepted)).toHaveLength(1);
    expect(answers.filter(({ duplicate, errors }) => duplicate && errors.length === 0)).toHaveLength(199);
    await eventually(async () => (await frames(said.execution.id)).status === "SUCCEEDED");
    expect(await submit(input), "after the end").toMatchObject({ duplicate: true, accepted: false });
    expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["append_note"]);
  });

  it("[C9, T7, T10] refuses what is not due, not in the schema or another body, and goes on to wait or to correct", async () => {
    await apply("Keeper", keeper);
    const { said, turnKey } = await waitingTurn({ start: { manifest: "Keeper", chatId: "strict" } });
    const base = { executionId: said.execution.id, turnIdempotencyKey: turnKey };
    const structuredData = { name: "strict", text: "x" };
    const refused = async (input: object) => (await submit({ ...base, structuredData, ...input })).errors[0]?.code;
    expect(await refused({ agentName: "Nobody" })).toBe("INVALID_INPUT");
    expect(await refused({ context: { chat_id: "another" } })).toBe("INVALID_INPUT");
    expect(await refused({ turnIdempotencyKey: "mine" })).toBe("INVALID_INPUT");
    expect(await submit({ ...base, structuredData, autoToolMode: false })).toMatchObject({
      accepted: false,
      errors: [],
    });
    // Extra keys break the model: the turn is taken, nothing is called, and the agent is to correct it in its next.
    expect(await submit({ ...base, structuredData: { ...structuredData, more: 1 } })).toMatchObject({ accepted: true });
    expect(await served.toolCalls()).toEqual([]);
    expect(await refused({})).toBe("IDEMPOTENCY_CONFLICT");
    await eventually(
      async () => (await frames(said.execution.id)).events.nodes.filter((event) => event.awaitedTurnKey).length === 2,
    );
    const mine = { turnIdempotencyKey: "mine", turnNumber: 2 };
    expect(await submit({ ...base, structuredData, ...mine })).toMatchObject({ accepted: true, turn: 2, errors: [] });
    await eventually(async () => (await frames(said.execution.id)).status === "SUCCEEDED");
    expect((await served.toolCalls()).map(({ arguments: given }) => given)).toEqual([structuredData]);
  });
});

describe("docs/structured-outputs.md", () => {
  it("shows operations that work as they stand", async () => {
    await apply("Generator", generator);
    const input = { conversation: { start: { manifest: "Generator" } }, text: "Hello", options: { waitMs: 20_000 } };
    expect(await served.planwright.ask(sendMessage, { input })).toMatchObject({
      sendMessage: {
        errors: [],
        execution: { status: "SUCCEEDED" },
        conversation: { activeAgentName: "InterviewAgent" },
      },
    });
  });
});
