/** Reads an answer to its end, or as far as it comes by itself: a stream that waits for something to happen is given up. */

/** Turns of the event loop without a piece after which a stream is given up. */
const patience = 30;
const mostBytes = 8 * 1_048_576;

export async function answerText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const next = reader.read();
    const piece = await Promise.race([next, turns(patience)]);
    if (piece === null) {
      await reader.cancel().catch(() => undefined);
      return text;
    }
    if (piece.done) return text + decoder.decode();
    text += decoder.decode(piece.value, { stream: true });
    if (text.length > mostBytes) {
      await reader.cancel().catch(() => undefined);
      return text;
    }
  }
}

/** Null after so many turns. */
export async function turns(count: number): Promise<null> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  return null;
}
