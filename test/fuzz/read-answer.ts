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
    const waiting = { isOver: false };
    const piece = await Promise.race([reader.read(), turns(patience, waiting)]);
    waiting.isOver = true;
    if (piece === null || text.length > mostBytes) {
      await reader.cancel().catch(() => undefined);
      return text;
    }
    if (piece.done) return text + decoder.decode();
    text += decoder.decode(piece.value, { stream: true });
  }
}

/** Null after so many turns, or when nobody waits any more. */
export async function turns(count: number, waiting = { isOver: false }): Promise<null> {
  for (let turn = 0; turn < count && !waiting.isOver; turn++) await new Promise((resolve) => setImmediate(resolve));
  return null;
}
