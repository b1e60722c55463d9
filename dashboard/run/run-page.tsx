/** Run: ask a question, run a plan, run a workflow. The request is checked before it starts, then its page opens. */
import { PartMissing, useLoadedPart } from "../parts/loaded-part.tsx";
import "./run.css";
import "./editor/code.css";
import "./start/options.css";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { signIns } from "../api/session.ts";
import { place, setQuery } from "../shell/location.ts";
import type { Route } from "../shell/route.ts";
import { AskMode } from "./ask-mode.tsx";
import { readRegistry } from "./registry.ts";
import { changeDraft, chooseWorkflow } from "./start/draft.ts";

const modes = [
  { as: "ask", label: "Ask" },
  { as: "plan", label: "Plan" },
  { as: "workflow", label: "Workflow" },
] as const;

type As = (typeof modes)[number]["as"];

/** Goes beside the heading: each mode puts its Start there. */
export interface ModeProps {
  readonly heading: preact.ComponentChildren;
}

/** The code for writing JSON, and for drawing forms, is loaded when it is needed. */
const lazy: Readonly<Record<Exclude<As, "ask">, () => Promise<FunctionComponent<ModeProps>>>> = {
  plan: () => import("./plan-mode.tsx").then(({ PlanMode }) => PlanMode),
  workflow: () => import("./workflow-mode.tsx").then(({ WorkflowMode }) => WorkflowMode),
};

export function RunPage(_: { readonly route: Extract<Route, { view: "RUN" }> }) {
  const { query } = place.value;
  const as = modes.find((mode) => mode.as === query.get("as"))?.as ?? "ask";
  const signedIn = signIns.value;
  useEffect(() => readRegistry(), [signedIn]);
  // A link may choose: /run?as=workflow&name=publish, /run?as=ask&name=editor. `call` is for the plan, which takes it.
  const named = query.get("name");
  useEffect(() => {
    if (named === null) return;
    if (as === "workflow") chooseWorkflow(named, query.get("version") ?? "");
    if (as === "ask") changeDraft({ agentName: named, route: "AUTO" });
    setQuery({ name: null, version: null });
  }, [named]);
  const loaded = useLoadedPart(as, as === "ask" ? async () => AskMode : lazy[as]);
  const heading = (
    <>
      <h1>Run</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has looks and a legend; these are toggles in a row */}
      <div class="seg" role="group" aria-label="What to run">
        {modes.map(({ as: other, label }) => (
          <button key={other} type="button" aria-pressed={other === as} onClick={() => setQuery({ as: other })}>
            {label}
          </button>
        ))}
      </div>
    </>
  );
  return (
    <div class="page">
      {loaded.kind === "LOADED" ? <loaded.part key={as} heading={heading} /> : <div class="page-head">{heading}</div>}
      {loaded.kind === "MISSING" && <PartMissing again={loaded.again} />}
    </div>
  );
}
