/** What an export of a subject asks the schema for: everything that somebody gave or said, nothing that is made of it or asked elsewhere. */
import { type DocumentNode, parse } from "graphql";
import type { RegisteredKind } from "./subject-walk.ts";

/** Its messages are read by pages. */
export const conversationFacts = documentOf(/* GraphQL */ `
  query ($id: ID!) {
    thing: conversation(by: { id: $id }) {
      chatId startedBy visibility group appId manifestName manifestHash status activeAgentName variables turn messageCount createdAt
      updatedAt
    }
  }
`);

/** The versions of a workflow that are kept, newest first, by its name. */
export const workflowVersions = documentOf(/* GraphQL */ `
  query ($name: String!) { thing: workflow(by: { name: $name }) { versions { workflowId } } }
`);

/** By the name of the thing. Of a server, and of a version of a workflow, by its id. */
export const registeredFacts: { readonly [Kind in RegisteredKind]: DocumentNode } = {
  SCHEDULE: documentOf(/* GraphQL */ `
    query ($name: String!) {
      thing: schedule(by: { name: $name }) {
        id description visibility group status timing { cron timeZone everySeconds anchorAt } overlap missedRuns catchUpSeconds startAt
        endAt maxRuns runKind runInput { byteSize value(maxBytes: 1000000000) } createdAt createdBy changedAt changedBy
        pause { pausedAt by note }
      }
    }
  `),
  SERVER: documentOf(/* GraphQL */ `
    query ($id: ID!) {
      thing: node(id: $id) { ... on McpServer { id url status protocolVersion lastSyncedAt trusted outputValidation } }
    }
  `),
  AGENT: documentOf(/* GraphQL */ `
    query ($name: String!) {
      thing: agent(by: { name: $name }) {
        id description tags exampleQueries runtime routable inputSchema outputSchema endpoint cardUrl cardReadAt protocolVersion
        public effectClass usageHints instructions skills { skillId instructions } tools maxRounds
        actions { actionId prompt inputSchema } model createdAt updatedAt
      }
    }
  `),
  WORKFLOW: documentOf(/* GraphQL */ `
    query ($id: ID!) {
      thing: workflow(by: { id: $id }) {
        id version description inputSchema outputSchema plan { document } output timeoutMs public createdAt
      }
    }
  `),
  MANIFEST: documentOf(/* GraphQL */ `
    query ($name: String!) { thing: manifest(name: $name) { id hash source createdAt updatedAt } }
  `),
};

function documentOf(text: string): DocumentNode {
  return parse(text, { noLocation: true });
}
