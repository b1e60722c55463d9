/**
 * The scripted model: a language model without a model, which speaks OpenAI's chat completions. It plans, chooses, answers and takes the
 * turns of agents from the prompts of Planwright by simple rules, always the same for the same request, so that everything around it runs
 * without a network and without a key. Each way to think has a file of its own.
 *
 * - POST /v1/chat/completions, streaming or not. Any other path is answered from the script alone.
 * - GET /ledger: every request · POST /script: replies to give first · POST /reset: forget both · GET /health
 */

import { setTimeout as delay } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { type Asked, chunks, completion, type ScriptedAnswer } from "./completion.ts";
import { ModelLedger } from "./ledger.ts";
import { planAnswer } from "./plan-answer.ts";
import { type ChatRequest, type Question, questionOf } from "./question.ts";
import { type Pieces, sendPieces } from "./reply.ts";
import { respondAnswer } from "./respond-answer.ts";
import { routeAnswer } from "./route-answer.ts";
import { Script } from "./script.ts";
import { turnAnswer } from "./turn-answer.ts";

export interface ModelServerOptions {
  /** Between two pieces of a streamed answer, in milliseconds. */
  readonly wordDelayMs: number;
}

type Bindings = { readonly Bindings: HttpBindings };

/** A fresh server with its own ledger and its own script. */
export function modelServerApp({ wordDelayMs }: ModelServerOptions): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const ledger = new ModelLedger();
  const script = new Script();

  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get("/ledger", (context) => context.json(ledger.entries));
  app.post("/reset", (context) => {
    ledger.reset();
    script.clear();
    return context.body(null, 204);
  });
  app.post("/script", async (context) => {
    const problem = script.add(await context.req.json().catch(() => null));
    return problem === null ? context.body(null, 204) : context.text(problem, 400);
  });
  app.post("*", async (context) => {
    const text = await context.req.text();
    const request = parsed(text);
    const question = questionOf(request);
    const { path } = context.req;
    const authorized = context.req.header("authorization") !== undefined;
    const body = Object.keys(request).length === 0 ? text : request;
    const entry = ledger.add({ path, purpose: question.purpose, authorized, body, at: Date.now(), endedAt: null });
    const asked: Asked = {
      id: String(ledger.entries.length),
      model: String(request.model ?? "scripted"),
      requestBytes: Buffer.byteLength(text),
    };
    try {
      const scripted = script.take(question.purpose);
      if (scripted === null && path !== "/v1/chat/completions") return context.text("Not found", 404);
      const { answer: said, delayMs } = scripted ?? ownAnswer(question);
      if (delayMs > 0) await delay(delayMs);
      const written = said === undefined ? nothingWritten : writtenAnswer(said, request, asked, wordDelayMs);
      return await send(context, {
        status: scripted?.status ?? 200,
        headers: { ...written.headers, ...scripted?.headers },
        chunks: [...written.chunks, ...(scripted?.chunks ?? [])],
        end: scripted?.end ?? "COMPLETE",
      });
    } finally {
      entry.endedAt = Date.now();
    }
  });
  return app;
}

type Written = Pick<Pieces, "headers" | "chunks">;

const nothingWritten: Written = { headers: { "content-type": "application/json" }, chunks: [] };

function writtenAnswer(said: ScriptedAnswer, request: ChatRequest, asked: Asked, wordDelayMs: number): Written {
  if (request.stream !== true) {
    const chunk = { text: JSON.stringify(completion(said, asked)), delayMs: 0 };
    return { headers: { "content-type": "application/json" }, chunks: [chunk] };
  }
  const lines = chunks(said, asked, request.stream_options?.include_usage === true);
  return {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
    chunks: lines.map((text) => ({ text, delayMs: wordDelayMs })),
  };
}

async function send(context: Context<Bindings>, pieces: Pieces): Promise<Response> {
  await sendPieces(pieces, context.env.outgoing as Parameters<typeof sendPieces>[1]);
  return RESPONSE_ALREADY_SENT;
}

interface OwnAnswer {
  readonly answer: ScriptedAnswer;
  readonly delayMs: number;
}

function ownAnswer(question: Question): OwnAnswer {
  switch (question.purpose) {
    case "PLAN": {
      const plan = JSON.stringify(planAnswer(question));
      return atOnce(question.byFunction ? { functions: [{ name: "__planning__", arguments: plan }] } : { text: plan });
    }
    case "ROUTE":
      return atOnce({ text: JSON.stringify(routeAnswer(question)) });
    case "RESPOND":
      return atOnce({ text: respondAnswer(question) });
    case "AGENT": {
      const { text, delayMs } = turnAnswer(question);
      return { answer: { text }, delayMs };
    }
    case "OTHER":
      return atOnce({ text: `You said: ${question.message.slice(0, 200)}` });
  }
}

function atOnce(answer: ScriptedAnswer): OwnAnswer {
  return { answer, delayMs: 0 };
}

/** The request as an object; an empty one if it is none. */
function parsed(text: string): ChatRequest {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
