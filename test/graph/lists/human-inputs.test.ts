/** The inbox as clients meet it: listed, read further, followed. */
import { beforeEach, describe, expect, it } from "vitest";
import { addressOf } from "../../../src/access/address.ts";
import type { HumanInputView } from "../../../src/execution/views/execution-view.ts";
import type { InboxItem } from "../../../src/execution/views/inbox.ts";
import { maxListedPrompt } from "../../../src/execution/views/inbox-summary.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { changeCursor } from "../../../src/graph/lists/change-cursor.ts";
import { type Answer, ask, data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { frame, largeFrame, startTime } from "../../support/graph/fake-views.ts";
import { askedNamed, questionNamed } from "../../support/graph/inbox-model.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";
import { sendFor } from "../../support/graph/streams.ts";

let world: FakeClients;
let id: string;
let name: string;

const form: Partial<HumanInputView> = {
  ...{ purpose: "STEP", kind: "FORM", step: "second", prompt: "Where to?" },
  ...{ onExpiry: { kind: "ANSWER", response: { city: "Bern" } }, onDecline: "SKIP" },
  responseSchema: frame({ type: "object", required: ["city"] }, "responseSchema", 4),
};

/** As the execution has them, oldest first. */
const asked: readonly HumanInputView[] = [
  askedNamed("first/1", startTime + 1, { arguments: frame({ table: "users" }, "arguments", 2) }),
  askedNamed("second/1", startTime + 2, form),
  askedNamed("third/1", startTime + 3, {
    status: "DECLINED",
    resolvedAt: startTime + 9,
    respondedBy: "ann",
    reason: "no",
  }),
];

function listed({ createdAt, kind, onDecline, onExpiry, prompt, purpose, requestId, ...more }: HumanInputView) {
  const { expiresAt, resolvedAt, respondedBy, status, step, ui } = more;
  const { addressees, notBy } = more;
  return questionNamed(requestId, createdAt, {
    ...{ kind, onDecline, onExpiry: onExpiry.kind, prompt: prompt.slice(0, maxListedPrompt), purpose },
    ...{ expiresAt, resolvedAt, respondedBy, status, step, ui },
    ...addressOf({ addressees, notBy }),
    callableName: purpose === "APPROVAL" ? "drop_table" : null,
  });
}

function stand(questions: readonly HumanInputView[]): void {
  world.change(name, { humanInputs: questions });
  world.summaries = [summaryNamed(name, startTime, { questions: questions.map(listed) })];
}

const itemsOf = (questions: readonly HumanInputView[]): readonly InboxItem[] =>
  questions.map((question) => ({ ...listed(question), execution: name }));

beforeEach(async () => {
  world = new FakeClients();
  const steps = [
    { tool: { stepId: "first", toolName: "drop_table", arguments: { table: "{{bindings.table}}", force: true } } },
    { tool: { stepId: "second", toolName: "echo" } },
    { tool: { stepId: "third", toolName: "drop_table" } },
  ];
  id = (await executePlan(world, { source: { plan: { steps } }, bindings: { table: "users" } })).execution.id;
  [name = ""] = world.executions.keys();
  stand(asked);
  world.calls.length = 0;
});

/** Every field that the index answers. */
const listFields =
  "id kind status purpose prompt callableName ui { component mode } respondedBy createdAt expiresAt resolvedAt stepId onExpiry onDecline";

const query = (fields: string) => /* GraphQL */ `
  query ($first: Int, $after: String, $last: Int, $before: String, $status: [HumanInputStatus!], $kinds: [HumanInputKind!]) {
    humanInputRequests(first: $first, after: $after, last: $last, before: $before, status: $status, kinds: $kinds) {
      nodes { ${fields} }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      feedCursor
    }
  }
`;

const inbox = async (variables: object = {}, fields = "stepId", caller = {}) =>
  (await data(world, query(fields), { variables: { ...variables }, caller })).humanInputRequests;

describe("humanInputRequests", () => {
  it("[N512] lists what is addressed to the caller, from the index alone, with why it may not answer the rest", async () => {
    stand([
      askedNamed("first/1", startTime + 1, { addressees: [{ subject: "bob" }] }),
      askedNamed("second/1", startTime + 2, { ...form, addressees: [{ group: "sales" }], notBy: ["ann"] }),
      askedNamed("third/1", startTime + 3),
    ]);
    const text = `query ($toMe: Boolean) { humanInputRequests(addressedToMe: $toMe) { nodes { stepId addressees { subject group } fourEyes refusal } } }`;
    const seenBy = async (caller: Partial<Caller>, toMe?: boolean) =>
      (await data(world, text, { variables: { toMe }, caller })).humanInputRequests.nodes;
    world.calls.length = 0;
    const sales = { stepId: "second", addressees: [{ subject: null, group: "sales" }], fourEyes: true };
    const bob = { stepId: "first", addressees: [{ subject: "bob", group: null }], fourEyes: false };
    expect(await seenBy({ subject: "bob" }, true)).toEqual([{ ...bob, refusal: null }]);
    expect(await seenBy({ subject: "ann", groups: ["sales"] }, true)).toEqual([{ ...sales, refusal: "FOUR_EYES" }]);
    expect(await seenBy({ subject: "cid" }, true)).toEqual([]);
    expect(await seenBy({ subject: "cid" })).toEqual([
      { stepId: "first", addressees: [], fourEyes: false, refusal: null },
      { ...sales, refusal: "NOT_ADDRESSED" },
      { ...bob, refusal: "NOT_ADDRESSED" },
    ]);
    expect(new Set(world.calls)).toEqual(new Set(["index.inbox"]));
  });

  it("lists what is pending, newest first, from the index alone", async () => {
    const { nodes } = await inbox({}, listFields);
    expect(nodes).toMatchObject([
      {
        ...{ stepId: "second", kind: "FORM", purpose: "STEP", status: "PENDING", prompt: "Where to?", ui: null },
        ...{ callableName: null, onExpiry: "ANSWER", onDecline: "SKIP", createdAt: "2026-01-31T09:30:00.002Z" },
      },
      { stepId: "first", kind: "APPROVAL", callableName: "drop_table", onExpiry: "FAIL", onDecline: "FAIL" },
    ]);
    expect(world.calls).toEqual(["index.inbox"]);
  });

  it("answers what the list does not keep out of the execution, which is read once for all of its requests", async () => {
    const more = `${listFields} reason context { value } responseSchema response { value } execution { id }
      argumentSources { target kind source stepId callableName }`;
    const { nodes } = await inbox({ status: null }, more);
    expect(nodes).toMatchObject([
      { stepId: "second", responseSchema: { type: "object", required: ["city"] }, context: null, argumentSources: [] },
      {
        ...{ stepId: "first", context: { value: { table: "users" } }, responseSchema: null, execution: { id } },
        argumentSources: [
          { target: "/force", kind: "CALLER", source: null, callableName: null },
          { target: "/table", kind: "BINDING", source: "/table", stepId: null },
        ],
      },
    ]);
    expect(world.calls).toEqual(["index.inbox", "executions.read"]);
    const { nodes: declined } = await inbox({ status: ["DECLINED"] }, "reason");
    expect(declined).toEqual([{ reason: "no" }]);
  });

  it("[N595] has the labels of where each argument came from, read once and only if they are asked for", async () => {
    const place = { target: "/table", stepId: undefined, source: "/table" };
    world.sourceLabels.set(`${name} first`, [{ ...place, labels: ["CALLER", "web"] }]);
    const { nodes } = await inbox({}, "stepId argumentSources { target ... on ValueSource { labels } }");
    expect(nodes).toEqual([
      { stepId: "second", argumentSources: [] },
      {
        stepId: "first",
        argumentSources: [
          // What the object says nothing of.
          { target: "/force", labels: [] },
          { target: "/table", labels: ["CALLER", "web"] },
        ],
      },
    ]);
    expect(world.calls).toEqual(["index.inbox", "executions.read", "executions.sourceLabels"]);
    world.calls.length = 0;
    await inbox({}, "argumentSources { target }");
    expect(world.calls).toEqual(["index.inbox", "executions.read"]);
  });

  it("is the same whether it comes from the list or from the execution", async () => {
    const { nodes: fromList } = await inbox({ status: ["PENDING", "DECLINED"] }, listFields);
    const { nodes: fromExecution } = await inbox({ status: ["PENDING", "DECLINED"] }, `${listFields} reason`);
    expect(fromExecution.map(({ reason: _, ...facts }: { reason: unknown }) => facts)).toEqual(fromList);
  });

  it("reads the rest of a prompt that is longer than the list keeps, and of no other", async () => {
    const prompt = "Why? ".repeat(300);
    stand([askedNamed("first/1", startTime, { prompt }), askedNamed("second/1", startTime + 1)]);
    const { nodes } = await inbox({}, "prompt");
    expect(nodes.map((node: { prompt: string }) => node.prompt)).toEqual(["May drop_table be called?", prompt]);
    expect(world.calls).toEqual(["index.inbox", "executions.read"]);
    world.calls.length = 0;
    await inbox({}, "stepId");
    expect(world.calls).toEqual(["index.inbox"]);
  });

  it("reads a large schema by its position", async () => {
    const schema = { type: "object", description: "x".repeat(5_000) };
    world.keep(name, "4 responseSchema", schema);
    stand([askedNamed("second/1", startTime, { ...form, responseSchema: largeFrame(schema, "responseSchema", 4) })]);
    expect((await inbox({}, "responseSchema")).nodes).toEqual([{ responseSchema: schema }]);
  });

  it("filters by state and kind, and pages both ways", async () => {
    const steps = async (variables: object) =>
      (await inbox(variables)).nodes.map(({ stepId }: { stepId: string }) => stepId);
    stand(asked.map((question, place) => ({ ...question, step: `s${place}` })));
    expect(await steps({ kinds: ["FORM", "CHOICE"] })).toEqual(["s1"]);
    expect(await steps({ status: ["DECLINED"], kinds: ["FORM"] })).toEqual([]);
    expect(await steps({ status: [] })).toEqual([]);
    const all = { status: ["PENDING", "DECLINED"] };
    const first = await inbox({ ...all, first: 2 });
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(await steps({ ...all, first: 2, after: first.pageInfo.endCursor })).toEqual(["s0"]);
    expect(await steps({ ...all, last: 1, before: first.pageInfo.endCursor })).toEqual(["s2"]);
    expect(await steps({ ...all, last: 1 })).toEqual(["s0"]);
  });

  it("leaves out requests whose execution was removed since", async () => {
    world.executions.clear();
    expect((await inbox({}, "reason")).nodes).toEqual([]);
  });

  it.each([
    ["a page that is too large", { first: 101 }, {}, "BAD_USER_INPUT"],
    ["both page sizes", { first: 1, last: 1 }, {}, "BAD_USER_INPUT"],
    ["a cursor that is none", { after: "x" }, {}, "BAD_USER_INPUT"],
    ["a caller without the scope", {}, { scopes: ["EXECUTION_START"] as const }, "FORBIDDEN"],
  ])("refuses %s and calls nothing", async (_, variables, caller: Partial<Caller>, code) => {
    const { errors } = await ask(world, query("id"), { variables, caller });
    expect(errors).toMatchObject([{ extensions: { code } }]);
    expect(world.calls).toEqual([]);
  });

  it("refuses a cursor of another tenant, and one of another list", async () => {
    const { pageInfo } = await inbox();
    const { executions } = await data(world, "{ executions { pageInfo { endCursor } } }");
    for (const [after, caller] of [
      [pageInfo.endCursor, { tenant: "elsewhere" }],
      [executions.pageInfo.endCursor, {}],
    ]) {
      const { errors } = await ask(world, query("id"), { variables: { after }, caller });
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
  });
});

describe("the question about a whole plan", () => {
  it("is of no step, shows the plan, and is pending in its execution", async () => {
    const plan = {
      steps: [{ id: "first", callable: "drop_table", effectClass: "UNSAFE", arguments: {} }],
      worstCase: {},
    };
    const about = { purpose: "PLAN_APPROVAL", step: null, arguments: frame(plan, "arguments", 2) } as const;
    stand([askedNamed("plan/1", startTime, about)]);
    const fields = "stepId purpose kind callableName argumentSources { kind } context { value } responseSchema";
    const expected = {
      ...{ stepId: null, purpose: "PLAN_APPROVAL", kind: "APPROVAL", callableName: null, argumentSources: [] },
      ...{ context: { value: plan }, responseSchema: null },
    };
    expect((await inbox({}, fields)).nodes).toEqual([expected]);
    const { execution } = await data(
      world,
      `query ($id: ID!) { execution(by: { id: $id }) { pendingHumanInputs { ${fields} } permittedActions } }`,
      { variables: { id } },
    );
    expect(execution).toEqual({ pendingHumanInputs: [expected], permittedActions: ["CANCEL", "RESPOND"] });
  });
});

describe("steps that people answer", () => {
  it("are of their own type, with their request, in the execution and in the plan", async () => {
    const person = { ...world.view(name).callables[0], name: "echo", responseSchema: { type: "object" } };
    const callables = world.view(name).callables.map((one) => (one.name === "echo" ? { ...one, ...person } : one));
    world.change(name, { callables });
    const { execution } = await data(
      world,
      `query ($id: ID!) { execution(by: { id: $id }) {
        plan { steps { kind policy { onDecline } } }
        steps { __typename id kind stepId ... on HumanInputStep { request { prompt status onExpiry responseSchema } } }
      } }`,
      { variables: { id } },
    );
    const [, second] = execution.steps;
    const request = {
      prompt: "Where to?",
      status: "PENDING",
      onExpiry: "ANSWER",
      responseSchema: { type: "object", required: ["city"] },
    };
    expect(second).toEqual({
      __typename: "HumanInputStep",
      id: second.id,
      kind: "HUMAN_INPUT",
      stepId: "second",
      request,
    });
    expect(execution.plan.steps.map(({ kind }: { kind: string }) => kind)).toEqual(["TOOL", "HUMAN_INPUT", "TOOL"]);
    expect(execution.plan.steps[0].policy).toEqual({ onDecline: "FAIL" });
    const { node } = await data(world, "query ($id: ID!) { node(id: $id) { __typename } }", {
      variables: { id: second.id },
    });
    expect(node).toEqual({ __typename: "HumanInputStep" });
  });

  it("tell where the arguments of a tool come from that follows the turn of an agent", async () => {
    const [first] = world.view(name).steps;
    if (first === undefined) throw new Error("there is a step");
    const turn = {
      ...{ number: 1, key: "k", agentName: "Writer", startedAt: startTime, isElsewhere: false },
      ...{ reply: "OUTPUT" as const, round: 1, violations: [] },
    };
    const conversation = {
      chatId: "c",
      appId: null,
      conversation: "x",
      manifest: { name: "m", hash: "h" },
      variables: {},
    };
    world.change(name, {
      plan: null,
      turns: { ...conversation, turns: [turn], waitingTurnKey: null },
      steps: [
        {
          ...first,
          id: "turns/1/agent",
          callableName: "Writer",
          output: frame({ Table: "users", spare: 1 }, "output", 3),
        },
        { ...first, id: "turns/1/tool", input: frame({ table: "users", context_variables: {} }, "input", 4) },
      ],
    });
    const { execution } = await data(
      world,
      `query ($id: ID!) { execution(by: { id: $id }) {
        steps { __typename references { target } ... on ToolStep { argumentSources { target kind stepId source callableName } } }
      } }`,
      { variables: { id } },
    );
    const source = {
      target: "/table",
      kind: "AGENT",
      stepId: "turns/1/agent",
      source: "/Table",
      callableName: "Writer",
    };
    expect(execution.steps).toEqual([
      { __typename: "AgentStep", references: [] },
      { __typename: "ToolStep", references: [], argumentSources: [source] },
    ]);

    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`p${at}`, at]));
    const [agent, tool] = world.view(name).steps;
    if (agent === undefined || tool === undefined) throw new Error("there are two steps");
    world.change(name, {
      steps: [
        { ...agent, output: frame(many, "output", 3) },
        { ...tool, input: frame(many, "input", 4) },
      ],
    });
    const query = `query ($id: ID!) { execution(by: { id: $id }) { steps { ... on ToolStep { argumentSources { kind } } } } }`;
    const found = await data(world, query, { variables: { id } });
    expect(found.execution.steps[1].argumentSources).toHaveLength(200);
  });
});

