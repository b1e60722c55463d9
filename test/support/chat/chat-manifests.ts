/** Manifests of chats, for tests: an agent that talks, one that deletes a note if a person permits it, and one that asks with a component. */

const textAgent = { system_message: "Talk with the user.", description: "Talks" };

/** An agent that answers with text. */
export const talker = { agents: { Talker: textAgent } };

/** An agent whose output calls a tool that says of itself that it destroys data. */
export const remover = {
  agents: {
    Remover: {
      system_message: "Say which note is to be deleted.",
      auto_tool_mode: true,
      structured_outputs_required: true,
    },
  },
  tools: [
    {
      agent: "Remover",
      file: "notes.py",
      function: "delete_note",
      description: "Deletes a note",
      tool_type: "Agent_Tool",
      auto_invoke: true,
    },
  ],
  structured_outputs: {
    models: { NoteCall: { type: "model", fields: { name: { type: "str" }, agent_message: { type: "str" } } } },
    registry: { Remover: "NoteCall" },
  },
};
