/** Tools over notes in memory, one for each kind of effect: what calling twice does to them is what their hints say. */
import { structuredResult } from "../../packages/planwright/artifact-tool/artifact-tool.ts";
import { type ExampleTool, objectSchema, string, textResult } from "./tool.ts";

const noteOutput = objectSchema({ name: string, text: { type: ["string", "null"] } });

export function noteTools(): ExampleTool[] {
  const notes = new Map<string, string>();
  const appendedKeys = new Set<string>();
  const noteOf = (name: string) => structuredResult({ name, text: notes.get(name) ?? null });
  const append = (name: string, text: string) => {
    notes.set(name, (notes.get(name) ?? "") + text);
    return noteOf(name);
  };

  return [
    {
      name: "read_note",
      description: "Reads a note. Changes nothing.",
      inputSchema: objectSchema({ name: string }),
      outputSchema: noteOutput,
      annotations: { readOnlyHint: true },
      run: ({ name }) => noteOf(String(name)),
    },
    {
      name: "set_note",
      description: "Replaces the text of a note. Doing it twice is as good as once.",
      inputSchema: objectSchema({ name: string, text: string }),
      outputSchema: noteOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      run({ name, text }) {
        notes.set(String(name), String(text));
        return noteOf(String(name));
      },
    },
    {
      name: "delete_note",
      description: "Deletes a note for good.",
      inputSchema: objectSchema({ name: string }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      run({ name }) {
        return textResult(notes.delete(String(name)) ? "Deleted" : "There was no such note");
      },
    },
    {
      name: "append_note",
      description: "Appends to a note. Doing it twice appends twice, and no hint says otherwise.",
      inputSchema: objectSchema({ name: string, text: string }),
      outputSchema: noteOutput,
      run: ({ name, text }) => append(String(name), String(text)),
    },
    {
      name: "keyed_append",
      description: "Appends to a note once per idempotency key.",
      inputSchema: objectSchema({ name: string, text: string }),
      outputSchema: noteOutput,
      _meta: { "dev.planwright/keyed": true },
      run({ name, text }, { key }) {
        if (key !== null && appendedKeys.has(key)) return noteOf(String(name));
        if (key !== null) appendedKeys.add(key);
        return append(String(name), String(text));
      },
    },
  ];
}
