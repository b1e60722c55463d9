/**
 * The answer to a request: its fields, the effect of each answer, and the buttons. Nothing is sent by a key in a field or by the second
 * press of a double click, because the button of the next request may stand where this one stood.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isJsonObject, type JsonObject } from "../../src/json/json.ts";
import { instant, now } from "../api/clock.ts";
import { refusalWords } from "../parts/address-words.ts";
import { announce } from "../parts/announce.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { clockTime } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import type { FieldProblem } from "../parts/schema-form/field-problem.ts";
import { mayUse, viewer } from "../shell/viewer.ts";
import { AnswerFields } from "./answer-fields.tsx";
import { type Sent, sendAnswer } from "./answer-sending.ts";
import { harmOf } from "./called.tsx";
import { Coded } from "./coded.tsx";
import type { Draft } from "./draft.ts";
import { buttonsOf, consequencesOf } from "./request-words.ts";
import type { RequestInFull } from "./use-request.ts";

export interface AnswerProps {
  readonly request: RequestInFull;
  /** Why nothing can be answered any more. Null while it can. */
  readonly over: string | null;
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** The answer was taken. */
  readonly onTaken: (word: string) => void;
  /** The request ended otherwise. */
  readonly onOver: () => void;
}

const longestReason = 1_000;

export function Answer({ change, draft, onOver, onTaken, over, request }: AnswerProps) {
  const [attempt, setAttempt] = useState(0);
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<Exclude<Sent, { kind: "TAKEN" }> | null>(null);
  const reason = useRef<HTMLTextAreaElement>(null);
  const isAskedWhy = useRef(false);
  // At once, so that text typed right after the press is the reason. Not where the request is only looked at again.
  useLayoutEffect(() => {
    if (isAskedWhy.current) reason.current?.focus();
    isAskedWhy.current = false;
  }, [draft.isDeclining]);
  const words = buttonsOf(request);
  const { isDestructive, isUnsafe } = harmOf(request);
  const isDangerous = request.purpose === "IN_DOUBT" || isDestructive || isUnsafe;
  const why =
    over ?? refusalWords(request) ?? (viewer.value === null || mayUse("HUMAN_INPUT_RESPOND") ? null : lacksScope);
  const problems: readonly FieldProblem[] = refused?.kind === "WRONG" ? refused.problems : [];

  const send = async (response: Parameters<typeof sendAnswer>[1], word: string) => {
    if (why !== null || isSending) return;
    setSending(true);
    const sent = await sendAnswer(request.id, response);
    setSending(false);
    if (sent.kind === "TAKEN") {
      onTaken(word);
      return;
    }
    setRefused(sent);
    if (sent.kind === "WRONG") {
      setAttempt((before) => before + 1);
      announce("The answer is not what was asked for");
    } else if (sent.kind === "OVER") onOver();
  };
  const accept = () => {
    const needsData = request.responseSchema !== null;
    const isMissing = needsData && (!isJsonObject(draft.value) || draft.problems.length > 0);
    if (isMissing) {
      setAttempt((before) => before + 1);
      announce("The answer is not complete yet");
      return;
    }
    void send({ accept: needsData ? (draft.value as JsonObject) : {} }, "Accepted");
  };
  /** A press that is the first one. */
  const once = (act: () => void) => (event: MouseEvent) => {
    if (event.detail <= 1 && why === null && !isSending) act();
  };

  return (
    <>
      <form class="body" noValidate onSubmit={(event) => event.preventDefault()}>
        <div class={request.responseSchema === null ? "alone" : "decide"}>
          <AnswerFields
            request={request}
            draft={draft}
            change={(changes) => {
              setRefused(null);
              change(changes);
            }}
            problems={problems}
            attempt={attempt}
          />
          <WhatHappensThen request={request} />
        </div>
        {draft.isDeclining && (
          <div class="field">
            <label for="ask-reason">
              Why it is declined <span class="req">optional</span>
            </label>
            <textarea
              id="ask-reason"
              ref={reason}
              rows={2}
              maxLength={longestReason}
              value={draft.reason}
              onInput={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
          </div>
        )}
        {refused !== null && refused.kind !== "WRONG" && <ProblemNote code={refused.code} message={refused.message} />}
        {refused?.kind === "WRONG" && request.responseSchema === null && (
          <ProblemNote code="SCHEMA_VIOLATION" message={refused.problems[0]?.message ?? "The answer was refused"} />
        )}
      </form>
      <div class="form-end">
        {draft.isDeclining ? (
          <>
            <button
              class="btn danger"
              type="button"
              aria-disabled={why !== null || isSending}
              onClick={once(() => void send({ decline: draft.reason.trim() }, "Declined"))}
            >
              {words.decline}
            </button>
            <button class="btn" type="button" onClick={() => change({ isDeclining: false })}>
              Back
            </button>
          </>
        ) : (
          <>
            <button
              class={`btn ${isDangerous ? "danger" : "primary"}`}
              type="button"
              aria-disabled={why !== null || isSending}
              aria-describedby={why === null ? undefined : "ask-why"}
              onClick={once(accept)}
            >
              {words.accept}
            </button>
            <button
              class="btn"
              type="button"
              aria-disabled={why !== null || isSending}
              aria-describedby={why === null ? undefined : "ask-why"}
              onClick={once(() => {
                isAskedWhy.current = true;
                change({ isDeclining: true });
              })}
            >
              {words.decline}
            </button>
          </>
        )}
        <span class="soft" id="ask-why">
          {why ?? (viewer.value === null ? "" : `Recorded as ${madeVisible(viewer.value.subject)}`)}
        </span>
      </div>
    </>
  );
}

const lacksScope = "You may read this and not answer it: that needs the scope HUMAN_INPUT_RESPOND";

function WhatHappensThen({ request }: { readonly request: RequestInFull }) {
  const { accept, decline, noAnswer } = consequencesOf(request);
  const words = buttonsOf(request);
  const until = instant(request.expiresAt);
  return (
    <section aria-labelledby="ask-then">
      <h3 id="ask-then">What happens next</h3>
      <ul class="ways">
        <li>
          <b>{words.accept}</b>
          <span>
            <Coded text={accept} />
          </span>
        </li>
        <li>
          <b>{words.decline}</b>
          <span>
            <Coded text={decline} />
          </span>
        </li>
        <li>
          <b>No answer</b>
          <span>
            {until === null ? (
              "It waits as long as the execution does."
            ) : (
              <Coded text={`At ${clockTime(until, now.value)} ${noAnswer}`} />
            )}
          </span>
        </li>
      </ul>
    </section>
  );
}