const subscription = (fields: string) => /* GraphQL */ `
  subscription ($after: EventCursor, $heartbeatMs: Int! = 15000) {
    humanInputChanges(after: $after, heartbeatMs: $heartbeatMs) {
      requests { ${fields} }
      cursor
      caughtUp
      gap
    }
  }
`;

/** The server-sent events of one connection, read one after another. */
async function follow(variables: object = {}, fields = "stepId status", more: object = {}) {
  const response = await sendFor(world, {
    ...{ accept: "text/event-stream", query: subscription(fields), variables },
    ...more,
  });
  if (response.body === null) throw new Error("the answer has no body");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<{ readonly id: string | undefined; readonly answer: Answer }> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end === -1) {
        const { done, value } = await reader.read();
        if (done) throw new Error("the stream ended");
        text += value;
        continue;
      }
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const field = (key: string) =>
        lines
          .find((line) => line.startsWith(`${key}:`))
          ?.slice(key.length + 1)
          .trim();
      const item = field("data");
      if (lines.includes("event: next") && item !== undefined) return { id: field("id"), answer: JSON.parse(item) };
    }
  };
  const batch = async () => {
    const { answer, id: position } = await next();
    if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
    return { ...answer.data.humanInputChanges, position };
  };
  return { next, batch };
}

