import { defineTool } from "planwright";
import * as z from "zod";

export const orderTotal = defineTool({
  name: "order_total",
  description: "Adds up the lines of an order",
  input: z.object({ lines: z.array(z.object({ price: z.number(), count: z.int() })) }),
  output: z.object({ sum: z.number() }),
  // It changes nothing, so it may run again after a crash.
  effects: "read",
  run: ({ lines }) => ({ sum: lines.reduce((sum, { price, count }) => sum + price * count, 0) }),
});
