/**
 * Data and schemas of the last two minors stay usable: their journals upgrade, fold and go on under the code of today, and no schema
 * of them breaks unless `accepted-breaks.json` says so. `scripts/release-snapshot.mjs` makes the folder of a version.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BreakingChangeType, buildSchema, findSchemaChanges } from "graphql";
import { describe, expect, it } from "vitest";
import { Permits } from "../../src/durable/calls/permits.ts";
import { type Archive, archiveOf } from "../../src/durable/execution/archive.ts";
import { ExecutionReader } from "../../src/durable/execution/execution-reader.ts";
import { recover } from "../../src/durable/execution/replay-journal.ts";
import { Feed } from "../../src/durable/feed/feed.ts";
import { FeedSockets } from "../../src/durable/feed/feed-sockets.ts";
import { type Call, pageBytes, type WaitPorts } from "../../src/durable/ports/ports.ts";
import { Runner } from "../../src/durable/runner/runner.ts";
import type { AttemptResult } from "../../src/execution/events/attempt.ts";
import { readOlderStart } from "../../src/execution/views/parked-view.ts";
import type { ModelRequest, ModelResult } from "../../src/model/port.ts";
import { modelPrompts } from "../../src/model/prompts/model-prompts.ts";
import { maxParallelRequests } from "../../src/plan/limits.ts";
import { given } from "../support/engine/given-response.ts";
import { keptFiles, missingFiles, ofLastMinors, projectRoot, readRows, versionsOf } from "./released-version.ts";
import { RowJournal } from "./row-journal.ts";

/** What 0.1.0 and 0.2.0 stored. */
const tooOld = join(import.meta.dirname, "too-old");
const changelogFile = join(projectRoot, "CHANGELOG.md");
/** All that the changelog names. */
const versions = existsSync(changelogFile) ? versionsOf(readFileSync(changelogFile, "utf8")) : [];
const missing = missingFiles(versions, import.meta.dirname);
const kept = ofLastMinors(versions).filter((version) => !missing.some((file) => file.startsWith(`${version}/`)));

/** Takes part in every call, in place of the tools of the example world. */
async function scriptedCaller(call: Call): Promise<AttemptResult> {
  const output = { artifact_id: call.callId, artifact: { title: "A post" }, _metadata: { context_id: "context" } };
  return { kind: "SUCCEEDED", result: { output, content: [], metadata: null, isPartial: false } };
}

/** Writes the answer, in place of a language model. */
async function scriptedModel({ answer }: ModelRequest): Promise<ModelResult> {
  if (answer.kind !== "TEXT") throw new Error("only an answer was left to write");
  return {
    kind: "ANSWERED",
    reply: { text: "Here it is", functions: [], stop: "COMPLETE" },
  };
}

/** No released version waited for anything elsewhere. */
async function unexpected(): Promise<never> {
  throw new Error("nothing is waited for elsewhere");
}

/** A runner of today over a journal, minutes after its last row. */
function runnerOver(journal: RowJournal, poll: WaitPorts["poll"] = unexpected) {
  const { state } = recover(journal);
  const calls: Call[] = [];
  const resumedAt = (state?.updatedAt ?? 0) + 60_000;
  const silent = () => undefined;
  const runner = new Runner(
    {
      journal,
      call: (call) => {
        calls.push(call);
        return scriptedCaller(call);
      },
      maxArgumentBytes: 8_388_608,
      connections: new Permits(maxParallelRequests),
      waits: { poll, stop: unexpected },
      attachments: undefined,
      findCallables: async () => ({ callables: [], providers: [], catalogRevision: "1" }),
      turns: { reserve: unexpected },
      models: { call: scriptedModel, prompts: modelPrompts, keepsRequests: true, reserve: async () => undefined },
      clock: { now: () => resumedAt, after: () => silent },
      random: () => 0.5,
      onTransition: silent,
      publish: silent,
      show: silent,
      ignored: silent,
    },
    state,
  );
  return { runner, calls };
}

