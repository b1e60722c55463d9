/**
 * The adapter as it is deployed, in modules that are loaded late: it must know what the guarded fetch and the signal of the Worker say,
 * because the outcome of a call hangs on it (E7). Here they are those of other copies of the same classes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWorker } from "../../../scripts/build/worker.mjs";
import { egressRefusal } from "../../../src/catalog/egress.ts";
import {
  AbortedBeforeSending,
  EgressDenied,
  RedirectRefused,
  ResponseTooLarge,
} from "../../../src/catalog/fetch-failure.ts";
import { CallAborted } from "../../../src/execution/events/call-aborted.ts";
import type { CallModel } from "../../../src/model/port.ts";
import { model } from "../../support/models/prompt-parts.ts";

let callModel: CallModel;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "planwright-adapter-"));
  await buildWorker({ entry: "src/model/adapter/adapter.ts", folder });
  const bundle = pathToFileURL(join(folder, "worker.js")).href;
  ({ callModel } = (await import(bundle)) as { readonly callModel: CallModel });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A call whose fetch ends with `error`. */
function call(error: unknown, signal = new AbortController().signal) {
  const messages = [{ role: "USER", text: "Hello" }] as const;
  return callModel(
    { model, messages, answer: { kind: "TEXT" } },
    {
      ...{ signal, key: undefined, binding: undefined, onText: undefined, permit: (_, run) => run() },
      fetch: () => Promise.reject(error),
    },
  );
}

const refusal = egressRefusal("ftp://example.com/", { allowPrivate: false, allowHttp: false });
if (refusal === undefined) throw new Error("the address is permitted");

it.each([
  ["a forbidden address", new EgressDenied(refusal, false), "NOT_SENT", "EGRESS_DENIED", false],
  ["a forbidden redirect", new EgressDenied(refusal, true), "UNKNOWN", "EGRESS_DENIED", false],
  ["a refused redirect", new RedirectRefused(302, "required another"), "UNKNOWN", "MODEL_ERROR", false],
  ["an answer that is too large", new ResponseTooLarge(10), "ANSWERED", "MODEL_ERROR", false],
  ["a call given up before it left", new AbortedBeforeSending(null), "NOT_SENT", "UPSTREAM_UNAVAILABLE", true],
  ["a connection that failed", new TypeError("Network connection lost."), "UNKNOWN", "UPSTREAM_UNAVAILABLE", true],
])("[E7] %s is judged alike in the bundle", async (_, error, outcome, code, retryable) => {
  expect(await call(error)).toMatchObject({ kind: "FAILED", outcome, failure: { code, retryable } });
});

it("[E7, E9] the bundle knows why a call was cut", async () => {
  const controller = new AbortController();
  const cut = new CallAborted("STEP_TIMEOUT");
  controller.abort(cut);
  const late = await call(new AbortedBeforeSending(cut), controller.signal);
  const cancelled = await call(new AbortedBeforeSending(null), AbortSignal.abort(new CallAborted("CANCEL")));
  expect([late, cancelled]).toMatchObject([
    { outcome: "NOT_SENT", failure: { code: "UPSTREAM_UNAVAILABLE", retryable: true } },
    { outcome: "NOT_SENT", failure: { code: "CANCELLED" } },
  ]);
});
