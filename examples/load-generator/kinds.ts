/**
 * The kinds of load: for each, the one mutation that begins an execution. All call the example world under the names that `setup.ts`
 * registers. Every payload has `execution` and `errors`.
 */

export interface StartRequest {
  readonly query: string;
  /** Name of the payload in the answer. */
  readonly field: string;
  readonly input: { readonly [name: string]: unknown };
}

/** What differs between two executions of a kind. */
export interface StartFacts {
  /** Of the whole run of the generator. */
  readonly runId: string;
  readonly number: number;
  /** Idempotency key and labels. */
  readonly options: { readonly [name: string]: unknown };
}

type Start = (facts: StartFacts) => StartRequest;

const payload = "execution { id } errors { code message }";

function plan(steps: (facts: StartFacts) => readonly object[], more: object = {}): Start {
  return (facts) => ({
    query: `mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { ${payload} } }`,
    field: "executePlan",
    input: { source: { plan: { steps: steps(facts) } }, options: { ...facts.options, ...more } },
  });
}

function tool(stepId: string, toolName: string, args: object, more: object = {}): object {
  return { tool: { stepId, toolName, arguments: args, ...more } };
}

/** A note of its own for each execution would let the example server grow for ever. */
const noteOf = ({ number }: StartFacts) => `load-${number % 100}`;

/** What a question to a person begins with: those that the generator answers, and those that it leaves to expire. */
export const answeredPrompt = (runId: string) => `Load ${runId}: may it go on?`;
const expiringPrompt = (runId: string) => `Load ${runId}: nobody answers this`;

const answerWithinMs = 60_000;
/** Long enough that a crash in between does not decide, short enough to be waited for. */
const expiryMs = 3_000;

export const kinds = {
  /** Five steps, each with something of the one before. */
  chain: plan((facts) => [
    tool("a", "example.set_note", { name: noteOf(facts), text: "a" }),
    tool("b", "example.read_note", { name: "{{steps.a.output.name}}" }),
    tool("c", "example.keyed_append", { name: "{{steps.b.output.name}}", text: "c" }),
    tool("d", "example.set_note", { name: "{{steps.c.output.name}}", text: "d" }),
    tool("e", "example.read_note", { name: "{{steps.d.output.name}}" }),
  ]),
  /** A group of four, and a step behind it. */
  parallel: plan((facts) => {
    const read = (stepId: string) => tool(stepId, "example.read_note", { name: noteOf(facts) });
    const group = { stepId: "group", steps: ["w", "x", "y", "z"].map(read) };
    return [{ parallel: group }, tool("last", "example.slow", { ms: 20 }, { after: ["group"] })];
  }),
  /** A tool that is refused once and then answers. */
  retry: plan(() => [
    tool(
      "refused",
      "example.flaky",
      { mode: "UNAVAILABLE", times: 1 },
      { policy: { maxAttempts: 3, initialBackoffMs: 50 } },
    ),
  ]),
  /** A question that the generator answers or declines, and a step that depends on it. */
  person: plan((facts) => [
    {
      humanInput: { stepId: "ask", prompt: answeredPrompt(facts.runId), onDecline: "SKIP", timeoutMs: answerWithinMs },
    },
    tool("then", "example.read_note", { name: noteOf(facts) }, { after: ["ask"] }),
  ]),
  /** A question that nobody answers. */
  expiry: plan((facts) => [
    { humanInput: { stepId: "ask", prompt: expiringPrompt(facts.runId), onExpiry: "SKIP", timeoutMs: expiryMs } },
  ]),
  /** A step that is an execution of its own. */
  workflow: plan((facts) => [tool("child", "workflow_load_keep", { text: noteOf(facts) })]),
  /** A step that is a task of a remote A2A agent, which takes a while. */
  remote: plan(() => [tool("task", "peer_load_translator", { text: "Good morning", language: "de", delay_ms: 500 })]),
  /** An agent behind HTTP. */
  agent: (facts) => ({
    query: `mutation ($input: AskInput!) { ask(input: $input) { ${payload} } }`,
    field: "ask",
    input: {
      ...{ query: "What did the machines cost?", routing: { manual: "load-costs" } },
      ...{ respond: false, options: facts.options },
    },
  }),
  /** A plan that a language model makes, and the answer that it writes. */
  prompt: (facts) => ({
    query: `mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { ${payload} } }`,
    field: "executePlan",
    input: {
      source: { prompt: { text: `Call example.read_note {"name": "${noteOf(facts)}"}` } },
      options: facts.options,
    },
  }),
  /** The first message of a conversation of its own. */
  conversation: (facts) => ({
    query: `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { ${payload} } }`,
    field: "sendMessage",
    input: {
      conversation: { start: { manifest: "LoadTalker", chatId: `load-${facts.runId}-${facts.number}` } },
      ...{ text: "Good morning", options: facts.options },
    },
  }),
} satisfies { readonly [kind: string]: Start };

export type Kind = keyof typeof kinds;
