/**
 * Two subjects of one tenant at the real Worker, each with runs, artifacts, chats and registrations: the export of one has all contents that
 * `exportSubject` lists by their names, and of the other nothing.
 */
import { expect, it } from "vitest";
import { Terminal } from "../../packages/cli/command.ts";
import { talkingPeers } from "../../support/callees/talking-peers.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, type Planwright, tool } from "../../support/deployed/planwright.ts";
import { listedNames, namesIn, ofKind, type SubjectLine } from "../../support/graph/subject-lines.ts";

const adminToken = "the-operators-token-of-more-than-thirty-two-characters";
const served = deployedWorld({ servers: {}, settings: { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function keyOf(subject: string, scopes: readonly string[]): Promise<string> {
  const operator = served.worker.planwright.as({ ...bearer(adminToken), "planwright-tenant": "acme" });
  const { createApiKey } = await operator.ask<{ createApiKey: { secret: string } }>(
    "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret errors { message } } }",
    { input: { label: `key of-${subject}`, subject, scopes } },
  );
  return createApiKey.secret;
}

const user = [
  ...["REGISTRY_READ", "REGISTRY_WRITE", "EXECUTION_READ", "EXECUTION_START", "EXECUTION_CONTROL", "SCHEDULE_WRITE"],
];

/** An agent whose output comes from outside, so that a turn of it waits without a language model. */
const reports = {
  agents: { Reporter: { system_message: "Report.", structured_outputs_required: true, runs_elsewhere: true } },
  structured_outputs: {
    models: { Report: { type: "model", fields: { text: { type: "str" } } } },
    registry: { Reporter: "Report" },
  },
};

async function done(who: Planwright, mutation: string, type: string, input: object): Promise<void> {
  const answer = await who.ask<{ readonly [field: string]: { readonly errors: readonly object[] } }>(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { errors { code message } } }`,
    { input },
  );
  expect(answer[mutation]?.errors, mutation).toEqual([]);
}

/** One of each kind of thing, with the mark of the subject in it. */
async function worked(subject: string, mark: string): Promise<void> {
  const who = served.worker.planwright.as(bearer(await keyOf(subject, user)));
  const plan = { steps: [tool(`draw-${mark}`, "draw", {})] };
  expect((await who.start({ source: { plan }, options: { waitMs: 25_000 } })).status).toBe("SUCCEEDED");
  await done(who, "applyManifest", "ApplyManifestInput", { name: `Reports-${mark}`, manifest: reports });
  await done(who, "sendMessage", "SendMessageInput", {
    conversation: { start: { manifest: `Reports-${mark}`, chatId: `chat-${mark}` } },
    text: `a word ${mark}`,
  });
  await done(who, "createArtifact", "CreateArtifactInput", {
    name: `given-${mark}`,
    content: { json: `é ${mark} `.repeat(20_000) },
  });
  const run = { executePlan: { source: { plan } } };
  await done(who, "createSchedule", "CreateScheduleInput", {
    ...{ name: `daily-${mark}`, timing: { cron: { expression: "0 6 * * *", timeZone: "Europe/Berlin" } }, run },
  });
}

async function exported(token: string, subject: string, after?: string): Promise<readonly SubjectLine[]> {
  const path = `/subjects/${encodeURIComponent(subject)}/export`;
  const url = new URL(after === undefined ? path : `${path}?after=${after}`, served.worker.planwright.endpoint);
  const response = await fetch(url, { headers: bearer(token) });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
  const text = await response.text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as SubjectLine);
}

/** A document without the time when it was made, and how long ago something began. */
const timeless = (document: string) =>
  JSON.parse(document, (member, value) => (["exportedAt", "durationMs"].includes(member) ? null : value));

const kinds = (lines: readonly SubjectLine[]) => lines.map(({ id, kind, name }) => [kind, id, name]);

it("[N912, N913] of one subject has everything of it and nothing of another, and goes on behind a cursor", async ({
  onTestFinished,
}) => {
  const peers = await talkingPeers();
  onTestFinished(() => peers.close());
  const operator = served.worker.planwright.as({ ...bearer(adminToken), "planwright-tenant": "acme" });
  await operator.register("peers", peers.mcpUrl, true);
  await worked("alice/a b", "of-alice");
  await worked("bob", "of-bob");
  const names = await eventually(async () => {
    const found = await listedNames("alice/a b", (query, variables) => operator.ask(query, variables));
    return found.executionIds.length === 2 && found.conversationIds.length === 1 ? found : null;
  });
  const auditor = await keyOf("auditor", [
    ...["EXECUTION_READ", "EXECUTION_READ_ALL", "EXECUTION_CONTROL_ALL", "CREDENTIALS_ADMIN", "REGISTRY_READ"],
    ...["AUDIT_READ", "DEBUG_READ"],
  ]);
  const lines = await exported(auditor, "alice/a b");
  const text = JSON.stringify(lines);
  expect(text).not.toContain("bob");
  for (const what of ["draw", "Reports", "chat", "a word", "given", "daily"])
    expect(text, what).toMatch(new RegExp(`${what}[- ]of-alice`));
  expect(lines.at(-1)).toEqual({ kind: "END", leftOut: [] });
  for (const line of lines) expect(line.errors ?? [], line.kind).toEqual([]);
  const artifacts = ofKind(lines, "ARTIFACT");
  const given = artifacts.filter(({ content }) => content.executionId === null);
  expect(namesIn(lines)).toEqual(names);

  // Each in the form of its own export.
  for (const { content, id } of ofKind(lines, "EXECUTION")) {
    const alone = await fetch(new URL(`/export/${id}`, operator.endpoint), { headers: bearer(auditor) });
    expect(timeless(JSON.stringify(content))).toEqual(timeless(await alone.text()));
  }
  expect(artifacts.length).toBeGreaterThan(given.length);
  for (const { content, id } of artifacts) {
    const pieces = ofKind(lines, "ARTIFACT_BYTES").filter((piece) => piece.id === id);
    const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece.content, "base64")));
    const alone = await fetch(new URL(`/artifacts/${id}`, operator.endpoint), { headers: bearer(auditor) });
    expect(bytes.equals(Buffer.from(await alone.arrayBuffer())), content.name).toBe(true);
    expect(bytes.byteLength).toBe(content.byteSize);
  }
  expect(ofKind(lines, "AUDIT_ENTRY").map(({ content }) => [content.action, content.targetKind])).toContainEqual([
    ...["CREATE", "SCHEDULE"],
  ]);

  const terminal = new Terminal({ PLANWRIGHT_URL: new URL(operator.endpoint).origin, PLANWRIGHT_TOKEN: auditor });
  onTestFinished(() => terminal.remove());
  const { code, out } = await terminal.type(["export-subject", "alice/a b"]);
  const typed = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as SubjectLine);
  expect([code, kinds(typed)]).toEqual([0, kinds(lines)]);

  const cursors = ofKind(lines, "CURSOR");
  const middle = cursors[Math.floor(cursors.length / 2)]?.after;
  const rest = await exported(auditor, "alice/a b", middle);
  const behindMiddle = lines.slice(lines.findIndex(({ after }) => after === middle) + 1);
  expect(kinds(rest.slice(1))).toEqual(kinds(behindMiddle));
  const foreign = new URL(`/subjects/bob/export?after=${middle}`, operator.endpoint);
  expect((await fetch(foreign, { headers: bearer(auditor) })).status).toBe(400);
  const alone = await keyOf("reader", ["EXECUTION_READ_ALL", "EXECUTION_READ"]);
  expect((await fetch(new URL("/subjects/bob/export", operator.endpoint), { headers: bearer(alone) })).status).toBe(
    403,
  );
});
