/**
 * Room `parts/json-tree`: JSON to read as a tree. Branches fold, texts are shown as texts, a search opens its results. Everything in it is
 * inert. A tree is made only as far as it is open; long branches and long texts are cut until somebody asks for more.
 */
import { useMemo, useState } from "preact/hooks";
import { clickedPointer, FollowButton, moveAlongValues, useFollowScope } from "../follow-button.tsx";
import { Icon } from "../icon.tsx";
import { InertText, madeVisible } from "../inert-text.tsx";
import { jsonTokens } from "../json-tokens.ts";
import { exact, plural } from "../numbers.ts";
import {
  type Found,
  foundIn,
  isBranch,
  isOpenAtFirst,
  isText,
  sizeInWords,
  type Twig,
  twigsOf,
  valuesWithin,
} from "./json-branch.ts";
import "./json-tree.css";

/** Twigs of one branch that are shown at first, and added each time more is asked for. */
const most = 100;
/** Fewer values need no search. */
const fewest = 16;
const textLimit = 600;

export function JsonTree({ value }: { readonly value: object }) {
  const [words, setWords] = useState("");
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const found = useMemo(() => foundIn(value, words), [value, words]);
  const isSearched = useMemo(() => valuesWithin(value, fewest) >= fewest, [value]);
  const scope = useFollowScope();
  const tree: Tree = {
    found,
    hasWords: words.trim() !== "",
    first: Object.keys(value)[0] ?? "",
    toggled,
    toggle: (pointer, isOpen) => setToggled(new Map(toggled).set(pointer, isOpen)),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a value has a button of its own, which is reached by keys
    <div
      class="jtree"
      dir="ltr"
      onClick={({ target }) => {
        const pointer = scope === null ? null : clickedPointer(target);
        if (pointer !== null) scope?.follow(pointer);
      }}
      onKeyDown={(event) => {
        if (moveAlongValues(event.currentTarget, event.target, event.key)) event.preventDefault();
      }}
    >
      {isSearched && (
        <div class="jseek">
          <input
            type="search"
            aria-label="Search in this value"
            placeholder="Search"
            maxLength={200}
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <span class="soft small" role="status">
            {tree.hasWords &&
              `${found.isCut ? "the first " : ""}${found.matches.size === 0 ? "nothing" : exact(found.matches.size)} found`}
          </span>
        </div>
      )}
      <Twigs of={value} pointer="" depth={0} tree={tree} />
    </div>
  );
}

interface Tree {
  readonly found: Found;
  readonly hasWords: boolean;
  /** Name of its first member. */
  readonly first: string;
  /** Branches that somebody opened or folded. */
  readonly toggled: ReadonlyMap<string, boolean>;
  toggle(pointer: string, isOpen: boolean): void;
}

interface TwigsProps {
  readonly of: object;
  readonly pointer: string;
  readonly depth: number;
  readonly tree: Tree;
}

function Twigs({ depth, of, pointer, tree }: TwigsProps) {
  const [shown, setShown] = useState(most);
  const count = Object.keys(of).length;
  const { around, matches } = tree.found;
  // A result of a search is shown at any place of a long branch.
  const twigs = twigsOf(of, pointer, tree.hasWords ? count : shown).filter(
    (twig) => !tree.hasWords || matches.has(twig.pointer) || around.has(twig.pointer) || matches.has(pointer),
  );
  return (
    <>
      <ul>
        {twigs.slice(0, shown).map((twig) => (
          <Line key={twig.pointer} twig={twig} depth={depth} isItem={Array.isArray(of)} tree={tree} />
        ))}
      </ul>
      {(tree.hasWords ? twigs.length : count) > shown && (
        <button class="btn small" type="button" onClick={() => setShown(shown + most * 5)}>
          Show more ({exact((tree.hasWords ? twigs.length : count) - shown)} left)
        </button>
      )}
    </>
  );
}

interface LineProps {
  readonly twig: Twig;
  readonly depth: number;
  readonly isItem: boolean;
  readonly tree: Tree;
}

function Line({ depth, isItem, tree, twig: { name, pointer, value } }: LineProps) {
  const canFollow = useFollowScope() !== null;
  // The first value of the tree is the one that the tab key leads to.
  const isTabStop = /^\/[^/]*$/.test(pointer) && (isItem ? name === "0" : tree.first === name);
  const follow = canFollow && <FollowButton pointer={pointer} isTabStop={isTabStop} />;
  const isFound = tree.found.matches.has(pointer);
  const label = (
    <span class={isItem ? "p" : "k"}>
      {madeVisible(name.slice(0, 200))}
      {isItem ? "" : ":"}
    </span>
  );
  if (!isBranch(value)) {
    return (
      <li class={isFound ? "found" : undefined}>
        {label}{" "}
        <span class={canFollow ? "can-follow" : undefined} data-value={pointer}>
          <Scalar value={value} />
        </span>
        {follow}
      </li>
    );
  }
  const isOpen =
    tree.toggled.get(pointer) ?? (tree.hasWords ? tree.found.around.has(pointer) : isOpenAtFirst(value, depth + 1));
  return (
    <li class={isFound ? "found" : undefined}>
      <button class="jfold" type="button" aria-expanded={isOpen} onClick={() => tree.toggle(pointer, !isOpen)}>
        <Icon name={isOpen ? "down" : "right"} />
        {label} <span class="p">{sizeInWords(value)}</span>
      </button>
      {follow}
      {isOpen && depth < deepest && <Twigs of={value} pointer={pointer} depth={depth + 1} tree={tree} />}
      {isOpen && depth >= deepest && <p class="soft small">Deeper than the page shows.</p>}
    </li>
  );
}

const deepest = 60;

/** A value without twigs: a text as a text, all else as JSON. */
export function Scalar({ value }: { readonly value: unknown }) {
  if (isText(value)) {
    return (
      <span class="jtext" title={`A text of ${plural(value.length, "character")}`}>
        <InertText text={value} limit={textLimit} />
      </span>
    );
  }
  const [token] = jsonTokens(value, 200).tokens;
  return <span class={token?.kind ?? "p"}>{madeVisible(token?.text ?? "")}</span>;
}
