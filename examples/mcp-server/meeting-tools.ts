/** A tool that needs a person: it asks for what the caller did not say, and books with the answer (MCP `input_required`). */
import { randomUUID } from "node:crypto";
import { inputRequired } from "@modelcontextprotocol/server";
import { structuredResult } from "../../packages/planwright/artifact-tool/artifact-tool.ts";
import { type ExampleTool, integer, objectSchema, string, type ToolContext, textResult } from "./tool.ts";

const questionKey = "meeting";

interface Meeting {
  readonly topic: string;
  readonly time: string;
  readonly attendees: number;
}

export function meetingTools(): ExampleTool[] {
  /** What was given out with questions: a state that nobody was given is no state. */
  const drafts = new Set<string>();
  /** By key of the call: a repeated answer books nothing anew. */
  const booked = new Map<string, Meeting>();

  return [
    {
      name: "book_meeting",
      description: "Books a meeting about a topic. Asks a person when it is and how many attend.",
      inputSchema: objectSchema({ topic: string }),
      outputSchema: objectSchema({
        booked: { type: "boolean" },
        topic: string,
        time: { type: ["string", "null"] },
        attendees: { type: ["integer", "null"] },
        meetings: integer,
      }),
      _meta: { "dev.planwright/keyed": true },
      run({ topic }, context) {
        const subject = String(topic);
        const answer = answerIn(context);
        if (answer === null) {
          // Distinguishes clients that keep it to the letter from those that tidy it up.
          const requestState = ` draft "${randomUUID()}" für ${subject}\n`;
          drafts.add(requestState);
          return question(subject, requestState);
        }
        if (!drafts.has(context.requestState ?? "")) return { ...textResult("This draft is unknown"), isError: true };
        const result = (meeting: Meeting | null) =>
          structuredResult({
            booked: meeting !== null,
            topic: subject,
            time: meeting?.time ?? null,
            attendees: meeting?.attendees ?? null,
            meetings: booked.size,
          });
        if (answer.action !== "accept") return result(null);
        const key = context.key ?? randomUUID();
        const { attendees, time } = answer.content ?? {};
        const meeting = booked.get(key) ?? { topic: subject, time: String(time), attendees: Number(attendees) };
        booked.set(key, meeting);
        return result(meeting);
      },
    },
  ];
}

interface Answer {
  readonly action: string;
  readonly content?: { readonly [name: string]: unknown };
}

/** Null for a call that brings none. */
function answerIn({ inputResponses }: ToolContext): Answer | null {
  const answer = inputResponses[questionKey];
  return typeof answer === "object" && answer !== null ? (answer as Answer) : null;
}

function question(topic: string, requestState: string) {
  const requestedSchema = {
    type: "object" as const,
    properties: {
      time: { type: "string" as const, title: "Time", format: "date-time" as const },
      attendees: { type: "integer" as const, title: "Attendees", minimum: 1, maximum: 100 },
    },
    required: ["time", "attendees"],
  };
  const asked = inputRequired.elicit({ message: `When is the meeting about ${topic}?`, requestedSchema });
  return inputRequired({ inputRequests: { [questionKey]: asked }, requestState });
}
