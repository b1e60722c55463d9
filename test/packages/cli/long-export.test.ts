/** Exports that take long or are large, as the command line reads them. */
import { describe, expect, it } from "vitest";
import { Deployment } from "../../../packages/planwright/cli/base/deployment.ts";
import { jsonLines } from "../../../packages/planwright/cli/base/json-lines.ts";
import { Output } from "../../../packages/planwright/cli/base/output.ts";
import { Terminal } from "./command.ts";

const target = { origin: "https://planwright.example", urlSource: "--url" };
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** A body of `count` pieces, each `everyMs` after the one before. It never ends if `stalls`. */
function trickling(count: number, everyMs: number, stalls = false): ReadableStream<Uint8Array> {
  let left = count;
  return new ReadableStream({
    async pull(controller) {
      if (left === 0 && stalls) return new Promise(() => undefined);
      await pause(everyMs);
      if (left === 0) return controller.close();
      left -= 1;
      controller.enqueue(new TextEncoder().encode("a"));
    },
  });
}

/** A deployment that answers so, and whose answers are given up after `patienceMs`. */
function patientFor(patienceMs: number, answer: () => Promise<Response>): Deployment {
  const nowhere = new Output({ write: () => undefined }, false);
  const surroundings = {
    ...{ env: {}, cwd: "/", home: "/", out: nowhere, err: nowhere, stdin: async () => "", nodeVersion: "24.0.0" },
    signal: new AbortController().signal,
    fetch: ((_, { signal } = {}) =>
      Promise.race([
        answer(),
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
      ])) as typeof fetch,
  };
  return new Deployment(target, surroundings, patienceMs);
}

describe("an export that takes long", () => {
  it("[N965] is read to its end while something comes of it, and given up where nothing does", async () => {
    const slow = patientFor(200, async () => new Response(trickling(10, 50)));
    expect(await new Response(await slow.read("/export/id")).text()).toBe("a".repeat(10));
    const silent = patientFor(200, async () => new Response(trickling(2, 10, true)));
    await expect(new Response(await silent.read("/export/id")).text()).rejects.toThrow("nothing came for 0.2 seconds");
    const absent = patientFor(50, () => new Promise(() => undefined));
    await expect(absent.read("/export/id")).rejects.toThrow("no answer came in time");
    const refusing = patientFor(100, async () => new Response(trickling(1, 10, true), { status: 500 }));
    await expect(refusing.read("/export/id")).rejects.toThrow("nothing came for 0.1 seconds");
  });

  it("[N965] waits for a reader that takes its time", async () => {
    const body = await patientFor(50, async () => new Response("ab")).read("/export/id");
    const reader = body?.getReader();
    await pause(150);
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("ab");
  });
});

describe("the lines of an export", () => {
  it("[N965] are read once each, however long they are", async () => {
    const piece = "a".repeat(16_384);
    const pieces = 1_024;
    const texts = ['{"content":"', ...Array<string>(pieces).fill(piece), '"}\n{"kind":"END"}\n{"rest":'];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    const began = performance.now();
    const lines: { readonly content?: string }[] = [];
    for await (const line of jsonLines<{ readonly content?: string }>(body)) lines.push(line);
    expect(lines.map(({ content }) => content?.length)).toEqual([pieces * piece.length, undefined]);
    // Searched again with each piece, they took eleven seconds.
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

it("[N965] an export of a subject that is refused on its way names the cursor to go on with", async () => {
  const terminal = new Terminal();
  const answers = [
    new Response('{"kind":"SUBJECT"}\n{"kind":"CURSOR","after":"c1"}\n'),
    Response.json(
      { errors: [{ message: "too many bytes", extensions: { code: "RATE_LIMITED" } }] },
      { status: 429, headers: { "retry-after": "3" } },
    ),
  ];
  const done = await terminal.type(["export-subject", "alice"], {
    fetch: (async () => answers.shift() ?? Response.error()) as typeof fetch,
  });
  terminal.remove();
  expect(done.code).not.toBe(0);
  expect(done.err).toContain("too many bytes");
  expect(done.err).toContain("the same with --after c1");
});
