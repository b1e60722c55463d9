/** One conversation, read and followed while it is shown: the API has no feed of messages, so that it is asked again while an execution runs. */
import { useEffect, useRef, useState } from "preact/hooks";
import { isSeen } from "../api/page-visibility.ts";
import { offline, type Problem } from "../api/problem.ts";
import { type Answer, requestUntilAnswered } from "../api/request.ts";
import { signIns } from "../api/session.ts";
import { talkBackward, talkForward } from "./conversations.generated.ts";
import { begun, type Talk, withEarlier, withLater } from "./talk.ts";

const runningMs = 1_000;
const idleMs = 10_000;
const gone: Problem = { code: "NOT_FOUND", message: "There is no conversation of this ID, or you may not see it." };

export interface OpenTalk {
  /** Null until it was read. */
  readonly talk: Talk | null;
  readonly problem: Problem | null;
  readonly isReadingEarlier: boolean;
  readEarlier(): Promise<void>;
  /** Reads the messages since, at once. */
  readLater(): Promise<void>;
}

export function useTalk(id: string): OpenTalk {
  const [talk, setTalk] = useState<Talk | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isReadingEarlier, setReadingEarlier] = useState(false);
  const latest = useRef<Talk | null>(null);
  const controllerRef = useRef(new AbortController());
  const put = (next: Talk) => {
    latest.current = next;
    setTalk(next);
  };
  const signedIn = signIns.value;
  useEffect(() => {
    const controller = new AbortController();
    controllerRef.current = controller;
    void requestUntilAnswered(talkBackward, { id }, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      const found = answer.ok ? answer.data.conversation : null;
      setProblem(found === null ? problemOf(answer) : null);
      if (found !== null) put(begun(found, found.messages));
    });
    return () => {
      controller.abort();
      // What is read by then is not waited for.
      setReadingEarlier(false);
    };
  }, [id, signedIn]);

  const readLater = async () => {
    const { signal } = controllerRef.current;
    // A page may be full: the next one is read at once.
    for (let hasMore = true; hasMore; ) {
      const known = latest.current;
      if (known === null) return;
      const answer = await requestUntilAnswered(talkForward, { id, after: known.latest }, signal);
      if (signal.aborted) return;
      const found = answer.ok ? answer.data.conversation : null;
      setProblem(found === null ? problemOf(answer) : null);
      if (found === null) return;
      put(withLater(latest.current ?? known, found, found.messages));
      hasMore = found.messages.pageInfo.hasNextPage && found.messages.nodes.length > 0;
    }
  };
  const seen = isSeen.value;
  const pause = talk?.head.status === "RUNNING" ? runningMs : idleMs;
  useEffect(() => {
    if (!seen || talk === null) return;
    const timer = setTimeout(() => void readLater(), pause);
    return () => clearTimeout(timer);
  }, [seen, talk, pause]);

  return {
    talk,
    problem,
    isReadingEarlier,
    async readEarlier() {
      const known = latest.current;
      if (known === null || known.earlier === null || isReadingEarlier) return;
      setReadingEarlier(true);
      const { signal } = controllerRef.current;
      const answer = await requestUntilAnswered(talkBackward, { id, before: known.earlier }, signal);
      if (signal.aborted) return;
      setReadingEarlier(false);
      const found = answer.ok ? answer.data.conversation : null;
      setProblem(found === null ? problemOf(answer) : null);
      if (found !== null) put(withEarlier(latest.current ?? known, found.messages));
    },
    readLater,
  };
}

function problemOf(answer: Answer<unknown>): Problem {
  if (!answer.ok) return answer.problem;
  return answer.problems[0] ?? gone ?? offline;
}
