/** Asking a question: an agent answers it, or a plan that a model makes from the words. */
import { request } from "../api/request.ts";
import { exact } from "../parts/numbers.ts";
import { StartProblems } from "./problems/start-problems.tsx";
import { registry } from "./registry.ts";
import { type AskInput, type ExecutePlanInput, startPlan, startQuestion } from "./run.generated.ts";
import type { ModeProps } from "./run-page.tsx";
import { changeDraft, changeOptions, draft } from "./start/draft.ts";
import { OptionsPanel } from "./start/options-panel.tsx";
import { readOptions } from "./start/run-options-input.ts";
import { StartButton } from "./start/start-button.tsx";
import { payloadOf, useStart } from "./start/start-run.ts";

const mostCharacters = 32_000;

export function AskMode({ heading }: ModeProps) {
  const { agentName, answeredBy, options, query, respond } = draft.value;
  const starting = useStart();
  const reading = readOptions(options);
  const known = registry.value;
  const agents = [...known.callables.values()].filter(({ kind }) => kind === "AGENT");
  const named = agentName.trim();
  const own = reading.ok ? reading.input : {};
  const question: AskInput = { query, respond, options: own, ...(named !== "" && { routing: { manual: named } }) };
  const prompt = { text: query, ...(named !== "" && { agentName: named }) };
  const plan: ExecutePlanInput = { source: { prompt }, respond, options: own };
  const composed = answeredBy === "AGENT" ? question : plan;
  const isUnknown =
    named !== "" && known.isRead && known.problem === null && !agents.some(({ name }) => name === named);
  return (
    <>
      <div class="page-head">
        {heading}
        <StartButton
          whyNot={whyNot(query, reading.ok)}
          isStarting={starting.isStarting}
          onStart={() =>
            starting.start(composed, async (idempotencyKey) => {
              const settings = { ...own, idempotencyKey };
              return answeredBy === "AGENT"
                ? payloadOf(
                    await request(startQuestion, { input: { ...question, options: settings } }),
                    ({ ask }) => ask,
                  )
                : payloadOf(
                    await request(startPlan, { input: { ...plan, options: settings } }),
                    ({ executePlan }) => executePlan,
                  );
            })
          }
        />
      </div>
      <StartProblems errors={starting.errors} />
      <div class="compose single">
        <div class="written">
          <section class="panel" aria-labelledby="h-ask">
            <header>
              <h2 id="h-ask">Question</h2>
            </header>
            <div class="fields">
              <div class="field wide">
                <label for="query">
                  {answeredBy === "AGENT" ? "What do you want to know?" : "What is to be done?"}
                </label>
                <textarea
                  id="query"
                  rows={5}
                  maxLength={mostCharacters}
                  value={query}
                  onInput={({ currentTarget }) => changeDraft({ query: currentTarget.value })}
                />
                <span class="hint">Handed over to the letter, {exact(mostCharacters)} characters at most.</span>
              </div>
              <fieldset class="field wide">
                <legend class="label">Who answers</legend>
                <label class="tick">
                  <input
                    type="radio"
                    name="answered-by"
                    checked={answeredBy === "AGENT"}
                    onChange={() => changeDraft({ answeredBy: "AGENT" })}
                  />
                  An agent that fits the question
                </label>
                <label class="tick">
                  <input
                    type="radio"
                    name="answered-by"
                    checked={answeredBy === "PLAN"}
                    onChange={() => changeDraft({ answeredBy: "PLAN" })}
                  />
                  A plan that a language model makes from it
                </label>
              </fieldset>
              <div class="field">
                <label for="ask-agent">Agent</label>
                <input
                  id="ask-agent"
                  list="agent-names"
                  autocomplete="off"
                  value={agentName}
                  placeholder={answeredBy === "AGENT" ? "A language model chooses" : "None: all that is registered"}
                  onInput={({ currentTarget }) => changeDraft({ agentName: currentTarget.value })}
                />
                <datalist id="agent-names">
                  {agents.map(({ name }) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
                {isUnknown && <span class="wrong">No agent of exactly this name is registered.</span>}
              </div>
              <label class="tick">
                <input
                  type="checkbox"
                  checked={respond}
                  onChange={({ currentTarget }) => changeDraft({ respond: currentTarget.checked })}
                />
                The responder writes an answer at the end
              </label>
            </div>
          </section>
          <OptionsPanel
            options={options}
            onChange={changeOptions}
            reading={reading}
            composed={composed}
            hasSchedule={false}
          />
        </div>
      </div>
    </>
  );
}

function whyNot(query: string, hasOptions: boolean): string | null {
  if (query.trim() === "") return "Write a question first";
  return hasOptions ? null : "Fix the options first";
}
