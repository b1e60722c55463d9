/** A page that shows what each hook of `@planwright/react` gives, as JSON in an element of its own, in strict mode. Bundled by its test. */
import { createClient } from "@planwright/client";
import {
  type LiveState,
  PlanwrightProvider,
  useConversation,
  useExecution,
  useExecutions,
  useInbox,
  usePlanwright,
} from "@planwright/react";
import { createElement, type ReactNode, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";

export interface Shown {
  readonly identity?: string;
  /** What is mounted. */
  readonly parts: readonly ("execution" | "executions" | "inbox" | "conversation" | "suspended")[];
  readonly id?: string;
}

let token = "";
const client = createClient({ url: location.origin, token: () => token, transport: "websocket" });

function Json({ name, of }: { readonly name: string; readonly of: unknown }): ReactNode {
  return createElement("pre", { id: name }, JSON.stringify(of));
}

/** What of a state the test compares. */
function brief<Value>(state: LiveState<Value>, of: (value: Value) => unknown) {
  return { status: state.status, value: state.value === undefined ? undefined : of(state.value) };
}

function Execution({ id, name }: { readonly id: string | undefined; readonly name: string }): ReactNode {
  const state = useExecution(id);
  const question = state.value?.pendingHumanInputs[0]?.id;
  const planwright = usePlanwright();
  const answer = () => void planwright.answer(question ?? "", { accept: {} });
  return createElement(
    "div",
    null,
    createElement(Json, { name, of: brief(state, ({ status, steps }) => [status, steps.map((step) => step.status)]) }),
    question !== undefined && createElement("button", { type: "button", onClick: answer }, `Answer ${name}`),
  );
}

function Suspended({ id }: { readonly id: string | undefined }): ReactNode {
  const state = useExecution(id, { suspense: true });
  return createElement(Json, {
    name: "suspended",
    of: brief<{ readonly status: string }>(state, ({ status }) => status),
  });
}

function Executions(): ReactNode {
  const state = useExecutions({ labels: [{ key: "hooks", value: "page" }] });
  return createElement(Json, { name: "executions", of: brief(state, (all) => all.map(({ status }) => status)) });
}

function Inbox(): ReactNode {
  return createElement(Json, { name: "inbox", of: brief(useInbox(), (all) => all.map(({ prompt }) => prompt)) });
}

function Conversation(): ReactNode {
  const conversation = useConversation("hooks-chat", { manifest: "hooks" });
  const say = () => void conversation.send("Hello");
  return createElement(
    "div",
    null,
    createElement(Json, {
      name: "conversation",
      of: brief(conversation, (value) => value && [value.status, value.messages.nodes.map(({ author }) => author)]),
    }),
    createElement("button", { type: "button", onClick: say }, "Say hello"),
  );
}

document.body.innerHTML = "<main></main>";
const main = document.querySelector("main");
if (main === null) throw new Error("the page has no place for the application");
const root = createRoot(main);

Object.assign(globalThis, {
  show({ id, identity, parts }: Shown) {
    token = identity ?? "";
    const has = (part: Shown["parts"][number]) => parts.includes(part);
    const children = [
      has("execution") && createElement(Execution, { key: 1, id, name: "execution" }),
      has("execution") && createElement(Execution, { key: 2, id, name: "again" }),
      has("executions") && createElement(Executions, { key: 3 }),
      has("inbox") && createElement(Inbox, { key: 4 }),
      has("conversation") && createElement(Conversation, { key: 5 }),
      has("suspended") && createElement(Suspended, { key: 6, id }),
    ];
    const provider = createElement(PlanwrightProvider, { client, identity, children });
    // Outside of the provider: it suspends with what it gives.
    const fallback = createElement("p", { id: "fallback" }, "Loading");
    root.render(createElement(StrictMode, null, createElement(Suspense, { fallback }, provider)));
  },
});