describe("released versions", () => {
  it("are named in the changelog, the latest of them as in package.json below the one in work, and each is kept in a folder", () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { version: string };
    const inWork = versions.indexOf(version);
    expect([0, 1]).toContain(inWork);
    expect(missingFiles(versions.slice(inWork), import.meta.dirname)).toEqual([]);
    expect(kept).toEqual(ofLastMinors(kept));
  });

  it("are missed when the changelog names one without a folder", () => {
    expect(versionsOf("# Changelog\n\n## 12.0.1 – 2026-11-30\n\n### Added\n\n## Unreleased\n\n## 0.1.0\n")).toEqual([
      "12.0.1",
      "0.1.0",
    ]);
    expect(missingFiles(["12.0.1"], import.meta.dirname)).toEqual(keptFiles.map((file) => `12.0.1/${file}`));
  });
});

describe.each(kept)("journals of version %s", (version) => {
  const rowsOf = (file: (typeof keptFiles)[number]) => readRows(join(import.meta.dirname, version, file));

  it("[E2] upgrades and folds the finished journal to the end that it had", () => {
    const rows = rowsOf("finished.journal.json");
    const journal = new RowJournal(rows);
    const { state, parkedBy } = recover(journal);
    expect(parkedBy).toBeNull();
    expect(state?.sequence).toBe(rows.length);
    expect(state?.finished?.status).toBe("SUCCEEDED");
    expect(state?.steps.all.map((step) => step.status)).toEqual(state?.steps.all.map(() => "SUCCEEDED"));
    expect(state?.pinned).toMatchObject({ callable: null, origin: { ancestors: [] } });
    expect(state?.finished?.output).toBeUndefined();
    expect(state).toMatchObject({ artifacts: [], givenUp: [], childUsage: { modelCalls: 0 } });
    expect(state?.pinned.derivation).toBeNull();
    expect(state?.steps.all.map((step) => step.reused)).toEqual(state?.steps.all.map(() => false));
    expect(state?.pinned.title).toMatch(/^(Write a blog|Publish a) post about AI trends 2025$/);
    expect(state?.pinned.tracestate).toBeNull();
    expect(state?.pinned).toMatchObject({ startedWith: "PROMPT", onInvalidPlan: "RESPOND" });
    expect(state?.modelCalls.map(({ end, purpose }) => [purpose, end?.outcome])).toEqual([
      ["PLAN", "ANSWERED"],
      ["RESPOND", "ANSWERED"],
    ]);
    expect(state?.finished?.response).not.toBeNull();
  });

  it("[N236] goes on from every cursor of the finished journal, in the middle of its text too", () => {
    const journal = new RowJournal(rowsOf("finished.journal.json"));
    const { records } = journal;
    expect(records.filter(({ event }) => event.kind === "TextProduced").length).toBeGreaterThan(1);
    const nobody = new FeedSockets({ getWebSockets: () => [] } as unknown as DurableObjectState);
    const feed = new Feed(nobody, journal, () => []);
    for (const { sequence } of records) {
      const page = feed.page(sequence, "SUCCEEDED", pageBytes);
      expect(page.events.map((event) => event.sequence)).toEqual(
        records.flatMap((record) => (record.sequence > sequence ? [record.sequence] : [])),
      );
      expect(page.cursor).toBe(records.at(-1)?.sequence);
    }
  });

  it("[E2, E6] continues the half-done journal to the end without repeating a finished step", async () => {
    const journal = new RowJournal(rowsOf("half-done.journal.json"));
    const before = recover(journal).state;
    expect(before?.finished).toBeUndefined();
    const finishedBefore =
      before?.steps.all.filter((step) => step.status === "SUCCEEDED").map((step) => step.callId) ?? [];
    expect(finishedBefore.length).toBeGreaterThan(0);

    const { runner, calls } = runnerOver(journal);
    await runner.drive();
    expect(runner.state?.finished?.status).toBe("SUCCEEDED");
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((call) => finishedBefore.includes(call.callId))).toEqual([]);
    expect(journal.records.filter((record) => record.event.kind === "ExecutionResumed")).toHaveLength(1);
    const purposes = runner.state?.modelCalls.map(({ purpose }) => purpose);
    expect(purposes).toEqual(["PLAN", "RESPOND"]);
  });

  it("[E2] parks the half-done journal when it holds a row of an unknown kind", () => {
    const rows = rowsOf("half-done.journal.json");
    const foreign = {
      seq: rows.length + 1,
      kind: "FromTheFuture",
      version: 1,
      at: 0,
      hidden: 0,
      body: rows[0]?.body ?? "",
    };
    const journal = new RowJournal([...rows, foreign]);
    expect(recover(journal)).toMatchObject({
      parkedBy: "FromTheFuture version 1",
      isTooOld: false,
      state: { sequence: rows.length },
    });
  });
});

