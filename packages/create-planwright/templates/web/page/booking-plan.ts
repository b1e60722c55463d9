import type { PlanInput } from "@planwright/client";

/** Finds a room and books it. The whole plan is checked against the schemas of both tools before either is called. */
export function bookingPlan(people: number, title: string): PlanInput {
  return {
    steps: [
      { tool: { stepId: "room", toolName: "find_room", arguments: { people } } },
      { tool: { toolName: "book_room", arguments: { room: "{{room.output.room}}", title } } },
    ],
  };
}
