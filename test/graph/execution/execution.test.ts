/** Reading one execution: values that are large, groups, bindings, projections, the log. */
import { beforeEach, describe, expect, it } from "vitest";
import type { GrantAction } from "../../../src/access/grant.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { ask, data, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent, frame, largeFrame, startTime, storedValue } from "../../support/graph/fake-views.ts";
import { askedNamed } from "../../support/graph/inbox-model.ts";

let world: FakeClients;
let id: string;
let name: string;

beforeEach(async () => {
  world = new FakeClients();
  const steps = [
    { tool: { stepId: "first", toolName: "echo", resultKey: "one", arguments: { topic: "{{bindings.topic}}" } } },
    {
      parallel: {
        ...{ stepId: "group", resultKey: "both", maxConcurrency: 2, mergeStrategy: "COLLECT_ALL" },
        steps: [
          { tool: { stepId: "left", toolName: "echo", resultKey: "l" } },
          { tool: { stepId: "right", toolName: "echo", resultKey: "r" } },
        ],
      },
    },
  ];
  const input = { source: { plan: { steps } }, bindings: { topic: "edge" } };
  id = (await executePlan(world, input)).execution.id;
  [name = ""] = world.executions.keys();
  world.calls.length = 0;
});

const read = (selection: string, variables: object = {}) =>
  data(world, `query ($id: ID!) { execution(by: { id: $id }) { ${selection} } }`, {
    variables: { id, ...variables },
  }).then(({ execution }) => execution);

describe("artifacts", () => {
  it("[P24, P25, C18] are shown with their shape, their id and the skill that made them", async () => {
    const output = {
      artifact_id: "a-1",
      artifact: { skill_id: "research", title: "T" },
      _metadata: {},
      skill_id: "other",
    };
    world.changeStep(name, "first", { status: "SUCCEEDED", output: frame(output, "output", 3) });
    const { steps } = await read("steps { ... on ToolStep { artifact { shape artifactId skillId } } }");
    expect(steps[0].artifact).toEqual({ shape: "STANDARD", artifactId: "a-1", skillId: "research" });
  });

  it("[P25, C18] that come bare take their skill from the output first, then from the metadata of the result", async () => {
    const content = { content: [], metadata: { skill_id: "from metadata" } };
    world.changeStep(name, "first", {
      ...{ status: "SUCCEEDED", output: frame({ v: 1 }, "output", 3), content: frame(content, "content", 3) },
    });
    const { steps } = await read("steps { ... on ToolStep { artifact { shape artifactId skillId } } }");
    expect(steps[0].artifact).toEqual({ shape: "BARE", artifactId: null, skillId: "from metadata" });
  });

  it("[N1] have a text beside them, which is made of the content when it is asked for", async () => {
    const blocks = [
      { type: "text", text: "Sunny" },
      { type: "image", data: "", mimeType: "image/png" },
      { type: "text", text: "21" },
    ];
    const content = frame({ content: blocks, metadata: null }, "content", 3);
    world.changeStep(name, "first", { status: "SUCCEEDED", output: null, content });
    const asked = "steps { ... on ToolStep { output { value } text { value byteSize preview } } }";
    const { steps } = await read(asked);
    expect(steps[0]).toEqual({ output: null, text: { value: "Sunny\n21", byteSize: 11, preview: '"Sunny\\n21"' } });
    world.changeStep(name, "first", { status: "FAILED" });
    expect((await read(asked)).steps[0].text).toBeNull();
  });

  it("are null before there is an output", async () => {
    const { steps } = await read("steps { ... on ToolStep { artifact { shape } } }");
    expect(steps[0].artifact).toBeNull();
  });
});

