/** Values that can be followed: a view provides the function around them, and each value shows a button beside itself. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { madeVisible } from "./inert-text.tsx";

export interface FollowScope {
  /** The subject of the values, in words: "output of research". */
  readonly name: string;
  /** Follows the value at a JSON Pointer. */
  readonly follow: (pointer: string) => void;
}

/** Null where nothing can be followed. */
export const FollowScopeContext = createContext<FollowScope | null>(null);

export function useFollowScope(): FollowScope | null {
  return useContext(FollowScopeContext);
}

export interface FollowButtonProps {
  readonly pointer?: string;
  /** Whether a word stands beside the icon. */
  readonly hasWord?: boolean;
  /** Whether the tab key leads here. In a tree it leads to one of all, and arrow keys to the others. */
  readonly isTabStop?: boolean;
}

/** Nothing where nothing can be followed. */
export function FollowButton({ hasWord = false, isTabStop = true, pointer = "" }: FollowButtonProps) {
  const scope = useFollowScope();
  if (scope === null) return null;
  const words = `Follow ${madeVisible(`${scope.name}${pointer === "" ? "" : ` ${pointer}`}`.slice(0, 200))}`;
  return (
    <button
      class={hasWord ? "btn quiet small" : "follow"}
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      data-follow={pointer}
      title="Where it came from, and what it touched"
      aria-label={words}
      onClick={() => scope.follow(pointer)}
    >
      <Icon name="follow" small />
      {hasWord && "Follow"}
    </button>
  );
}

/** The pointer of the value that was clicked, beside buttons and links, while no text is selected. Null for none. */
export function clickedPointer(target: EventTarget | null): string | null {
  if (!(target instanceof Element) || target.closest("button, a, input, summary") !== null) return null;
  if (getSelection()?.isCollapsed === false) return null;
  return target.closest("[data-value]")?.getAttribute("data-value") ?? null;
}

/** Moves the focus along the follow buttons within `root`: up, down, first, last. Whether the key was one of these. */
export function moveAlongValues(root: HTMLElement, target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement) || target.dataset.follow === undefined) return false;
  const all = [...root.querySelectorAll<HTMLElement>("[data-follow]")];
  const at = all.indexOf(target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
  if (to === undefined) return false;
  all[Math.min(all.length - 1, Math.max(0, to))]?.focus();
  return true;
}
