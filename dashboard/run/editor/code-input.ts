/** Input that an editor makes itself, because the browser would put elements into the text, leave out line breaks, or undo too much. */

export type CodeInput =
  | { readonly kind: "INSERT"; readonly text: string }
  | { readonly kind: "LINE_BREAK" }
  | { readonly kind: "UNDO" }
  | { readonly kind: "REDO" };

/** The meaning of an event `beforeinput`. Null for input that the browser makes. */
export function inputOf({ data, dataTransfer, inputType }: InputEvent): CodeInput | null {
  switch (inputType) {
    case "insertParagraph":
    case "insertLineBreak":
      return { kind: "LINE_BREAK" };
    case "insertFromPaste":
    case "insertFromDrop":
      return { kind: "INSERT", text: withLineFeeds(dataTransfer?.getData("text/plain") ?? data ?? "") };
    case "insertText":
      // The browser would leave out line breaks of text that is dictated or put in at once.
      return data?.includes("\n") ? { kind: "INSERT", text: withLineFeeds(data) } : null;
    case "historyUndo":
      return { kind: "UNDO" };
    case "historyRedo":
      return { kind: "REDO" };
    default:
      return null;
  }
}

/** The keys of undo and redo. Null for every other key. */
export function historyKeyOf(event: KeyboardEvent): "UNDO" | "REDO" | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return null;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return null;
  return key === "y" || event.shiftKey ? "REDO" : "UNDO";
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