describe("payloads", () => {
  const large = { text: "x".repeat(5_000), list: [{ title: "deep" }], "a/b": { "c~d": 1 } };

  it("[E14] that are at hand cost no further call", async () => {
    world.changeStep(name, "first", { status: "SUCCEEDED", output: frame({ v: 1 }, "output", 3) });
    const { steps } = await read("steps { output { value preview byteSize } }");
    expect(steps[0].output).toEqual({ value: { v: 1 }, preview: '{"v":1}', byteSize: 7 });
    expect(world.calls).toEqual(["executions.read"]);
  });

  it("[E14] that are large are read only when their value is selected, and once", async () => {
    world.changeStep(name, "first", { status: "SUCCEEDED", output: largeFrame(large, "output", 3) });
    world.keep(name, "3 output", large);
    const { steps } = await read("steps { output { preview(maxCharacters: 50) byteSize } }");
    expect(steps[0].output).toMatchObject({
      byteSize: JSON.stringify(large).length,
      preview: expect.stringMatching(/^\{"text":"x/),
    });
    expect(world.calls).toEqual(["executions.read"]);
    world.calls.length = 0;
    const whole = await read(
      'steps { output { value title: value(pointer: "/list/0/title") odd: value(pointer: "/a~1b/c~0d") } }',
    );
    expect(whole.steps[0].output).toEqual({ value: large, title: "deep", odd: 1 });
    expect(world.calls).toEqual(["executions.read", "executions.value"]);
  });

  it("larger than maxBytes are null, and the whole of them is not even read", async () => {
    world.changeStep(name, "first", { status: "SUCCEEDED", output: largeFrame(large, "output", 3) });
    world.keep(name, "3 output", large);
    const { steps } = await read("steps { output { value(maxBytes: 100) } }");
    expect(steps[0].output.value).toBeNull();
    expect(world.calls).toEqual(["executions.read"]);
    const part = await read(
      'steps { output { small: value(pointer: "/list", maxBytes: 100) big: value(pointer: "/text", maxBytes: 100) } }',
    );
    expect(part.steps[0].output).toEqual({ small: [{ title: "deep" }], big: null });
  });

  it("[N186] are 16 MiB in one answer at most: further ones are refused unread, each by itself", async () => {
    const fourMegabytes = { text: "x".repeat(4_000_000) };
    world.changeStep(name, "first", { status: "SUCCEEDED", output: largeFrame(fourMegabytes, "output", 3) });
    world.keep(name, "3 output", fourMegabytes);
    const values = [1, 2, 3, 4, 5].map((n) => `v${n}: output { value(maxBytes: 5000000) }`).join(" ");
    const query = `query ($id: ID!) { execution(by: { id: $id }) { steps { ${values} } } }`;
    for (const _ of [1, 2]) {
      world.calls.length = 0;
      const answer = await ask(world, query, { variables: { id } });
      const [{ v4, v5 }] = answer.data.execution.steps;
      expect([v4.value?.text.length, v5.value]).toEqual([4_000_000, null]);
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors[0].extensions.code).toBe("RESPONSE_TOO_LARGE");
      expect(answer.errors[0].message).toMatch(/required at most 16777216 bytes .* found 20000055\. Ask for fewer/);
      expect(world.calls.filter((call) => call === "executions.value")).toHaveLength(4);
    }
  });

  it("[N186] count once as what is read, and each part as what is answered", async () => {
    const threeMegabytes = { text: "x".repeat(3_000_000) };
    world.changeStep(name, "first", { status: "SUCCEEDED", output: largeFrame(threeMegabytes, "output", 3) });
    world.keep(name, "3 output", threeMegabytes);
    const parts = (count: number) =>
      Array.from({ length: count }, (_, n) => `p${n}: value(pointer: "/text", maxBytes: 4000000)`).join(" ");
    const query = (count: number) =>
      `query ($id: ID!) { execution(by: { id: $id }) { steps { output { ${parts(count)} } } } }`;
    expect((await ask(world, query(4), { variables: { id } })).errors).toBeUndefined();
    expect((await ask(world, query(5), { variables: { id } })).errors).toHaveLength(1);
  });

  it("have nothing where the pointer points at nothing or at what no document holds, and refuse what is no pointer", async () => {
    world.changeStep(name, "first", { status: "SUCCEEDED", output: frame({ v: [1] }, "output", 3) });
    const { steps } = await read(
      'steps { output { a: value(pointer: "/x") b: value(pointer: "/__proto__") c: value(pointer: "/v/length") d: value(pointer: "/v/01") } }',
    );
    expect(steps[0].output).toEqual({ a: null, b: null, c: null, d: null });
    await expect(read('steps { output { value(pointer: "v") } }')).rejects.toThrow("BAD_USER_INPUT");
    await expect(read('steps { output { value(pointer: "/~2") } }')).rejects.toThrow("BAD_USER_INPUT");
    await expect(read("steps { output { value(maxBytes: -1) } }")).rejects.toThrow("BAD_USER_INPUT");
    await expect(read("steps { output { preview(maxCharacters: 2001) } }")).rejects.toThrow("BAD_USER_INPUT");
  });
});

describe("an execution", () => {
  it("lists top-level steps in the order of the plan, children below their group", async () => {
    const { steps } = await read(
      "steps { __typename stepId index kind ... on ParallelStep { policy { maxConcurrency mergeStrategy } children { __typename stepId index } } }",
    );
    expect(steps).toEqual([
      { __typename: "ToolStep", stepId: "first", index: 0, kind: "TOOL" },
      {
        ...{ __typename: "ParallelStep", stepId: "group", index: 1, kind: "PARALLEL" },
        policy: { maxConcurrency: 2, mergeStrategy: "COLLECT_ALL" },
        children: [
          { __typename: "ToolStep", stepId: "left", index: null },
          { __typename: "ToolStep", stepId: "right", index: null },
        ],
      },
    ]);
  });

  it("[N667] reads steps by their identifiers, children of groups included, and refuses more than 100 at once", async () => {
    const named = async (stepIds: readonly string[] | null) => {
      const { steps } = await data(
        world,
        "query ($id: ID!, $stepIds: [String!]) { execution(by: { id: $id }) { steps(stepIds: $stepIds) { stepId kind } } }",
        { variables: { id, stepIds } },
      ).then(({ execution }) => execution);
      return steps.map(({ stepId }: { readonly stepId: string }) => stepId);
    };
    expect(await named(["right", "first", "nowhere", "right"])).toEqual(["first", "right"]);
    expect(await named([])).toEqual([]);
    expect(await named(null)).toEqual(["first", "group"]);
    expect(await named(Array.from({ length: 100 }, () => "left"))).toEqual(["left"]);
    const { errors } = await ask(
      world,
      "query ($id: ID!, $stepIds: [String!]) { execution(by: { id: $id }) { steps(stepIds: $stepIds) { stepId } } }",
      { variables: { id, stepIds: Array.from({ length: 101 }, (_, at) => `s${at}`) } },
    );
    expect(errors?.[0]).toMatchObject({
      message: "Cannot read the steps: required at most 100 stepIds, found 101. Ask for the others separately",
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  it("[N703] has its texts carried by its view alone, the values of steps that are named, and all others only where they are selected", async () => {
    const { read: readView } = world.clients.executions;
    const carried: unknown[] = [];
    Object.assign(world.clients.executions, {
      read: async (execution: string, values: boolean) => {
        carried.push(values);
        return readView(execution, values);
      },
    });
    const head = "title labels { value } pendingHumanInputs { prompt } steps { stepId }";
    const output = "... on ToolStep { output { value } }";
    const selections = [
      ...["title", "prompt", "response", "planErrors { message }", "input { value }"],
      `prompt bindings { value { value } } named: steps(stepIds: ["first", "left"]) { ${output} }`,
      ...["pendingHumanInputs { response { value } }", `named: steps { ${output} }`],
      'named: steps(stepIds: ["group"]) { ... on ParallelStep { children { output { value } } } }',
    ];
    for (const selection of selections) await read(`${head} ${selection}`);
    Object.assign(world.clients.executions, { read: readView });
    const ofRun = { stepIds: [], bound: false };
    const named = { stepIds: ["first", "left"], bound: true };
    expect(carried).toEqual([false, ofRun, ofRun, ofRun, ofRun, named, true, true, true]);
  });

  it("[N702] reads the first steps alone, of the execution and of its plan, and refuses a negative limit", async () => {
    const limited = (limit: number | null) =>
      ask(
        world,
        'query ($id: ID!, $limit: Int) { execution(by: { id: $id }) { steps(limit: $limit) { stepId } plan { steps(limit: $limit) { stepId } } named: steps(stepIds: ["left", "right"], limit: $limit) { stepId } } }',
        { variables: { id, limit } },
      );
    const [first, group, left, right] = ["first", "group", "left", "right"].map((stepId) => ({ stepId }));
    expect((await limited(1)).data?.execution).toEqual({ steps: [first], plan: { steps: [first] }, named: [left] });
    expect((await limited(0)).data?.execution).toEqual({ steps: [], plan: { steps: [] }, named: [] });
    const all = { steps: [first, group], plan: { steps: [first, group] }, named: [left, right] };
    for (const limit of [2, 2_000, null]) expect((await limited(limit)).data?.execution).toEqual(all);
    expect((await limited(-1)).errors?.[0]).toMatchObject({
      message: "Cannot read the steps: required a limit from 0, found -1",
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  it("[O8] binds initial values and outputs of steps that succeeded, the output of a group made when selected", async () => {
    world.changeStep(name, "first", { status: "SUCCEEDED", output: frame({ v: 1 }, "output", 3) });
    world.changeStep(name, "group", { status: "PARTIAL" });
    world.changeStep(name, "left", { status: "SUCCEEDED", output: frame("L", "output", 5) });
    world.keep(name, "group group", { l: "L" });
    const { bindings } = await read("bindings { name stepId source value { value } }");
    expect(bindings).toEqual([
      { name: "topic", stepId: null, source: "INITIAL", value: { value: "edge" } },
      { name: "one", stepId: "first", source: "STEP", value: { value: { v: 1 } } },
      { name: "both", stepId: "group", source: "STEP", value: { value: { l: "L" } } },
      { name: "l", stepId: "left", source: "STEP", value: { value: "L" } },
    ]);
    expect(world.calls).toEqual(["executions.read", "executions.groupOutput"]);
  });

  it("has no output of a group that has not succeeded", async () => {
    const { steps } = await read("steps { output { value } }");
    expect(steps.map((step: { output: unknown }) => step.output)).toEqual([null, null]);
  });

  it("[C27] has no projection before the end and asks nobody for it, then the one of the dialect", async () => {
    expect((await read("projection(dialect: TOOL_CALLS)")).projection).toBeNull();
    expect(world.calls).toEqual(["executions.read"]);
    world.change(name, { status: "SUCCEEDED", state: "completed", finishedAt: startTime + 9 });
    expect((await read("projection(dialect: ORCHESTRATE)")).projection).toEqual({ dialect: "ORCHESTRATE" });
  });

  it("gives the plan back in canonical form with its references", async () => {
    const { plan } = await read(
      "plan { schedule document steps { stepId callableName arguments references { expression target sourceStepId source } policy { maxAttempts } } }",
    );
    expect(plan.steps[0]).toEqual({
      ...{ stepId: "first", callableName: "echo", policy: { maxAttempts: 1 } },
      arguments: { topic: "{{bindings.topic}}" },
      references: [{ expression: "{{bindings.topic}}", target: "/topic", sourceStepId: null, source: "/topic" }],
    });
    const again = await executePlan(world, { source: { document: plan.document }, bindings: { topic: "edge" } });
    expect(again.errors).toEqual([]);
  });

  it("counts its time until now while it runs and to its end afterwards", async () => {
    expect((await read("durationMs")).durationMs).toBeNull();
    world.change(name, { startedAt: startTime + 1_000 });
    expect((await read("durationMs startedAt")).durationMs).toBe(4_000);
    world.change(name, { finishedAt: startTime + 1_500 });
    expect(await read("durationMs startedAt finishedAt")).toEqual({
      ...{ durationMs: 500, startedAt: "2026-01-31T09:30:01.000Z", finishedAt: "2026-01-31T09:30:01.500Z" },
    });
  });

  it("permits what its state and the caller's scopes permit", async () => {
    const actions = async (scopes?: readonly ["EXECUTION_READ"]) =>
      (
        await data(world, "query ($id: ID!) { execution(by: { id: $id }) { permittedActions } }", {
          variables: { id },
          caller: scopes === undefined ? {} : { scopes },
        })
      ).execution.permittedActions;
    expect(await actions()).toEqual(["CANCEL"]);
    expect(await actions(["EXECUTION_READ"])).toEqual([]);
    world.change(name, { humanInputs: [askedNamed("first/1", startTime)] });
    expect(await actions()).toEqual(["CANCEL", "RESPOND"]);
    world.change(name, { status: "CANCELLED" });
    expect(await actions()).toEqual(["RETRY", "FORK", "DELETE"]);
    expect(await actions(["EXECUTION_READ"])).toEqual([]);
    world.change(name, { archived: { bindingNames: ["topic"] } });
    expect(await actions()).toEqual(["DELETE"]);
    const steps = world.view(name).steps.map((step) => ({ ...step, status: "SUCCEEDED" as const }));
    world.change(name, { status: "SUCCEEDED", archived: null, steps });
    expect(await actions()).toEqual(["FORK", "DELETE"]);
    world.change(name, { steps: [] });
    expect(await actions()).toEqual(["DELETE"]);
  });

  it("[N836] permits what each scope of the caller reaches, and what its access token permits", async () => {
    const actions = async (caller: Partial<Caller>) => {
      const query = "query ($id: ID!) { execution(by: { id: $id }) { permittedActions } }";
      return (await data(world, query, { variables: { id }, caller })).execution.permittedActions;
    };
    const of = (...scopes: readonly Scope[]) => ({ subject: "bob", scopes });
    const tokenFor = (...permitted: readonly GrantAction[]) => {
      const thing = { kind: "EXECUTION", execution: name } as const;
      const scopes = ["EXECUTION_READ", "HUMAN_INPUT_RESPOND", "EXECUTION_CONTROL", "EXECUTION_START"] as const;
      return { subject: "bob", scopes, grant: { thing, actions: permitted, isVouched: true } };
    };
    const question = askedNamed("first/1", startTime, { addressees: [{ subject: "bob" }] });
    world.change(name, { humanInputs: [question] });
    expect(await actions(of("EXECUTION_READ", "EXECUTION_CONTROL_OWN", "HUMAN_INPUT_RESPOND_OWN"))).toEqual([]);
    expect(await actions(of("EXECUTION_READ", "EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND"))).toEqual([
      "CANCEL",
      "RESPOND",
    ]);
    // It is addressed to somebody else.
    expect(await actions({ subject: "carol", scopes: ["EXECUTION_READ", "HUMAN_INPUT_RESPOND"] })).toEqual([]);
    expect(await actions(tokenFor("READ", "ANSWER"))).toEqual(["RESPOND"]);
    expect(await actions(tokenFor("READ", "CANCEL"))).toEqual(["CANCEL"]);
    world.change(name, { status: "CANCELLED" });
    expect(await actions(tokenFor("READ", "ANSWER", "CANCEL"))).toEqual([]);
    expect(await actions(of("EXECUTION_READ", "EXECUTION_CONTROL_OWN", "EXECUTION_START"))).toEqual(["RETRY", "FORK"]);
    world.change(name, { visibility: "OWN" });
    expect(await actions(of("EXECUTION_READ_ALL", "EXECUTION_CONTROL", "EXECUTION_START"))).toEqual(["RETRY", "FORK"]);
    expect(await actions(of("EXECUTION_READ_ALL", "EXECUTION_CONTROL_ALL"))).toEqual(["DELETE"]);
  });

  it("says of a value that retention removed that it is gone, at its place, and still names what was bound", async () => {
    const output = largeFrame("x", "output", 3);
    world.changeStep(name, "first", { status: "SUCCEEDED", output });
    world.changeStep(name, "group", { status: "SUCCEEDED" });
    const { inline: _inline, preview: _preview, ...bindings } = world.view(name).bindings;
    world.change(name, { status: "SUCCEEDED", bindings, archived: { bindingNames: ["topic"] } });
    const { data: found, errors } = await ask(
      world,
      `query ($id: ID!) { execution(by: { id: $id }) {
        steps { stepId output { byteSize value } }
        bindings { name value { value } }
        projection(dialect: ORCHESTRATE)
      } }`,
      { variables: { id } },
    );
    expect(found.execution.steps[0]).toEqual({ stepId: "first", output: { byteSize: output.bytes, value: null } });
    expect(found.execution.bindings[0]).toEqual({ name: "topic", value: { value: null } });
    expect(found.execution.projection).toBeNull();
    const gone = errors.map(({ extensions, path }: { extensions: { code: string }; path: unknown[] }) => [
      extensions.code,
      path.join("."),
    ]);
    expect(gone).toContainEqual(["GONE", "execution.steps.0.output.value"]);
    expect(gone).toContainEqual(["GONE", "execution.steps.1.output.value"]);
    expect(gone).toContainEqual(["GONE", "execution.bindings.0.value.value"]);
    expect(gone).toContainEqual(["GONE", "execution.projection"]);
  });

  it("[E2] says which log entry parked it, and permits nothing then", async () => {
    world.change(name, { parkedBy: "LoopEntered" });
    expect(await read("parkedBy permittedActions")).toEqual({ parkedBy: "LoopEntered", permittedActions: [] });
  });

  it("[N210] permits to delete one that an earlier version stored, and nothing else, whatever its status", async () => {
    for (const status of ["WAITING", "FAILED"] as const) {
      world.change(name, { parkedBy: "ExecutionStarted version 1", isTooOld: true, status });
      expect(await read("permittedActions")).toEqual({ permittedActions: ["DELETE"] });
    }
  });

  it("is found by its idempotency key, and is null for a key that nobody used", async () => {
    await executePlan(world, {
      source: { plan: { steps: [{ tool: { toolName: "echo" } }] } },
      options: { idempotencyKey: "order-7" },
    });
    const query = "query ($key: String) { execution(by: { idempotencyKey: $key }) { idempotencyKey } }";
    expect(await data(world, query, { variables: { key: "order-7" } })).toEqual({
      execution: { idempotencyKey: "order-7" },
    });
    expect(await data(world, query, { variables: { key: "nobody's" } })).toEqual({ execution: null });
  });

  it("pages through its log by cursors that the subscription takes too", async () => {
    for (let count = 1; count <= 5; count++) world.append(name, { kind: "ExecutionResumed", count });
    const query = `query ($id: ID!, $after: EventCursor) { execution(by: { id: $id }) { cursor events(first: 2, after: $after) {
      nodes { sequence cursor } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
    const seen: number[] = [];
    let after: string | null = null;
    for (let hasNextPage = true; hasNextPage; ) {
      const { execution } = await data(world, query, { variables: { id, after } });
      seen.push(...execution.events.nodes.map((event: { sequence: number }) => event.sequence));
      expect(execution.events.pageInfo.hasPreviousPage).toBe(after !== null);
      after = execution.events.pageInfo.endCursor;
      hasNextPage = execution.events.pageInfo.hasNextPage;
      if (!hasNextPage) expect(after).toBe(execution.cursor);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it("[N638] reads its log from the middle or the end by the number of an event, which no cursor stands beside", async () => {
    for (let count = 1; count <= 5; count++) world.append(name, { kind: "ExecutionResumed", count });
    const query = `query ($id: ID!, $after: EventCursor, $from: SafeInt) { execution(by: { id: $id }) { events(first: 2, after: $after, afterSequence: $from) {
      nodes { sequence cursor } pageInfo { hasNextPage hasPreviousPage } } } }`;
    const read = async (from: number) => (await data(world, query, { variables: { id, from } })).execution.events;
    const middle = await read(2);
    expect([middle.nodes.map(({ sequence }: { sequence: number }) => sequence), middle.pageInfo]).toEqual([
      [3, 4],
      { hasNextPage: true, hasPreviousPage: true },
    ]);
    expect((await read(0)).pageInfo.hasPreviousPage).toBe(false);
    expect(await read(99)).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false } });
    for (const variables of [{ from: -1 }, { from: 2, after: middle.nodes[0].cursor }]) {
      const { data: found, errors } = await ask(world, query, { variables: { id, ...variables } });
      expect(errors[0].extensions.code).toBe("BAD_USER_INPUT");
      expect(errors[0].message).toMatch(/^Cannot read events: required /);
      expect(found).toEqual({ execution: { events: null } });
    }
  });

  it("refuses a cursor of another execution, and page sizes out of bounds", async () => {
    const other = await executePlan(world, { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } });
    const query =
      "query ($id: ID!, $after: EventCursor, $first: Int) { execution(by: { id: $id }) { events(first: $first, after: $after) { nodes { sequence } } } }";
    for (const variables of [{ after: other.execution.cursor }, { after: "5" }, { first: 0 }, { first: 501 }]) {
      const { data: found, errors } = await ask(world, query, { variables: { id, ...variables } });
      expect(errors[0].extensions.code).toBe("BAD_USER_INPUT");
      expect(found).toEqual({ execution: { events: null } });
    }
  });

  it("tells every kind of event in its own type", async () => {
    const failure = { code: "TOOL_ERROR" as const, message: "no", retryable: false, details: { a: 1 } };
    const step = { step: "first", group: null };
    world.append(
      name,
      { ...startedEvent(), kind: "ExecutionStarted" },
      { transitions: [{ from: "plan_init", event: "start_plan", to: "planner_active" }] },
    );
    world.append(name, {
      kind: "StepStarted",
      ...step,
      attempt: 1,
      generation: 0,
      callId: "c",
      callableName: "echo",
      arguments: storedValue({ topic: "edge" }),
    });
    world.append(name, {
      kind: "AttemptFailed",
      step: "first",
      attempt: 1,
      callId: "c",
      outcome: "REJECTED",
      failure,
      retryAt: startTime,
      byCrash: false,
    });
    world.append(name, {
      kind: "StepWaiting",
      ...step,
      waitsFor: "PERSON",
      until: startTime,
      request: {
        ...{ requestId: "first/1", purpose: "IN_DOUBT", kind: "IN_DOUBT", prompt: "Again?", ui: null },
        ...{ onExpiry: { kind: "FAIL" }, onDecline: "FAIL" },
      },
      arguments: storedValue({ topic: "edge" }),
    });
    world.append(name, {
      kind: "HumanInputResolved",
      step: "first",
      requestId: "first/1",
      resolution: "DECLINED",
      respondedBy: "ann",
      reason: "no",
      response: null,
    });
    world.append(name, {
      kind: "StepWaiting",
      ...step,
      ...{ waitsFor: "CHILD", handle: name, attempt: 1, note: "NEEDS: more" },
    });
    world.append(name, {
      kind: "ArtifactStored",
      step: "first",
      artifact: {
        name: "a.json",
        description: null,
        mediaType: "application/json",
        byteSize: 2,
        sha256: "0".repeat(64),
      },
    });
    world.append(name, {
      kind: "StepFinished",
      reused: false,
      ...step,
      status: "FAILED",
      attempt: 1,
      callId: "c",
      outcome: "ANSWERED",
      output: null,
      content: storedValue(["no"]),
      failure,
      warning: null,
    });
    world.append(name, { kind: "CancelRequested", requestedBy: "ann", reason: null });
    world.append(name, { kind: "CallIgnored", step: null, callId: "x", reason: "late" });
    world.append(name, { kind: "ExecutionResumed", count: 1 });
    world.append(name, finishedEvent({ status: "FAILED", failure: { ...failure, step: "first" } }));
    const { events } = await read(`events { nodes { __typename type sequence stepId hidden transitions { from event to }
      ... on ExecutionStarted { kind callableNames plan { hash } }
      ... on StepStarted { callId arguments { value } groupId startedAttempt: attempt }
      ... on AttemptFailed { failure { code stepId details } outcome retryAt }
      ... on ArtifactStored { artifact { name stepId createdAt execution { id } } }
      ... on StepWaiting { waitsFor until handle note childExecution { id } request { id kind status prompt createdAt expiresAt context { value } } }
      ... on HumanInputResolved { requestId resolution respondedBy reason }
      ... on StepFinished { stepStatus: status content { value } stepFailure: failure { code stepId } }
      ... on CancelRequested { requestedBy }
      ... on CallIgnored { callId why: reason }
      ... on ExecutionResumed { count }
      ... on ExecutionFinished { finalStatus: status executionFailure: failure { code stepId } response } } }`);
    const nodes = events.nodes;
    expect(nodes.map((event: { __typename: string }) => event.__typename)).toEqual([
      ...["ExecutionStarted", "StepStarted", "AttemptFailed", "StepWaiting", "HumanInputResolved"],
      ...["StepWaiting", "ArtifactStored"],
      ...["StepFinished", "CancelRequested", "CallIgnored", "ExecutionResumed", "ExecutionFinished"],
    ]);
    expect(nodes.map((event: { type: string }) => event.type)).toEqual([
      ...["EXECUTION_STARTED", "STEP_STARTED", "ATTEMPT_FAILED", "STEP_WAITING", "HUMAN_INPUT_RESOLVED"],
      ...["STEP_WAITING", "ARTIFACT_STORED"],
      ...["STEP_FINISHED", "CANCEL_REQUESTED", "CALL_IGNORED", "EXECUTION_RESUMED", "EXECUTION_FINISHED"],
    ]);
    expect(nodes[0]).toMatchObject({
      ...{ kind: "PLAN", callableNames: ["echo"] },
      transitions: [{ from: "PLAN_INIT", event: "start_plan", to: "PLANNER_ACTIVE" }],
    });
    expect(nodes[1]).toMatchObject({ stepId: "first", callId: "c", arguments: { value: { topic: "edge" } } });
    expect(nodes[2]).toMatchObject({ outcome: "REJECTED", failure: { stepId: "first", details: { a: 1 } } });
    expect(nodes[3].request).toMatchObject({
      ...{ kind: "IN_DOUBT", status: "PENDING", prompt: "Again?", createdAt: "2026-01-31T09:30:00.004Z" },
      context: { value: { topic: "edge" } },
    });
    expect(nodes[4]).toMatchObject({ requestId: nodes[3].request.id, resolution: "DECLINED", respondedBy: "ann" });
    expect(nodes[5]).toMatchObject({ waitsFor: "CHILD", handle: id, childExecution: { id }, note: "NEEDS: more" });
    const artifact = { name: "a.json", stepId: "first", createdAt: "2026-01-31T09:30:00.007Z", execution: { id } };
    expect(nodes[6]).toMatchObject({ stepId: "first", artifact });
    expect(nodes[7]).toMatchObject({
      stepStatus: "FAILED",
      content: { value: ["no"] },
      stepFailure: { stepId: "first" },
    });
    expect(nodes[8]).toMatchObject({ hidden: false, stepId: null, requestedBy: "ann" });
    expect(nodes[11]).toMatchObject({
      finalStatus: "FAILED",
      executionFailure: { code: "TOOL_ERROR", stepId: "first" },
    });
  });
});

/** What the execution was started with, as its first event has it. */
function startedEvent() {
  const { bindings, input: __, visibility: ___, waitMs: _, ...request } = world.executions.get(name)?.request ?? fail();
  const values = { bindings: storedValue(bindings), conversation: null, input: null, message: null };
  return { ...request, ...values, title: "first", codeVersion: "1.2.3" };
}

function fail(): never {
  throw new Error("nothing was started");
}
