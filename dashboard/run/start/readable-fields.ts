/** Whether all fields of a form can be read: a text that is no JSON yet has no value that could be sent. */
import { useState } from "preact/hooks";

export interface ReadableFields {
  readonly areReadable: boolean;
  /** `id` names the field. */
  readonly setReadable: (id: string, isReadable: boolean) => void;
}

export function useReadableFields(): ReadableFields {
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  return {
    areReadable: unreadable.size === 0,
    setReadable: (id, isReadable) =>
      setUnreadable((before) => (before.has(id) === !isReadable ? before : withMember(before, id, !isReadable))),
  };
}

/** A set like `members`, with `member` or without it. */
export function withMember(members: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(members);
  if (isIn) next.add(member);
  else next.delete(member);
  return next;
}
