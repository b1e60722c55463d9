/** Starts the composed execution exactly once, through repeated clicks and lost answers, and then opens its page. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer } from "../../api/request.ts";
import { announce } from "../../parts/announce.tsx";
import { navigate } from "../../shell/location.ts";
import { executionAddress } from "../../shell/route.ts";
import { keyToSend, spendKey } from "./run-key.ts";

interface Payload {
  readonly execution: { readonly id: string } | null;
  readonly errors: Starting["errors"];
}

export interface Starting {
  readonly isStarting: boolean;
  /** Why the last try started nothing. */
  readonly errors: readonly { readonly code: string; readonly message: string; readonly path: readonly string[] }[];
  /** `composed` says all that is started, so that the same gets the same key. `send` sends it with that key. */
  start(composed: unknown, send: (key: string) => Promise<Answer<Payload | null>>): void;
  clear(): void;
}

export function useStart(): Starting {
  const [isStarting, setStarting] = useState(false);
  const [errors, setErrors] = useState<Starting["errors"]>([]);
  // A second click can come before the page is drawn again.
  const isSending = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return {
    isStarting,
    errors,
    clear: () => setErrors([]),
    async start(composed, send) {
      if (isSending.current) return;
      isSending.current = true;
      setStarting(true);
      setErrors([]);
      const key = keyToSend(JSON.stringify(composed));
      const answer = await send(key);
      isSending.current = false;
      const found = answer.ok ? (answer.data?.execution ?? null) : null;
      const refused = found === null ? whyNothing(answer) : [];
      // A key that belongs to something else would be refused for ever.
      if (found !== null || refused.some((one) => one.code === "IDEMPOTENCY_CONFLICT")) spendKey(key);
      if (found !== null) announce("Started");
      // Who went elsewhere meanwhile is not called back.
      if (isLeft.current) return;
      setStarting(false);
      setErrors(refused);
      if (found !== null) navigate(executionAddress(found.id));
    },
  };
}

function whyNothing(answer: Answer<Payload | null>): Starting["errors"] {
  if (answer.ok) {
    const wrong = answer.data?.errors ?? [];
    return wrong.length > 0 ? wrong : answer.problems.map((problem) => ({ ...problem, path: [] }));
  }
  const { code, message } = answer.problem;
  const isLost = code === "OFFLINE" || /^HTTP_5/.test(code);
  const safe = "No answer came. Starting again is safe: an execution under this key is found, not started twice.";
  return [{ code, message: isLost ? safe : message, path: [] }];
}

/** The payload of one field of a mutation's answer. */
export function payloadOf<Data, Field>(answer: Answer<Data>, pick: (data: Data) => Field): Answer<Field> {
  return answer.ok ? { ...answer, data: pick(answer.data) } : answer;
}
