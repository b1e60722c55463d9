/** The values in a body of lines of JSON. What is behind the last line break is no line. */
export async function* jsonLines<Line>(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  // A line may have thousands of pieces: each is searched once, and they are put together at its end.
  let pieces: string[] = [];
  for await (const bytes of body ?? []) {
    const [more = "", ...lines] = decoder.decode(bytes, { stream: true }).split("\n");
    pieces.push(more);
    for (const line of lines) {
      yield JSON.parse(pieces.join("")) as Line;
      pieces = [line];
    }
  }
}
