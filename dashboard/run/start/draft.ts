/** The request that somebody composes, kept for this tab, so that a reload or a look at another view loses nothing of it. */
import { effect, signal } from "@preact/signals";
import { credential } from "../../api/session.ts";
import type { RouteWish } from "../route-choice.ts";

export interface OptionsDraft {
  readonly approval: string;
  readonly schedule: string;
  readonly inDoubt: string;
  /** Limits by name, as they were written. Only those that somebody set. */
  readonly limits: Readonly<Record<string, string>>;
  /** One a line, `key: value`. */
  readonly labels: string;
}

/** A plan that a link brought, and the text before it. */
export interface Brought {
  readonly from:
    | {
        readonly kind: "RUN";
        readonly executionId: string;
        readonly title: string;
        readonly leftOut: readonly string[];
      }
    | { readonly kind: "ADDRESS"; readonly leftOut: readonly string[] };
  /** Null if nothing was written. */
  readonly before: { readonly planText: string; readonly bindingsText: string } | null;
}

export interface Draft {
  readonly planText: string;
  readonly bindingsText: string;
  /** Null where the plan was written here. */
  readonly brought: Brought | null;
  readonly query: string;
  /** Whether an agent answers or a model plans: as the system chooses, unless the person does. */
  readonly route: RouteWish;
  /** Empty for a choice that a model makes. */
  readonly agentName: string;
  readonly respond: boolean;
  readonly workflowName: string;
  /** Empty for the newest. */
  readonly workflowVersion: string;
  readonly parameters: unknown;
  readonly artifact: string;
  readonly isArtifact: boolean;
  readonly options: OptionsDraft;
}

export const emptyDraft: Draft = {
  planText: '{\n  "steps": []\n}',
  bindingsText: "",
  brought: null,
  query: "",
  route: "AUTO",
  agentName: "",
  respond: true,
  workflowName: "",
  workflowVersion: "",
  parameters: {},
  artifact: "",
  isArtifact: false,
  options: { approval: "", schedule: "", inDoubt: "", limits: {}, labels: "" },
};

const storageKey = "planwright.draft";
const patienceMs = 200;

export const draft = signal<Draft>(kept());

export function changeDraft(changes: Partial<Draft>): void {
  draft.value = { ...draft.peek(), ...changes };
}

/** Values for another workflow do not fit this one. */
export function chooseWorkflow(workflowName: string, workflowVersion: string): void {
  const isSame = draft.peek().workflowName === workflowName;
  changeDraft({ workflowName, workflowVersion, ...(!isSame && { parameters: {}, artifact: "", isArtifact: false }) });
}

export function changeOptions(changes: Partial<OptionsDraft>): void {
  changeDraft({ options: { ...draft.peek().options, ...changes } });
}

let timer: ReturnType<typeof setTimeout> | undefined;

effect(() => {
  void draft.value;
  clearTimeout(timer);
  timer = setTimeout(keep, patienceMs);
});
addEventListener("pagehide", keep);
let isSignedIn = credential.peek() !== null;
// Signing out clears the storage and leaves the page, which must not keep the draft once more on the way.
effect(() => {
  const isNow = credential.value !== null;
  if (isSignedIn && !isNow) draft.value = emptyDraft;
  isSignedIn = isNow;
});

function keep(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft.peek()));
  } catch {
    // Too large, or storage is closed to the page; the draft then lasts until the page is reloaded.
  }
}

function kept(): Draft {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof value !== "object" || value === null) return emptyDraft;
    const stored = value as Partial<Draft>;
    return { ...emptyDraft, ...stored, options: { ...emptyDraft.options, ...stored.options } };
  } catch {
    return emptyDraft;
  }
}
