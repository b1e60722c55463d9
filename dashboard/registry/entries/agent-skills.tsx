/** The abilities of an agent: the skills of its card, those of an agent of this deployment, and its named actions. */
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import type { Agent } from "./agent-entry.tsx";

export function AgentSkills({ agent }: { readonly agent: Agent }) {
  const skills = agent.card?.skills ?? [];
  const instructed = agent.skills.filter(({ skillId }) => !skills.some((skill) => skill.skillId === skillId));
  const shown = new Set(skills.flatMap(({ examples }) => examples));
  const queries = agent.exampleQueries.filter((query) => !shown.has(query)).slice(0, 5);
  const isEmpty = skills.length + instructed.length + agent.actions.length + queries.length === 0;
  return (
    <>
      {isEmpty && <p class="soft small">It names none.</p>}
      {skills.map(({ description, examples, inputModes, name, outputModes, skillId, tags }) => (
        <div key={skillId} class="skill">
          <div class="t">
            <InertText text={name} limit={120} /> <code class="soft">{madeVisible(skillId)}</code>
          </div>
          <p>
            <InertText text={description} limit={600} />
          </p>
          {examples.slice(0, 5).map((example, at) => (
            <Example key={at} text={example} />
          ))}
          {(inputModes !== null || outputModes !== null) && (
            <p class="fine">
              {[
                inputModes === null ? null : `takes ${inputModes.join(", ")}`,
                outputModes === null ? null : `gives ${outputModes.join(", ")}`,
              ]
                .flatMap((part) => (part === null ? [] : madeVisible(part)))
                .join("; ")}
            </p>
          )}
          {tags.length > 0 && <p class="fine">{madeVisible(tags.join(", "))}</p>}
        </div>
      ))}
      {instructed.map(({ instructions, skillId }) => (
        <div key={skillId} class="skill">
          <div class="t">
            <code>{madeVisible(skillId)}</code>
          </div>
          <p>
            <InertText text={instructions} limit={600} />
          </p>
        </div>
      ))}
      {agent.actions.map(({ actionId, prompt }) => (
        <div key={actionId} class="skill">
          <div class="t">
            Action <code>{madeVisible(actionId)}</code>
          </div>
          <p>
            <InertText text={prompt} limit={600} />
          </p>
        </div>
      ))}
      {queries.length > 0 && (
        <div class="skill">
          <div class="t">Meant for</div>
          {queries.map((query, at) => (
            <Example key={at} text={query} />
          ))}
        </div>
      )}
    </>
  );
}

function Example({ text }: { readonly text: string }) {
  return (
    <div>
      <q>
        <InertText text={text} limit={300} />
      </q>
    </div>
  );
}