describe.each(kept)("journals of runs of version %s", (version) => {
  const rowsOf = (name: string) => readRows(join(import.meta.dirname, version, `${name}.journal.json`));

  it("[E2, E6] goes on waiting for the same child, and ends with it", async () => {
    const journal = new RowJournal(rowsOf("waiting"));
    const polled: (string | null)[] = [];
    const output = { title: "Rivers" };
    const { runner, calls } = runnerOver(journal, async (_, { handle }) => {
      polled.push(handle ?? null);
      return {
        kind: "SUCCEEDED",
        result: { output, content: null, metadata: null, isPartial: false },
      };
    });
    const waited = runner.state?.steps.get(0)?.wait?.handle;
    await runner.drive();
    expect(polled).toEqual([waited]);
    expect(calls).toEqual([]);
    expect(runner.state?.finished?.status).toBe("SUCCEEDED");
    expect(journal.records.some(({ event }) => event.kind === "ExecutionResumed")).toBe(false);
  });

  it("[E2] upgrades and folds the run to its input and its output", () => {
    const journal = new RowJournal(rowsOf("run"));
    const { state, parkedBy } = recover(journal);
    expect(parkedBy).toBeNull();
    expect(state?.pinned).toMatchObject({
      startedWith: "WORKFLOW",
      callable: { name: "research" },
      title: "research",
    });
    const input = state?.pinned.input ?? null;
    expect(input === null ? null : journal.value(input)).toEqual({ topic: "Rivers" });
    expect(state?.finished?.status).toBe("SUCCEEDED");
    expect(state?.finished?.output).not.toBeUndefined();
  });
});

describe.each(kept)("a conversation of version %s", (version) => {
  it("[E2, T21] waits for the same person, and ends with the answer without another turn or call", async () => {
    const journal = new RowJournal(readRows(join(import.meta.dirname, version, "asked.journal.json")));
    const { runner, calls } = runnerOver(journal);
    const turns = runner.state?.turns?.turns.map(({ agentName, key }) => `${agentName} ${key}`);
    const waiting = runner.state?.steps.all.find(({ status }) => status === "WAITING");
    const requestId = waiting?.questions[0]?.requestId ?? "";
    expect(runner.respond(given(requestId, true, "someone", null, { approved: true })).kind).toBe("RESOLVED");
    await runner.drive();
    expect(runner.state?.finished?.status).toBe("SUCCEEDED");
    expect(runner.state?.turns?.turns.map(({ agentName, key }) => `${agentName} ${key}`)).toEqual(turns);
    expect(turns).toHaveLength(2);
    expect(calls).toEqual([]);
  });
});

/** The archive that this version makes of the finished journal of another. */
function archiveFrom(version: string): Archive {
  const journal = new RowJournal(readRows(join(import.meta.dirname, version, "finished.journal.json")));
  const { state } = recover(journal);
  const archive = new ExecutionReader({
    journal,
    state: () => state,
    archive: undefined,
    parkedBy: null,
    isTooOld: false,
    parked: undefined,
  }).archive();
  if (archive === undefined) throw new Error(`the journal of ${version} has no end`);
  return archive;
}

