// Resolver types from `schema.graphql`: what each field takes and gives, and which of our own types stand behind each object.
import { readFile, writeFile } from "node:fs/promises";
import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as resolvers from "@graphql-codegen/typescript-resolvers";
import { parse } from "graphql";

const events = [
  "ExecutionStarted",
  "AgentRouted",
  "PlanProposed",
  "PlanRejected",
  "CallablesFound",
  "ModelCallStarted",
  "ModelCalled",
  "TextProduced",
  "StepStarted",
  "StepProgressed",
  "AttemptFailed",
  "StepWaiting",
  "HumanInputResolved",
  "ArtifactStored",
  "StepFinished",
  "CancelRequested",
  "FinallyStarted",
  "CallIgnored",
  "ItemsAdded",
  "ExecutionResumed",
  "ExecutionFinished",
  "TurnStarted",
  "OutputSubmitted",
  "MessageAdded",
  "StructuredOutputChecked",
  "DuplicateSuppressed",
  "BindingSet",
  "HandoffMade",
];

/** What resolvers are handed for objects of each type. Types that are not named are handed in the shape of the schema. */
const mappers = {
  AddedMessage: "./sources.ts#EventSource<'MessageAdded'>",
  Agent: "./sources.ts#AgentSource",
  AgentCard: "./sources.ts#AgentCardSource",
  AgentStep: "./sources.ts#StepSource",
  Artifact: "./sources.ts#ArtifactSource",
  AuditEntry: "./sources.ts#AuditEntrySource",
  AutoToolBinding: "./sources.ts#ManifestBindingSource",
  CallableRun: "./sources.ts#CallableRunSource",
  Conversation: "./sources.ts#ConversationSource",
  Execution: "./sources.ts#ExecutionSource",
  ExecutionChangeBatch: "./list-sources.ts#ChangeBatchSource",
  ExecutionConnection: "./list-sources.ts#ExecutionConnectionSource",
  ExecutionDerivation: "./sources.ts#DerivationSource",
  ExecutionLimits: "./sources.ts#LimitsSource",
  ExecutionEventBatch: "./list-sources.ts#BatchSource",
  ExecutionOrigin: "./sources.ts#OriginSource",
  ExecutionSchedule: "./sources.ts#ExecutionScheduleSource",
  ExecutionWebhook: "./sources.ts#ExecutionWebhookSource",
  HumanInputChangeBatch: "./list-sources.ts#InboxBatchSource",
  HumanInputRequest: "./sources.ts#HumanInputSource",
  HumanInputRequestConnection: "./list-sources.ts#InboxConnectionSource",
  HumanInputStep: "./sources.ts#StepSource",
  IdempotencyConflictError: "./sources.ts#IdempotencyConflict",
  LoopStep: "./sources.ts#StepSource",
  Manifest: "./sources.ts#ManifestSource",
  ManifestAgent: "./sources.ts#ManifestAgentSource",
  ManifestHandoff: "./sources.ts#ManifestHandoffSource",
  ManifestTool: "./sources.ts#ManifestToolSource",
  MapStep: "./sources.ts#StepSource",
  McpServer: "./sources.ts#McpServerSource",
  Message: "./sources.ts#MessageSource",
  ModelCall: "./sources.ts#ModelCallSource",
  ParallelStep: "./sources.ts#StepSource",
  Payload: "./payload-source.ts#PayloadSource",
  Plan: "./sources.ts#PlanSource",
  PlanRound: "./sources.ts#PlanRoundSource",
  PlanStep: "./sources.ts#PlanStepSource",
  RoutingDecision: "./sources.ts#RoutingSource",
  ActiveScheduledRun: "./sources.ts#ActiveRunSource",
  RunSchedule: "./sources.ts#ScheduleSource",
  ScheduledRunRecord: "./sources.ts#RunRecordSource",
  StepAttachment: "./sources.ts#StepAttachmentSource",
  StepPolicy: "./sources.ts#StepPolicySource",
  Tenant: "./sources.ts#TenantSource",
  Tool: "./sources.ts#ToolSource",
  ToolStep: "./sources.ts#StepSource",
  Webhook: "./sources.ts#WebhookSource",
  Workflow: "./sources.ts#WorkflowSource",
  WorkflowStep: "./sources.ts#StepSource",
  WorkflowVersion: "./sources.ts#WorkflowVersionSource",
  ...Object.fromEntries(events.map((event) => [event, `./sources.ts#EventSource<'${event}'>`])),
};

const scalars = {
  ID: "string",
  DateTime: "number",
  JSON: "../../json/json.ts#Json",
  JSONObject: "../../json/json.ts#JsonObject",
  JSONSchema: "../../json/json.ts#JsonSchema",
  JSONPointer: "string",
  SafeInt: "number",
  URL: "string",
  EventCursor: "string",
};

const header = "// Generated from schema.graphql by scripts/generate.mjs. Do not edit.\n";

const config = {
  contextType: "./graph-context.ts#GraphContext",
  mappers,
  scalars,
  strictScalars: true,
  enumsAsTypes: true,
  useTypeImports: true,
  immutableTypes: true,
  skipTypename: true,
  disableDescriptions: true,
  // What there is not is null to GraphQL, whether it is null or undefined here.
  maybeValue: "T | null | undefined",
  inputMaybeValue: "T | null | undefined",
  // A nullable field of an object that we make is named, never left out by accident.
  avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false, resolvers: false },
};

const typesFile = "schema.generated.ts";

/**
 * The texts of the generated modules for a schema: its types, which import nothing of the graph, and the types of its resolvers, which
 * import what stands behind each object.
 */
export async function schemaModules(schemaText) {
  const schema = parse(schemaText);
  const generate = (filename, name, plugin) =>
    codegen({ documents: [], schema, filename, pluginMap: { [name]: plugin }, plugins: [{ [name]: {} }], config });
  const types = await generate(typesFile, "typescript", typescript);
  const resolverTypes = await generate("resolvers.generated.ts", "resolvers", resolvers);
  // Neither the name of a member nor a text is a use of a type.
  const words = new Set(resolverTypes.match(/(?<!['\w])[A-Za-z_]\w*\b(?!['\w]|\??:)/g));
  const declared = new Set([...resolverTypes.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name));
  const used = [...types.matchAll(/^export type (\w+)/gm)]
    .map(([, name]) => name)
    .filter((name) => words.has(name) && !declared.has(name));
  return {
    [typesFile]: header + types,
    "resolvers.generated.ts": `${header}import type { ${used.join(", ")} } from './${typesFile}';\n${resolverTypes}`,
  };
}

/** Writes the modules whose text has changed. Returns the names of their files. */
export async function generateSchema() {
  const folder = "src/graph/base";
  const modules = await schemaModules(await readFile(new URL("../../schema.graphql", import.meta.url), "utf8"));
  const changed = [];
  for (const [name, text] of Object.entries(modules)) {
    const url = new URL(`../../${folder}/${name}`, import.meta.url);
    if ((await readFile(url, "utf8").catch(() => null)) === text) continue;
    await writeFile(url, text);
    changed.push(`${folder}/${name}`);
  }
  return changed;
}
