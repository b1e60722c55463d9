/** Icons, drawn once in a sprite and used by name. An icon alone says nothing: a word stands beside it, shown or spoken. */

export type IconName =
  | "pending"
  | "running"
  | "waiting"
  | "succeeded"
  | "partial"
  | "failed"
  | "skipped"
  | "cancelled"
  | "backoff"
  | "tool"
  | "agent"
  | "workflow"
  | "group"
  | "person"
  | "timer"
  | "remote"
  | "model"
  | "binding"
  | "search"
  | "theme"
  | "copy"
  | "down"
  | "download"
  | "right"
  | "up"
  | "close"
  | "warn"
  | "lock"
  | "play"
  | "pause"
  | "fork"
  | "retry"
  | "key"
  | "eye"
  | "follow"
  | "n-list"
  | "n-inbox"
  | "n-talk"
  | "n-run"
  | "n-reg"
  | "n-use";

export interface IconProps {
  readonly name: IconName;
  readonly small?: boolean;
  readonly class?: string;
}

export function Icon({ name, small = false, class: more = "" }: IconProps) {
  return (
    <svg class={`i${small ? " i-s" : ""}${more === "" ? "" : ` ${more}`}`} viewBox="0 0 16 16" aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}
