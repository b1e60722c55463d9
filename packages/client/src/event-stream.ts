/** Reads Server-Sent Events from the body of an answer, chunk by chunk, wherever `fetch` gives a stream. */

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** The events of a stream until it ends. Comments and events without a name are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let event = "";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "") {
          if (event !== "") yield { event, data: data.join("\n") };
          event = "";
          data = [];
        } else if (line.startsWith("event:")) event = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
      }
    }
  } finally {
    // A body that nobody reads keeps its connection.
    reader.cancel().catch(() => undefined);
  }
}