describe("humanInputChanges", () => {
  const [first, second, third] = asked;
  if (first === undefined || second === undefined || third === undefined) throw new Error("there are three");

  it("goes on from the list without missing anything, live, and reads no execution", async () => {
    world.ask(itemsOf([first]));
    const { feedCursor } = await inbox();
    world.ask(itemsOf([second]));
    const changes = await follow({ after: feedCursor });
    const nothing = { caughtUp: true, gap: false };
    expect(await changes.batch()).toMatchObject({ ...nothing, requests: [{ stepId: "second", status: "PENDING" }] });
    world.ask(itemsOf([third]));
    const live = await changes.batch();
    expect(live).toMatchObject({ ...nothing, requests: [{ status: "DECLINED" }] });
    expect(live.position).toBe(live.cursor);
    expect(world.calls).toEqual(["index.inbox", "index.watchInbox"]);
  });

  it("begins with what changes from now on, at a cursor that is handed out at once and resumes, also as Last-Event-ID", async () => {
    world.ask(itemsOf([first]));
    const changes = await follow();
    const { cursor, requests } = await changes.batch();
    expect(requests).toEqual([]);
    world.ask(itemsOf([second]));
    expect((await changes.batch()).requests).toMatchObject([{ stepId: "second" }]);
    const resumed = await follow({}, "stepId", { headers: { "last-event-id": cursor } });
    expect((await resumed.batch()).requests).toEqual([{ stepId: "second" }]);
  });

  it("ends before its cursor moves on when an execution cannot be read, so that a client that resumes misses nothing", async () => {
    const changes = await follow({}, "reason");
    const { cursor } = await changes.batch();
    const { read } = world.clients.executions;
    Object.assign(world.clients.executions, { read: () => Promise.reject(new Error("away")) });
    world.ask(itemsOf([first]));
    const { answer } = await changes.next();
    expect([answer.data ?? null, answer.errors?.length]).toEqual([null, 1]);
    Object.assign(world.clients.executions, { read });
    expect((await (await follow({ after: cursor }, "reason")).batch()).requests).toHaveLength(1);
  });

  const own = changeCursor("inbox", "default", { epoch: "e1", change: 1 });

  it.each([
    ["a cursor that is none", { after: "1" }, {}, "BAD_USER_INPUT"],
    ["a cursor of another tenant", { after: own }, { tenant: "elsewhere" }, "BAD_USER_INPUT"],
    [
      "a cursor of the list",
      { after: changeCursor("list", "default", { epoch: "e1", change: 1 }) },
      {},
      "BAD_USER_INPUT",
    ],
    ["a heartbeat that is too short", { heartbeatMs: 4_999 }, {}, "BAD_USER_INPUT"],
    ["a caller without the scope", {}, { scopes: ["EXECUTION_START"] }, "FORBIDDEN"],
  ])("refuses %s and watches nothing", async (_, variables, caller, code) => {
    const changes = await follow(variables, "id", { caller });
    expect((await changes.next()).answer.errors).toMatchObject([{ extensions: { code } }]);
    expect(world.calls).toEqual([]);
  });
});