describe("archives", () => {
  it("of today's version are read as they were written", () => {
    const archive = archiveFrom("0.8.0");
    expect(archiveOf(JSON.parse(JSON.stringify(archive)))).toEqual({ archive, parkedBy: null, isTooOld: false });
  });

  it("[E2] of a later version are shown and park the execution", () => {
    const archive = archiveFrom("0.8.0");
    expect(archiveOf({ ...archive, version: 6 })).toEqual({ archive, parkedBy: "archive version 6", isTooOld: false });
  });

  it("[E2, N210] of a version that is too old park the execution, and show what every version says of it", () => {
    const old = JSON.parse(readFileSync(join(tooOld, "archive.json"), "utf8"));
    expect(old.version).toBe(1);
    const { archive, isTooOld, parkedBy } = archiveOf(old);
    expect({ isTooOld, parkedBy }).toEqual({ isTooOld: true, parkedBy: "archive version 1" });
    const { execution, finishedAt } = old.view;
    expect(archive.fingerprint).toBe(old.fingerprint);
    expect(archive.view).toMatchObject({ execution, finishedAt, parkedBy, status: "SUCCEEDED", steps: [], plan: null });
    expect(archive.summary).toMatchObject({ execution, finishedAt, status: "SUCCEEDED", revision: 0 });
    expect(Object.keys(archive.view)).toEqual(expect.arrayContaining(Object.keys(archiveFrom("0.8.0").view)));
  });
});

describe("journals that are too old", () => {
  const rows = readRows(join(tooOld, "finished.journal.json"));

  it("[E2, N210] park the execution at the first row", () => {
    expect(recover(new RowJournal(rows))).toMatchObject({
      parkedBy: "ExecutionStarted version 1",
      isTooOld: true,
      state: undefined,
    });
  });

  it("[E2] say whose the execution is and when it began", () => {
    const { event } = JSON.parse(rows[0]?.body ?? "");
    expect(readOlderStart(event)).toMatchObject({
      execution: event.execution,
      tenant: event.tenant,
      origin: { ancestors: [] },
      limits: { maxSteps: event.limits.maxSteps, maxModelCalls: 10 },
    });
    const { execution: _, ...withoutExecution } = event;
    expect(readOlderStart(withoutExecution)).toBeUndefined();
  });
});

/** Breaking changes of the schema from one text to another, one line each. */
function breaks(released: string, current: string): readonly string[] {
  const breaking = new Set<string>(Object.values(BreakingChangeType));
  return findSchemaChanges(buildSchema(released), buildSchema(current))
    .filter((change) => breaking.has(change.type))
    .map((change) => `${change.type}: ${change.description}`);
}

describe("the schema", () => {
  const current = readFileSync(join(projectRoot, "schema.graphql"), "utf8");
  const accepted = JSON.parse(readFileSync(join(import.meta.dirname, "accepted-breaks.json"), "utf8")) as {
    readonly [version: string]: readonly string[];
  };

  it("is compared in a way that finds a break", () => {
    expect(breaks("type Query { a: Int b: Int }", "type Query { a: Int }")).toEqual([
      "FIELD_REMOVED: Field Query.b was removed.",
    ]);
    expect(breaks("type Query { a: Int }", "type Query { a: Int b: Int }")).toEqual([]);
  });

  it("is kept of the last two minors, without descriptions", () => {
    expect(ofLastMinors(["2.1.0", "2.0.1", "2.0.0", "1.9.0"])).toEqual(["2.1.0", "2.0.1", "2.0.0"]);
    expect(kept.length).toBeGreaterThan(1);
    for (const version of kept)
      expect(readFileSync(join(import.meta.dirname, version, "schema.graphql"), "utf8")).not.toContain('"""');
  });

  it.each(kept)("breaks nothing that version %s promised but what was accepted", (version) => {
    const released = readFileSync(join(import.meta.dirname, version, "schema.graphql"), "utf8");
    const known = Object.hasOwn(accepted, version) ? (accepted[version] ?? []) : [];
    expect(breaks(released, current)).toEqual(known);
  });
});
