/** A language model in this process that answers as agents with schemas by functions: what each gives for its input, known by the words of its instructions. */

import { listening } from "../../../examples/listening.ts";
import { type Asked, chunks, completion } from "../../../examples/model-server/completion.ts";
import { type ChatRequest, questionOf } from "../../../examples/model-server/question.ts";

export interface AgentCalled {
  readonly agent: string;
  readonly input: { readonly [name: string]: unknown };
}

/** What an agent answers to its input. `failing` for a model that refuses. */
export type AgentFunction = (input: AgentCalled["input"]) => object | typeof failing;

export const failing = "failing";

export interface FunctionModel {
  /** Setting `MODELS` of a Worker that calls it. */
  readonly models: string;
  /** Calls of agents since they were last taken, in the order in which they came. */
  taken(): readonly AgentCalled[];
  /** The agents from now on. The words are found in the instructions of the agent alone. */
  serve(agents: readonly { readonly name: string; readonly words: string; readonly answer: AgentFunction }[]): void;
  close(): Promise<void>;
}

export async function startFunctionModel(): Promise<FunctionModel> {
  let served: readonly { readonly name: string; readonly words: string; readonly answer: AgentFunction }[] = [];
  let calls: AgentCalled[] = [];
  const answer = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as ChatRequest;
    const system = (body.messages ?? []).find(({ role }) => role === "system")?.content;
    const agent = served.find(({ words }) => String(system).includes(words));
    if (agent === undefined) return Response.json({ error: { message: "no such agent" } }, { status: 400 });
    const input = questionOf(body).input ?? {};
    calls.push({ agent: agent.name, input });
    const given = agent.answer(input);
    if (given === failing) return Response.json({ error: { message: "simulated failure" } }, { status: 400 });
    const asked: Asked = { id: String(calls.length), model: "functions-1", requestBytes: 100 };
    const said = { text: JSON.stringify(given) };
    if (body.stream !== true) return Response.json(completion(said, asked));
    const lines = chunks(said, asked, body.stream_options?.include_usage === true);
    return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
  };
  const { close, url } = await listening(answer, 0);
  return {
    models: JSON.stringify([
      { name: "functions", provider: "openai-compatible", model: "functions-1", baseUrl: `${url}/v1` },
    ]),
    taken: () => {
      const all = calls;
      calls = [];
      return all;
    },
    serve: (agents) => {
      served = agents;
    },
    close,
  };
}
