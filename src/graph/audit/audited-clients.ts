/**
 * Room `graph/audit`: the audit log of a tenant in the API. It owns which calls of the clients are recorded and how (this file), and the list
 * of entries (`audit-log.ts`).
 *
 * It leaves to others: the shape of an entry is `audit`, its storage `durable/tenant`. Every surface of the Worker uses the clients that this
 * file makes, so none can act without an entry.
 *
 * Invariants:
 *
 * - The entry is stored before the call, its outcome after it. Where the entry cannot be stored, nothing is called.
 * - Starts, messages and events are not recorded here: the list of executions says who began what. A run that somebody triggers is recorded.
 */

import type { GrantedThing } from "../../access/grant.ts";
import type { AuditAction, AuditedAction, AuditResult, AuditTargetKind } from "../../audit/audit-entry.ts";
import type { AuditWebhookResumption } from "../../audit/audit-webhook.ts";
import { faultText } from "../../json/fault-text.ts";
import type { CredentialClient } from "../base/credentials.ts";
import type {
  ArtifactClient,
  AuditClient,
  CatalogClient,
  Clients,
  ConversationClient,
  ScheduleClient,
} from "../base/ports.ts";
import type { SecretClient } from "../base/secrets.ts";

/** Stores an action, carries it out, and stores its outcome. */
export type Audit = <Answer>(
  actions: readonly Omit<AuditedAction, "subject">[],
  perform: () => Promise<Answer>,
  resultOf: (answer: Answer) => AuditResult,
) => Promise<Answer>;

/** The one way by which anything is recorded. */
export function auditOf(client: Pick<AuditClient, "begin" | "settle">, subject: string): Audit {
  return async (actions, perform, resultOf) => {
    const ids = await client.begin(actions.map((action) => ({ ...action, subject })));
    // An action that throws may have happened: its outcome stays unknown.
    const answer = await perform();
    try {
      await client.settle(ids, resultOf(answer));
    } catch (error) {
      console.error(JSON.stringify({ log: "audit_outcome_not_stored", entries: ids, error: faultText(error) }));
    }
    return answer;
  };
}

/** The same clients, whose calls are recorded as those of `subject`. */
export function auditedClients<Served extends Clients>(clients: Served, subject: string): Served {
  const audit = auditOf(clients.audit, subject);
  return {
    ...clients,
    executions: auditedExecutions(clients.executions, audit),
    conversations: auditedConversations(clients.conversations, audit),
    catalog: auditedCatalog(clients.catalog, audit),
    credentials: auditedCredentials(clients.credentials, audit),
    secrets: auditedSecrets(clients.secrets, audit),
    artifacts: auditedArtifacts(clients.artifacts, audit),
    schedules: auditedSchedules(clients.schedules, audit),
    audit: auditedAudit(clients.audit, audit),
  };
}

function auditedExecutions<Executions extends Clients["executions"]>(executions: Executions, audit: Audit): Executions {
  return {
    ...executions,
    cancel: (execution, by, reason, force) =>
      audit(
        [acting("CANCEL", "EXECUTION", execution, force === true ? "with force" : undefined)],
        () => executions.cancel(execution, by, reason, force),
        ({ kind }) => doneIf(kind === "CANCELLED", kind),
      ),
    respond: (execution, answer) =>
      audit(
        [
          {
            action: "RESPOND",
            target: { kind: "HUMAN_INPUT", name: execution, part: answer.requestId },
            detail: answer.isAccepted ? "ACCEPTED" : "DECLINED",
          },
        ],
        () => executions.respond(execution, answer),
        ({ kind }) => doneIf(kind === "RESOLVED", kind),
      ),
    delete: (execution) =>
      audit(
        [acting("DELETE", "EXECUTION", execution)],
        () => executions.delete(execution),
        ({ kind }) => doneIf(kind === "DELETED", kind),
      ),
  };
}

function auditedConversations(conversations: ConversationClient, audit: Audit): ConversationClient {
  return {
    ...conversations,
    delete: (name) =>
      audit(
        [acting("DELETE", "CONVERSATION", name)],
        () => conversations.delete(name),
        ({ kind }) => doneIf(kind === "DELETED", kind),
      ),
    deleteMessage: (name, position) =>
      audit(
        [{ action: "DELETE", target: { kind: "MESSAGE", name, part: String(position) } }],
        () => conversations.deleteMessage(name, position),
        ({ kind }) => doneIf(kind === "DELETED", kind),
      ),
  };
}

