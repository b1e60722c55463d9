/**
 * Who works together in the run of `npm start`: an agent behind A2A, three agents of ours of which one asks the other two, a fourth that
 * answers in a schema, and a workflow that calls all of them, with a map over the languages of its translations in the middle.
 */
import { ask } from "./graphql-client.mjs";

const agents = [
  {
    name: "researcher",
    description: "Finds sources on a topic",
    source: {
      local: {
        instructions: "Find sources for what you are asked, and name them.",
        tools: ["research_blog"],
      },
    },
  },
  {
    name: "writer",
    description: "Writes short texts from notes",
    source: { local: { instructions: "Write what you are asked, from the notes that come with it and nothing else." } },
  },
  {
    name: "editor",
    description: "Turns a topic into a short text with sources",
    source: {
      local: {
        instructions: "Ask the researcher for sources, then have the writer write the text.",
        tools: ["peer_researcher", "peer_writer"],
      },
    },
  },
  {
    name: "critic",
    description: "Judges a short text",
    source: {
      local: {
        instructions: "Judge the draft. Give it a score from 1 to 5, and one piece of advice to its author.",
        inputSchema: {
          type: "object",
          properties: { draft: { type: "string" } },
          required: ["draft"],
          additionalProperties: false,
        },
        outputSchema: {
          type: "object",
          properties: { score: { type: "integer", minimum: 1, maximum: 5 }, advice: { type: "string" } },
          required: ["score", "advice"],
          additionalProperties: false,
        },
      },
    },
  },
];

const workflow = {
  name: "publish",
  description: "Publishes a post on a topic, with translations beside it",
  source: {
    plan: {
      steps: [
        {
          tool: {
            stepId: "draft",
            toolName: "peer_editor",
            inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
            arguments: { text: "Two sentences about {{input.topic}}" },
          },
        },
        {
          tool: { stepId: "review", toolName: "peer_critic", arguments: { draft: "{{steps.draft.output.text}}" } },
        },
        {
          map: {
            stepId: "translations",
            over: ["de", "fr"],
            step: {
              tool: {
                toolName: "peer_translator",
                arguments: { text: "{{steps.draft.output.text}}", language: "{{item}}", delay_ms: 3_000 },
              },
            },
          },
        },
        {
          tool: {
            stepId: "research",
            toolName: "research_blog",
            arguments: { topic: "{{input.topic}}", skill_id: "research_blog" },
            // Beside the translations, which it does not wait for.
            after: ["draft"],
            independent: true,
          },
        },
        {
          tool: {
            stepId: "post",
            toolName: "create_blog_post",
            arguments: {
              artifact_id: "{{steps.research.output.artifact_id}}",
              skill_id: "blog_writing",
              instructions: "Keep the tone of: {{steps.draft.output.text}}",
            },
          },
        },
      ],
    },
  },
  inputSchema: { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] },
  output: {
    title: "{{steps.post.output.artifact.title}}",
    post: "{{steps.post.output.artifact.content}}",
    german: "{{steps.translations.output[0].text}}",
    french: "{{steps.translations.output[1].text}}",
    score: "{{steps.review.output.score}}",
  },
};

/** Registers everyone, and gives the names under which plans call them. `url` is the address of the A2A agent. */
export async function registerTeam(endpoint, url) {
  const names = [];
  for (const agent of [{ source: { a2a: { url, effectClass: "KEYED" } } }, ...agents]) {
    const { registerAgent } = await ask(
      endpoint,
      "mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { toolName } errors { message } } }",
      { input: agent },
    );
    demandSuccess(`register the agent ${agent.name ?? url}`, registerAgent.errors);
    names.push(registerAgent.agent.toolName);
  }
  const { saveWorkflow } = await ask(
    endpoint,
    "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { workflow { toolName } errors { message } } }",
    { input: workflow },
  );
  demandSuccess("save the workflow publish", saveWorkflow.errors);
  return [...names, saveWorkflow.workflow.toolName];
}

/** Throws, with what was wrong, unless there are no errors. */
export function demandSuccess(action, errors) {
  if (errors.length > 0) throw new Error(`Could not ${action}: ${errors.map(({ message }) => message).join("; ")}`);
}
