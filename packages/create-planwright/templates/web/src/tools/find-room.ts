import { defineTool, ToolError } from "planwright";
import * as z from "zod";

const rooms = [
  { room: "Attic", seats: 4 },
  { room: "Garden", seats: 12 },
  { room: "Hall", seats: 80 },
];

export const findRoom = defineTool({
  name: "find_room",
  description: "Finds the smallest room with enough seats",
  input: z.object({ people: z.int().positive() }),
  output: z.object({ room: z.string(), seats: z.int() }),
  effects: "read",
  run({ people }) {
    const found = rooms.find(({ seats }) => seats >= people);
    if (found === undefined) throw new ToolError(`There is no room for ${people} people`);
    return found;
  },
});