function auditedCatalog(catalog: CatalogClient, audit: Audit): CatalogClient {
  const removing = (kind: AuditTargetKind, name: string, remove: () => ReturnType<CatalogClient["removeAgent"]>) =>
    audit([acting("REMOVE", kind, name)], remove, (answer) => doneIf(answer.kind === "REMOVED", answer.kind));
  return {
    ...catalog,
    registerMcpServer: (registration) =>
      audit(
        [acting("REGISTER", "SERVER", registration.name, hostOf(registration.url))],
        () => catalog.registerMcpServer(registration),
        registered,
      ),
    registerOpenApiServer: (registration) =>
      audit(
        [acting("REGISTER", "SERVER", registration.name)],
        () => catalog.registerOpenApiServer(registration),
        registered,
      ),
    removeMcpServer: (name) => removing("SERVER", name, () => catalog.removeMcpServer(name)),
    registerAgent: (request) =>
      audit(
        [acting("REGISTER", "AGENT", agentName(request))],
        () => catalog.registerAgent(request),
        (answer) => (answer.kind === "REGISTERED" ? { outcome: "DONE", result: answer.name } : registered(answer)),
      ),
    removeAgent: (name) => removing("AGENT", name, () => catalog.removeAgent(name)),
    saveWorkflow: (registration) =>
      audit(
        [acting("REGISTER", "WORKFLOW", registration.name, registration.version)],
        () => catalog.saveWorkflow(registration),
        registered,
      ),
    importDefinitions: (definitions) =>
      audit(
        definitions.map((definition) =>
          definition.kind === "AGENT"
            ? acting("REGISTER", "AGENT", definition.agent.name)
            : acting("REGISTER", "WORKFLOW", definition.workflow.name, definition.workflow.version),
        ),
        () => catalog.importDefinitions(definitions),
        registered,
      ),
    removeWorkflow: (name) => removing("WORKFLOW", name, () => catalog.removeWorkflow(name)),
    applyManifest: (definition) =>
      audit(
        [acting("REGISTER", "MANIFEST", definition.name, definition.hash)],
        () => catalog.applyManifest(definition),
        registered,
      ),
    removeManifest: (name) => removing("MANIFEST", name, () => catalog.removeManifest(name)),
    registerWebhook: (registration) =>
      audit(
        [acting("REGISTER", "WEBHOOK", registration.name, hostOf(registration.url))],
        () => catalog.registerWebhook(registration),
        registered,
      ),
    removeWebhook: (name) => removing("WEBHOOK", name, () => catalog.removeWebhook(name)),
    setFlowRules: (rules) =>
      audit(
        [acting("UPDATE", "POLICY", "flow rules", `${rules.length} rules`)],
        () => catalog.setFlowRules(rules),
        ({ kind }) => doneIf(kind === "SET", kind),
      ),
    acceptTool: (name, contractHash) =>
      audit(
        [acting("ACCEPT", "TOOL", name, contractHash)],
        () => catalog.acceptTool(name, contractHash),
        ({ kind }) => doneIf(kind === "ACCEPTED", kind),
      ),
  };
}

function auditedSecrets(secrets: SecretClient, audit: Audit): SecretClient {
  return {
    ...secrets,
    list: (subject) =>
      audit(
        [acting("READ", "SECRET", "*", subject === undefined ? undefined : `of ${subject}`)],
        () => secrets.list(subject),
        () => doneIf(true, ""),
      ),
    connections: (subject) =>
      audit(
        [acting("READ", "CONNECTION", "*", `of ${subject}`)],
        () => secrets.connections(subject),
        () => doneIf(true, ""),
      ),
    endConnection: (id, subject, ofTenant) =>
      audit(
        [acting("DELETE", "CONNECTION", id, `of ${ofTenant ? "the tenant or " : ""}${subject}`)],
        () => secrets.endConnection(id, subject, ofTenant),
        (ended) =>
          ended.kind === "ENDED"
            ? { outcome: "DONE", result: `tokens at the authorization server: ${ended.revocation.kind}` }
            : doneIf(false, ended.kind),
      ),
    set: (secret) =>
      audit(
        [acting("UPDATE", "SECRET", secret.name, `of the ${secret.scope.toLowerCase()}, for ${secret.origin}`)],
        () => secrets.set(secret),
        ({ kind }) => doneIf(kind === "STORED", kind),
      ),
    remove: (name, scope, subject) =>
      audit(
        [acting("DELETE", "SECRET", name, subject === undefined ? `of the ${scope.toLowerCase()}` : `of ${subject}`)],
        () => secrets.remove(name, scope, subject),
        (isRemoved) => doneIf(isRemoved, "NOT_FOUND"),
      ),
  };
}

function auditedCredentials(credentials: CredentialClient, audit: Audit): CredentialClient {
  return {
    ...credentials,
    create: (key) =>
      audit(
        [acting("CREATE", "API_KEY", key.label, `for ${key.subject}: ${key.scopes.join(" ")}`)],
        () => credentials.create(key),
        (answer) =>
          answer.kind === "CREATED"
            ? { outcome: "DONE", result: answer.apiKey.keyId }
            : { outcome: "REFUSED", result: answer.kind },
      ),
    revoke: (keyId) =>
      audit(
        [acting("REVOKE", "API_KEY", keyId)],
        () => credentials.revoke(keyId),
        (key) => doneIf(key !== undefined, "NOT_FOUND"),
      ),
    webhookSecret: () =>
      audit(
        [acting("READ", "SECRET", "webhooks")],
        () => credentials.webhookSecret(),
        () => ({ outcome: "DONE" }),
      ),
    createAccessToken: (token) =>
      audit(
        [accessing("CREATE", token.grant.thing, `for ${token.subject}: ${token.grant.actions.join(" ")}`)],
        () => credentials.createAccessToken(token),
        () => ({ outcome: "DONE" }),
      ),
    revokeAccessTokens: (thing, subject, owner) =>
      audit(
        [accessing("REVOKE", thing, subject === undefined ? undefined : `of ${subject}`)],
        () => credentials.revokeAccessTokens(thing, subject, owner),
        () => ({ outcome: "DONE" }),
      ),
  };
}

