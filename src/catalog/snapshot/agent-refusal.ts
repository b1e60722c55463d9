/**
 * The reasons to refuse an agent before it is stored: names that could mean something else, texts beyond their bounds, addresses that no
 * request may go to. Rules that need the rest of the catalog are checked where the catalog is stored; cards are checked where they are
 * read.
 */

import { utf8Bytes } from "../../json/json.ts";
import type { Skill } from "../../plan/conversation.ts";
import { declaredLabelsFinding } from "../../plan/labels/declared-labels.ts";
import { mostRounds } from "../../plan/order/round-ids.ts";
import type { AgentAction } from "../../plan/run-definition.ts";
import type {
  A2aAgentRegistration,
  AgentRegistration,
  HttpAgentRegistration,
  LocalAgentRegistration,
  RemoteAgentRequest,
} from "../agent-registration.ts";
import { agentBounds } from "../agents/agent-bounds.ts";
import { schemaTakesText, takesText } from "../agents/takes-text.ts";
import { credentialProblem } from "../credentials/credential-refusal.ts";
import { type EgressRules, egressRefusal } from "../egress.ts";
import {
  agentInputProblem,
  agentOutputProblem,
  type DeclaredSchemaProblem,
  inputSchemaProblem,
} from "../input-schema.ts";
import { orchestrationToolName } from "../orchestration-tool.ts";
import { typedNamePattern } from "../plan-name.ts";
import { longestUrl, secretName } from "../server-registration.ts";

export interface AgentRefusal {
  readonly code: "INVALID_INPUT" | "LIMIT_EXCEEDED" | "EGRESS_DENIED";
  /** Which member of the registration is to blame. */
  readonly member:
    | keyof A2aAgentRegistration
    | keyof HttpAgentRegistration
    | keyof LocalAgentRegistration
    | keyof RemoteAgentRequest;
  readonly message: string;
}

type Member = AgentRefusal["member"];

const agentName = /^[A-Za-z0-9_-]{1,64}$/;
const actionId = /^[A-Za-z0-9_.:-]{1,64}$/;
/** The router's answer if no agent fits (H14), in any spelling, so that no agent can have this name. */
const reservedName = "none";

/** The first reason not to register `agent`, or undefined. */
export function agentRefusal(agent: AgentRegistration, rules: EgressRules): AgentRefusal | undefined {
  return (
    nameRefusal(agent) ??
    textRefusal("description", agent.description, 1, agentBounds.descriptionCharacters) ??
    listRefusal("tags", agent.tags, agentBounds.tags, agentBounds.tagCharacters) ??
    tagRefusal(agent.tags) ??
    listRefusal(
      "exampleQueries",
      agent.exampleQueries,
      agentBounds.exampleQueries,
      agentBounds.exampleQueryCharacters,
    ) ??
    kindRefusal(agent, rules)
  );
}

function kindRefusal(agent: AgentRegistration, rules: EgressRules): AgentRefusal | undefined {
  switch (agent.kind) {
    case "HTTP":
      return httpRefusal(agent, rules);
    case "A2A":
      return remoteRefusal(agent, rules);
    case "LOCAL":
      return localRefusal(agent);
  }
}

/**
 * The first reason not to ask for the card of a remote agent, or undefined. The bounds of the card's content are checked when it is known.
 */
export function remoteRequestRefusal(
  request: Pick<RemoteAgentRequest, "bearerSecret" | "credential" | "url">,
  rules: EgressRules,
): AgentRefusal | undefined {
  return secretRefusal(request) ?? addressRefusal("url", request.url, rules);
}

function nameRefusal({ kind, name }: AgentRegistration): AgentRefusal | undefined {
  if (kind === "A2A" && name === "")
    return invalid("name", "one in the registration, because the card has none that can be used, found none");
  if (kind !== "HTTP" && !typedNamePattern.test(name))
    return invalid("name", `1 to 48 letters, digits, \`_\` or \`-\`, found ${shown(name)}`);
  if (!agentName.test(name)) return invalid("name", `1 to 64 letters, digits, \`_\` or \`-\`, found ${shown(name)}`);
  if (name.toLowerCase() !== reservedName) return undefined;
  return invalid("name", `a name other than ${shown(name)}, which says that no agent fits`);
}

