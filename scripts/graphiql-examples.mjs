/** The operations with which GraphiQL opens, in one document. Each works against the example world of `npm start`; a test runs them there. */

const catalog = `# What can be called: each tool with its schemas, and whether a repeated call does harm (effectClass).
query Catalog {
  tools(first: 10) {
    nodes {
      name
      description
      effectClass
      inputSchema
      outputSchema
    }
  }
}
`;

const prompt = `# Five examples that work against the example world of npm start. The button with the triangle asks which one to run;
# Ctrl-Enter runs the one in which the cursor stands.

# A language model makes a plan from your words, Planwright checks and runs it, and a model writes the answer.
mutation Prompt {
  executePlan(
    input: {
      source: { prompt: { text: "Write a blog post about durable agents" } }
      options: { waitMs: 20000 }
    }
  ) {
    execution {
      id
      status
      plan { steps { stepId callableName arguments } }
      response
      usage { modelCalls toolCalls costMicros }
    }
    errors { code message path }
  }
}
`;

const check = `# A plan with a mistake: nothing is called, and the answer says where it is wrong and what was meant.
# Write artifact_id instead of artifact_idd, and it is valid.
query Check {
  validatePlan(
    input: {
      source: {
        plan: {
          steps: [
            { tool: { stepId: "research", toolName: "research_blog", arguments: { topic: "Checks", skill_id: "research" } } }
            {
              tool: {
                stepId: "post"
                toolName: "create_blog_post"
                arguments: {
                  artifact_id: "{{steps.research.output.artifact_idd}}"
                  skill_id: "blog_writing"
                  instructions: "Be brief"
                }
              }
            }
          ]
        }
      }
    }
  ) {
    valid
    waves
    warnings { message }
    errors { code message path }
  }
}
`;

const plan = `# A plan of your own needs no model. The second step takes its argument from the output of the first.
mutation Plan {
  executePlan(
    input: {
      source: {
        plan: {
          steps: [
            { tool: { stepId: "save", toolName: "set_note", arguments: { name: "todo", text: "Try Planwright" } } }
            { tool: { stepId: "read", toolName: "read_note", arguments: { name: "{{steps.save.output.name}}" } } }
          ]
        }
      }
      options: { waitMs: 20000 }
    }
  ) {
    execution {
      id
      status
      steps { stepId status output { value } }
    }
    errors { code message path }
  }
}
`;

const ask = `# A question: the router chooses the agent that can answer it.
mutation Ask {
  ask(input: { query: "What did our machines cost in the last seven days?", options: { waitMs: 20000 } }) {
    execution {
      id
      status
      routing { agentName reason }
      response
    }
    errors { code message path }
  }
}
`;

/** In the order in which they stand. */
export const graphiqlExamples = [prompt, plan, check, ask, catalog];
