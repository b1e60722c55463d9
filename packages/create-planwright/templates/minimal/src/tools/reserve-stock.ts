import { defineTool } from "planwright";
import * as z from "zod";

export const reserveStock = defineTool({
  name: "reserve_stock",
  description: "Reserves the items of an order",
  input: z.object({ customer: z.string(), amount: z.number() }),
  output: z.object({ reservation: z.string() }),
  // Hand the key on to your warehouse: it reserves once for each key, however often this runs.
  effects: "keyed",
  run: ({ customer }, { idempotencyKey }) => ({ reservation: `${customer}-${idempotencyKey.slice(0, 8)}` }),
});