function tagRefusal(tags: readonly string[]): AgentRefusal | undefined {
  const found = tags.find((tag) => /\s/.test(tag));
  return found === undefined ? undefined : invalid("tags", `single words, found ${shown(found)}`);
}

function httpRefusal(agent: HttpAgentRegistration, rules: EgressRules): AgentRefusal | undefined {
  const { endpoint, healthUrl, usageHints } = agent;
  return (
    secretRefusal(agent) ??
    addressRefusal("endpoint", endpoint, rules) ??
    (healthUrl === null ? undefined : addressRefusal("healthUrl", healthUrl, rules)) ??
    textRefusal("usageHints", usageHints, 0, agentBounds.usageHintsCharacters) ??
    labelsRefusal(agent)
  );
}

function remoteRefusal(agent: A2aAgentRegistration, rules: EgressRules): AgentRefusal | undefined {
  return (
    secretRefusal(agent) ??
    addressRefusal("endpoint", agent.endpoint, rules) ??
    textRefusal("usageHints", agent.usageHints, 0, agentBounds.usageHintsCharacters) ??
    labelsRefusal(agent) ??
    (agent.routable && !schemaTakesText(agent)
      ? invalid("routable", "false for an agent whose input schema is not one that takes {text} alone, found true")
      : undefined)
  );
}

function labelsRefusal({ outputLabels }: A2aAgentRegistration | HttpAgentRegistration): AgentRefusal | undefined {
  const finding = declaredLabelsFinding(outputLabels ?? []);
  if (finding === undefined) return undefined;
  return { code: "INVALID_INPUT", member: "outputLabels", message: `Cannot use the output labels: ${finding}` };
}

function secretRefusal({
  bearerSecret,
  credential,
}: Pick<RemoteAgentRequest, "bearerSecret" | "credential">): AgentRefusal | undefined {
  if (bearerSecret !== null && !secretName.test(bearerSecret))
    return invalid("bearerSecret", `1 to 64 capital letters, digits or \`_\`, found ${shown(bearerSecret)}`);
  const problem = credentialProblem(credential, bearerSecret);
  if (problem === undefined) return undefined;
  return { code: "INVALID_INPUT", member: "credential", message: `Cannot use the credential: ${problem}` };
}

function addressRefusal(
  member: "endpoint" | "healthUrl" | "url",
  url: string,
  rules: EgressRules,
): AgentRefusal | undefined {
  if (url.length > longestUrl) return invalid(member, `at most ${longestUrl} characters, found ${url.length}`);
  const refused = egressRefusal(url, rules);
  if (refused === undefined) return undefined;
  const code = refused.reason === "INVALID_URL" ? "INVALID_INPUT" : "EGRESS_DENIED";
  return { code, member, message: refused.message };
}

function localRefusal(agent: LocalAgentRegistration): AgentRefusal | undefined {
  return (
    instructionRefusal(agent) ??
    toolRefusal(agent.tools) ??
    roundRefusal(agent) ??
    actionRefusal(agent.actions) ??
    schemaRefusal("inputSchema", agent.inputSchema, agentInputProblem) ??
    schemaRefusal("outputSchema", agent.outputSchema, agentOutputProblem) ??
    inputRefusal(agent)
  );
}

function schemaRefusal(
  member: "inputSchema" | "outputSchema",
  schema: LocalAgentRegistration[typeof member],
  problemOf: (schema: unknown) => DeclaredSchemaProblem | undefined,
): AgentRefusal | undefined {
  const problem = schema === undefined ? undefined : problemOf(schema);
  if (problem === undefined) return undefined;
  return { code: problem.code, member, message: `Cannot use the ${member} of the agent: ${problem.message}` };
}

/** An agent is given its typed input, or is asked for one of its actions, each of which has a schema of its own. */
function inputRefusal(agent: LocalAgentRegistration): AgentRefusal | undefined {
  if (agent.inputSchema === undefined) return undefined;
  if (agent.actions.length > 0)
    return invalid("inputSchema", "none for an agent with actions, each of which has its own, found one");
  if (!agent.routable || takesText(agent)) return undefined;
  return invalid("routable", "false for an agent whose input schema is not one that takes {text} alone, found true");
}

