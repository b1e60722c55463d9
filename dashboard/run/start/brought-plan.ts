/**
 * A plan that a link brings into the editor: that of an execution (`/run?as=plan&of=<id>`), with the values of its bindings, or one in the
 * address itself (`&document=<JSON>`). It replaces the text in the editor, which is kept until somebody discards it. Nothing is started.
 */
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { requestUntilAnswered } from "../../api/request.ts";
import { signIns } from "../../api/session.ts";
import { place, setQuery } from "../../shell/location.ts";
import { type PlanOfRunQuery, planOfRun } from "../run.generated.ts";
import { type Brought, changeDraft, draft, emptyDraft } from "./draft.ts";

type Run = NonNullable<PlanOfRunQuery["execution"]>;

/** Why the plan that a link names is not in the editor. Null where it is, or none was named. */
export const broughtProblem = signal<Problem | null>(null);

/** Longer addresses do not reach the server. */
const mostCharacters = 8_000;

/** Gives whether the plan of a run is still being read, which then takes the place of what is in the editor. */
export function useBroughtPlan(): boolean {
  const { query } = place.value;
  const executionId = query.get("of");
  const document = query.get("document");
  const signedIn = signIns.value;
  useEffect(
    () => () => {
      broughtProblem.value = null;
    },
    [],
  );
  // At once, before what is in the editor is seen.
  useLayoutEffect(() => {
    if (document === null) return;
    setQuery({ document: null });
    const plan = planIn(document);
    if (plan === null) {
      refuse(
        "Cannot open the plan of the address: required is a JSON object of 8,000 characters at most, found another text.",
      );
    } else put(plan, {}, { kind: "ADDRESS", leftOut: [] });
  }, [document]);
  useEffect(() => {
    if (executionId === null) return;
    const leaving = new AbortController();
    void requestUntilAnswered(planOfRun, { id: executionId }, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      setQuery({ of: null });
      if (!answer.ok) {
        broughtProblem.value = answer.problem;
        return;
      }
      const run = answer.data.execution;
      if (run?.plan == null) {
        refuse(
          `Cannot open the plan of the execution ${executionId}: required is an execution with a plan that you may read, found ${run === null ? "none" : "one without a plan"}.`,
        );
        return;
      }
      const { leftOut, values } = bindingsOf(run);
      put(run.plan.document, values, { kind: "RUN", executionId, title: run.title, leftOut });
    });
    return () => leaving.abort();
  }, [executionId, signedIn]);
  return executionId !== null || document !== null;
}

/** Puts back the earlier text. */
export function bringBack(): void {
  const before = draft.peek().brought?.before;
  changeDraft({ brought: null, ...(before !== null && before !== undefined && before) });
}

function put(document: unknown, bindings: Readonly<Record<string, unknown>>, from: Brought["from"]): void {
  broughtProblem.value = null;
  const { bindingsText: text, planText: written } = draft.peek();
  const planText = JSON.stringify(document, null, 2);
  const bindingsText = Object.keys(bindings).length === 0 ? "" : JSON.stringify(bindings, null, 2);
  const isNew = written !== planText || text !== bindingsText;
  const isWorthKeeping = isNew && (written !== emptyDraft.planText || text !== emptyDraft.bindingsText);
  const before = isWorthKeeping ? { planText: written, bindingsText: text } : null;
  changeDraft({ planText, bindingsText, brought: { from, before } });
}

/** The values that the run was given, as far as they are small enough to be read at once. */
function bindingsOf({ bindings }: Run): {
  readonly values: Readonly<Record<string, unknown>>;
  readonly leftOut: readonly string[];
} {
  const given = bindings.filter(({ source }) => source === "INITIAL");
  // A binding may be null. A value that was not read is null too, and longer than that.
  const isRead = ({ value }: Run["bindings"][number]) => value.value !== null || value.preview === "null";
  return {
    values: Object.fromEntries(given.filter(isRead).map(({ name, value }) => [name, value.value])),
    leftOut: given.filter((binding) => !isRead(binding)).map(({ name }) => name),
  };
}

function planIn(text: string): object | null {
  if (text.length > mostCharacters) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function refuse(message: string): void {
  broughtProblem.value = { code: "NO_PLAN", message };
}
