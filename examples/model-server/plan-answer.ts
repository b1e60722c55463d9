/** The plans of the scripted model: the same words give the same plan. */
import type { OfferedCallable, PropertySchema, Question } from "./question.ts";
import { respondAnswer } from "./respond-answer.ts";

interface Call {
  readonly tool_name: string;
  readonly arguments: { readonly [name: string]: unknown };
}

/**
 * The plan for a question, in the shape of the document Plan, Execute, Respond:
 *
 * - Callables that are named are called in the order of their names in the text; JSON objects in the text are their arguments. With "at the
 *   same time" they are one group, in the form of steps that the request describes.
 * - "publish … about X" runs the workflow that publishes, if it is offered.
 * - An agent that may ask a researcher and a writer, and cannot write a post itself, asks both, the second with the words of the first;
 *   one that may only research does so.
 * - "blog post about X" researches X and writes the post. With "invalid plan" the reference between the two is wrong, until the plan
 *   was refused once.
 * - Anything else is answered directly.
 * - A planner that may make several plans makes one for each part of a text that "then" divides, and answers when none is left.
 */
export function planAnswer(question: Question): object {
  const { plansLeft, plansMade } = question;
  if (plansMade === 0 && plansLeft === 1) return planFor(question);
  const message = question.message.split(/,?\s*\bthen\b,?\s*/i)[plansMade];
  if (message !== undefined) return planFor({ ...question, message });
  return { type: "direct_response", content: respondAnswer({ ...question, answerSchema: null }) };
}

function planFor(question: Question): object {
  const { callables, isCorrection, message } = question;
  const named = namedCalls(message, callables);
  if (named.length > 1 && /\bat the same time\b/i.test(message) && question.steps !== null) {
    const reasoning = "The user wants these at the same time.";
    return { type: "plan", reasoning, steps: [question.steps === "TYPED" ? group(named) : agentGroup(named)] };
  }
  if (named.length > 0) return toolCalls("The user named what to call.", named);
  const team = teamAnswer(message, callables);
  if (team !== null) return team;
  const [research, create] = ["research_blog", "create_blog_post"].map((name) => offered(callables, name));
  if (research === undefined || create === undefined || !/\b(blog|post|article)\b/i.test(message)) {
    return { type: "direct_response", content: directAnswer(message) };
  }
  const field = /invalid plan/i.test(message) && !isCorrection ? "artifact_idd" : "artifact_id";
  return toolCalls("Research the topic, then use that research to create the blog post.", [
    { tool_name: research.name, arguments: { topic: topicOf(message), skill_id: "research_blog" } },
    {
      tool_name: create.name,
      arguments: {
        artifact_id: `$0.output.${field}`,
        skill_id: "blog_writing",
        instructions: "Focus on practical applications",
      },
    },
  ]);
}

/** Plans that only the callables of the example world make possible. Null if they are not offered, or not asked for. */
function teamAnswer(message: string, callables: readonly OfferedCallable[]): object | null {
  const topic = topicOf(message);
  const mayCall = (...names: readonly string[]) => names.every((name) => offered(callables, name) !== undefined);
  if (/\bpublish\b/i.test(message) && mayCall("workflow_publish")) {
    return toolCalls("There is a workflow for this.", [{ tool_name: "workflow_publish", arguments: { topic } }]);
  }
  if (mayCall("peer_researcher", "peer_writer") && !mayCall("create_blog_post")) {
    return toolCalls("First the facts, then the words.", [
      { tool_name: "peer_researcher", arguments: { text: `Find sources about ${topic}` } },
      {
        tool_name: "peer_writer",
        arguments: { text: `Write two sentences about ${topic}, from: {{steps.step0.output.text}}` },
      },
    ]);
  }
  if (mayCall("research_blog") && !mayCall("create_blog_post")) {
    const call = { tool_name: "research_blog", arguments: { topic, skill_id: "research_blog" } };
    return toolCalls("The sources come from research.", [call]);
  }
  return null;
}

function toolCalls(reasoning: string, calls: readonly Call[]): object {
  return { type: "tool_calls", reasoning, calls };
}

function group(calls: readonly Call[]): object {
  const steps = calls.map((call, at) => ({
    tool: { toolName: call.tool_name, arguments: call.arguments, resultKey: `call${at}` },
  }));
  return { parallel: { stepId: "together", steps } };
}

function agentGroup(calls: readonly Call[]): object {
  const steps = calls.map((call, at) => ({
    agent_id: call.tool_name,
    with: call.arguments,
    result_key: `call${at}`,
  }));
  return { id: "together", type: "parallel", parallel: { steps } };
}

function directAnswer(message: string): string {
  if (/^\W*(hi|hello|hey|good (morning|day|evening)|thanks?|thank you)\b/i.test(message)) {
    return "Hello! How can I help you today?";
  }
  return `I have no tool for that: ${message.slice(0, 200)}`;
}

/** What stands behind "about", else the whole. */
function topicOf(message: string): string {
  return (/\babout\s+(.{1,200}?)[.!?]?\s*$/is.exec(message)?.[1] ?? message.slice(0, 200)).trim();
}

function offered(callables: readonly OfferedCallable[], name: string): OfferedCallable | undefined {
  return callables.find((callable) => callable.name === name);
}

function namedCalls(message: string, callables: readonly OfferedCallable[]): readonly Call[] {
  const words = message.match(/[\w./-]+/g) ?? [];
  const named = words.flatMap((word) => offered(callables, word) ?? []);
  const given = objectsIn(message);
  return named.map((callable, at) => ({
    tool_name: callable.name,
    arguments: given[at] ?? someArguments(callable, message),
  }));
}

/** JSON objects without objects in them, in the order of the text. */
function objectsIn(message: string): readonly { readonly [name: string]: unknown }[] {
  return (message.match(/\{[^{}]*\}/g) ?? []).flatMap((text) => {
    try {
      return [JSON.parse(text) as { readonly [name: string]: unknown }];
    } catch {
      return [];
    }
  });
}

/** The least that an input schema asks for. Texts are what the user said. */
function someArguments({ input }: OfferedCallable, message: string): { readonly [name: string]: unknown } {
  const { properties = {}, required = [] } = input;
  return Object.fromEntries(required.map((name) => [name, someValue(properties[name] ?? {}, message)]));
}

function someValue({ type, enum: values, minimum }: PropertySchema, message: string): unknown {
  if (values !== undefined) return values[0];
  switch (type) {
    case "integer":
    case "number":
      return minimum ?? 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return message;
  }
}
