/** One call of a model, opened: its facts, its request and its answer, word for word. The words need the scope DEBUG_READ. */
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { requestUntilAnswered } from "../../api/request.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { bytes, duration, exact, money, plural } from "../../parts/numbers.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { mayUse } from "../../shell/viewer.ts";
import { fileTextOf } from "../payload/save-file.ts";
import {
  type ModelCallFactsQuery,
  type ModelCallWordsQuery,
  modelCallFacts,
  modelCallWords,
} from "./model-call.generated.ts";
import { type AskedMessage, type AskedParts, finishWord, requestParts } from "./request-parts.ts";

type Facts = NonNullable<NonNullable<ModelCallFactsQuery["execution"]>["modelCall"]>;
type Words = NonNullable<NonNullable<ModelCallWordsQuery["execution"]>["modelCall"]>;

export interface OpenModelCallProps {
  readonly executionId: string;
  readonly number: number;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

const maxBytes = 4_000_000;
const shown = 1_500;

export function OpenModelCall({ executionId, failure, number }: OpenModelCallProps) {
  const [facts, setFacts] = useState<Facts | null>(null);
  const [words, setWords] = useState<Words | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const mayRead = mayUse("DEBUG_READ");
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const variables = { id: executionId, number };
    void requestUntilAnswered(modelCallFacts, variables, signal).then((answer) => {
      if (answer.ok && !signal.aborted) setFacts(answer.data.execution?.modelCall ?? null);
    });
    if (mayRead) {
      void requestUntilAnswered(modelCallWords, { ...variables, maxBytes }, signal).then((answer) => {
        if (signal.aborted) return;
        setProblem(answer.ok ? (answer.problems[0] ?? null) : answer.problem);
        if (answer.ok) setWords(answer.data.execution?.modelCall ?? null);
      });
    }
    return () => controller.abort();
  }, [executionId, number, mayRead]);
  return (
    <div class="mcall-open">
      {failure !== null && (
        <p class="small">
          <InertText text={failure.message} limit={300} /> <code>{failure.code}</code>
        </p>
      )}
      {facts !== null && <CallFacts facts={facts} />}
      {problem !== null && <ProblemNote code={problem.code} message={problem.message} tone="warn" />}
      {words !== null && <CallWords words={words} />}
      {!mayRead && (
        <p class="soft small">
          Reading what the model was asked and what it answered needs the scope <code>DEBUG_READ</code>.
        </p>
      )}
    </div>
  );
}

function CallFacts({ facts }: { readonly facts: Facts }) {
  const {
    cachedInputTokens,
    costMicros,
    durationMs,
    finishReason,
    inputTokens,
    outputTokens,
    timeToFirstTextMs,
    usageIsBound,
  } = facts;
  const most = usageIsBound ? "at most " : "";
  return (
    <dl class="facts">
      <dt>Tokens</dt>
      <dd>
        {most}
        {exact(inputTokens)} in
        {cachedInputTokens > 0 && `, ${exact(cachedInputTokens)} of them from the cache`}, {most}
        {exact(outputTokens)} out
      </dd>
      <dt>Cost</dt>
      <dd>{money(costMicros)}</dd>
      <dt>Time</dt>
      <dd>
        {durationMs === null ? "running" : duration(durationMs)}
        {timeToFirstTextMs !== null && `, first text after ${duration(timeToFirstTextMs)}`}
      </dd>
      {finishReason !== null && (
        <>
          <dt>Stopped</dt>
          <dd>
            {finishWord(finishReason)} <code>{finishReason}</code>
          </dd>
        </>
      )}
    </dl>
  );
}

function CallWords({ words: { reply, request } }: { readonly words: Words }) {
  return (
    <>
      <h4>Request</h4>
      {request === null ? (
        <p class="soft small">
          What it was asked is not kept: the deployment keeps no requests (<code>MODEL_REQUESTS</code>), the run had
          kept 8 MB of them, or an earlier version made the call.
        </p>
      ) : request.value === null ? (
        <p class="soft small">{bytes(request.byteSize)}, more than the page shows.</p>
      ) : (
        <Asked parts={requestParts(request.value)} value={request.value} />
      )}
      <h4>Answered</h4>
      {reply === null ? (
        <p class="soft small">Nothing, or nothing that this reader may see.</p>
      ) : (
        <>
          <JsonView value={reply.value} limit={shown} />
          <CopyButton text={fileTextOf(reply.value, "reply").text} what="reply" class="btn quiet small">
            Copy
          </CopyButton>
        </>
      )}
    </>
  );
}

function Asked({ parts, value }: { readonly parts: AskedParts; readonly value: unknown }) {
  const { answerSchema, maxOutputTokens, messages, tools } = parts;
  return (
    <>
      {messages.map((message, at) => (
        <Message key={at} message={message} isOpen={at === messages.length - 1} />
      ))}
      {tools.map(({ description, name, parameters }) => (
        <details key={name}>
          <summary>
            Tool <code>{name}</code>
          </summary>
          <p class="small">
            <InertText text={description} limit={shown} />
          </p>
          <JsonView value={parameters} />
        </details>
      ))}
      {answerSchema !== undefined && (
        <details>
          <summary>Schema of the answer</summary>
          <JsonView value={answerSchema} />
        </details>
      )}
      <p class="soft small row">
        {maxOutputTokens !== null && `${exact(maxOutputTokens)} tokens out at most.`}
        <CopyButton text={JSON.stringify(value, null, 2)} what="request" class="btn quiet small">
          Copy
        </CopyButton>
      </p>
    </>
  );
}

function Message({ isOpen, message }: { readonly message: AskedMessage; readonly isOpen: boolean }) {
  const { omitted, role, text } = message;
  return (
    <details open={isOpen}>
      <summary>
        {role} <span class="soft">{plural(text.length + omitted, "character")}</span>
      </summary>
      <p class="said words">
        <InertText text={text} limit={shown} />
      </p>
      {omitted > 0 && <p class="soft small">{plural(omitted, "more character")} were not kept.</p>}
    </details>
  );
}
