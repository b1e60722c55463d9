import { defineTool } from "planwright";
import * as z from "zod";

export const bookRoom = defineTool({
  name: "book_room",
  description: "Books a room",
  input: z.object({ room: z.string(), title: z.string().min(1) }),
  output: z.object({ booking: z.string() }),
  effects: "keyed",
  // A person is asked before each call.
  destructive: true,
  run: ({ room }, { idempotencyKey }) => ({ booking: `${room}-${idempotencyKey.slice(0, 6)}` }),
});
