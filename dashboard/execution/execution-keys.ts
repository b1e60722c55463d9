/** Keys of the execution view, and the acts behind them and behind the buttons. */

import { useSignal } from "@preact/signals";
import { announce } from "../parts/announce.tsx";
import { copyText } from "../parts/copy-button.tsx";
import { isGroupKind } from "../parts/step-kind.tsx";
import { type KeyBinding, useKeys } from "../shell/keys.ts";
import { navigate } from "../shell/location.ts";
import { executionAddress } from "../shell/route.ts";
import type { ExecutionStore } from "./store/execution-model.ts";
import { showView } from "./view-switch.tsx";

export interface ExecutionActs {
  /** The question that is open: whether to cancel or to delete. */
  readonly asking: { value: "CANCEL" | "DELETE" | null };
}

export function useExecutionKeys(store: ExecutionStore): ExecutionActs {
  const asking = useSignal<"CANCEL" | "DELETE" | null>(null);
  const select = (step: number) => {
    const rows = store.rows.peek();
    const at = rows.findIndex(({ stepId }) => stepId === store.selected.peek());
    const next = rows[at === -1 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))];
    if (next !== undefined) store.selected.value = next.stepId;
  };
  const nextError = () => {
    const rows = store.rows.peek();
    const at = rows.findIndex(({ stepId }) => stepId === store.selected.peek());
    const around = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
    const failed = around.find(({ kind, status }) => status === "FAILED" && !isGroupKind(kind));
    if (failed === undefined) announce("No step failed");
    else store.selected.value = failed.stepId;
  };
  const follow = () => {
    store.isFollowing.value = !store.isFollowing.peek();
    announce(store.isFollowing.peek() ? "Following" : "Paused");
  };
  const may = (action: string) => store.head.value?.permittedActions.some((permitted) => permitted === action) ?? false;
  const bindings: KeyBinding[] = [
    { keys: "j", label: "Next step", section: "Move", hint: "steps", run: () => select(1) },
    { keys: "k", label: "Previous step", section: "Move", hint: "steps", run: () => select(-1) },
    { keys: ".", label: "Next error", section: "Move", hint: "next error", run: nextError },
    {
      keys: "g t",
      label: "Timeline",
      section: "Views of an execution",
      hint: "timeline",
      run: () => showView("timeline"),
    },
    { keys: "g g", label: "Graph", section: "Views of an execution", hint: "graph", run: () => showView("graph") },
    { keys: "g e", label: "Events", section: "Views of an execution", hint: "events", run: () => showView("events") },
    { keys: "g c", label: "Chat", section: "Views of an execution", hint: "chat", run: () => showView("chat") },
    { keys: "f", label: "Follow or pause the log", section: "Watch", hint: "follow", run: follow },
    {
      keys: "y",
      label: "Copy the ID",
      section: "Act",
      hint: "copy ID",
      run: () => void copyText(store.executionId, "ID"),
    },
  ];
  if (may("RETRY")) {
    const retry = () => navigate(executionAddress(store.executionId, { view: "derive", kind: "retry" }));
    bindings.push({ keys: "r", label: "Retry", section: "Act", hint: "retry", run: retry });
  }
  if (may("CANCEL")) {
    const cancel = () => {
      asking.value = "CANCEL";
    };
    bindings.push({ keys: "c", label: "Cancel, asks first", section: "Act", hint: "cancel", run: cancel });
  }
  // Nothing can be done with an execution that does not exist.
  useKeys(store.problem.value === null ? bindings : []);
  return { asking };
}
