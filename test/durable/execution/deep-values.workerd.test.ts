/** Values that version 0.7.0 stored deeper than any answer can hold: read, exported and told of, over real objects and the Worker's own routes. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ownStorage } from "../../../src/durable/storage/execution-storage.ts";
import { SqlJournal } from "../../../src/durable/storage/journal.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { RecordedEvent } from "../../../src/execution/events/event.ts";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { objectOf, started } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const worker = (exports as unknown as { readonly default: Fetcher }).default;
const identity = sealedIdentity("5ea1".repeat(16));
const idOf = ({ execution }: StartRequest) => identity.seal(JSON.stringify(["default", "EXECUTION", execution]));

/** JSON text of arrays within one another, with a word in the innermost one. */
const deep = (levels: number) => `${"[".repeat(levels)}"core"${"]".repeat(levels)}`;

async function asked(query: string, variables: object): Promise<{ data: never; errors?: readonly object[] }> {
  const response = await worker.fetch("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

/** Puts `text` in place of the output of the step `id`, as an earlier version stored it: in the row, or in pieces beside it. */
async function withOutput(request: StartRequest, id: string, text: string): Promise<void> {
  await runInDurableObject(objectOf(request), (_, { storage }) => {
    const { records } = new SqlJournal(ownStorage(storage)).read(0, Number.POSITIVE_INFINITY);
    const isLarge = text.length > 65_536;
    const output = { bytes: text.length, digest: isLarge ? "digest" : null, ...(isLarge ? {} : { inline: "@" }) };
    const changed = records.map((record): RecordedEvent => {
      const { event } = record;
      return event.kind === "StepFinished" && event.step === id ? { ...record, event: { ...event, output } } : record;
    });
    const end = records.find(({ event }) => event.kind === "StepFinished" && event.step === id);
    if (end === undefined) throw new Error(`no end of ${id} is stored`);
    storage.sql.exec("DELETE FROM journal");
    new SqlJournal(ownStorage(storage)).append(changed);
    storage.sql.exec('UPDATE journal SET body = replace(body, \'"inline":"@"\', ?)', `"inline":${text}`);
    if (!isLarge) return;
    storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS part(seq INTEGER NOT NULL, slot TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY(seq, slot, number)) WITHOUT ROWID",
    );
    storage.sql.exec("INSERT INTO part(seq, slot, number, text) VALUES(?, 'output', 0, ?)", end.sequence, text);
  });
  await evictDurableObject(objectOf(request));
}

/** An execution of two steps that failed at its end, whose first output is `text`. */
async function executionWith(text: string): Promise<StartRequest> {
  // Files share the notes of one server: a note that another file wrote may be large.
  const steps = [tool("a", "read_note", { name: "that nobody writes" }), tool("b", "is_error", {}, { after: ["a"] })];
  const request = await requestFor({ steps }, { waitMs: 20_000 });
  expect((await started(request)).status).toBe("PARTIAL");
  await withOutput(request, "a", text);
  return request;
}

describe.each([
  ["in its row", 20_000],
  ["in pieces", 100_000],
])("a value nested too deeply for an answer, %s", (_, levels) => {
  const text = deep(levels);

  it("[N28] is exported as its text, and all else as ever", async () => {
    const request = await executionWith(text);
    const response = await worker.fetch(`http://localhost/export/${await idOf(request)}`);
    expect(response.status).toBe(200);
    const { errors, events, execution } = await response.json<{
      readonly errors: readonly { readonly path: string; readonly code: string }[];
      readonly events: readonly { readonly type: string; readonly stepId?: string; readonly output?: object }[];
      readonly execution: { readonly lastSequence: number };
    }>();
    expect(events).toHaveLength(execution.lastSequence);
    const at = events.findIndex(({ stepId, type }) => type === "STEP_FINISHED" && stepId === "a");
    const output = events[at]?.output as { readonly deepText: string };
    expect({ ...output, deepText: output.deepText === text }).toEqual({
      byteSize: text.length,
      value: null,
      deepText: true,
    });
    expect(errors.map(({ code, path }) => [code, path])).toContainEqual([
      "RESPONSE_TOO_LARGE",
      `/events/${at}/output/value`,
    ]);
  });

  it("[N28] has a beginning, a size, a text and the parts that an answer can hold, and says why the whole is missing", async () => {
    const request = await executionWith(text);
    const query = `query ($id: ID!, $inner: JSONPointer!) { execution(by: { id: $id }) { status
      steps { stepId ... on ToolStep { output {
        byteSize preview(maxCharacters: 2000) deepText(maxBytes: 1000000) cut: deepText(maxBytes: 100)
        inner: value(pointer: $inner) value(maxBytes: 1000000) } } }
      projection(dialect: TOOL_CALLS) } }`;
    const { data, errors } = await asked(query, { id: await idOf(request), inner: "/0".repeat(levels - 1) });
    const { execution } = data as {
      execution: { status: string; projection: null; steps: readonly { output: Record<string, unknown> }[] };
    };
    const { deepText, preview, ...facts } = execution.steps[0]?.output ?? {};
    expect(facts).toEqual({ byteSize: text.length, cut: null, inner: ["core"], value: null });
    expect([deepText === text, preview === text.slice(0, 2_000)]).toEqual([true, true]);
    expect(execution).toMatchObject({ status: "PARTIAL", projection: null });
    const why = {
      message: expect.stringMatching(/^Cannot read the value: required at most 1024 levels .* `deepText`/),
      extensions: { code: "RESPONSE_TOO_LARGE" },
    };
    expect(errors).toHaveLength(2);
    for (const error of errors ?? []) expect(error).toMatchObject(why);
  });

  it("[N28] keeps nobody from running the rest again where it runs again itself, and is named where it would be taken over", async () => {
    const request = await executionWith(text);
    const id = await idOf(request);
    const retry = `mutation ($id: ID!, $from: String) { retryExecution(input: { executionId: $id, fromStepId: $from, options: { waitMs: 20000 } }) {
      execution { id } errors { code message } } }`;
    const preview = `query ($id: ID!) { previewRetry(input: { executionId: $id }) { errors { code message } } }`;
    const refusal = [
      { code: "INVALID_STATE", message: expect.stringMatching(/^Cannot retry .* 1024 levels .* step "a"/) },
    ];
    expect(await asked(retry, { id, from: null })).toMatchObject({
      data: { retryExecution: { execution: null, errors: refusal } },
    });
    expect(await asked(preview, { id })).toMatchObject({ data: { previewRetry: { errors: refusal } } });
    const again = await asked(retry, { id, from: "a" });
    expect(again).toMatchObject({ data: { retryExecution: { errors: [] } } });
  });
});
