/**
 * Every root field of the schema, asked by every sort of caller for everything that it may not see: the answer is the one for something that does
 * not exist. Fields and their arguments come from the schema, so that a new one is asked too.
 */
import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { type Addressee, addressOf } from "../../../src/access/address.ts";
import type { GrantAction } from "../../../src/access/grant.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { buildSchema } from "../../../src/graph/schema.ts";
import { volume } from "../../support/engine/volume.ts";
import { ask, exampleDocument, executePlan, schemaText } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { askedNamed } from "../../support/graph/inbox-model.ts";
import { leafOf, literalOf } from "../base/smallest-request.ts";

const schema = buildSchema(schemaText);
const roots = [schema.getQueryType(), schema.getMutationType()].filter((root) => root != null);

/** Of a caller that may do everything within its reach. */
const others: readonly Scope[] = [
  "EXECUTION_START",
  "REGISTRY_READ",
  "REGISTRY_WRITE",
  "SCHEDULE_WRITE",
  "EVENT_SEND",
  "DEBUG_READ",
];
const visible: readonly Scope[] = [...others, "EXECUTION_READ", "EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND"];
const own: readonly Scope[] = [...others, "EXECUTION_READ_OWN", "EXECUTION_CONTROL_OWN", "HUMAN_INPUT_RESPOND_OWN"];
const callers: { readonly [name: string]: Partial<Caller> } = {
  "another in the group": { subject: "bob", groups: ["sales"], scopes: visible },
  "another outside": { subject: "carol", groups: ["law"], scopes: visible },
  "another with its own alone": { subject: "bob", groups: ["sales"], scopes: own },
};

/** What takes an id, as text with `"x"` in its place. Creating and registering take names, which are free or not. */
const requests = roots.flatMap((root) =>
  Object.values(root.getFields()).flatMap((field) => (takesId(field) ? [requestFor(root, field)] : [])),
);

function takesId({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ type }) => {
    const named = getNamedType(type);
    return (
      String(named) === "ID" ||
      ("getFields" in named &&
        Object.values(named.getFields()).some(({ type: inner }) => String(getNamedType(inner)) === "ID"))
    );
  });
}

