/** One request: the question, its step, its facts, and the answer. */
import { useEffect, useRef, useState } from "preact/hooks";
import { instant, now } from "../api/clock.ts";
import { signIns } from "../api/session.ts";
import { addressSentence } from "../parts/address-words.ts";
import { announce } from "../parts/announce.tsx";
import { Icon } from "../parts/icon.tsx";
import { InertText, madeVisible } from "../parts/inert-text.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { clockTime } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { kindLook } from "../parts/step-kind.tsx";
import { executionAddress } from "../shell/route.ts";
import { Answer, type AnswerProps } from "./answer.tsx";
import { Called, FlowNote, HarmNote } from "./called.tsx";
import { Expiry } from "./expiry.tsx";
import { Following } from "./following.tsx";
import { LostCall } from "./lost-call.tsx";
import { lookOfEnd, lookOfRequest } from "./request-words.ts";
import { type RequestInFull, stepOf, useRequest } from "./use-request.ts";
import { WholePlan } from "./whole-plan.tsx";

export interface RequestDetailProps extends Pick<AnswerProps, "draft" | "change" | "onTaken"> {
  readonly requestId: string;
  /** How the request stands as far as the list knows: it is read again when that changes. */
  readonly known: string;
  /** Whether the heading gets the focus, because somebody came here from another request. */
  readonly takesFocus: boolean;
}

export function RequestDetail({ change, draft, known, onTaken, requestId, takesFocus }: RequestDetailProps) {
  const [tries, setTries] = useState(0);
  const loaded = useRequest(requestId, `${known}\n${tries}\n${signIns.value}`);
  const heading = useRef<HTMLHeadingElement>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const request = loaded.kind === "LOADED" ? loaded.request : null;
  const status = request?.status ?? null;
  useEffect(() => {
    if (status === "PENDING") setWasOpen(true);
    else if (status !== null && wasOpen && request !== null) announce(endWords(request));
  }, [status]);
  useEffect(() => {
    // Reading took a while: a user who does something else by now is not interrupted.
    if (takesFocus && request !== null && document.activeElement === document.body) heading.current?.focus();
  }, [request === null, takesFocus]);

  if (loaded.kind === "PROBLEM") {
    return (
      <article class="panel ask-detail">
        <div class="body">
          <ProblemNote code={loaded.problem.code} message={loaded.problem.message}>
            <button class="btn" type="button" onClick={() => setTries(tries + 1)}>
              Try again
            </button>
          </ProblemNote>
        </div>
      </article>
    );
  }
  if (request === null) return <article class="panel ask-detail" aria-busy="true" />;
  const until = instant(request.expiresAt);
  const isLapsed = request.status === "PENDING" && until !== null && until <= now.value;
  const over = request.status !== "PENDING" ? endWords(request) : isLapsed ? "Its time is over" : null;
  return (
    <>
      <article class="panel ask-detail" aria-labelledby="ask-title">
        <Head request={request} heading={heading} />
        <div class="body">
          {request.status !== "PENDING" && <Ended request={request} />}
          {request.purpose === "APPROVAL" && <HarmNote request={request} />}
          <FlowNote request={request} />
          <Grounds request={request} />
        </div>
        {(request.status === "PENDING" || wasOpen) && (
          <Answer
            request={request}
            over={over}
            draft={draft}
            change={change}
            onTaken={onTaken}
            onOver={() => setTries(tries + 1)}
          />
        )}
      </article>
      {request.execution !== null && <Following executionId={request.execution.id} status={request.status} />}
    </>
  );
}

interface HeadProps {
  readonly request: RequestInFull;
  readonly heading: { current: HTMLHeadingElement | null };
}

function Head({ heading, request }: HeadProps) {
  const { createdAt, execution, expiresAt, prompt, status, stepId } = request;
  const { word } = lookOfRequest(request);
  const { step } = stepOf(request);
  const address = addressSentence(request);
  return (
    <header class="ask-head">
      <div class="row">
        <span class="st st-waiting pill">
          <Icon name="waiting" />
          {word}
        </span>
        {status === "PENDING" && <Expiry createdAt={createdAt} expiresAt={expiresAt} />}
      </div>
      <h2 id="ask-title" class="title" tabIndex={-1} ref={heading}>
        <InertText text={prompt} limit={1_000} />
      </h2>
      {address !== null && <p class="soft small">{address}</p>}
      {execution !== null && (
        <p class="trail">
          {stepId !== null && (
            <>
              <span>Step</span>
              <a class="from" href={executionAddress(execution.id, { step: stepId })}>
                <Icon name={kindLook(step?.kind ?? "HUMAN_INPUT").icon} />
                <span class="path">
                  <b>{madeVisible(stepId)}</b>
                </span>
              </a>
              <span>of</span>
            </>
          )}
          <a href={executionAddress(execution.id)}>
            {execution.title === "" ? "its execution" : madeVisible(execution.title)}
          </a>
        </p>
      )}
    </header>
  );
}

