/** A text that is written, pasted, or read from a file of this machine. */
import { useRef } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { announce } from "../../parts/announce.tsx";

export interface TextOrFileProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** A file that is larger is not read. */
  readonly mostBytes: number;
  readonly onTooLarge: (problem: Problem) => void;
}

export function TextOrFile({ accept, hint, id, label, mostBytes, onText, onTooLarge, value }: TextOrFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > mostBytes) {
      const message = `Cannot read the file: required are at most ${mostBytes} bytes, found ${file.size}`;
      onTooLarge({ code: "LIMIT_EXCEEDED", message });
    } else {
      onText(await file.text());
      announce(`Read ${file.name}`);
    }
    // The same file may be chosen again after it was changed.
    if (input.current !== null) input.current.value = "";
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="mono"
        rows={10}
        required
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <span class="hint">{hint}</span>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={`${label}, from a file`}
        onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
    </div>
  );
}