function requestFor(root: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string {
  const given = field.args.filter(({ type }) => String(type).endsWith("!"));
  const args = given.map(({ name, type }) => `${name}: ${literalOf(type)}`).join(", ");
  const type = getNamedType(field.type);
  const isPayload = isObjectType(type) && type.getFields().errors !== undefined;
  const selection = isPayload ? "{ __typename errors { code message path } }" : leafOf(field.type);
  return `${root.name.toLowerCase()} { ${field.name}${args === "" ? "" : `(${args})`} ${selection} }`;
}

interface Hidden {
  readonly id: string;
  readonly unknown: string;
  /** Names of the callers that must not see it. */
  readonly from: readonly string[];
}

/** Everything of alice that somebody may not see, each with an id of the same kind that names nothing. */
async function hiddenThings(world: FakeClients): Promise<readonly Hidden[]> {
  const alice: Partial<Caller> = { subject: "alice", groups: ["sales"], scopes: visible };
  const seal = (kind: string, ...parts: string[]) =>
    world.clients.identity.seal(JSON.stringify(["default", kind, ...parts]));
  const things: Hidden[] = [];
  for (const [options, from] of [
    [{ visibility: "OWN" }, Object.keys(callers)],
    [{ visibility: "GROUP", group: "sales" }, ["another outside", "another with its own alone"]],
    [{ visibility: "TENANT" }, ["another with its own alone"]],
  ] as const) {
    const { execution } = await executePlan(
      world,
      { source: { document: exampleDocument }, options },
      { caller: alice },
    );
    const name = [...world.executions.keys()].at(-1) ?? "";
    const step = world.view(name).steps[0]?.id ?? "";
    things.push({ id: execution.id, unknown: await seal("EXECUTION", "0".repeat(64)), from });
    things.push({ id: await seal("STEP", name, step), unknown: await seal("STEP", "0".repeat(64), step), from });
    things.push({
      id: await seal("HUMAN_INPUT", name, "a/1"),
      unknown: await seal("HUMAN_INPUT", "0".repeat(64), "a/1"),
      from,
    });
    const schedule = {
      name: `s-${options.visibility}`,
      timing: { every: { seconds: 3600 } },
      run: { executePlan: { source: { document: exampleDocument }, options } },
    };
    const create = "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id } } }";
    const created = await ask(world, create, { variables: { input: schedule }, caller: alice });
    things.push({ id: created.data.createSchedule.schedule.id, unknown: await seal("SCHEDULE", "none"), from });
    const give = "mutation ($input: CreateArtifactInput!) { createArtifact(input: $input) { artifact { id } } }";
    const input = { name: `a-${options.visibility}`, content: { json: 1 }, ...options };
    const given = await ask(world, give, { variables: { input }, caller: alice });
    // Who controls what the tenant sees does so within its own reach of control, which is told apart below.
    if (options.visibility !== "TENANT")
      things.push({
        id: given.data.createArtifact.artifact.id,
        unknown: await seal("ARTIFACT", "given", "none"),
        from,
      });
  }
  return things;
}

describe("what a caller may not see", () => {
  it("[N508] is answered by every root field as what does not exist is, for every sort of caller, thing and visibility", async () => {
    const world = new FakeClients();
    const things = await hiddenThings(world);
    const stored = JSON.stringify(
      [...world.executions.values()].map(({ events, view }) => [events.length, view.status]),
    );
    const leaks: unknown[] = [];
    let count = 0;
    for (const { from, id, unknown } of things)
      for (const name of from)
        for (const request of requests) {
          const answerFor = async (text: string) => {
            const caller = callers[name] ?? {};
            const { data, errors } = await ask(world, request.replaceAll('"x"', JSON.stringify(text)), { caller });
            return JSON.stringify({ data, errors }).replaceAll(text, "x");
          };
          count += 1;
          const [hidden, none] = [await answerFor(id), await answerFor(unknown)];
          if (hidden !== none) leaks.push({ name, request, hidden, none });
        }
    expect(leaks.slice(0, 5)).toEqual([]);
    expect(count).toBeGreaterThan(500);
    expect(JSON.stringify([...world.executions.values()].map(({ events, view }) => [events.length, view.status]))).toBe(
      stored,
    );
  });
});

describe("an addressed question", () => {
  const respondents: readonly Scope[] = ["EXECUTION_READ", "HUMAN_INPUT_RESPOND"];
  const subjects: readonly Partial<Caller>[] = [
    { subject: "alice", groups: ["sales", "finance"] },
    { subject: "bob", groups: ["sales"] },
    { subject: "carol", groups: ["finance"] },
    { subject: "dave", groups: [] },
    { subject: "bob", groups: ["sales", "finance"], tenant: "elsewhere" },
  ];
  const holdings: readonly (readonly Scope[])[] = [
    respondents,
    ["EXECUTION_READ_OWN", "HUMAN_INPUT_RESPOND_OWN"],
    ["EXECUTION_READ_ALL", "EXECUTION_CONTROL_ALL", "HUMAN_INPUT_RESPOND", "REGISTRY_WRITE"],
    ["EXECUTION_READ_ALL"],
  ];
  const visibilities = [
    { visibility: "OWN" },
    { visibility: "GROUP", group: "sales" },
    { visibility: "TENANT" },
  ] as const;
  const addresses: readonly (readonly Addressee[] | undefined)[] = [
    undefined,
    [{ subject: "bob" }],
    [{ group: "finance" }],
    [{ scope: "REGISTRY_WRITE" }],
    [{ subject: "alice" }, { subject: "dave" }],
  ];
  type Thing = { readonly execution: string; readonly addressees: readonly Addressee[] | undefined };
  type Confined = (typeof visibilities)[number];

  /** What the documents say of it, in their order, without the functions that decide. */
  function expected(
    caller: Partial<Caller>,
    { addressees, execution }: Thing,
    seen: Confined,
    fourEyes: boolean,
  ): string {
    const { grant, groups = [], scopes = [], subject = "", tenant } = caller;
    if (!scopes.some((scope) => scope.startsWith("HUMAN_INPUT_RESPOND"))) return "FORBIDDEN";
    if (tenant !== undefined) return "NOT_FOUND";
    if (grant === undefined) {
      const isVisible = seen.visibility === "TENANT" || (seen.visibility === "GROUP" && groups.includes(seen.group));
      const isWide = scopes.includes("HUMAN_INPUT_RESPOND");
      if (subject !== "alice" && !(isWide && isVisible)) return "NOT_FOUND";
    } else if (
      !grant.actions.includes("ANSWER") ||
      JSON.stringify(grant.thing) !== JSON.stringify({ kind: "EXECUTION", execution })
    )
      return "NOT_FOUND";
    if (fourEyes && (subject === "alice" || grant?.maker === "alice")) return "FOUR_EYES";
    const isMeant = addressees?.some((one) => {
      if ("subject" in one) return one.subject === subject;
      if (grant !== undefined) return false;
      return "group" in one ? groups.includes(one.group) : scopes.includes(one.scope as Scope);
    });
    return isMeant === false ? "NOT_ADDRESSED" : "ACCEPTED";
  }

  it("[N515] is answered by exactly those who reach it and to whom it is addressed, over tenants, subjects, groups, scopes and tokens", async () => {
    const world = new FakeClients();
    const text =
      "mutation ($id: ID!) { respondToHumanInput(input: { requestId: $id, response: { accept: {} } }) { request { status } errors { code } } }";
    const wrong: unknown[] = [];
    const outcomes = new Map<string, number>();
    // Of every so many one, which meets every caller with other things each time: there are 36 callers.
    const every = volume({ sample: 17, whole: 1 });
    let turn = 0;
    for (const seen of visibilities) {
      const alice: Partial<Caller> = { subject: "alice", groups: ["sales"], scopes: visible };
      await executePlan(world, { source: { document: exampleDocument }, options: seen }, { caller: alice });
      const execution = [...world.executions.keys()].at(-1) ?? "";
      const id = await world.clients.identity.seal(JSON.stringify(["default", "HUMAN_INPUT", execution, "a/1"]));
      const tokenOf = (name: string, action: GrantAction, maker?: string) => ({
        thing: { kind: "EXECUTION", execution: name } as const,
        ...{ actions: [action], isVouched: true, ...(maker !== undefined && { maker }) },
      });
      const grants = [
        tokenOf(execution, "ANSWER"),
        tokenOf(execution, "READ"),
        tokenOf("another", "ANSWER"),
        tokenOf(execution, "ANSWER", "alice"),
      ];
      const keys = subjects.flatMap((subject) => holdings.map((scopes) => ({ ...subject, scopes })));
      const tokens = subjects
        .filter(({ tenant }) => tenant === undefined)
        .flatMap((subject) => grants.map((grant) => ({ ...subject, groups: [], scopes: respondents, grant })));
      for (const addressees of addresses)
        for (const fourEyes of [false, true])
          for (const caller of [...keys, ...tokens]) {
            turn += 1;
            if (turn % every !== 0) continue;
            const address = addressOf({ addressees, notBy: fourEyes ? ["alice"] : undefined });
            world.change(execution, { humanInputs: [askedNamed("a/1", 1, address)] });
            const { data, errors } = await ask(world, text, { variables: { id }, caller });
            const payload = data?.respondToHumanInput;
            const found = errors?.[0]?.extensions.code ?? payload.errors[0]?.code ?? payload.request.status;
            const right = expected(caller, { execution, addressees }, seen, fourEyes);
            const [after] = world.view(execution).humanInputs;
            const isAnswered = after?.status === "ACCEPTED";
            if (found !== right || isAnswered !== (right === "ACCEPTED"))
              wrong.push({ seen, address, caller, found, right });
            outcomes.set(found, (outcomes.get(found) ?? 0) + 1);
          }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    // Each outcome is met often, so that none is right by never being asked for.
    for (const outcome of ["FORBIDDEN", "NOT_FOUND", "NOT_ADDRESSED", "FOUR_EYES", "ACCEPTED"])
      expect(outcomes.get(outcome), outcome).toBeGreaterThan(volume({ sample: 5, whole: 10 }));
  });
});
