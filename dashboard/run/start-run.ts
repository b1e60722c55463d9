/** Starting what was composed: once, whatever is clicked or lost, and then over to the execution. */
import { useRef, useState } from "preact/hooks";
import type { Answer } from "../api/request.ts";
import { announce } from "../parts/announce.tsx";
import { navigate } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import { keyFor, spendKey } from "./run-key.ts";

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
  return {
    isStarting,
    errors,
    clear: () => setErrors([]),
    async start(composed, send) {
      if (isSending.current) return;
      isSending.current = true;
      setStarting(true);
      setErrors([]);
      const answer = await send(keyFor(JSON.stringify(composed)));
      isSending.current = false;
      setStarting(false);
      const found = answer.ok ? (answer.data?.execution ?? null) : null;
      if (found !== null) {
        spendKey();
        announce("Started");
        navigate(executionAddress(found.id));
        return;
      }
      if (answer.ok) {
        const wrong = answer.data?.errors ?? [];
        setErrors(wrong.length > 0 ? wrong : answer.problems.map((problem) => ({ ...problem, path: [] })));
      } else {
        const lost = answer.problem.code === "OFFLINE";
        const message = lost
          ? "No answer came. Starting again is safe: whatever was started under this key is found, not started twice."
          : answer.problem.message;
        setErrors([{ code: answer.problem.code, message, path: [] }]);
      }
    },
  };
}

/** The payload of one field of a mutation's answer. */
export function payloadOf<Data, Field>(answer: Answer<Data>, pick: (data: Data) => Field): Answer<Field> {
  return answer.ok ? { ...answer, data: pick(answer.data) } : answer;
}
