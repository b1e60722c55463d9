/** The manifest of an agent that runs elsewhere and keeps notes, for tests that submit its output again and again. */

/** An agent whose output is submitted, and a tool that does its work twice if it is called twice. */
export const keeper = {
  agents: {
    Reporter: {
      system_message: "Report what is to be kept.",
      ...{ auto_tool_mode: true, structured_outputs_required: true, runs_elsewhere: true },
    },
  },
  tools: [
    {
      ...{ agent: "Reporter", file: "notes.py", function: "append_note", description: "Keeps a note" },
      ...{ tool_type: "Agent_Tool", auto_invoke: true },
    },
  ],
  structured_outputs: {
    models: { NoteCall: { type: "model", fields: { name: { type: "str" }, text: { type: "str" } } } },
    registry: { Reporter: "NoteCall" },
  },
};
