/** Finds callables, and puts a step with one into the plan. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { foundCallables } from "./find-callables.ts";
import { type Callable, callableIcons, registry } from "./registry.ts";

export interface CallableSearchProps {
  readonly onChoose: (callable: Callable) => void;
  readonly onClose: () => void;
}

export function CallableSearch({ onChoose, onClose }: CallableSearchProps) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const { callables, isRead, problem } = registry.value;
  const found = foundCallables([...callables.values()], words);
  const chosen = found[Math.min(at, found.length - 1)];
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(`c-${chosen.name}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen?.name]);
  return (
    <Dialog title="Call something" class="sheet finder" onClose={onClose}>
      <div class="seek">
        <Icon name="search" />
        <input
          ref={input}
          role="combobox"
          aria-expanded="true"
          aria-controls="found-callables"
          aria-activedescendant={chosen === undefined ? undefined : `c-${chosen.name}`}
          aria-label="Tool, agent or workflow"
          placeholder="Tool, agent or workflow"
          autocomplete="off"
          spellcheck={false}
          value={words}
          onInput={({ currentTarget: { value } }) => {
            setWords(value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown" || event.key === "ArrowUp") {
              event.preventDefault();
              const step = event.key === "ArrowDown" ? 1 : -1;
              setAt((before) => Math.max(0, Math.min(found.length - 1, Math.min(before, found.length - 1) + step)));
            } else if (event.key === "Enter" && chosen !== undefined) {
              event.preventDefault();
              onChoose(chosen);
            }
          }}
        />
      </div>
      <div id="found-callables" role="listbox" aria-label="What can be called" class="found">
        {found.map((callable) => (
          <div
            key={callable.name}
            id={`c-${callable.name}`}
            role="option"
            tabIndex={-1}
            aria-selected={callable === chosen}
            onClick={() => onChoose(callable)}
            onKeyDown={(event) => {
              if (event.key === "Enter") onChoose(callable);
            }}
          >
            <Icon name={callableIcons[callable.kind] ?? "tool"} />
            <span class="sr">{callable.kind.toLowerCase()}</span>
            <span class="name clip">{madeVisible(callable.name)}</span>
            <span class="soft clip">{madeVisible(callable.description.slice(0, 300))}</span>
          </div>
        ))}
      </div>
      {problem !== null && <ProblemNote {...problem} />}
      {found.length === 0 && problem === null && (
        <p class="quiet-note" role="status">
          {!isRead ? "The registry is being read." : "Nothing that is registered has these words."}
        </p>
      )}
    </Dialog>
  );
}
