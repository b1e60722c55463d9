/**
 * A language model without a key, for the first hour: it speaks chat completions on port 8790, plans one sum, and reports its result. Put
 * the lines of a real provider into `.dev.vars` and remove this file.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** Listens on `port` of this machine. */
export function startModel(port) {
  const server = createServer(async (request, response) => {
    const { messages = [], stream, tools = [] } = JSON.parse((await text(request)) || "{}");
    const said = messages.findLast(({ role }) => role === "user")?.content ?? "";
    const [a = 1, b = 1] = (JSON.stringify(said).match(/\d+/g) ?? []).map(Number);
    const [found = "No tool was called."] = JSON.stringify(messages).match(/The sum of [^"]*?\d\./) ?? [];
    // The planner gets one function; the responder gets none.
    const [planning] = tools;
    const plan = {
      type: "tool_calls",
      reasoning: "It is a sum.",
      calls: [{ tool_name: "get-sum", arguments: { a, b } }],
    };
    const called = { name: planning?.function.name, arguments: JSON.stringify(plan) };
    const message =
      planning === undefined
        ? { role: "assistant", content: found }
        : {
            role: "assistant",
            content: null,
            tool_calls: [{ index: 0, id: "call_0", type: "function", function: called }],
          };
    const reason = planning === undefined ? "stop" : "tool_calls";
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const answer = (object, part) => ({
      id: "1",
      object,
      created: 0,
      model: "script",
      usage,
      choices: [{ index: 0, ...part }],
    });
    if (stream !== true) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer("chat.completion", { message, finish_reason: reason })));
      return;
    }
    const chunks = [
      { delta: message, finish_reason: null },
      { delta: {}, finish_reason: reason },
    ];
    response.setHeader("content-type", "text/event-stream");
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(answer("chat.completion.chunk", chunk))}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", () => resolve(server));
  });
}
