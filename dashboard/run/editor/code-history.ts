/** Earlier texts, to undo and redo. Text that is typed in one go is one entry. */

export interface CodeState {
  readonly text: string;
  /** Selection, in characters of the text. */
  readonly start: number;
  readonly end: number;
}

export interface CodeHistory {
  /** `how` names the kind of change, such as `insertText`; the same kind within a moment is one entry. `at` in milliseconds. */
  record(state: CodeState, how: string, at: number): void;
  /** The state before the last change. Null if there is none. */
  undo(): CodeState | null;
  redo(): CodeState | null;
}

const momentMs = 700;
const mostEntries = 200;

export function codeHistory(first: CodeState): CodeHistory {
  let entries: CodeState[] = [first];
  let current = 0;
  let last = { how: "", at: Number.NEGATIVE_INFINITY };
  return {
    record(state, how, at) {
      const isSameGo = how === last.how && isTyped(how) && at - last.at < momentMs && current > 0;
      entries = entries.slice(0, isSameGo ? current : current + 1);
      entries.push(state);
      if (entries.length > mostEntries) entries.shift();
      current = entries.length - 1;
      last = { how, at };
    },
    undo() {
      last = { how: "", at: Number.NEGATIVE_INFINITY };
      if (current === 0) return null;
      current -= 1;
      return entries[current] ?? null;
    },
    redo() {
      if (current + 1 >= entries.length) return null;
      current += 1;
      return entries[current] ?? null;
    },
  };
}

/** Letters, those that an input method still composes, and those that are taken away one by one. */
function isTyped(how: string): boolean {
  return /^(?:insertText|insertCompositionText|deleteContent(?:Backward|Forward))$/.test(how);
}