/** The subject of the person's decision. */
function Grounds({ request }: { readonly request: RequestInFull }) {
  const { callableName, connectUrl, context, kind, purpose, ui } = request;
  if (purpose === "PLAN_APPROVAL") return <WholePlan request={request} />;
  if (purpose === "IN_DOUBT") return <LostCall request={request} />;
  if (purpose === "APPROVAL") return <Called request={request} />;
  return (
    <>
      {ui !== null && (
        <p class="note">
          <Icon name="n-reg" />
          <span>
            The component <code>{madeVisible(ui.component)}</code>
            {ui.mode !== null && <> ({madeVisible(ui.mode)})</>} asks for this. This form stands for it.
          </span>
        </p>
      )}
      {kind === "CONNECT" && <ConnectFirst callableName={callableName} connectUrl={connectUrl} />}
      {kind === "AUTHORIZE" && <PermitElsewhere callableName={callableName} connectUrl={connectUrl} />}
      {purpose === "CALLEE" && kind !== "CONNECT" && kind !== "AUTHORIZE" && (
        <p class="note">
          <Icon name="remote" />
          <span>
            <code>{madeVisible(callableName ?? "")}</code> needs this to go on with its call. What you answer is sent to
            it.
          </span>
        </p>
      )}
      {context !== null && (
        <section aria-labelledby="ask-about">
          <h3 id="ask-about">What it is about</h3>
          {context.value === null ? (
            <pre class="json">{madeVisible(context.preview)}</pre>
          ) : (
            <JsonView value={context.value} limit={2_000} />
          )}
        </section>
      )}
    </>
  );
}

/** The way to the server that a call needs. The step continues by itself once the person has come back. */
function ConnectFirst({ callableName, connectUrl }: Pick<RequestInFull, "callableName" | "connectUrl">) {
  return (
    <p class="note">
      <Icon name="lock" />
      <span>
        The server of <code>{madeVisible(callableName ?? "")}</code> wants to know for whom it is called.{" "}
        {connectUrl === null ? (
          "The subject who started the execution can connect."
        ) : (
          <a href={connectUrl} target="_blank" rel="noopener noreferrer">
            Connect
          </a>
        )}
      </span>
    </p>
  );
}

/** The link is the agent's own: it is shown whole, so that it is seen where it leads. */
function PermitElsewhere({ callableName, connectUrl }: Pick<RequestInFull, "callableName" | "connectUrl">) {
  return (
    <p class="note">
      <Icon name="lock" />
      <span>
        The agent <code>{madeVisible(callableName ?? "")}</code> waits until a person has permitted something elsewhere.
        {connectUrl !== null && (
          <>
            {" "}
            It names{" "}
            <a href={connectUrl} target="_blank" rel="noopener noreferrer">
              {madeVisible(connectUrl)}
            </a>
            . Open it only if you know where it leads.
          </>
        )}
      </span>
    </p>
  );
}

function Ended({ request }: { readonly request: RequestInFull }) {
  const { execution, reason, response, status } = request;
  const { icon } = lookOfEnd(status);
  return (
    <div class="note ended" role="status">
      <Icon name={icon} />
      <div>
        <p>
          <b>{endWords(request)}</b>{" "}
          {execution !== null && <a href={executionAddress(execution.id)}>See the execution</a>}
        </p>
        {reason !== null && reason !== "" && (
          <p>
            Reason: <InertText text={reason} />
          </p>
        )}
        {response !== null && <JsonView value={response.value ?? `${response.preview.slice(0, 200)}…`} limit={1_000} />}
      </div>
    </div>
  );
}

/** "mira accepted it at 12:00:01", "It lapsed at 12:00:01". */
function endWords({ resolvedAt, respondedBy, status }: RequestInFull): string {
  const moment = resolvedAt === null ? "" : ` at ${clockTime(instant(resolvedAt), now.peek())}`;
  const who = respondedBy === null ? "Somebody" : madeVisible(respondedBy);
  switch (status) {
    case "ACCEPTED":
      return `${who} accepted it${moment}`;
    case "DECLINED":
      return `${who} declined it${moment}`;
    case "EXPIRED":
      return `It lapsed${moment}, and nobody had answered`;
    default:
      return `It was withdrawn${moment}, because its execution ended`;
  }
}
