/** Running a plan that one writes: the editor, problems beside its lines, and the order of calls, before it starts. */
import { useRef, useState } from "preact/hooks";
import { request } from "../api/request.ts";
import { plural } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { useKeys } from "../shell/keys.ts";
import { CallableSearch } from "./callable-search.tsx";
import { CheckPanel } from "./check/check-panel.tsx";
import { OrderPanel } from "./check/order-panel.tsx";
import { type PlanCheck, usePlanCheck } from "./check/plan-check.ts";
import { WorstPanel } from "./check/worst-panel.tsx";
import type { CodeEditorHandle } from "./editor/code-editor.tsx";
import { useCallInsertion } from "./editor/use-call-insertion.ts";
import { PlanPanel } from "./plan-panel.tsx";
import { areaOf } from "./problems/problem-place.ts";
import { StartProblems } from "./problems/start-problems.tsx";
import { useProblemWalk } from "./problems/use-problem-walk.ts";
import { startPlan } from "./run.generated.ts";
import type { ModeProps } from "./run-page.tsx";
import { BindingsPanel } from "./start/bindings-panel.tsx";
import { BroughtNote } from "./start/brought-note.tsx";
import { useBroughtPlan } from "./start/brought-plan.ts";
import { changeDraft, changeOptions, draft } from "./start/draft.ts";
import { readObject } from "./start/json-object-text.ts";
import { OptionsPanel } from "./start/options-panel.tsx";
import { useReadableFields } from "./start/readable-fields.ts";
import { type ParsedOptions, readOptions } from "./start/run-options-input.ts";
import { StartButton } from "./start/start-button.tsx";
import { payloadOf, useStart } from "./start/start-run.ts";

export function PlanMode({ heading }: ModeProps) {
  const isComing = useBroughtPlan();
  const { bindingsText, options, planText } = draft.value;
  const bindings = readObject(bindingsText);
  const parsedOptions = readOptions(options);
  const limits = parsedOptions.ok ? parsedOptions.limits : {};
  const check = usePlanCheck({
    text: planText,
    limits,
    schedule: options.schedule,
    isComing,
    bindings: bindings.ok ? bindings.value : null,
  });
  const starting = useStart();
  const editor = useRef<CodeEditorHandle | null>(null);
  const { insert, note } = useCallInsertion(editor);
  const [isForm, setForm] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const { areReadable, setReadable } = useReadableFields();
  const composed: ComposedPlan = {
    source: { document: check.document },
    ...(bindings.ok && bindings.value !== null && { bindings: bindings.value }),
    ...(parsedOptions.ok && { options: parsedOptions.input }),
  };

  const { show, step } = useProblemWalk(check.problems, editor, isForm, () => setForm(false));
  useKeys([
    { keys: ".", label: "Next error", section: "Move", hint: "next error", run: () => step(1) },
    {
      keys: "/",
      label: "Search a callable",
      section: "Move",
      hint: "search a callable",
      run: () => setSearching(true),
    },
  ]);

  const errors = check.problems.filter(({ tone }) => tone === "bad").length;
  const whyNot = areReadable
    ? whyNotStart(check, errors, bindings.ok, parsedOptions.ok)
    : "Fix what cannot be read first";
  return (
    <>
      <div class="page-head">
        {heading}
        <StartButton
          whyNot={whyNot}
          isStarting={starting.isStarting}
          onStart={() => starting.start(composed, (idempotencyKey) => started(composed, idempotencyKey))}
        />
      </div>
      <StartProblems errors={starting.errors} />
      <BroughtNote />
      {note !== null && <ProblemNote tone="warn" code="NOT_PUT_IN" message={note} />}
      {isComing && <p class="quiet-note">Reading the plan.</p>}
      <div class="compose" hidden={check.isFirst}>
        <div class="written">
          <PlanPanel
            text={planText}
            onText={(text) => {
              starting.clear();
              changeDraft({ planText: text });
            }}
            check={check}
            bindingsText={bindingsText}
            isForm={isForm}
            onForm={setForm}
            onReadable={setReadable}
            onSearch={() => setSearching(true)}
            editor={editor}
          />
          <BindingsPanel
            text={bindingsText}
            onText={(text) => changeDraft({ bindingsText: text })}
            parsed={bindings}
            problems={(check.validation?.errors ?? [])
              .filter(({ path }) => areaOf(path).area === "BINDINGS")
              .map(({ message }) => message)}
          />
          <OptionsPanel
            options={options}
            onChange={changeOptions}
            parsed={parsedOptions}
            composed={composed}
            hasSchedule
          />
        </div>
        <div class="side">
          <CheckPanel check={check} onShow={show} />
          <OrderPanel check={check} approval={options.approval} />
          <WorstPanel check={check} limits={limits} />
        </div>
      </div>
      {isSearching && (
        <CallableSearch
          onChoose={(callable) => {
            setSearching(false);
            void insert(callable);
          }}
          onClose={() => setSearching(false)}
        />
      )}
    </>
  );
}

interface ComposedPlan {
  readonly source: { readonly document: PlanCheck["document"] };
  readonly bindings?: Readonly<Record<string, unknown>>;
  readonly options?: Extract<ParsedOptions, { readonly ok: true }>["input"];
}

async function started({ options, source, ...rest }: ComposedPlan, idempotencyKey: string) {
  const input = { ...rest, source: { document: source.document ?? {} }, options: { ...options, idempotencyKey } };
  return payloadOf(await request(startPlan, { input }), ({ executePlan }) => executePlan);
}

function whyNotStart(check: PlanCheck, errors: number, hasBindings: boolean, hasOptions: boolean): string | null {
  if (errors > 0) return `Fix ${plural(errors, "error")} first`;
  if (!hasBindings) return "Fix the bindings first";
  if (!hasOptions) return "Fix the options first";
  if (check.document === null || (check.stepCount === 0 && check.validation === null && check.failure === null))
    return "Add a call first";
  // Who may start but not check lets the start itself check it.
  if (check.failure?.code === "FORBIDDEN") return null;
  if (check.failure !== null) return "It could not be checked";
  return check.isCurrent ? null : "Checking";
}
