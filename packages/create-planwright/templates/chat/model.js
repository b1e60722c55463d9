/**
 * A language model without a key, for the first hour: it speaks chat completions on port 8790 and repeats each message word by word. Put
 * the lines of a real provider into `.dev.vars` and remove this file.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** Listens on `port` of this machine. */
export function startModel(port) {
  const server = createServer(async (request, response) => {
    const { messages = [], stream } = JSON.parse((await text(request)) || "{}");
    const said = messages.findLast(({ role }) => role === "user")?.content ?? "";
    const heard = typeof said === "string" ? said : said.map((part) => part.text ?? "").join("");
    const answer = `You said: ${heard}`;
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const chunk = (choice, more) => ({
      id: "1",
      created: 0,
      model: "script",
      choices: [{ index: 0, ...choice }],
      ...more,
    });
    if (stream !== true) {
      const message = { role: "assistant", content: answer };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(chunk({ message, finish_reason: "stop" }, { object: "chat.completion", usage })));
      return;
    }
    response.setHeader("content-type", "text/event-stream");
    const send = (data) => response.write(`data: ${JSON.stringify({ object: "chat.completion.chunk", ...data })}\n\n`);
    for (const word of answer.split(/(?<= )/)) {
      send(chunk({ delta: { role: "assistant", content: word }, finish_reason: null }));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    send(chunk({ delta: {}, finish_reason: "stop" }, { usage }));
    response.end("data: [DONE]\n\n");
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", () => resolve(server));
  });
}
