/** A Worker that tries to make code out of text, and says whether the runtime let it. */
export default {
  fetch() {
    try {
      return Response.json({ made: new Function("return 42")() });
    } catch (error) {
      return Response.json({ refused: error instanceof Error ? error.name : String(error) });
    }
  },
} satisfies ExportedHandler;
