/**
 * One box for words, whether they ask or order something. The system chooses the way that they take, to an agent or to a planner, and shows it; the
 * person may choose the other.
 */
import { request } from "../api/request.ts";
import { Icon } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { exact } from "../parts/numbers.ts";
import { StartProblems } from "./problems/start-problems.tsx";
import { registry } from "./registry.ts";
import { type Route, type RouteWish, routeFor } from "./route-choice.ts";
import { type AskInput, type ExecutePlanInput, startPlan, startQuestion } from "./run.generated.ts";
import type { ModeProps } from "./run-page.tsx";
import { changeDraft, changeOptions, draft } from "./start/draft.ts";
import { OptionsPanel } from "./start/options-panel.tsx";
import { readOptions } from "./start/run-options-input.ts";
import { StartButton } from "./start/start-button.tsx";
import { payloadOf, useStart } from "./start/start-run.ts";

const mostCharacters = 32_000;

export function AskMode({ heading }: ModeProps) {
  const { agentName, options, query, respond, route: wish } = draft.value;
  const starting = useStart();
  const parsed = readOptions(options);
  const known = registry.value;
  const agents = [...known.callables.values()].filter(({ kind }) => kind === "AGENT");
  const named = agentName.trim();
  const own = parsed.ok ? parsed.input : {};
  const route = routeFor(query, named, wish, [...known.callables.values()]);
  const chosen = route.kind === "AGENT" ? route.agentName : "";
  const question: AskInput = { query, respond, options: own, ...(chosen !== "" && { routing: { manual: chosen } }) };
  const prompt = { text: query, ...(named !== "" && { agentName: named }) };
  const plan: ExecutePlanInput = { source: { prompt }, respond, options: own };
  const composed = route.kind === "AGENT" ? question : plan;
  const isUnknown =
    named !== "" && known.isRead && known.problem === null && !agents.some(({ name }) => name === named);
  return (
    <>
      <div class="page-head">
        {heading}
        <StartButton
          whyNot={whyNot(query, parsed.ok)}
          isStarting={starting.isStarting}
          onStart={() =>
            starting.start(composed, async (idempotencyKey) => {
              const settings = { ...own, idempotencyKey };
              return route.kind === "AGENT"
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
      <div class="compose">
        <div class="written">
          <section class="panel" aria-labelledby="h-ask">
            <header>
              <h2 id="h-ask">Request</h2>
            </header>
            <div class="fields">
              <div class="field wide">
                <label for="query">What do you want to know, or to be done?</label>
                <textarea
                  id="query"
                  rows={6}
                  maxLength={mostCharacters}
                  value={query}
                  onInput={({ currentTarget }) => changeDraft({ query: currentTarget.value })}
                />
                <span class="hint">At most {exact(mostCharacters)} characters.</span>
              </div>
              <div class="field wide route">
                <span class="label">Route</span>
                <p class="route-line" role="status">
                  <Icon name={route.kind === "AGENT" ? "agent" : "model"} />
                  {query.trim() === "" && wish === "AUTO" && named === "" ? (
                    <span class="soft">Chosen from your words: an agent that fits, or a plan.</span>
                  ) : (
                    <span>
                      <b>{routeWords(route)}</b> <span class="soft">({route.why})</span>
                    </span>
                  )}
                </p>
                <RouteSwitch route={route} wish={wish} hasAgents={agents.length > 0} />
              </div>
              <div class="field">
                <label for="ask-agent">Agent</label>
                <input
                  id="ask-agent"
                  list="agent-names"
                  autocomplete="off"
                  value={agentName}
                  placeholder="Any"
                  onInput={({ currentTarget }) => changeDraft({ agentName: currentTarget.value })}
                />
                <datalist id="agent-names">
                  {agents.map(({ name }) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
                {isUnknown && <span class="wrong">No agent of exactly this name is registered.</span>}
              </div>
              <label class="tick at-foot">
                <input
                  type="checkbox"
                  checked={respond}
                  onChange={({ currentTarget }) => changeDraft({ respond: currentTarget.checked })}
                />
                The responder writes an answer at the end
              </label>
            </div>
          </section>
        </div>
        <div class="side">
          <OptionsPanel
            options={options}
            onChange={changeOptions}
            parsed={parsed}
            composed={composed}
            hasSchedule={false}
          />
        </div>
      </div>
    </>
  );
}

/** The use of the words. */
function routeWords(route: Route): string {
  if (route.kind === "PLAN") return "A model makes a plan and runs it";
  return route.agentName === ""
    ? "The agent that fits best answers"
    : `The agent ${madeVisible(route.agentName)} answers`;
}

interface RouteSwitchProps {
  readonly route: Route;
  readonly wish: RouteWish;
  readonly hasAgents: boolean;
}

function RouteSwitch({ hasAgents, route, wish }: RouteSwitchProps) {
  const choose = (next: RouteWish) => changeDraft({ route: next });
  const other = route.kind === "AGENT" ? "PLAN" : "AGENT";
  return (
    <div class="row">
      {(other === "PLAN" || hasAgents) && (
        <button class="btn small" type="button" onClick={() => choose(other)}>
          {other === "PLAN" ? "Make a plan instead" : "Ask an agent instead"}
        </button>
      )}
      {wish !== "AUTO" && (
        <button class="btn quiet small" type="button" onClick={() => choose("AUTO")}>
          Choose by my words
        </button>
      )}
    </div>
  );
}

function whyNot(query: string, hasOptions: boolean): string | null {
  if (query.trim() === "") return "Write what you want first";
  return hasOptions ? null : "Fix the options first";
}