/** Actions on the access tokens of a thing, which the entry names. */
function accessing(action: AuditAction, thing: GrantedThing, detail?: string): Omit<AuditedAction, "subject"> {
  return acting(action, "ACCESS_TOKEN", thing.kind === "EXECUTION" ? thing.execution : thing.conversation, detail);
}

function auditedArtifacts(artifacts: ArtifactClient, audit: Audit): ArtifactClient {
  return {
    ...artifacts,
    remove: (name) =>
      audit(
        [acting("DELETE", "ARTIFACT", name)],
        () => artifacts.remove(name),
        (isRemoved) => doneIf(isRemoved, "NOT_FOUND"),
      ),
  };
}

function auditedSchedules(schedules: ScheduleClient, audit: Audit): ScheduleClient {
  return {
    ...schedules,
    create: (request) =>
      audit(
        [acting("CREATE", "SCHEDULE", request.facts.name)],
        () => schedules.create(request),
        ({ kind }) => doneIf(kind === "CREATED", kind),
      ),
    update: (request) =>
      audit(
        [acting("UPDATE", "SCHEDULE", request.name)],
        () => schedules.update(request),
        ({ kind }) => doneIf(kind === "UPDATED", kind),
      ),
    pause: (name, by, note) => audit([acting("PAUSE", "SCHEDULE", name)], () => schedules.pause(name, by, note), found),
    resume: (name) => audit([acting("RESUME", "SCHEDULE", name)], () => schedules.resume(name), found),
    // Its run acts for the subject of the schedule, so that nothing else says who triggered it.
    trigger: (name, key) =>
      audit(
        [acting("TRIGGER", "SCHEDULE", name)],
        () => schedules.trigger(name, key),
        ({ kind }) => doneIf(kind === "TRIGGERED", kind),
      ),
    delete: (name) =>
      audit(
        [acting("DELETE", "SCHEDULE", name)],
        () => schedules.delete(name),
        (isDeleted) => doneIf(isDeleted, "NOT_FOUND"),
      ),
  };
}

function auditedAudit(client: AuditClient, audit: Audit): AuditClient {
  return {
    ...client,
    registerWebhook: (webhook) =>
      audit(
        [acting("REGISTER", "WEBHOOK", webhook.name, `of the audit log: ${hostOf(webhook.url) ?? ""}`)],
        () => client.registerWebhook(webhook),
        ({ kind }) => doneIf(kind === "REGISTERED", kind),
      ),
    resumeWebhook: (resumption) =>
      audit(
        [acting("RESUME", "WEBHOOK", resumption.name, resumedText(resumption))],
        () => client.resumeWebhook(resumption),
        ({ kind }) => doneIf(kind === "RESUMED", kind),
      ),
    removeWebhook: (name) =>
      audit(
        [acting("REMOVE", "WEBHOOK", name, "of the audit log")],
        () => client.removeWebhook(name),
        (isRemoved) => doneIf(isRemoved, "NOT_FOUND"),
      ),
  };
}

function resumedText({ passOver }: AuditWebhookResumption): string {
  return passOver === undefined ? "of the audit log" : `of the audit log: passes over entry ${passOver}`;
}

function acting(
  action: AuditAction,
  kind: AuditTargetKind,
  name: string,
  detail?: string,
): Omit<AuditedAction, "subject"> {
  return { action, target: { kind, name }, ...(detail !== undefined && { detail }) };
}

/** DONE, or REFUSED for that reason. */
function doneIf(isDone: boolean, reason: string): AuditResult {
  return isDone ? { outcome: "DONE" } : { outcome: "REFUSED", result: reason };
}

function found(answer: unknown): AuditResult {
  return doneIf(answer !== undefined, "NOT_FOUND");
}

function registered(answer: { readonly kind: string; readonly code?: string }): AuditResult {
  return doneIf(answer.kind !== "REFUSED", answer.code ?? answer.kind);
}

/** An address can hold secrets beyond its host. */
function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host;
}

/** The name of an agent is that of its card where none is given; its host then stands for it. */
function agentName(request: Parameters<CatalogClient["registerAgent"]>[0]): string {
  if (request.kind !== "A2A") return request.name;
  return request.name ?? hostOf(request.url) ?? "";
}