function instructionRefusal({ instructions, skills }: LocalAgentRegistration): AgentRefusal | undefined {
  const bytes = utf8Bytes(instructions);
  if (bytes > agentBounds.instructionsBytes) {
    return invalid("instructions", `at most ${agentBounds.instructionsBytes} bytes, found ${bytes}`);
  }
  if (skills.length > agentBounds.skills) {
    return invalid("skills", `at most ${agentBounds.skills}, found ${skills.length}`);
  }
  const seen = new Set<string>();
  for (const skill of skills) {
    const problem = seen.has(skill.id) ? `each identifier once, found ${shown(skill.id)} again` : skillProblem(skill);
    if (problem !== undefined) return invalid("skills", problem);
    seen.add(skill.id);
  }
  return undefined;
}

function skillProblem({ id, instructions }: Skill): string | undefined {
  const { skillBytes, skillIdCharacters } = agentBounds;
  if (id.length < 1 || id.length > skillIdCharacters) {
    return `identifiers of 1 to ${skillIdCharacters} characters, found one of ${id.length}`;
  }
  const bytes = utf8Bytes(instructions);
  return bytes > skillBytes ? `instructions of at most ${skillBytes} bytes, found ${bytes} in ${shown(id)}` : undefined;
}

function toolRefusal(tools: readonly string[]): AgentRefusal | undefined {
  const twice = tools.find((name, position) => tools.indexOf(name) < position);
  return (
    listRefusal("tools", tools, agentBounds.tools, agentBounds.toolCharacters) ??
    (twice === undefined ? undefined : invalid("tools", `each name once, found ${shown(twice)} again`)) ??
    (tools.length === 1 && tools[0] === orchestrationToolName
      ? invalid("tools", `others beside ${orchestrationToolName}, which it orchestrates, found it alone`)
      : undefined)
  );
}

function roundRefusal({ maxRounds, tools }: LocalAgentRegistration): AgentRefusal | undefined {
  if (maxRounds === undefined) return undefined;
  if (!Number.isSafeInteger(maxRounds) || maxRounds < 1 || maxRounds > mostRounds)
    return invalid("maxRounds", `a whole number from 1 to ${mostRounds}, found ${maxRounds}`);
  if (maxRounds === 1 || tools.length > 0) return undefined;
  return invalid("maxRounds", `1 for an agent without tools, which makes no plan, found ${maxRounds}`);
}

function actionRefusal(actions: readonly AgentAction[]): AgentRefusal | undefined {
  if (actions.length > agentBounds.actions)
    return invalid("actions", `at most ${agentBounds.actions}, found ${actions.length}`);
  for (const [position, action] of actions.entries()) {
    const isTwice = actions.findIndex(({ id }) => id === action.id) < position;
    const problem = isTwice ? `each identifier once, found ${shown(action.id)} again` : actionProblem(action);
    if (problem !== undefined) return invalid("actions", problem);
  }
  return undefined;
}

function actionProblem({ id, inputSchema, prompt }: AgentAction): string | undefined {
  const { actionPromptBytes } = agentBounds;
  if (!actionId.test(id))
    return `identifiers of 1 to 64 letters, digits, \`_\`, \`.\`, \`:\` or \`-\`, found ${shown(id)}`;
  const bytes = utf8Bytes(prompt);
  if (bytes < 1 || bytes > actionPromptBytes)
    return `prompts of 1 to ${actionPromptBytes} bytes, found ${bytes} in ${shown(id)}`;
  const problem = inputSchema === null ? undefined : inputSchemaProblem(inputSchema);
  return problem && `a schema of objects for the parameters of ${shown(id)}: ${problem.message}`;
}

function textRefusal(member: Member, text: string, least: number, most: number): AgentRefusal | undefined {
  if (text.length >= least && text.length <= most) return undefined;
  return invalid(member, `${least} to ${most} characters, found ${text.length}`);
}

function listRefusal(
  member: Member,
  texts: readonly string[],
  most: number,
  mostCharacters: number,
): AgentRefusal | undefined {
  if (texts.length > most) return invalid(member, `at most ${most}, found ${texts.length}`);
  const wrong = texts.find((text) => text.length < 1 || text.length > mostCharacters);
  if (wrong === undefined) return undefined;
  return invalid(member, `1 to ${mostCharacters} characters each, found ${wrong.length}`);
}

function invalid(member: Member, required: string): AgentRefusal {
  return { code: "INVALID_INPUT", member, message: `Cannot use the ${member} of the agent: required ${required}` };
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
