import { signal } from "@preact/signals";
import { render } from "preact";
import { Chat } from "./chat.tsx";
import { EventLog } from "./event-log.tsx";
export function bench(live: boolean, which: string) {
  const log: any[] = [];
  const mk = (i: number) => ({
    __typename: i % 3 ? "StepStarted" : "AttemptFailed",
    sequence: i,
    cursor: `${i}`,
    occurredAt: new Date(1e12 + i * 10).toISOString(),
    stepId: `step${i % 40}`,
    hidden: false,
    attempt: 1,
    callableName: "web_search",
    groupId: "g",
    outcome: "REJECTED",
    retryAt: null,
    failure: { code: "TOOL_ERROR", message: "boom" },
  });
  for (let i = 1; i <= 10000; i++) log.push(mk(i));
  const store: any = {
    executionId: "x",
    head: signal({
      status: live ? "RUNNING" : "SUCCEEDED",
      finishedAt: live ? null : "2026-01-01T00:00:00.000Z",
      createdAt: new Date(1e12).toISOString(),
      stepCount: 1,
      endedStepCount: 0,
      conversation: null,
      pendingHumanInputs: [],
      prompt: "Hi",
      startedBy: "me",
      plan: null,
      modelCalls: [],
      response: null,
      responseFailure: null,
      failure: null,
    }),
    problem: signal(null),
    log,
    logLength: signal(log.length),
    gap: signal(null),
    rows: signal([]),
    texts: signal([{ streamId: "respond/1", stepId: null, text: "", startedAt: 1e12, isOpen: true }]),
    selected: signal("step3"),
    includesHidden: signal(false),
    isFollowing: signal(true),
    close() {},
  };
  render(null, document.querySelector("#stage")!);
  document.querySelector("#stage")!.replaceChildren();
  const t0 = performance.now();
  const C = which === "chat" ? Chat : EventLog;
  render(<C store={store} />, document.querySelector("#stage")!);
  const ms = performance.now() - t0;
  let n = 10000;
  (globalThis as any).store = store;
  (globalThis as any).push = () => {
    n += 1;
    log.push(mk(n));
    store.logLength.value = log.length;
    const [t] = store.texts.value;
    store.texts.value = [{ ...t, text: t.text + "more words of it " }];
  };
  return ms;
}
