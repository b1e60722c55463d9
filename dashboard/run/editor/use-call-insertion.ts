/** Putting a call into the plan that somebody writes: one that was chosen, or one that a link brings. */
import { useEffect, useState } from "preact/hooks";
import { announce } from "../../parts/announce.tsx";
import { place, setQuery } from "../../shell/location.ts";
import { type Callable, inputSchemaOf, registry } from "../registry.ts";
import { changeDraft, draft } from "../start/draft.ts";
import type { CodeEdit } from "./code-edit.ts";
import type { CodeEditorHandle } from "./code-editor.tsx";
import { callInserted } from "./insert-call.ts";

export interface CallInsertion {
  readonly insert: (callable: Pick<Callable, "kind" | "name">) => Promise<void>;
  /** Why the last call could not be put in. Null if it could. */
  readonly note: string | null;
}

export function useCallInsertion(editor: { readonly current: CodeEditorHandle | null }): CallInsertion {
  const [note, setNote] = useState<string | null>(null);
  const insert = async (callable: Pick<Callable, "kind" | "name">) => {
    const before = draft.peek().planText;
    const schema = await inputSchemaOf(callable);
    // The current text counts, not the one at the time of the choice.
    const { planText: text } = draft.peek();
    const cursor = editor.current?.selection().start ?? text.length;
    const edit = callInserted(text, cursor, callable.name, schema);
    if (edit === null) {
      setNote(`The plan has no list of steps to put a call of ${callable.name} in.`);
      return;
    }
    setNote(null);
    // A user who types elsewhere by now, in another field or at another place of the plan, keeps the focus.
    if (editor.current === null || document.activeElement?.matches("input, textarea, select")) {
      changeDraft({ planText: text.slice(0, edit.offset) + edit.text + text.slice(edit.offset + edit.length) });
    } else editor.current.apply(text === before ? edit : beside(edit, editor.current.selection()));
    announce(`Put in a call of ${callable.name}`);
  };
  // A link may bring a call: /run?as=plan&call=translator. It goes to the end of the existing text.
  const called = place.value.query.get("call");
  const known = registry.value;
  useEffect(() => {
    if (called === null || !known.isRead) return;
    setQuery({ call: null });
    void insert(known.callables.get(called) ?? { kind: "TOOL", name: called });
  }, [called, known.isRead]);
  return { insert, note };
}

/** The same edit, with the earlier selection afterwards. */
function beside(edit: CodeEdit, { end, start }: { readonly start: number; readonly end: number }): CodeEdit {
  const moved = (at: number) => (at < edit.offset + edit.length ? at : at + edit.text.length - edit.length);
  return { ...edit, selectStart: moved(start), selectEnd: moved(end) };
}
