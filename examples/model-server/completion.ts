/** An answer in the forms of OpenAI's chat completions: one JSON object, or a stream of chunks. */

export interface ScriptedAnswer {
  readonly text?: string | undefined;
  readonly functions?: readonly { readonly name: string; readonly arguments: string }[] | undefined;
  /** "stop" or "tool_calls" unless said. Null for none at all. */
  readonly finishReason?: string | null | undefined;
  /** Counted unless said. Null for none at all. */
  readonly usage?: object | null | undefined;
}

/** What is known of the request. */
export interface Asked {
  readonly id: string;
  readonly model: string;
  readonly requestBytes: number;
}

/** The whole answer at once. */
export function completion(answer: ScriptedAnswer, asked: Asked): object {
  const { text = null, functions = [] } = answer;
  const calls = functions.length === 0 ? {} : { tool_calls: functions.map(call) };
  const message = { role: "assistant", content: text, refusal: null, ...calls };
  return {
    ...head(asked, "chat.completion"),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
    ...usageOf(answer, asked),
  };
}

/** The answer word by word, as the lines of a stream. */
export function chunks(answer: ScriptedAnswer, asked: Asked, withUsage: boolean): readonly string[] {
  const { text = "", functions = [] } = answer;
  const frame = head(asked, "chat.completion.chunk");
  const delta = (change: object, reason: string | null = null) =>
    line({ ...frame, choices: [{ index: 0, delta: change, logprobs: null, finish_reason: reason }] });
  return [
    delta({ role: "assistant", content: "" }),
    ...(text.match(/\S+\s*|\s+/g) ?? []).map((word) => delta({ content: word })),
    ...functions.flatMap(({ name, arguments: given }, index) => [
      delta({ tool_calls: [{ ...call({ name, arguments: "" }, index), index }] }),
      ...(given.match(/.{1,40}/gs) ?? []).map((part) =>
        delta({ tool_calls: [{ index, function: { arguments: part } }] }),
      ),
    ]),
    ...(answer.finishReason === null ? [] : [delta({}, finishReason(answer))]),
    ...(withUsage && answer.usage !== null ? [line({ ...frame, choices: [], ...usageOf(answer, asked) })] : []),
    "data: [DONE]\n\n",
  ];
}

function head({ id, model }: Asked, object: string) {
  return { id: `chatcmpl-${id}`, object, created: 1_735_689_600, model };
}

function call({ name, arguments: given }: { readonly name: string; readonly arguments: string }, index: number) {
  return { id: `call_${index}`, type: "function", function: { name, arguments: given } };
}

function finishReason({ finishReason: said, functions = [] }: ScriptedAnswer): string | null {
  return said === undefined ? (functions.length > 0 ? "tool_calls" : "stop") : said;
}

/** A token for every four bytes. */
function usageOf(answer: ScriptedAnswer, { requestBytes }: Asked): object {
  if (answer.usage !== undefined) return answer.usage === null ? {} : { usage: answer.usage };
  const answerBytes = Buffer.byteLength(JSON.stringify([answer.text, answer.functions]));
  const [prompt, completed] = [requestBytes, answerBytes].map((bytes) => Math.ceil(bytes / 4)) as [number, number];
  return {
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completed,
      total_tokens: prompt + completed,
      prompt_tokens_details: { cached_tokens: 0 },
    },
  };
}

function line(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
