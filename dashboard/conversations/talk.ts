/**
 * The messages of one conversation as the page has read them: the latest first, earlier pages when somebody asks for them, and later ones
 * while something is said. A message that comes twice is one message. Pure.
 */
import type { TalkHeadFragment, TalkMessageFragment } from "./conversations.generated.ts";

export interface Talk {
  readonly head: TalkHeadFragment;
  /** Oldest first, without a gap. */
  readonly messages: readonly TalkMessageFragment[];
  /** Cursor before the first of `messages`. Null if there are no earlier ones. */
  readonly earlier: string | null;
  /** Cursor after the last of `messages`. Null while there are none. */
  readonly latest: string | null;
}

interface BackwardPage {
  readonly nodes: readonly TalkMessageFragment[];
  readonly pageInfo: {
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

interface ForwardPage {
  readonly nodes: readonly TalkMessageFragment[];
  readonly pageInfo: { readonly endCursor: string | null };
}

/** The talk after its latest page was read. */
export function begun(head: TalkHeadFragment, { nodes, pageInfo }: BackwardPage): Talk {
  const earlier = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
  return { head, messages: nodes, earlier, latest: pageInfo.endCursor };
}

/** With the page before its first message. */
export function withEarlier(talk: Talk, { nodes, pageInfo }: BackwardPage): Talk {
  // A page without a message that promises more would be asked for for ever.
  const earlier = pageInfo.hasPreviousPage && nodes.length > 0 ? pageInfo.startCursor : null;
  return { ...talk, messages: merged(nodes, talk.messages), earlier };
}

/** With the messages since, and the current state of the conversation. */
export function withLater(talk: Talk, head: TalkHeadFragment, { nodes, pageInfo }: ForwardPage): Talk {
  return { ...talk, head, messages: merged(talk.messages, nodes), latest: pageInfo.endCursor ?? talk.latest };
}

function merged(
  first: readonly TalkMessageFragment[],
  second: readonly TalkMessageFragment[],
): readonly TalkMessageFragment[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !known.has(id))];
}
